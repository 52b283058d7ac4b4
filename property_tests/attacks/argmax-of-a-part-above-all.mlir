sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<32xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%v1 = stablehlo.iota dim = 0 : tensor<32xi32>
%v2 = stablehlo.constant dense<0> : tensor<i32>
%v3 = stablehlo.constant dense<-2147483648> : tensor<i32>
%v4, %v5 = "stablehlo.reduce"(%arg0, %v1, %v3, %v2) ({
 ^bb0(%a6: tensor<i32>, %i6: tensor<i32>, %b6: tensor<i32>, %j6: tensor<i32>):
 %g6 = stablehlo.compare GT, %a6, %b6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %n6 = stablehlo.compare NE, %a6, %a6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %o6 = stablehlo.or %g6, %n6 : tensor<i1>
 %e6 = stablehlo.compare EQ, %a6, %b6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l6 = stablehlo.compare LT, %i6, %j6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t6 = stablehlo.and %e6, %l6 : tensor<i1>
 %u6 = stablehlo.or %o6, %t6 : tensor<i1>
 %w6 = stablehlo.select %o6, %a6, %b6 : tensor<i1>, tensor<i32>
 %x6 = stablehlo.select %u6, %i6, %j6 : tensor<i1>, tensor<i32>
 stablehlo.return %w6, %x6 : tensor<i32>, tensor<i32>
 }) {dimensions = array<i64: 0>} : (tensor<32xi32>, tensor<32xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
return %v5 : tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%arg0: tensor<16xi32>) -> (tensor<i32>) {
%v1 = stablehlo.reshape %arg0 : (tensor<16xi32>) -> tensor<8x2xi32>
%v2 = "stablehlo.all_to_all"(%v1) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<8x2xi32>) -> tensor<16x1xi32>
%v3 = stablehlo.reshape %v2 : (tensor<16x1xi32>) -> tensor<16xi32>
%v4 = stablehlo.iota dim = 0 : tensor<16xi32>
%v5 = stablehlo.constant dense<2> : tensor<16xi32>
%v6 = stablehlo.multiply %v4, %v5 : tensor<16xi32>
%v7 = stablehlo.partition_id : tensor<ui32>
%v8 = stablehlo.convert %v7 : (tensor<ui32>) -> tensor<i32>
%v9 = stablehlo.broadcast_in_dim %v8, dims = [] : (tensor<i32>) -> tensor<16xi32>
%v10 = stablehlo.add %v6, %v9 : tensor<16xi32>
%v11 = stablehlo.constant dense<0> : tensor<i32>
%v12 = stablehlo.constant dense<-2147483648> : tensor<i32>
%v13, %v14 = "stablehlo.reduce"(%v3, %v10, %v12, %v11) ({
 ^bb0(%a15: tensor<i32>, %i15: tensor<i32>, %b15: tensor<i32>, %j15: tensor<i32>):
 %g15 = stablehlo.compare GT, %a15, %b15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %n15 = stablehlo.compare NE, %a15, %a15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %o15 = stablehlo.or %g15, %n15 : tensor<i1>
 %e15 = stablehlo.compare EQ, %a15, %b15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l15 = stablehlo.compare LT, %i15, %j15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t15 = stablehlo.and %e15, %l15 : tensor<i1>
 %u15 = stablehlo.or %o15, %t15 : tensor<i1>
 %w15 = stablehlo.select %o15, %a15, %b15 : tensor<i1>, tensor<i32>
 %x15 = stablehlo.select %u15, %i15, %j15 : tensor<i1>, tensor<i32>
 stablehlo.return %w15, %x15 : tensor<i32>, tensor<i32>
 }) {dimensions = array<i64: 0>} : (tensor<16xi32>, tensor<16xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
%v16 = stablehlo.constant dense<2147483647> : tensor<i32>
%v17 = stablehlo.reduce(%v3 init: %v16) applies stablehlo.minimum across dimensions = [0] : (tensor<16xi32>, tensor<i32>) -> tensor<i32>
%v18 = stablehlo.reshape %v13 : (tensor<i32>) -> tensor<1xi32>
%v19 = "stablehlo.collective_permute"(%v18) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<1xi32>) -> tensor<1xi32>
%v20 = stablehlo.reshape %v17 : (tensor<i32>) -> tensor<1xi32>
%v21 = stablehlo.compare GT, %v20, %v19 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
%v22 = stablehlo.partition_id : tensor<ui32>
%v23 = stablehlo.convert %v22 : (tensor<ui32>) -> tensor<i32>
%v24 = stablehlo.constant dense<30> : tensor<i32>
%v25 = stablehlo.add %v23, %v24 : tensor<i32>
%v26 = stablehlo.broadcast_in_dim %v25, dims = [] : (tensor<i32>) -> tensor<1xi32>
%v27 = stablehlo.reshape %v14 : (tensor<i32>) -> tensor<1xi32>
%v28 = stablehlo.select %v21, %v26, %v27 : tensor<1xi1>, tensor<1xi32>
%v29 = stablehlo.reshape %v13 : (tensor<i32>) -> tensor<1xi32>
%v30 = "stablehlo.all_gather"(%v29) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<1xi32>) -> tensor<2xi32>
%v31 = "stablehlo.all_gather"(%v28) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids} : (tensor<1xi32>) -> tensor<2xi32>
%v32 = stablehlo.constant dense<0> : tensor<i32>
%v33 = stablehlo.constant dense<-2147483648> : tensor<i32>
%v34, %v35 = "stablehlo.reduce"(%v30, %v31, %v33, %v32) ({
 ^bb0(%a36: tensor<i32>, %i36: tensor<i32>, %b36: tensor<i32>, %j36: tensor<i32>):
 %g36 = stablehlo.compare GT, %a36, %b36 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %n36 = stablehlo.compare NE, %a36, %a36 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %o36 = stablehlo.or %g36, %n36 : tensor<i1>
 %e36 = stablehlo.compare EQ, %a36, %b36 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l36 = stablehlo.compare LT, %i36, %j36 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t36 = stablehlo.and %e36, %l36 : tensor<i1>
 %u36 = stablehlo.or %o36, %t36 : tensor<i1>
 %w36 = stablehlo.select %o36, %a36, %b36 : tensor<i1>, tensor<i32>
 %x36 = stablehlo.select %u36, %i36, %j36 : tensor<i1>, tensor<i32>
 stablehlo.return %w36, %x36 : tensor<i32>, tensor<i32>
 }) {dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
return %v35 : tensor<i32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%arg0: tensor<16xi32>) -> (tensor<i32>) {
%v1 = stablehlo.reshape %arg0 : (tensor<16xi32>) -> tensor<8x2xi32>
%v2 = "stablehlo.all_to_all"(%v1) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<8x2xi32>) -> tensor<16x1xi32>
%v3 = stablehlo.reshape %v2 : (tensor<16x1xi32>) -> tensor<16xi32>
%v4 = stablehlo.iota dim = 0 : tensor<16xi32>
%v5 = stablehlo.constant dense<2> : tensor<16xi32>
%v6 = stablehlo.multiply %v4, %v5 : tensor<16xi32>
%v7 = stablehlo.partition_id : tensor<ui32>
%v8 = stablehlo.convert %v7 : (tensor<ui32>) -> tensor<i32>
%v9 = stablehlo.broadcast_in_dim %v8, dims = [] : (tensor<i32>) -> tensor<16xi32>
%v10 = stablehlo.add %v6, %v9 : tensor<16xi32>
%v11 = stablehlo.constant dense<0> : tensor<i32>
%v12 = stablehlo.constant dense<-2147483648> : tensor<i32>
%v13, %v14 = "stablehlo.reduce"(%v3, %v10, %v12, %v11) ({
 ^bb0(%a15: tensor<i32>, %i15: tensor<i32>, %b15: tensor<i32>, %j15: tensor<i32>):
 %g15 = stablehlo.compare GT, %a15, %b15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %n15 = stablehlo.compare NE, %a15, %a15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %o15 = stablehlo.or %g15, %n15 : tensor<i1>
 %e15 = stablehlo.compare EQ, %a15, %b15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l15 = stablehlo.compare LT, %i15, %j15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t15 = stablehlo.and %e15, %l15 : tensor<i1>
 %u15 = stablehlo.or %o15, %t15 : tensor<i1>
 %w15 = stablehlo.select %o15, %a15, %b15 : tensor<i1>, tensor<i32>
 %x15 = stablehlo.select %u15, %i15, %j15 : tensor<i1>, tensor<i32>
 stablehlo.return %w15, %x15 : tensor<i32>, tensor<i32>
 }) {dimensions = array<i64: 0>} : (tensor<16xi32>, tensor<16xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
%v16 = stablehlo.constant dense<2147483647> : tensor<i32>
%v17 = stablehlo.reduce(%v3 init: %v16) applies stablehlo.minimum across dimensions = [0] : (tensor<16xi32>, tensor<i32>) -> tensor<i32>
%v18 = stablehlo.reshape %v13 : (tensor<i32>) -> tensor<1xi32>
%v19 = "stablehlo.collective_permute"(%v18) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<1xi32>) -> tensor<1xi32>
%v20 = stablehlo.reshape %v17 : (tensor<i32>) -> tensor<1xi32>
%v21 = stablehlo.compare GT, %v20, %v19 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
%v22 = stablehlo.partition_id : tensor<ui32>
%v23 = stablehlo.convert %v22 : (tensor<ui32>) -> tensor<i32>
%v24 = stablehlo.constant dense<0> : tensor<i32>
%v25 = stablehlo.add %v23, %v24 : tensor<i32>
%v26 = stablehlo.broadcast_in_dim %v25, dims = [] : (tensor<i32>) -> tensor<1xi32>
%v27 = stablehlo.reshape %v14 : (tensor<i32>) -> tensor<1xi32>
%v28 = stablehlo.reshape %v13 : (tensor<i32>) -> tensor<1xi32>
%v29 = "stablehlo.all_gather"(%v28) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<1xi32>) -> tensor<2xi32>
%v30 = "stablehlo.all_gather"(%v27) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids} : (tensor<1xi32>) -> tensor<2xi32>
%v31 = stablehlo.constant dense<0> : tensor<i32>
%v32 = stablehlo.constant dense<-2147483648> : tensor<i32>
%v33, %v34 = "stablehlo.reduce"(%v29, %v30, %v32, %v31) ({
 ^bb0(%a35: tensor<i32>, %i35: tensor<i32>, %b35: tensor<i32>, %j35: tensor<i32>):
 %g35 = stablehlo.compare GT, %a35, %b35 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %n35 = stablehlo.compare NE, %a35, %a35 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %o35 = stablehlo.or %g35, %n35 : tensor<i1>
 %e35 = stablehlo.compare EQ, %a35, %b35 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %l35 = stablehlo.compare LT, %i35, %j35 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %t35 = stablehlo.and %e35, %l35 : tensor<i1>
 %u35 = stablehlo.or %o35, %t35 : tensor<i1>
 %w35 = stablehlo.select %o35, %a35, %b35 : tensor<i1>, tensor<i32>
 %x35 = stablehlo.select %u35, %i35, %j35 : tensor<i1>, tensor<i32>
 stablehlo.return %w35, %x35 : tensor<i32>, tensor<i32>
 }) {dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
return %v34 : tensor<i32>
}
}
