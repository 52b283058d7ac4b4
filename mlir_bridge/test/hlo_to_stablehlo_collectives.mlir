// RUN: partir-opt %s -partir-hlo-to-stablehlo | FileCheck %s

module attributes {partir_core.mesh = #partir_core.mesh<["B"=2, "M"=3]>} {

// A mesh of that name is another one; the one that is there is not taken twice.
// CHECK: sdy.mesh @mesh_0 = <["B"=2, "M"=3]>
// CHECK: sdy.mesh @mesh = <["x"=2]>
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func @gathers
// CHECK-SAME: #sdy.sharding<@mesh_0, [{}, {}]>
func.func @gathers(%x: tensor<4x4xf32>) -> (tensor<8x4xf32>, tensor<8x12xf32>, tensor<24x4xf32>) {
  // CHECK: "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[0, 3\], \[1, 4\], \[2, 5\]\]}}> : tensor<3x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
  %0 = partir_hlo.all_gather [{"B"}, {}] %x : tensor<4x4xf32> -> tensor<8x4xf32>
  // CHECK: %[[G:.*]] = "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>
  // CHECK: "stablehlo.all_gather"(%[[G]]) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<{{\[\[0, 1, 2\], \[3, 4, 5\]\]}}> : tensor<2x3xi64>, use_global_device_ids}> : (tensor<8x4xf32>) -> tensor<8x12xf32>
  %1 = partir_hlo.all_gather [{"B"}, {"M"}] %x : tensor<4x4xf32> -> tensor<8x12xf32>
  // "M" is major
  // CHECK: dense<{{\[\[0, 3, 1, 4, 2, 5\]\]}}> : tensor<1x6xi64>
  %2 = partir_hlo.all_gather [{"M", "B"}, {}] %x : tensor<4x4xf32> -> tensor<24x4xf32>
  return %0, %1, %2 : tensor<8x4xf32>, tensor<8x12xf32>, tensor<24x4xf32>
}

// CHECK-LABEL: func @reductions
func.func @reductions(%x: tensor<6x4xf32>, %p: tensor<6xi1>) -> (tensor<6x4xf32>, tensor<6xi1>, tensor<2x2xf32>) {
  // CHECK: "stablehlo.all_reduce"(%{{.*}}) <{channel_handle = {{.*}}, replica_groups = dense<{{.*}}> : tensor<1x6xi64>, use_global_device_ids}> ({
  // CHECK-NEXT: ^bb0(%[[L:.*]]: tensor<f32>, %[[R:.*]]: tensor<f32>):
  // CHECK-NEXT: %[[S:.*]] = stablehlo.maximum %[[L]], %[[R]] : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[S]] : tensor<f32>
  %0 = partir_hlo.all_reduce <max> {"B", "M"} %x : tensor<6x4xf32>
  // CHECK: stablehlo.or %{{.*}}, %{{.*}} : tensor<i1>
  %1 = partir_hlo.all_reduce <or> {"M"} %p : tensor<6xi1>
  // CHECK: "stablehlo.reduce_scatter"(%{{.*}}) <{{.*}}replica_groups = dense<{{\[\[0, 1, 2\], \[3, 4, 5\]\]}}> {{.*}}scatter_dimension = 0 : i64, use_global_device_ids}> ({
  // CHECK: stablehlo.add
  // CHECK: (tensor<6x4xf32>) -> tensor<2x4xf32>
  // CHECK: "stablehlo.reduce_scatter"(%{{.*}}) <{{.*}}scatter_dimension = 1
  // CHECK: (tensor<2x4xf32>) -> tensor<2x2xf32>
  %2 = partir_hlo.reduce_scatter <add> [{"M"}, {"B"}] %x : tensor<6x4xf32> -> tensor<2x2xf32>
  return %0, %1, %2 : tensor<6x4xf32>, tensor<6xi1>, tensor<2x2xf32>
}

// CHECK-LABEL: func @all_to_all
func.func @all_to_all(%x: tensor<2x6xf32>) -> tensor<6x2xf32> {
  // CHECK: "stablehlo.all_to_all"(%{{.*}}) <{channel_handle = {{.*}}, concat_dimension = 0 : i64, replica_groups = dense<{{\[\[0, 1, 2\], \[3, 4, 5\]\]}}> : tensor<2x3xi64>, split_count = 3 : i64, split_dimension = 1 : i64}> : (tensor<2x6xf32>) -> tensor<6x2xf32>
  %0 = partir_hlo.all_to_all [0 -> 1 : {"M"}] %x : tensor<2x6xf32> -> tensor<6x2xf32>
  return %0 : tensor<6x2xf32>
}

// CHECK-LABEL: func @pending
// CHECK-SAME: %{{.*}}: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh_0, [], unreduced={"M"}>}
// CHECK-SAME: %{{.*}}: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh_0, [{"B"}], unreduced=max{"M"}>}
func.func @pending(%x: tensor<f32> {partir_hlo.dist = #partir_hlo.dist<[], partial<add> {"M"}>},
                   %y: tensor<2xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}], partial<max> {"M"}>}) {
  return
}

// Over no axes nothing moves.
// CHECK-LABEL: func @over_nothing
func.func @over_nothing(%x: tensor<2x6xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>) {
  // CHECK-NEXT: return
  %0 = partir_hlo.all_gather [{}, {}] %x : tensor<2x6xf32> -> tensor<2x6xf32>
  %1 = partir_hlo.all_reduce <add> {} %0 : tensor<2x6xf32>
  %2 = partir_hlo.all_to_all [0 -> 1 : {}] %1 : tensor<2x6xf32> -> tensor<2x6xf32>
  return %0, %1, %2 : tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>
}
}
