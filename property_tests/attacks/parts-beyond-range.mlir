module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<512xf32>, %arg1: tensor<i32>, %arg2: tensor<6000xf32>, %arg3: tensor<2x4xf32>) -> (tensor<1xf32>, tensor<1x4xf32>) {
%v1 = stablehlo.logistic %arg3 : tensor<2x4xf32>
%v2 = stablehlo.slice %v1 [0:1:1, 0:4:1] : (tensor<2x4xf32>) -> tensor<1x4xf32>
%v3 = stablehlo.slice %v1 [1:2:1, 0:4:1] : (tensor<2x4xf32>) -> tensor<1x4xf32>
%v4 = stablehlo.convert %v2 : (tensor<1x4xf32>) -> tensor<1x4xf16>
%v5 = stablehlo.convert %v4 : (tensor<1x4xf16>) -> tensor<1x4xf32>
%v6 = stablehlo.convert %v3 : (tensor<1x4xf32>) -> tensor<1x4xf16>
%v7 = stablehlo.convert %v6 : (tensor<1x4xf16>) -> tensor<1x4xf32>
%v8 = stablehlo.add %v5, %v7 : tensor<1x4xf32>
%v9 = stablehlo.constant dense<0.0> : tensor<f32>
%v10 = stablehlo.reduce(%arg0 init: %v9) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
%v11 = stablehlo.constant dense<0.0009765625> : tensor<f32>
%v12 = stablehlo.multiply %v10, %v11 : tensor<f32>
%v13 = stablehlo.convert %v12 : (tensor<f32>) -> tensor<f16>
%v14 = stablehlo.convert %v13 : (tensor<f16>) -> tensor<f32>
%v15 = stablehlo.constant dense<1024.0> : tensor<f32>
%v16 = stablehlo.multiply %v14, %v15 : tensor<f32>
%v17 = stablehlo.slice %arg2 [0:4321:1] : (tensor<6000xf32>) -> tensor<4321xf32>
%v18 = stablehlo.reshape %v16 : (tensor<f32>) -> tensor<1xf32>
%v19 = stablehlo.slice %arg2 [4322:6000:1] : (tensor<6000xf32>) -> tensor<1678xf32>
%v20 = stablehlo.concatenate %v17, %v18, %v19, dim = 0 : (tensor<4321xf32>, tensor<1xf32>, tensor<1678xf32>) -> tensor<6000xf32>
%v21 = stablehlo.dynamic_slice %v20, %arg1, sizes = [1] : (tensor<6000xf32>, tensor<i32>) -> tensor<1xf32>
return %v21, %v8 : tensor<1xf32>, tensor<1x4xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<256xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %arg1: tensor<i32> {mhlo.sharding = "{replicated}"}, %arg2: tensor<6000xf32> {mhlo.sharding = "{replicated}"}, %arg3: tensor<2x4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}, tensor<1x4xf32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.logistic %arg3 : tensor<2x4xf32>
%v2 = stablehlo.slice %v1 [0:1:1, 0:4:1] : (tensor<2x4xf32>) -> tensor<1x4xf32>
%v3 = stablehlo.slice %v1 [1:2:1, 0:4:1] : (tensor<2x4xf32>) -> tensor<1x4xf32>
%v4 = stablehlo.add %v2, %v3 : tensor<1x4xf32>
%v5 = stablehlo.convert %v4 : (tensor<1x4xf32>) -> tensor<1x4xf16>
%v6 = stablehlo.convert %v5 : (tensor<1x4xf16>) -> tensor<1x4xf32>
%v7 = stablehlo.constant dense<0.0> : tensor<f32>
%v8 = stablehlo.reduce(%arg0 init: %v7) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
%v9 = stablehlo.convert %v8 : (tensor<f32>) -> tensor<f16>
%v10 = stablehlo.convert %v9 : (tensor<f16>) -> tensor<f32>
%v11 = stablehlo.partition_id : tensor<ui32>
%v12 = stablehlo.constant dense<0> : tensor<ui32>
%v13 = stablehlo.compare EQ, %v11, %v12 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v14 = stablehlo.broadcast_in_dim %v13, dims = [] : (tensor<i1>) -> tensor<6000xi1>
%v15 = stablehlo.constant dense<0.0> : tensor<6000xf32>
%v16 = stablehlo.select %v14, %arg2, %v15 : tensor<6000xi1>, tensor<6000xf32>
%v17 = stablehlo.slice %v16 [0:4321:1] : (tensor<6000xf32>) -> tensor<4321xf32>
%v18 = stablehlo.reshape %v10 : (tensor<f32>) -> tensor<1xf32>
%v19 = stablehlo.slice %v16 [4322:6000:1] : (tensor<6000xf32>) -> tensor<1678xf32>
%v20 = stablehlo.concatenate %v17, %v18, %v19, dim = 0 : (tensor<4321xf32>, tensor<1xf32>, tensor<1678xf32>) -> tensor<6000xf32>
%v21 = stablehlo.dynamic_slice %v20, %arg1, sizes = [1] : (tensor<6000xf32>, tensor<i32>) -> tensor<1xf32>
%v22 = "stablehlo.all_reduce"(%v21) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<1xf32>) -> tensor<1xf32>
return %v22, %v6 : tensor<1xf32>, tensor<1x4xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<256xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %arg1: tensor<i32> {mhlo.sharding = "{replicated}"}, %arg2: tensor<6000xf32> {mhlo.sharding = "{replicated}"}, %arg3: tensor<2x4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}, tensor<1x4xf32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.logistic %arg3 : tensor<2x4xf32>
%v2 = stablehlo.slice %v1 [0:1:1, 0:4:1] : (tensor<2x4xf32>) -> tensor<1x4xf32>
%v3 = stablehlo.slice %v1 [1:2:1, 0:4:1] : (tensor<2x4xf32>) -> tensor<1x4xf32>
%v4 = stablehlo.add %v2, %v3 : tensor<1x4xf32>
%v5 = stablehlo.convert %v4 : (tensor<1x4xf32>) -> tensor<1x4xf16>
%v6 = stablehlo.convert %v5 : (tensor<1x4xf16>) -> tensor<1x4xf32>
%v7 = stablehlo.constant dense<0.0> : tensor<f32>
%v8 = stablehlo.reduce(%arg0 init: %v7) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
%v9 = stablehlo.constant dense<0.0009765625> : tensor<f32>
%v10 = stablehlo.multiply %v8, %v9 : tensor<f32>
%v11 = stablehlo.convert %v10 : (tensor<f32>) -> tensor<f16>
%v12 = stablehlo.convert %v11 : (tensor<f16>) -> tensor<f32>
%v13 = stablehlo.constant dense<1024.0> : tensor<f32>
%v14 = stablehlo.multiply %v12, %v13 : tensor<f32>
%v15 = stablehlo.partition_id : tensor<ui32>
%v16 = stablehlo.constant dense<0> : tensor<ui32>
%v17 = stablehlo.compare EQ, %v15, %v16 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v18 = stablehlo.broadcast_in_dim %v17, dims = [] : (tensor<i1>) -> tensor<6000xi1>
%v19 = stablehlo.constant dense<0.0> : tensor<6000xf32>
%v20 = stablehlo.select %v18, %arg2, %v19 : tensor<6000xi1>, tensor<6000xf32>
%v21 = stablehlo.slice %v20 [0:4321:1] : (tensor<6000xf32>) -> tensor<4321xf32>
%v22 = stablehlo.reshape %v14 : (tensor<f32>) -> tensor<1xf32>
%v23 = stablehlo.slice %v20 [4322:6000:1] : (tensor<6000xf32>) -> tensor<1678xf32>
%v24 = stablehlo.concatenate %v21, %v22, %v23, dim = 0 : (tensor<4321xf32>, tensor<1xf32>, tensor<1678xf32>) -> tensor<6000xf32>
%v25 = stablehlo.dynamic_slice %v24, %arg1, sizes = [1] : (tensor<6000xf32>, tensor<i32>) -> tensor<1xf32>
%v26 = "stablehlo.all_reduce"(%v25) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<1xf32>) -> tensor<1xf32>
return %v26, %v6 : tensor<1xf32>, tensor<1x4xf32>
}
}
