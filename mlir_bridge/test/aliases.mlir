// `#any` and `#sum` may be defined by hand, or not at all: also in a chunk after a separator, and
// when the name is only part of another.
// RUN: partir-opt --split-input-file %s | FileCheck %s
// RUN: partir-opt --split-input-file %s | partir-opt --split-input-file | FileCheck %s

#any = #partir_core.any
#anything = 3 : i32
// CHECK-LABEL: func @defined
// CHECK: partir_core.loop "B" [#any, #reduce<add>]
func.func @defined(%x: tensor<8xf32>) attributes {a.b = #anything} {
  %0:2 = partir_core.loop "B" [#any, #sum] (%r : !partir_core.range<"B">) {
    partir_core.yield %x, %x : tensor<8xf32>, tensor<8xf32>
  } : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

// CHECK-LABEL: func @undefined
// CHECK: partir_core.loop "B" [#any, #reduce<add>]
func.func @undefined(%x: tensor<8xf32>) {
  %0:2 = partir_core.loop "B" [#any, #sum] (%r : !partir_core.range<"B">) {
    partir_core.yield %x, %x : tensor<8xf32>, tensor<8xf32>
  } : tensor<8xf32>, tensor<8xf32>
  return
}
