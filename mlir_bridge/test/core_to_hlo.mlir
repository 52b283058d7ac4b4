// RUN: partir-opt %s -partir-core-to-hlo | FileCheck %s
// RUN: partir-opt %s -partir-core-to-hlo | partir-opt | FileCheck %s

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {

// One rule for each kind of result; slices may name a range from further out.
// CHECK-LABEL: func @rules
// CHECK-SAME: (%[[X:.*]]: tensor<8x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {}]>}, %[[I:.*]]: tensor<i32> {a.b, partir_hlo.dist = #partir_hlo.dist<[]>})
// CHECK-SAME: -> (tensor<8x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {}]>}, tensor<2x4xf32>
func.func @rules(%x: tensor<8x8xf32>, %i: tensor<i32> {a.b}) -> (tensor<8x8xf32>, tensor<2x4xf32>, tensor<i32>) {
  // CHECK-NEXT: %[[R:.*]] = partir_hlo.all_slice [{"B"}, {}] %[[X]] : tensor<8x8xf32> -> tensor<2x8xf32>
  // CHECK-NEXT: %[[Q:.*]] = partir_hlo.all_slice [{}, {"M"}] %[[R]] : tensor<2x8xf32> -> tensor<2x4xf32>
  // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[Q]]
  // CHECK-NEXT: %[[TILE:.*]] = partir_hlo.all_gather [{}, {"M"}] %[[N]] : tensor<2x4xf32> -> tensor<2x8xf32>
  // CHECK-NEXT: %[[REDUCE:.*]] = partir_hlo.all_reduce <max> {"M"} %[[Q]] : tensor<2x4xf32>
  // CHECK-NEXT: %[[TILES:.*]] = partir_hlo.all_gather [{"B"}, {}] %[[TILE]] : tensor<2x8xf32> -> tensor<8x8xf32>
  // CHECK-NEXT: %[[REDUCES:.*]] = partir_hlo.all_reduce <max> {"B"} %[[REDUCE]] : tensor<2x4xf32>
  // CHECK-NEXT: return %[[TILES]], %[[REDUCES]], %[[I]]
  %y:3 = partir_core.loop "B" [#tile<0>, #reduce<max>, #any] (%r : !partir_core.range<"B">) {
    %z:3 = partir_core.loop "M" [#tile<1>, #reduce<max>, #any] (%q : !partir_core.range<"M">) {
      %xr = partir_core.slice 0 %x[%r] : tensor<8x8xf32> -> tensor<2x8xf32>
      %xq = partir_core.slice 1 %xr[%q] : tensor<2x8xf32> -> tensor<2x4xf32>
      %n = stablehlo.negate %xq : tensor<2x4xf32>
      partir_core.yield %n, %xq, %i : tensor<2x4xf32>, tensor<2x4xf32>, tensor<i32>
    } : tensor<2x8xf32>, tensor<2x4xf32>, tensor<i32>
    partir_core.yield %z#0, %z#1, %z#2 : tensor<2x8xf32>, tensor<2x4xf32>, tensor<i32>
  } : tensor<8x8xf32>, tensor<2x4xf32>, tensor<i32>
  return %y#0, %y#1, %y#2 : tensor<8x8xf32>, tensor<2x4xf32>, tensor<i32>
}

// What a sharding said was about the whole program.
// CHECK-LABEL: func @sharded
// CHECK-SAME: tensor<8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}]>}
sdy.mesh @mesh = <["B"=4, "M"=2]>
func.func @sharded(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"B"}]>}) {
  return
}
}
