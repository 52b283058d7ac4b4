sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<32xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = stablehlo.iota dim = 0 : tensor<32xi32>
%v2, %v3 = "stablehlo.sort"(%arg0, %v1) ({
 ^bb0(%a4: tensor<i32>, %b4: tensor<i32>, %i4: tensor<i32>, %j4: tensor<i32>):
 %g4 = stablehlo.compare GT, %a4, %b4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e4 = stablehlo.compare EQ, %a4, %b4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l4 = stablehlo.compare LT, %i4, %j4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t4 = stablehlo.and %e4, %l4 : tensor<i1>
 %u4 = stablehlo.or %g4, %t4 : tensor<i1>
 stablehlo.return %u4 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<32xi32>, tensor<32xi32>) -> (tensor<32xi32>, tensor<32xi32>)
%v5 = stablehlo.slice %v2 [0:8:1] : (tensor<32xi32>) -> tensor<8xi32>
%v6 = stablehlo.slice %v3 [0:8:1] : (tensor<32xi32>) -> tensor<8xi32>
return %v5, %v6 : tensor<8xi32>, tensor<8xi32>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%arg0: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
%v1 = stablehlo.reshape %arg0 : (tensor<8xi32>) -> tensor<2x4xi32>
%v2 = "stablehlo.all_to_all"(%v1) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x4xi32>) -> tensor<8x1xi32>
%v3 = stablehlo.reshape %v2 : (tensor<8x1xi32>) -> tensor<8xi32>
%v4 = stablehlo.iota dim = 0 : tensor<8xi32>
%v5 = stablehlo.constant dense<4> : tensor<8xi32>
%v6 = stablehlo.multiply %v4, %v5 : tensor<8xi32>
%v7 = stablehlo.partition_id : tensor<ui32>
%v8 = stablehlo.convert %v7 : (tensor<ui32>) -> tensor<i32>
%v9 = stablehlo.broadcast_in_dim %v8, dims = [] : (tensor<i32>) -> tensor<8xi32>
%v10 = stablehlo.add %v6, %v9 : tensor<8xi32>
%v11, %v12 = "stablehlo.sort"(%v3, %v10) ({
 ^bb0(%a13: tensor<i32>, %b13: tensor<i32>, %i13: tensor<i32>, %j13: tensor<i32>):
 %g13 = stablehlo.compare GT, %a13, %b13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e13 = stablehlo.compare EQ, %a13, %b13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l13 = stablehlo.compare LT, %i13, %j13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t13 = stablehlo.and %e13, %l13 : tensor<i1>
 %u13 = stablehlo.or %g13, %t13 : tensor<i1>
 stablehlo.return %u13 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
%m1 = stablehlo.iota dim = 0 : tensor<8xi32>
%m2 = stablehlo.constant dense<7> : tensor<8xi32>
%m3 = stablehlo.compare LT, %m1, %m2 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%m4 = stablehlo.constant dense<-2147483648> : tensor<8xi32>
%v14 = stablehlo.select %m3, %v11, %m4 : tensor<8xi1>, tensor<8xi32>
%v15 = "stablehlo.all_gather"(%v14) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<8xi32>) -> tensor<32xi32>
%v16 = stablehlo.optimization_barrier %v12 : tensor<8xi32>
%v17 = "stablehlo.all_gather"(%v16) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<8xi32>) -> tensor<32xi32>
%v18, %v19 = "stablehlo.sort"(%v15, %v17) ({
 ^bb0(%a20: tensor<i32>, %b20: tensor<i32>, %i20: tensor<i32>, %j20: tensor<i32>):
 %g20 = stablehlo.compare GT, %a20, %b20 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e20 = stablehlo.compare EQ, %a20, %b20 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l20 = stablehlo.compare LT, %i20, %j20 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t20 = stablehlo.and %e20, %l20 : tensor<i1>
 %u20 = stablehlo.or %g20, %t20 : tensor<i1>
 stablehlo.return %u20 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<32xi32>, tensor<32xi32>) -> (tensor<32xi32>, tensor<32xi32>)
%v21 = stablehlo.slice %v18 [0:8:1] : (tensor<32xi32>) -> tensor<8xi32>
%v22 = stablehlo.slice %v19 [0:8:1] : (tensor<32xi32>) -> tensor<8xi32>
return %v21, %v22 : tensor<8xi32>, tensor<8xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%arg0: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
%v1 = stablehlo.reshape %arg0 : (tensor<8xi32>) -> tensor<2x4xi32>
%v2 = "stablehlo.all_to_all"(%v1) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x4xi32>) -> tensor<8x1xi32>
%v3 = stablehlo.reshape %v2 : (tensor<8x1xi32>) -> tensor<8xi32>
%v4 = stablehlo.iota dim = 0 : tensor<8xi32>
%v5 = stablehlo.constant dense<4> : tensor<8xi32>
%v6 = stablehlo.multiply %v4, %v5 : tensor<8xi32>
%v7 = stablehlo.partition_id : tensor<ui32>
%v8 = stablehlo.convert %v7 : (tensor<ui32>) -> tensor<i32>
%v9 = stablehlo.broadcast_in_dim %v8, dims = [] : (tensor<i32>) -> tensor<8xi32>
%v10 = stablehlo.add %v6, %v9 : tensor<8xi32>
%v11, %v12 = "stablehlo.sort"(%v3, %v10) ({
 ^bb0(%a13: tensor<i32>, %b13: tensor<i32>, %i13: tensor<i32>, %j13: tensor<i32>):
 %g13 = stablehlo.compare GT, %a13, %b13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e13 = stablehlo.compare EQ, %a13, %b13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l13 = stablehlo.compare LT, %i13, %j13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t13 = stablehlo.and %e13, %l13 : tensor<i1>
 %u13 = stablehlo.or %g13, %t13 : tensor<i1>
 stablehlo.return %u13 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
%v14 = stablehlo.slice %v11 [0:8:1] : (tensor<8xi32>) -> tensor<8xi32>
%v15 = "stablehlo.all_gather"(%v14) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<8xi32>) -> tensor<32xi32>
%v16 = stablehlo.slice %v12 [0:8:1] : (tensor<8xi32>) -> tensor<8xi32>
%v17 = "stablehlo.all_gather"(%v16) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<8xi32>) -> tensor<32xi32>
%v18, %v19 = "stablehlo.sort"(%v15, %v17) ({
 ^bb0(%a20: tensor<i32>, %b20: tensor<i32>, %i20: tensor<i32>, %j20: tensor<i32>):
 %g20 = stablehlo.compare GT, %a20, %b20 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %e20 = stablehlo.compare EQ, %a20, %b20 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l20 = stablehlo.compare LT, %i20, %j20 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t20 = stablehlo.and %e20, %l20 : tensor<i1>
 %u20 = stablehlo.or %g20, %t20 : tensor<i1>
 stablehlo.return %u20 : tensor<i1>
 }) {dimension = 0 : i64, is_stable = true} : (tensor<32xi32>, tensor<32xi32>) -> (tensor<32xi32>, tensor<32xi32>)
%v21 = stablehlo.slice %v18 [0:8:1] : (tensor<32xi32>) -> tensor<8xi32>
%v22 = stablehlo.slice %v19 [0:8:1] : (tensor<32xi32>) -> tensor<8xi32>
return %v21, %v22 : tensor<8xi32>, tensor<8xi32>
}
}
