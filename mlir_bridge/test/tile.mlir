// RUN: partir-opt %s -partir-tile=actions=arg0:0:B,w*:1:M,arg0:0:M --split-input-file | FileCheck %s
// RUN: partir-opt %s -partir-tile=actions=h:*:B,arg0:0:M --split-input-file | FileCheck %s --check-prefix=ATOMIC

// Every use reads its own nest; an axis that acts later is innermost.
// CHECK-LABEL: func @uses
// CHECK-SAME: (%[[X:.*]]: tensor<16x8xf32>, %[[W:.*]]: tensor<8x8xf32> {jax.arg_info = "w1"})
// CHECK-NEXT: %[[X1:.*]] = partir_core.loop "B" [#tile<0>] (%[[R:.*]] : !partir_core.range<"B">) {
// CHECK-NEXT:   %[[S:.*]] = partir_core.slice 0 %[[X]][%[[R]]] : tensor<16x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:   %[[XM:.*]] = partir_core.loop "M" [#tile<0>] (%[[Q:.*]] : !partir_core.range<"M">) {
// CHECK-NEXT:     %[[T:.*]] = partir_core.slice 0 %[[S]][%[[Q]]] : tensor<4x8xf32> -> tensor<2x8xf32>
// CHECK-NEXT:     partir_core.yield %[[T]] : tensor<2x8xf32>
// CHECK-NEXT:   } : tensor<4x8xf32>
// CHECK-NEXT:   partir_core.yield %[[XM]] : tensor<4x8xf32>
// CHECK-NEXT: } : tensor<16x8xf32>
// CHECK-NEXT: %[[W1:.*]] = partir_core.loop "M" [#tile<1>]
// CHECK: %[[H:.*]] = stablehlo.dot_general %[[X1]], %[[W1]]
// CHECK-NEXT: %[[X2:.*]] = partir_core.loop "B" [#tile<0>]
// CHECK: %[[X3:.*]] = partir_core.loop "B" [#tile<0>]
// CHECK: %[[N:.*]] = stablehlo.add
// CHECK-NEXT: %[[X4:.*]] = partir_core.loop "B" [#tile<0>]
// CHECK: return %[[H]], %[[N]], %[[X4]]
// ATOMIC-LABEL: func @uses
// ATOMIC: %[[H:.*]] = stablehlo.dot_general
// ATOMIC: %[[A:.*]] = partir_core.loop "B" [#any] (%{{.*}} : !partir_core.range<"B">) {
// ATOMIC-NEXT: partir_core.yield %[[H]] : tensor<16x8xf32>
// ATOMIC-NEXT: } : tensor<16x8xf32>
// ATOMIC: return %[[A]]
module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
func.func @uses(%x: tensor<16x8xf32>, %w: tensor<8x8xf32> {jax.arg_info = "w1"}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32> loc("h")
  %n = stablehlo.add %x, %x : tensor<16x8xf32>
  return %h, %n, %x : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
}
