// RUN: partir-opt %s -partir-hlo-to-stablehlo | FileCheck %s
// RUN: partir-opt %s -partir-hlo-to-stablehlo | partir-opt | FileCheck %s
// RUN: partir-opt %s -partir-hlo-to-stablehlo=boundary=mhlo | FileCheck %s --check-prefix=MHLO

// CHECK: module attributes {mhlo.num_partitions = 24 : i32, mhlo.num_replicas = 1 : i32}
// CHECK: sdy.mesh @mesh = <["A"=2, "B"=4, "M"=3]>
// MHLO-NOT: sdy.
module attributes {partir_core.mesh = #partir_core.mesh<["A"=2, "B"=4, "M"=3]>, mhlo.num_partitions = 1 : i32} {

// CHECK-LABEL: func @boundary
// CHECK-SAME: %{{.*}}: tensor<4x6xf32> {a.b, sdy.sharding = #sdy.sharding<@mesh, [{"B"}, {}]>}
// CHECK-SAME: %{{.*}}: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"M", "A"}]>}
// MHLO-LABEL: func @boundary
// MHLO-SAME: tensor<4x6xf32> {a.b, mhlo.sharding = "{devices=[4,1,6]<=[2,4,3]T(1,0,2) last_tile_dim_replicate}"}
// MHLO-SAME: tensor<f32> {mhlo.sharding = "{replicated}"}
// MHLO-SAME: -> (tensor<4x6xf32> {mhlo.sharding = "{devices=[1,6,4]<=[2,4,3]T(2,0,1) last_tile_dim_replicate}"}
func.func @boundary(%x: tensor<4x6xf32> {a.b, partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>}, %y: tensor<f32>)
    -> (tensor<4x6xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {"M", "A"}]>}, tensor<f32>) {
  return %x, %y : tensor<4x6xf32>, tensor<f32>
}

// Offsets stand once at the head of the function. "B" is (id div 3) mod 4; "A" and "M", major first, are no
// neighbours, so they are two digits; "A", "B" are neighbours and one.
// CHECK-LABEL: func @slices
// CHECK-SAME: (%[[X:.*]]: tensor<48x6xf32>
func.func @slices(%x: tensor<48x6xf32>) -> (tensor<12x6xf32>, tensor<12x2xf32>, tensor<8x6xf32>, tensor<6x6xf32>) {
  // CHECK-NEXT: %[[ID:.*]] = stablehlo.partition_id : tensor<ui32>
  // CHECK-NEXT: %[[P:.*]] = stablehlo.convert %[[ID]] : (tensor<ui32>) -> tensor<i64>
  // CHECK-NEXT: %[[STRIDE:.*]] = stablehlo.constant dense<3>
  // CHECK-NEXT: %[[DIV:.*]] = stablehlo.divide %[[P]], %[[STRIDE]]
  // CHECK-NEXT: %[[SIZE:.*]] = stablehlo.constant dense<4>
  // CHECK-NEXT: %[[REM:.*]] = stablehlo.remainder %[[DIV]], %[[SIZE]]
  // CHECK-NEXT: %[[EXTENT:.*]] = stablehlo.constant dense<12>
  // CHECK-NEXT: %[[B12:.*]] = stablehlo.multiply %[[REM]], %[[EXTENT]]
  // CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0>
  // CHECK-NEXT: %[[THREE:.*]] = stablehlo.constant dense<3>
  // CHECK-NEXT: %[[M:.*]] = stablehlo.remainder %[[P]], %[[THREE]]
  // CHECK-NEXT: %[[TWO:.*]] = stablehlo.constant dense<2>
  // CHECK-NEXT: %[[M2:.*]] = stablehlo.multiply %[[M]], %[[TWO]]
  // CHECK: %[[A:.*]] = stablehlo.divide %[[P]], %{{.*}}
  // CHECK: %[[M1:.*]] = stablehlo.remainder %[[P]], %{{.*}}
  // CHECK: %[[A3:.*]] = stablehlo.multiply %[[A]], %{{.*}}
  // CHECK: %[[AM:.*]] = stablehlo.add %[[A3]], %[[M1]]
  // CHECK: %[[AM8:.*]] = stablehlo.multiply %[[AM]], %{{.*}}
  // CHECK-NEXT: stablehlo.constant dense<3>
  // CHECK-NEXT: %[[AB:.*]] = stablehlo.divide %[[P]], %{{.*}}
  // CHECK-NEXT: stablehlo.constant dense<6>
  // CHECK-NEXT: %[[AB6:.*]] = stablehlo.multiply %[[AB]], %{{.*}}
  // CHECK-NEXT: stablehlo.dynamic_slice %[[X]], %[[B12]], %[[ZERO]], sizes = [12, 6]
  %0 = partir_hlo.all_slice [{"B"}, {}] %x : tensor<48x6xf32> -> tensor<12x6xf32>
  // CHECK-NEXT: stablehlo.dynamic_slice %[[X]], %[[B12]], %[[M2]], sizes = [12, 2]
  %1 = partir_hlo.all_slice [{"B"}, {"M"}] %x : tensor<48x6xf32> -> tensor<12x2xf32>
  // CHECK-NEXT: stablehlo.dynamic_slice %[[X]], %[[AM8]], %[[ZERO]], sizes = [8, 6]
  %2 = partir_hlo.all_slice [{"A", "M"}, {}] %x : tensor<48x6xf32> -> tensor<8x6xf32>
  // CHECK-NEXT: stablehlo.dynamic_slice %[[X]], %[[AB6]], %[[ZERO]], sizes = [6, 6]
  %3 = partir_hlo.all_slice [{"A", "B"}, {}] %x : tensor<48x6xf32> -> tensor<6x6xf32>
  return %0, %1, %2, %3 : tensor<12x6xf32>, tensor<12x2xf32>, tensor<8x6xf32>, tensor<6x6xf32>
}
}
