// RUN: partir-opt %s -partir-tile=actions=arg0:0:B -partir-propagate -partir-tile=actions=arg1:1:M -partir-propagate | FileCheck %s
// RUN: partir-opt %s -partir-tile=actions=arg0:0:B -partir-propagate -partir-tile=actions=arg1:1:M -partir-propagate -partir-core-to-hlo -partir-hlo-simplify | FileCheck %s --check-prefix=HLO

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {

// Forward along B, then along M: the first product gets columns, so the second sums over its parts.
// CHECK-LABEL: func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<256x8xf32>, %[[W1:.*]]: tensor<8x16xf32>, %[[W2:.*]]: tensor<16x8xf32>)
// CHECK: %[[XB:.*]] = partir_core.loop "B" [#tile<0>]
// CHECK: %[[W1M:.*]] = partir_core.loop "M" [#tile<1>]
// CHECK: %[[H:.*]] = partir_core.loop "B" [#tile<0>] (%[[R:.*]] : !partir_core.range<"B">) {
// CHECK-NEXT:   %[[XS:.*]] = partir_core.slice 0 %[[XB]][%[[R]]] : tensor<256x8xf32> -> tensor<64x8xf32>
// CHECK-NEXT:   %[[HM:.*]] = partir_core.loop "M" [#tile<1>] (%[[Q:.*]] : !partir_core.range<"M">) {
// CHECK-NEXT:     %[[WS:.*]] = partir_core.slice 1 %[[W1M]][%[[Q]]] : tensor<8x16xf32> -> tensor<8x8xf32>
// CHECK-NEXT:     %[[DOT:.*]] = stablehlo.dot_general %[[XS]], %[[WS]], contracting_dims = [1] x [0], precision = [DEFAULT, HIGH] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
// CHECK-NEXT:     partir_core.yield %[[DOT]] : tensor<64x8xf32>
// CHECK-NEXT:   } : tensor<64x16xf32>
// CHECK-NEXT:   partir_core.yield %[[HM]] : tensor<64x16xf32>
// CHECK-NEXT: } : tensor<256x16xf32>
// CHECK: %[[Y:.*]] = partir_core.loop "B" [#tile<0>]
// CHECK:   partir_core.loop "M" [#reduce<add>]
// CHECK:     partir_core.slice 1 %{{.*}} : tensor<64x16xf32> -> tensor<64x8xf32>
// CHECK:     partir_core.slice 0 %[[W2]]{{.*}} : tensor<16x8xf32> -> tensor<8x8xf32>
// CHECK: return %[[Y]]
// HLO-LABEL: func @chain
// HLO-SAME: (%[[X:.*]]: tensor<64x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>}, %[[W1:.*]]: tensor<8x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {"M"}]>}, %[[W2:.*]]: tensor<8x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"M"}, {}]>})
// HLO-SAME: -> (tensor<64x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>})
// HLO-NEXT: %[[H:.*]] = stablehlo.dot_general %[[X]], %[[W1]]
// HLO-NEXT: %[[P:.*]] = stablehlo.dot_general %[[H]], %[[W2]]
// HLO-NEXT: %[[Y:.*]] = partir_hlo.all_reduce <add> {"M"} %[[P]] : tensor<64x8xf32>
// HLO-NEXT: return %[[Y]]
func.func @chain(%x: tensor<256x8xf32>, %w1: tensor<8x16xf32>, %w2: tensor<16x8xf32>) -> tensor<256x8xf32> {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH] : (tensor<256x8xf32>, tensor<8x16xf32>) -> tensor<256x16xf32>
  %y = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<256x16xf32>, tensor<16x8xf32>) -> tensor<256x8xf32>
  return %y : tensor<256x8xf32>
}

// What mentions extents is another on a part: shapes, splat constants, the limits of a slice. The sum of all parts
// is one where its start is the sum's identity.
// HLO-LABEL: func @local_attributes
// HLO: stablehlo.constant dense<1.000000e+00> : tensor<4x8xf32>
// HLO: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<{{4|8}}xf32>) -> tensor<4x{{4|8}}xf32>
// HLO: stablehlo.slice %{{.*}} [0:4, 0:4] : (tensor<4x8xf32>) -> tensor<4x4xf32>
// HLO: stablehlo.reduce
// HLO: partir_hlo.all_reduce <add> {"B"} %{{.*}} : tensor<4xf32>
func.func @local_attributes(%x: tensor<16x8xf32>, %b: tensor<8x8xf32>) -> (tensor<4xf32>, tensor<16x8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<16x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%b init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %w = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>
  %0 = stablehlo.add %x, %one : tensor<16x8xf32>
  %1 = stablehlo.multiply %0, %w : tensor<16x8xf32>
  %2 = stablehlo.slice %0 [0:16, 0:4] : (tensor<16x8xf32>) -> tensor<16x4xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %3, %1 : tensor<4xf32>, tensor<16x8xf32>
}
}
