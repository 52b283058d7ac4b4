// RUN: partir-opt %s -partir-core-to-hlo --verify-diagnostics --split-input-file

// expected-error @+1 {{no mesh: the module has neither partir_core.mesh nor one sdy.mesh}}
func.func @no_mesh(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @both(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'partir_hlo.all_reduce' op stands beside PartIR:Core, of which it is the lowering}}
  %0 = partir_hlo.all_reduce <add> {"B"} %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @open(%x: tensor<4xf32>, %r: !partir_core.range<"B">) -> tensor<1xf32> {
  // expected-error @+1 {{T-Slice premise 2: the index is not the range variable of a loop}}
  %0 = partir_core.slice 0 %x[%r : !partir_core.range<"B">] : tensor<4xf32> -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @in_a_region(%i: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%i) ({
    // expected-error @+1 {{unsupported: a loop in the region of a 'stablehlo.if'}}
    %1 = partir_core.loop "B" [#any] (%r : !partir_core.range<"B">) {
      partir_core.yield %x : tensor<4xf32>
    } : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = partir_core.loop "B" [#any] (%r : !partir_core.range<"B">) {
    // expected-error @+1 {{unsupported: type 'tensor<?xf32>', which is not static}}
    partir_core.yield %x : tensor<?xf32>
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}
}
