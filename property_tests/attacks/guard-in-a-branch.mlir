module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<4x64xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>) {
%v1 = stablehlo.constant dense<0.0> : tensor<f32>
%v2 = stablehlo.reduce(%arg0 init: %v1) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
%v3 = stablehlo.compare GT, %v2, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%v4 = stablehlo.subtract %v2, %arg1 : tensor<4xf32>
%v5 = stablehlo.sqrt %v4 : tensor<4xf32>
%v6 = stablehlo.constant dense<0.0> : tensor<4xf32>
%v7 = stablehlo.select %v3, %v5, %v6 : tensor<4xi1>, tensor<4xf32>
return %v7 : tensor<4xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<4x32xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %arg1: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<0.0> : tensor<f32>
%v2 = stablehlo.reduce(%arg0 init: %v1) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
%v3 = "stablehlo.all_reduce"(%v2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4xf32>) -> tensor<4xf32>
%v4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<4x32xf32>) -> tensor<4x64xf32>
%v5 = stablehlo.partition_id : tensor<ui32>
%v6 = stablehlo.constant dense<0> : tensor<ui32>
%v7 = stablehlo.compare EQ, %v5, %v6 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v22 = "stablehlo.if"(%v7) ({
%v8 = stablehlo.compare GT, %v3, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%v9 = stablehlo.constant dense<0.0> : tensor<f32>
%v10 = stablehlo.reduce(%v4 init: %v9) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
%v11 = stablehlo.subtract %v10, %arg1 : tensor<4xf32>
%v12 = stablehlo.sqrt %v11 : tensor<4xf32>
%v13 = stablehlo.constant dense<0.0> : tensor<4xf32>
%v14 = stablehlo.select %v8, %v12, %v13 : tensor<4xi1>, tensor<4xf32>
stablehlo.return %v14 : tensor<4xf32>
}, {
%v15 = stablehlo.compare GT, %v3, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%v16 = stablehlo.constant dense<0.0> : tensor<f32>
%v17 = stablehlo.reduce(%v4 init: %v16) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
%v18 = stablehlo.subtract %v17, %arg1 : tensor<4xf32>
%v19 = stablehlo.sqrt %v18 : tensor<4xf32>
%v20 = stablehlo.constant dense<0.0> : tensor<4xf32>
%v21 = stablehlo.select %v15, %v19, %v20 : tensor<4xi1>, tensor<4xf32>
stablehlo.return %v21 : tensor<4xf32>
}) : (tensor<i1>) -> (tensor<4xf32>)
return %v22 : tensor<4xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<4x32xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %arg1: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<0.0> : tensor<f32>
%v2 = stablehlo.reduce(%arg0 init: %v1) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
%v3 = "stablehlo.all_reduce"(%v2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4xf32>) -> tensor<4xf32>
%v4 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<4x32xf32>) -> tensor<4x64xf32>
%v5 = stablehlo.partition_id : tensor<ui32>
%v6 = stablehlo.constant dense<0> : tensor<ui32>
%v7 = stablehlo.compare EQ, %v5, %v6 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v18 = "stablehlo.if"(%v7) ({
%v8 = stablehlo.compare GT, %v3, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%v9 = stablehlo.subtract %v3, %arg1 : tensor<4xf32>
%v10 = stablehlo.sqrt %v9 : tensor<4xf32>
%v11 = stablehlo.constant dense<0.0> : tensor<4xf32>
%v12 = stablehlo.select %v8, %v10, %v11 : tensor<4xi1>, tensor<4xf32>
stablehlo.return %v12 : tensor<4xf32>
}, {
%v13 = stablehlo.compare GT, %v3, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%v14 = stablehlo.subtract %v3, %arg1 : tensor<4xf32>
%v15 = stablehlo.sqrt %v14 : tensor<4xf32>
%v16 = stablehlo.constant dense<0.0> : tensor<4xf32>
%v17 = stablehlo.select %v13, %v15, %v16 : tensor<4xi1>, tensor<4xf32>
stablehlo.return %v17 : tensor<4xf32>
}) : (tensor<i1>) -> (tensor<4xf32>)
return %v18 : tensor<4xf32>
}
}
