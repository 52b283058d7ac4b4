// RUN: partir-opt %s -partir-hlo-to-stablehlo --verify-diagnostics --split-input-file
// RUN: not partir-opt %s -partir-hlo-to-stablehlo=boundary=gspmd --split-input-file 2>&1 | FileCheck %s
// CHECK: error: boundary is sdy or mhlo, not 'gspmd'

// expected-error @+1 {{no mesh: the module has neither partir_core.mesh nor one sdy.mesh}}
module {
func.func @no_mesh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = partir_hlo.all_reduce <add> {"B"} %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @core(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'partir_core.loop' op is of PartIR:Core; -partir-core-to-hlo comes first}}
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

// -----

// expected-error @+1 {{a mesh of more than 2^20 devices}}
module attributes {partir_core.mesh = #partir_core.mesh<["B"=1048576, "M"=2]>} {
}

// -----

// expected-error @+1 {{mesh axis "B" has size 0, less than 1}}
module {
sdy.mesh @m = <["B"=0]>
}

// -----

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
// expected-error @+1 {{unsupported: a module in a module}}
module {
}
}
