// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt --mlir-print-op-generic %s | partir-opt | FileCheck %s
// RUN: partir-opt --mlir-print-local-scope %s | partir-opt | FileCheck %s

// The alias for `any` is defined on printing; this file gives no definition.
// CHECK: #any = #partir_core.any
// CHECK: module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>}
module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {

// CHECK-LABEL: func @tile
func.func @tile(%x: tensor<256x8xf32>, %w: tensor<8x16xf32>) -> tensor<256x16xf32> {
  // CHECK: %[[Y:.*]] = partir_core.loop "B" [#tile<0>] (%[[R:.*]] : !partir_core.range<"B">) {
  // CHECK-NEXT: %[[XS:.*]] = partir_core.slice 0 %{{.*}}[%[[R]]] : tensor<256x8xf32> -> tensor<64x8xf32>
  // CHECK-NEXT: %[[Z:.*]] = stablehlo.dot %[[XS]], %{{.*}} : (tensor<64x8xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
  // CHECK-NEXT: partir_core.yield %[[Z]] : tensor<64x16xf32>
  // CHECK-NEXT: } : tensor<256x16xf32>
  %y = partir_core.loop "B" [#tile<0>] (%r : !partir_core.range<"B">) {
    %xs = partir_core.slice 0 %x[%r] : tensor<256x8xf32> -> tensor<64x8xf32>
    %z = stablehlo.dot %xs, %w : (tensor<64x8xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
    partir_core.yield %z : tensor<64x16xf32>
  } : tensor<256x16xf32>
  // CHECK: return %[[Y]]
  return %y : tensor<256x16xf32>
}

// CHECK-LABEL: func @several
func.func @several(%x: tensor<8x8xf32>, %i: tensor<8xi32>) {
  // CHECK: %{{.*}}:3 = partir_core.loop "M" [#tile<1>, #reduce<max>, #any] (%[[R:.*]] : !partir_core.range<"M">) attributes {tag = 1 : i32} {
  %a, %b, %c = partir_core.loop "M" [#tile<1>, #reduce<max>, #any] (%r : !partir_core.range<"M">) attributes {tag = 1 : i32} {
    // CHECK: partir_core.slice 1 %{{.*}}[%[[R]]] {note.it} : tensor<8x8xf32> -> tensor<8x4xf32>
    %s = partir_core.slice 1 %x[%r] {note.it} : tensor<8x8xf32> -> tensor<8x4xf32>
    partir_core.yield %s, %s, %i : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8xi32>
  // CHECK: } : tensor<8x8xf32>, tensor<8x4xf32>, tensor<8xi32>
  } : tensor<8x8xf32>, tensor<8x4xf32>, tensor<8xi32>
  return
}

// Bare keywords, `#sum`, the full names of the attributes: all the same.
// CHECK-LABEL: func @spellings
func.func @spellings(%x: tensor<8x8xf32>, %i: tensor<8xi32>) {
  // CHECK: partir_core.loop "M" [#tile<1>, #reduce<add>, #reduce<and>, #any]
  %0:4 = partir_core.loop "M" [tile<1>, sum, reduce<and>, any] (%r : !partir_core.range<"M">) {
    partir_core.yield %x, %x, %i, %i : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xi32>, tensor<8xi32>
  } : tensor<8x16xf32>, tensor<8x8xf32>, tensor<8xi32>, tensor<8xi32>
  // CHECK: partir_core.loop "M" [#tile<1>, #reduce<add>, #reduce<or>, #any]
  %1:4 = partir_core.loop "M" [#partir_core.tile<1>, #sum, #partir_core.reduce<or>, #partir_core.any] (%r : !partir_core.range<"M">) {
    partir_core.yield %x, %x, %i, %i : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xi32>, tensor<8xi32>
  } : tensor<8x16xf32>, tensor<8x8xf32>, tensor<8xi32>, tensor<8xi32>
  return
}

// Loops over different axes nest, and slices may name a range from further out.
// CHECK-LABEL: func @nested
func.func @nested(%x: tensor<8x8xf32>) {
  %y = partir_core.loop "B" [#tile<0>] (%r : !partir_core.range<"B">) {
    %z = partir_core.loop "M" [#reduce<mul>] (%q : !partir_core.range<"M">) {
      %xr = partir_core.slice 0 %x[%r] : tensor<8x8xf32> -> tensor<2x8xf32>
      %xq = partir_core.slice 1 %xr[%q] : tensor<2x8xf32> -> tensor<2x4xf32>
      partir_core.yield %xq : tensor<2x4xf32>
    } : tensor<2x4xf32>
    partir_core.yield %z : tensor<2x4xf32>
  } : tensor<8x4xf32>
  return
}

// Taint goes result by result: the loop over B has a result that does not depend on its range.
// CHECK-LABEL: func @untainted
func.func @untainted(%x: tensor<8x8xf32>) {
  %y = partir_core.loop "M" [#any] (%r : !partir_core.range<"M">) {
    %z:2 = partir_core.loop "B" [#any, #reduce<min>] (%q : !partir_core.range<"B">) {
      %s = partir_core.slice 1 %x[%r] : tensor<8x8xf32> -> tensor<8x4xf32>
      partir_core.yield %x, %s : tensor<8x8xf32>, tensor<8x4xf32>
    } : tensor<8x8xf32>, tensor<8x4xf32>
    partir_core.yield %z#0 : tensor<8x8xf32>
  } : tensor<8x8xf32>
  return
}

// A range from elsewhere carries its type.
// CHECK-LABEL: func @open
func.func @open(%x: tensor<8x8xf32>, %r: !partir_core.range<"M">) {
  // CHECK: partir_core.slice 0 %{{.*}}[%{{.*}} : !partir_core.range<"M">] : tensor<8x8xf32> -> tensor<4x8xf32>
  %0 = partir_core.slice 0 %x[%r : !partir_core.range<"M">] : tensor<8x8xf32> -> tensor<4x8xf32>
  return
}
}
