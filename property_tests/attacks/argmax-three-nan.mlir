module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<8x2xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
%v1 = stablehlo.iota dim = 0 : tensor<8x2xi32>
%v2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v3 = stablehlo.constant dense<0> : tensor<i32>
%v4, %v5 = stablehlo.reduce(%arg0 init: %v2), (%v1 init: %v3) across dimensions = [0] : (tensor<8x2xf32>, tensor<8x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
  %g0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %g = stablehlo.or %g0, %n : tensor<i1>
  %e = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %el = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %el : tensor<i1>
  %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
  %k = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %v, %k : tensor<f32>, tensor<i32>
 }
return %v4, %v5 : tensor<2xf32>, tensor<2xi32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<1x2xf32> {mhlo.sharding = "{devices=[8,1]<=[8]}"}) -> (tensor<2xf32> {mhlo.sharding = "{replicated}"}, tensor<2xi32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.partition_id : tensor<ui32>
%v2 = stablehlo.convert %v1 : (tensor<ui32>) -> tensor<i32>
%v3 = stablehlo.broadcast_in_dim %v2, dims = [] : (tensor<i32>) -> tensor<1x2xi32>
%v4 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
%v5 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
%v6 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[2, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
%v7 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[3, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
%v8 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[4, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
%v9 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[5, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
%v10 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[6, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
%v11 = stablehlo.constant dense<1> : tensor<1x2xi32>
%v12 = stablehlo.compare NE, %v8, %v8 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xi1>
%v13 = stablehlo.select %v12, %v3, %v11 : tensor<1x2xi1>, tensor<1x2xi32>
%v14 = stablehlo.compare NE, %v9, %v9 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xi1>
%v15 = stablehlo.select %v14, %v3, %v13 : tensor<1x2xi1>, tensor<1x2xi32>
%v16 = stablehlo.compare NE, %v4, %v4 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xi1>
%v17 = stablehlo.select %v16, %v15, %v3 : tensor<1x2xi1>, tensor<1x2xi32>
%v18 = stablehlo.compare NE, %v5, %v5 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xi1>
%v19 = stablehlo.select %v18, %v17, %v3 : tensor<1x2xi1>, tensor<1x2xi32>
%v20 = stablehlo.compare NE, %v6, %v6 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xi1>
%v21 = stablehlo.select %v20, %v19, %v3 : tensor<1x2xi1>, tensor<1x2xi32>
%v22 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1x2xf32>) -> tensor<8x2xf32>
%v23 = "stablehlo.all_gather"(%v21) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1x2xi32>) -> tensor<8x2xi32>
%v24 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v25 = stablehlo.constant dense<0> : tensor<i32>
%v26, %v27 = stablehlo.reduce(%v22 init: %v24), (%v23 init: %v25) across dimensions = [0] : (tensor<8x2xf32>, tensor<8x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
  %g0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %g = stablehlo.or %g0, %n : tensor<i1>
  %e = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %el = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %el : tensor<i1>
  %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
  %k = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %v, %k : tensor<f32>, tensor<i32>
 }
return %v26, %v27 : tensor<2xf32>, tensor<2xi32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<1x2xf32> {mhlo.sharding = "{devices=[8,1]<=[8]}"}) -> (tensor<2xf32> {mhlo.sharding = "{replicated}"}, tensor<2xi32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.partition_id : tensor<ui32>
%v2 = stablehlo.convert %v1 : (tensor<ui32>) -> tensor<i32>
%v3 = stablehlo.broadcast_in_dim %v2, dims = [] : (tensor<i32>) -> tensor<1x2xi32>
%v4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1x2xf32>) -> tensor<8x2xf32>
%v5 = "stablehlo.all_gather"(%v3) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1x2xi32>) -> tensor<8x2xi32>
%v6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v7 = stablehlo.constant dense<0> : tensor<i32>
%v8, %v9 = stablehlo.reduce(%v4 init: %v6), (%v5 init: %v7) across dimensions = [0] : (tensor<8x2xf32>, tensor<8x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
  %g0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %n = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %g = stablehlo.or %g0, %n : tensor<i1>
  %e = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %el = stablehlo.and %e, %l : tensor<i1>
  %p = stablehlo.or %g, %el : tensor<i1>
  %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
  %k = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>
  stablehlo.return %v, %k : tensor<f32>, tensor<i32>
 }
return %v8, %v9 : tensor<2xf32>, tensor<2xi32>
}
}
