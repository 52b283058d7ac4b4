// RUN: partir-opt %s -partir-hlo-simplify --verify-diagnostics --split-input-file

// expected-error @+1 {{no mesh: the module has neither partir_core.mesh nor one sdy.mesh}}
func.func @no_mesh(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @core(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{is of PartIR:Core; -partir-core-to-hlo comes first}}
  %0 = partir_core.loop "B" [#any] (%r : !partir_core.range<"B">) {
    partir_core.yield %x : tensor<4xf32>
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{unsupported: type 'tensor<?xf32>', which is not static}}
  %0 = partir_hlo.all_reduce <add> {"B"} %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
}
