// What is no list of nests of one op each, or ill typed.
// RUN: partir-opt %s -partir-tile=actions=arg0:0:B -partir-propagate --verify-diagnostics --split-input-file

module attributes {partir_core.mesh = #partir_core.mesh<["B"=2, "M"=2]>} {
func.func @several(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = partir_core.loop "M" [#tile<0>] (%r : !partir_core.range<"M">) {
    %s = partir_core.slice 0 %x[%r] : tensor<4xf32> -> tensor<2xf32>
    %a = stablehlo.negate %s : tensor<2xf32>
    // expected-error @+1 {{unsupported: a loop around several ops; each has its own nest here}}
    %b = stablehlo.negate %a : tensor<2xf32>
    partir_core.yield %b : tensor<2xf32>
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=2, "M"=2]>} {
func.func @other_yield(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unsupported: a loop that does not yield what its body's op makes}}
  %0 = partir_core.loop "M" [#tile<0>] (%r : !partir_core.range<"M">) {
    %s = partir_core.slice 0 %x[%r] : tensor<4xf32> -> tensor<2xf32>
    %a = stablehlo.negate %s : tensor<2xf32>
    partir_core.yield %s : tensor<2xf32>
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=2, "M"=2]>} {
func.func @no_identity(%x: tensor<4x4xf32>) -> tensor<8x2xf32> {
  // expected-error @+1 {{unsupported: a loop over "M" without an op that does not give back what it reads}}
  %0 = partir_core.loop "M" [#tile<0>] (%r : !partir_core.range<"M">) {
    %s = partir_core.slice 1 %x[%r] : tensor<4x4xf32> -> tensor<4x2xf32>
    partir_core.yield %s : tensor<4x2xf32>
  } : tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=2, "M"=2]>} {
func.func @slices_of_nothing(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{unsupported: a loop of slices of several values}}
  partir_core.loop "M" [] (%r : !partir_core.range<"M">) {
    partir_core.yield
  }
  return
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=2, "M"=2]>} {
func.func @ill_typed(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{C2}}
  %0 = "stablehlo.transpose"(%x) {permutation = array<i64: 0, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
}

// -----

// expected-error @+1 {{no mesh: the module has neither partir_core.mesh nor one sdy.mesh}}
func.func @no_mesh(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
