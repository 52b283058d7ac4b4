// RUN: partir-opt %s -partir-tile=actions=arg0:0:B,arg1:1:B -partir-propagate --verify-diagnostics --split-input-file
// RUN: partir-opt %s -partir-tile=actions=arg0:0:B,arg1:1:B -partir-propagate --split-input-file 2> /dev/null | FileCheck %s

// Both operands ask for another dimension of the result: nothing is decided.
// CHECK-LABEL: func @conflict
// CHECK: %{{.*}} = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @conflict(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-remark @+1 {{conflict on axis "B": no entry agrees with what is offered}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
}

// -----

// What the toolkit does not cover stays whole.
// CHECK-LABEL: func @not_covered
// CHECK: %{{.*}} = stablehlo.custom_call @f(%{{.*}}, %{{.*}}) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
func.func @not_covered(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.custom_call @f(%x, %y) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
}
