// One case for each premise of the local typing rules of PartIR:HLO.
// RUN: partir-opt %s --verify-diagnostics --split-input-file

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Slice_rejects_premise_1_not_a_tensor(%x: !partir_core.range<"B">) {
  // expected-error @+1 {{H-Slice premise 1: the operand has type '!partir_core.range<"B">', not a tensor}}
  %0 = partir_hlo.all_slice [{}] %x : !partir_core.range<"B"> -> tensor<4xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Slice_rejects_premise_2_lists(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Slice premise 2: 1 axis lists for a tensor of rank 2}}
  %0 = partir_hlo.all_slice [{"B"}] %x : tensor<16x8xf32> -> tensor<4x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Slice_rejects_premise_3_unknown_axis(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Slice premise 3: axis "Z" is not in the mesh}}
  %0 = partir_hlo.all_slice [{"B"}, {"Z"}] %x : tensor<16x8xf32> -> tensor<4x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Slice_rejects_premise_4_axis_twice(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Slice premise 4: axis "B" occurs twice}}
  %0 = partir_hlo.all_slice [{"B"}, {"B"}] %x : tensor<16x8xf32> -> tensor<4x2xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Slice_rejects_premise_5_indivisible(%x: tensor<16x6xf32>) {
  // expected-error @+1 {{H-Slice premise 5: 4 does not divide the extent 6 of dimension 1}}
  %0 = partir_hlo.all_slice [{}, {"B"}] %x : tensor<16x6xf32> -> tensor<16x1xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Slice_rejects_premise_6_empty(%x: tensor<0xf32>) {
  // expected-error @+1 {{H-Slice premise 6: 8 exceeds the extent 0 of dimension 0}}
  %0 = partir_hlo.all_slice [{"B", "M"}] %x : tensor<0xf32> -> tensor<0xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Slice_rejects_result_type(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Slice: result has type 'tensor<16x8xf32>', expected 'tensor<4x8xf32>'}}
  %0 = partir_hlo.all_slice [{"B"}, {}] %x : tensor<16x8xf32> -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Gather_rejects_premise_4_axis_twice(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Gather premise 4: axis "B" occurs twice}}
  %0 = partir_hlo.all_gather [{"B", "B"}, {}] %x : tensor<16x8xf32> -> tensor<256x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Gather_rejects_result_type(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Gather: result has type 'tensor<4x8xf32>', expected 'tensor<64x8xf32>'}}
  %0 = partir_hlo.all_gather [{"B"}, {}] %x : tensor<16x8xf32> -> tensor<4x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Reduce_rejects_premise_2_unknown_axis(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Reduce premise 2: axis "Z" is not in the mesh}}
  %0 = partir_hlo.all_reduce <add> {"Z"} %x : tensor<16x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Reduce_rejects_premise_3_axis_twice(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Reduce premise 3: axis "B" occurs twice}}
  %0 = partir_hlo.all_reduce <add> {"B", "B"} %x : tensor<16x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Reduce_rejects_premise_4_semigroup(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Reduce premise 4: or is not defined on element type 'f32'}}
  %0 = partir_hlo.all_reduce <or> {"B"} %x : tensor<16x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Reduce_rejects_result_type(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-Reduce: result has type 'tensor<16xf32>', expected 'tensor<16x8xf32>'}}
  %0 = partir_hlo.all_reduce <add> {"B"} %x : tensor<16x8xf32> -> tensor<16xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Scatter_rejects_premise_5_indivisible(%x: tensor<6xf32>) {
  // expected-error @+1 {{H-Scatter premise 5: 4 does not divide the extent 6 of dimension 0}}
  %0 = partir_hlo.reduce_scatter <add> [{"B"}] %x : tensor<6xf32> -> tensor<1xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_Scatter_rejects_premise_7_semigroup(%x: tensor<8xf32>) {
  // expected-error @+1 {{H-Scatter premise 7: and is not defined on element type 'f32'}}
  %0 = partir_hlo.reduce_scatter <and> [{"B"}] %x : tensor<8xf32> -> tensor<2xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_AllToAll_rejects_premise_2_dimension(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-AllToAll premise 2: dimension 2 is not less than the rank 2}}
  %0 = partir_hlo.all_to_all [0 -> 2 : {"B"}] %x : tensor<16x8xf32> -> tensor<64x2xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_AllToAll_rejects_premise_3_same_dimension(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-AllToAll premise 3: dimension 1 is both source and destination}}
  %0 = partir_hlo.all_to_all [1 -> 1 : {"B"}] %x : tensor<16x8xf32> -> tensor<16x8xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_AllToAll_rejects_premise_4_unknown_axis(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-AllToAll premise 4: axis "Z" is not in the mesh}}
  %0 = partir_hlo.all_to_all [0 -> 1 : {"Z"}] %x : tensor<16x8xf32> -> tensor<64x2xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_AllToAll_rejects_premise_5_axis_twice(%x: tensor<16x8xf32>) {
  // expected-error @+1 {{H-AllToAll premise 5: axis "B" occurs twice}}
  %0 = partir_hlo.all_to_all [0 -> 1 : {"B", "B"}] %x : tensor<16x8xf32> -> tensor<64x2xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_AllToAll_rejects_premise_6_indivisible(%x: tensor<16x6xf32>) {
  // expected-error @+1 {{H-AllToAll premise 6: 4 does not divide the extent 6 of dimension 1}}
  %0 = partir_hlo.all_to_all [0 -> 1 : {"B"}] %x : tensor<16x6xf32> -> tensor<64x1xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @H_AllToAll_rejects_premise_7_empty(%x: tensor<16x0xf32>) {
  // expected-error @+1 {{H-AllToAll premise 7: 4 exceeds the extent 0 of dimension 1}}
  %0 = partir_hlo.all_to_all [0 -> 1 : {"B"}] %x : tensor<16x0xf32> -> tensor<64x0xf32>
  return
}
}

// -----

// Without a mesh only what does not depend on it is checked.
func.func @no_mesh(%x: tensor<16x8xf32>) {
  %0 = partir_hlo.all_slice [{"B"}, {}] %x : tensor<16x8xf32> -> tensor<2x8xf32>
  // expected-error @+1 {{H-Slice: result has type 'tensor<2x4xf32>', expected 'tensor<2x8xf32>'}}
  %1 = partir_hlo.all_slice [{"B"}, {}] %x : tensor<16x8xf32> -> tensor<2x4xf32>
  return
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
// expected-error @+1 {{H-Func premise 4: 1 axis lists for a tensor of rank 2}}
func.func @H_Func_rejects_premise_4_lists(%x: tensor<16x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}]>}) {
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
// expected-error @+1 {{H-Func premise 4: axis "M" is not in the mesh}}
func.func @H_Func_rejects_premise_4_axis(%x: tensor<8xf32>) -> (tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}], partial<add> {"M"}>}) {
  return %x : tensor<8xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
// expected-error @+1 {{H-Func premise 4: or is not defined on element type 'f32'}}
func.func @H_Func_rejects_premise_4_semigroup(%x: tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}], partial<or> {"B"}>}) {
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
// expected-error @+1 {{H-Func premise 4: partir_hlo.dist is a #partir_hlo.dist<..> on a tensor}}
func.func @H_Func_rejects_premise_4_other(%x: tensor<8xf32> {partir_hlo.dist = "B"}) {
  return
}
}

// -----

// expected-error @+1 {{axis "B" occurs twice in a distributed type}}
func.func @axis_twice(%x: tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}], partial<add> {"B"}>}) {
  return
}

// -----

// expected-error @+1 {{a pending reduction has both a semigroup and axes}}
func.func @no_axes(%x: tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}], partial<add> {}>}) {
  return
}
