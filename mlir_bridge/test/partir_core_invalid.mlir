// One case for each premise of the typing rules of PartIR:Core.
// RUN: partir-opt %s --verify-diagnostics --split-input-file

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Slice_rejects_premise_1_not_a_tensor(%x: !partir_core.range<"B">, %r: !partir_core.range<"B">) {
  // expected-error @+1 {{T-Slice premise 1: the operand has type '!partir_core.range<"B">', not a tensor}}
  %0 = partir_core.slice 0 %x[%r : !partir_core.range<"B">] : !partir_core.range<"B"> -> tensor<2xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Slice_rejects_premise_2_not_a_range(%x: tensor<8xf32>, %r: tensor<i32>) {
  // expected-error @+1 {{T-Slice premise 2: the index has type 'tensor<i32>', not a range}}
  %0 = partir_core.slice 0 %x[%r : tensor<i32>] : tensor<8xf32> -> tensor<2xf32>
  return
}
}

// -----

func.func @T_Slice_rejects_premise_2_range_not_in_scope(%x: tensor<8xf32>, %r: tensor<i32>) {
  // expected-error @+1 {{T-Slice premise 2: %r is not the range variable of a loop around this slice}}
  %0 = partir_core.slice 0 %x[%r] : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Slice_rejects_premise_3_dimension(%x: tensor<8xf32>, %r: !partir_core.range<"B">) {
  // expected-error @+1 {{T-Slice premise 3: dimension 1 is not less than the rank 1}}
  %0 = partir_core.slice 1 %x[%r : !partir_core.range<"B">] : tensor<8xf32> -> tensor<2xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Slice_rejects_premise_4_indivisible_extent(%x: tensor<6xf32>, %r: !partir_core.range<"B">) {
  // expected-error @+1 {{T-Slice premise 4: 4 does not divide the extent 6 of dimension 0}}
  %0 = partir_core.slice 0 %x[%r : !partir_core.range<"B">] : tensor<6xf32> -> tensor<2xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Slice_rejects_premise_5_empty_extent(%x: tensor<0xf32>, %r: !partir_core.range<"B">) {
  // expected-error @+1 {{T-Slice premise 5: 4 exceeds the extent 0 of dimension 0}}
  %0 = partir_core.slice 0 %x[%r : !partir_core.range<"B">] : tensor<0xf32> -> tensor<0xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Slice_rejects_result_type(%x: tensor<8xf32>, %r: !partir_core.range<"B">) {
  // expected-error @+1 {{T-Slice: result has type 'tensor<4xf32>', expected 'tensor<2xf32>'}}
  %0 = partir_core.slice 0 %x[%r : !partir_core.range<"B">] : tensor<8xf32> -> tensor<4xf32>
  return
}
}

// -----

// The mesh may come from sdy.
sdy.mesh @mesh = <["B"=4]>
func.func @T_Slice_rejects_result_type_sdy(%x: tensor<8xf32>, %r: !partir_core.range<"B">) {
  // expected-error @+1 {{T-Slice: result has type 'tensor<4xf32>', expected 'tensor<2xf32>'}}
  %0 = partir_core.slice 0 %x[%r : !partir_core.range<"B">] : tensor<8xf32> -> tensor<4xf32>
  return
}

// -----

// Without a mesh, rank, element type and the other extents are still checked.
func.func @T_Slice_rejects_element_type(%x: tensor<8x3xf32>, %r: !partir_core.range<"B">) {
  %0 = partir_core.slice 0 %x[%r : !partir_core.range<"B">] : tensor<8x3xf32> -> tensor<4x3xf32>
  // expected-error @+1 {{T-Slice: result has type 'tensor<4x3xf64>', expected 'tensor<4x3xf32>'}}
  %1 = partir_core.slice 0 %x[%r : !partir_core.range<"B">] : tensor<8x3xf32> -> tensor<4x3xf64>
  return
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Loop_rejects_premise_1_unknown_axis(%x: tensor<8xf32>) {
  // expected-error @+1 {{T-Loop premise 1: axis "M" is not in the mesh}}
  %0 = partir_core.loop "M" [#tile<0>] (%r : !partir_core.range<"M">) {
    partir_core.yield %x : tensor<8xf32>
  } : tensor<16xf32>
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Loop_rejects_premise_2_nested_axis(%x: tensor<8xf32>) {
  %0 = partir_core.loop "B" [#any] (%r : !partir_core.range<"B">) {
    // expected-error @+1 {{T-Loop premise 2: a loop over axis "B" stands inside another}}
    %1 = partir_core.loop "B" [#any] (%q : !partir_core.range<"B">) {
      partir_core.yield %x : tensor<8xf32>
    } : tensor<8xf32>
    partir_core.yield %1 : tensor<8xf32>
  } : tensor<8xf32>
  return
}
}

// -----

func.func @T_Loop_rejects_premise_3_count(%x: tensor<8xf32>) {
  // expected-error @+1 {{T-Loop premise 3: 2 attributes, 1 yielded values and 1 results}}
  %0 = partir_core.loop "B" [#any, #any] (%r : !partir_core.range<"B">) {
    partir_core.yield %x : tensor<8xf32>
  } : tensor<8xf32>
  return
}

// -----

func.func @T_Loop_rejects_range_of_other_axis(%x: tensor<8xf32>) {
  // expected-error @+1 {{the body has one argument, of type !partir_core.range<"B">}}
  %0 = partir_core.loop "B" [#any] (%r : !partir_core.range<"M">) {
    partir_core.yield %x : tensor<8xf32>
  } : tensor<8xf32>
  return
}

// -----

func.func @T_Var_rejects_range_result() {
  // expected-error @+1 {{T-Var: result 0 is not a tensor}}
  %0 = partir_core.loop "B" [#any] (%r : !partir_core.range<"B">) {
    partir_core.yield %r : !partir_core.range<"B">
  } : tensor<8xf32>
  return
}

// -----

func.func @T_Tile_rejects_premise_1_dimension(%x: tensor<8xf32>) {
  // expected-error @+1 {{T-Tile premise 1: dimension 1 of result 0 is not less than the rank 1}}
  %0 = partir_core.loop "B" [#tile<1>] (%r : !partir_core.range<"B">) {
    partir_core.yield %x : tensor<8xf32>
  } : tensor<8xf32>
  return
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @T_Tile_rejects_result_type(%x: tensor<8xf32>) {
  // expected-error @+1 {{T-Tile: result 0 has type 'tensor<16xf32>', expected 'tensor<32xf32>'}}
  %0 = partir_core.loop "B" [#tile<0>] (%r : !partir_core.range<"B">) {
    partir_core.yield %x : tensor<8xf32>
  } : tensor<16xf32>
  return
}
}

// -----

func.func @T_Reduce_rejects_premise_1_complex_and(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{T-Reduce premise 1: and is not defined on element type 'complex<f32>' of result 0}}
  %0 = partir_core.loop "B" [#reduce<and>] (%r : !partir_core.range<"B">) {
    partir_core.yield %x : tensor<8xcomplex<f32>>
  } : tensor<8xcomplex<f32>>
  return
}

// -----

func.func @T_Reduce_rejects_result_type(%x: tensor<8xf32>) {
  // expected-error @+1 {{T-Reduce: result 0 has type 'tensor<4xf32>', expected 'tensor<8xf32>'}}
  %0 = partir_core.loop "B" [#sum] (%r : !partir_core.range<"B">) {
    partir_core.yield %x : tensor<8xf32>
  } : tensor<4xf32>
  return
}

// -----

func.func @T_Any_rejects_premise_1_tainted(%x: tensor<8xf32>) {
  // expected-error @+1 {{T-Any premise 1: result 0 depends on the range variable}}
  %0 = partir_core.loop "B" [#any] (%r : !partir_core.range<"B">) {
    %s = partir_core.slice 0 %x[%r] : tensor<8xf32> -> tensor<4xf32>
    %n = stablehlo.negate %s : tensor<4xf32>
    partir_core.yield %n : tensor<4xf32>
  } : tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{mesh axis "B" occurs twice}}
module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "B"=2]>} {}

// -----

// expected-error @+1 {{mesh axis "B" has size 0, less than 1}}
module attributes {partir_core.mesh = #partir_core.mesh<["B"=0]>} {}

// -----

// expected-error @+1 {{partir_core.mesh is a #partir_core.mesh<..> on a module}}
module attributes {partir_core.mesh = 3 : i32} {}

// -----

func.func @loop_attribute(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected tile<d>, reduce<op>, sum or any}}
  %0 = partir_core.loop "B" [all] (%r : !partir_core.range<"B">) {
  } : tensor<8xf32>
  return
}

// -----

func.func @loop_attribute_of_other_kind(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected #tile<d>, #reduce<op> or #any}}
  %0 = partir_core.loop "B" [3 : i32] (%r : !partir_core.range<"B">) {
  } : tensor<8xf32>
  return
}

// -----

func.func @semigroup(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected one of add, mul, max, min, and, or}}
  %0 = partir_core.loop "B" [#reduce<sub>] (%r : !partir_core.range<"B">) {
  } : tensor<8xf32>
  return
}
