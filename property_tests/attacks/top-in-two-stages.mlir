sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<40xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<15xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<15xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = stablehlo.iota dim = 0 : tensor<40xi32>
%v2, %v3 = "stablehlo.sort"(%arg0, %v1) ({
 ^bb0(%a4: tensor<i32>, %b4: tensor<i32>, %i4: tensor<i32>, %j4: tensor<i32>):
 %g4 = stablehlo.compare GT, %a4, %b4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e4 = stablehlo.compare EQ, %a4, %b4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l4 = stablehlo.compare LT, %i4, %j4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t4 = stablehlo.and %e4, %l4 : tensor<i1>
 %u4 = stablehlo.or %g4, %t4 : tensor<i1>
 stablehlo.return %u4 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<40xi32>, tensor<40xi32>) -> (tensor<40xi32>, tensor<40xi32>)
%v5 = stablehlo.slice %v2 [0:15:1] : (tensor<40xi32>) -> tensor<15xi32>
%v6 = stablehlo.slice %v3 [0:15:1] : (tensor<40xi32>) -> tensor<15xi32>
return %v5, %v6 : tensor<15xi32>, tensor<15xi32>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%arg0: tensor<10xi32>) -> (tensor<15xi32>, tensor<15xi32>) {
%v1 = stablehlo.iota dim = 0 : tensor<10xi32>
%v2 = stablehlo.partition_id : tensor<ui32>
%v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
%v4 = stablehlo.constant dense<10> : tensor<i32>
%v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
%v6 = stablehlo.broadcast_in_dim %v5, dims = [] : (tensor<i32>) -> tensor<10xi32>
%v7 = stablehlo.add %v1, %v6 : tensor<10xi32>
%v8 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<10xi32>) -> tensor<20xi32>
%v9 = "stablehlo.all_gather"(%v7) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<10xi32>) -> tensor<20xi32>
%v10, %v11 = "stablehlo.sort"(%v8, %v9) ({
 ^bb0(%a12: tensor<i32>, %b12: tensor<i32>, %i12: tensor<i32>, %j12: tensor<i32>):
 %g12 = stablehlo.compare GT, %a12, %b12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e12 = stablehlo.compare EQ, %a12, %b12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l12 = stablehlo.compare LT, %i12, %j12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t12 = stablehlo.and %e12, %l12 : tensor<i1>
 %u12 = stablehlo.or %g12, %t12 : tensor<i1>
 stablehlo.return %u12 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<20xi32>, tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>)
%v13 = stablehlo.slice %v10 [0:14:1] : (tensor<20xi32>) -> tensor<14xi32>
%v14 = "stablehlo.all_gather"(%v13) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<14xi32>) -> tensor<28xi32>
%v15 = stablehlo.slice %v11 [0:14:1] : (tensor<20xi32>) -> tensor<14xi32>
%v16 = "stablehlo.all_gather"(%v15) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids} : (tensor<14xi32>) -> tensor<28xi32>
%v17, %v18 = "stablehlo.sort"(%v14, %v16) ({
 ^bb0(%a19: tensor<i32>, %b19: tensor<i32>, %i19: tensor<i32>, %j19: tensor<i32>):
 %g19 = stablehlo.compare GT, %a19, %b19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e19 = stablehlo.compare EQ, %a19, %b19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l19 = stablehlo.compare LT, %i19, %j19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t19 = stablehlo.and %e19, %l19 : tensor<i1>
 %u19 = stablehlo.or %g19, %t19 : tensor<i1>
 stablehlo.return %u19 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<28xi32>, tensor<28xi32>) -> (tensor<28xi32>, tensor<28xi32>)
%v20 = stablehlo.slice %v17 [0:15:1] : (tensor<28xi32>) -> tensor<15xi32>
%v21 = stablehlo.slice %v18 [0:15:1] : (tensor<28xi32>) -> tensor<15xi32>
return %v20, %v21 : tensor<15xi32>, tensor<15xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%arg0: tensor<10xi32>) -> (tensor<15xi32>, tensor<15xi32>) {
%v1 = stablehlo.iota dim = 0 : tensor<10xi32>
%v2 = stablehlo.partition_id : tensor<ui32>
%v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
%v4 = stablehlo.constant dense<10> : tensor<i32>
%v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
%v6 = stablehlo.broadcast_in_dim %v5, dims = [] : (tensor<i32>) -> tensor<10xi32>
%v7 = stablehlo.add %v1, %v6 : tensor<10xi32>
%v8 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<10xi32>) -> tensor<20xi32>
%v9 = "stablehlo.all_gather"(%v7) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<10xi32>) -> tensor<20xi32>
%v10, %v11 = "stablehlo.sort"(%v8, %v9) ({
 ^bb0(%a12: tensor<i32>, %b12: tensor<i32>, %i12: tensor<i32>, %j12: tensor<i32>):
 %g12 = stablehlo.compare GT, %a12, %b12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e12 = stablehlo.compare EQ, %a12, %b12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l12 = stablehlo.compare LT, %i12, %j12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t12 = stablehlo.and %e12, %l12 : tensor<i1>
 %u12 = stablehlo.or %g12, %t12 : tensor<i1>
 stablehlo.return %u12 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<20xi32>, tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>)
%v13 = stablehlo.slice %v10 [0:15:1] : (tensor<20xi32>) -> tensor<15xi32>
%v14 = "stablehlo.all_gather"(%v13) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<15xi32>) -> tensor<30xi32>
%v15 = stablehlo.slice %v11 [0:15:1] : (tensor<20xi32>) -> tensor<15xi32>
%v16 = "stablehlo.all_gather"(%v15) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids} : (tensor<15xi32>) -> tensor<30xi32>
%v17, %v18 = "stablehlo.sort"(%v14, %v16) ({
 ^bb0(%a19: tensor<i32>, %b19: tensor<i32>, %i19: tensor<i32>, %j19: tensor<i32>):
 %g19 = stablehlo.compare GT, %a19, %b19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e19 = stablehlo.compare EQ, %a19, %b19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l19 = stablehlo.compare LT, %i19, %j19 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t19 = stablehlo.and %e19, %l19 : tensor<i1>
 %u19 = stablehlo.or %g19, %t19 : tensor<i1>
 stablehlo.return %u19 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<30xi32>, tensor<30xi32>) -> (tensor<30xi32>, tensor<30xi32>)
%v20 = stablehlo.slice %v17 [0:15:1] : (tensor<30xi32>) -> tensor<15xi32>
%v21 = stablehlo.slice %v18 [0:15:1] : (tensor<30xi32>) -> tensor<15xi32>
return %v20, %v21 : tensor<15xi32>, tensor<15xi32>
}
}
