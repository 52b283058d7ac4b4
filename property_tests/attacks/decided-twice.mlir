module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<18xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<512xf32>) -> (tensor<f32>, tensor<f32>) {
%v1 = stablehlo.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : tensor<18xi1>
%v2 = stablehlo.constant dense<0.5> : tensor<18xf32>
%v3 = stablehlo.compare GT, %arg0, %v2 : (tensor<18xf32>, tensor<18xf32>) -> tensor<18xi1>
%v4 = stablehlo.xor %v3, %v1 : tensor<18xi1>
%v5 = stablehlo.constant dense<true> : tensor<i1>
%v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.and across dimensions = [0] : (tensor<18xi1>, tensor<i1>) -> tensor<i1>
%v7 = stablehlo.constant dense<0.001953125> : tensor<512xf32>
%v8 = stablehlo.multiply %arg3, %v7 : tensor<512xf32>
%v9 = stablehlo.constant dense<0.0> : tensor<f32>
%v10 = stablehlo.reduce(%v8 init: %v9) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
%v11 = stablehlo.constant dense<0.0> : tensor<f32>
%v12 = stablehlo.select %v6, %v10, %v11 : tensor<i1>, tensor<f32>
%v13 = stablehlo.add %v12, %arg1 : tensor<f32>
%v14 = stablehlo.select %v6, %arg2, %arg1 : tensor<i1>, tensor<f32>
return %v13, %v14 : tensor<f32>, tensor<f32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<18xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg2: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg3: tensor<256xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<f32> {mhlo.sharding = "{replicated}"}, tensor<f32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : tensor<18xi1>
%v2 = stablehlo.constant dense<0.5> : tensor<18xf32>
%v3 = stablehlo.compare GT, %arg0, %v2 : (tensor<18xf32>, tensor<18xf32>) -> tensor<18xi1>
%v4 = stablehlo.xor %v3, %v1 : tensor<18xi1>
%v5 = stablehlo.constant dense<true> : tensor<i1>
%v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.and across dimensions = [0] : (tensor<18xi1>, tensor<i1>) -> tensor<i1>
%v7 = stablehlo.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : tensor<18xi1>
%v8 = stablehlo.constant dense<0.5> : tensor<18xf32>
%v9 = stablehlo.compare GT, %arg0, %v8 : (tensor<18xf32>, tensor<18xf32>) -> tensor<18xi1>
%v10 = stablehlo.xor %v9, %v7 : tensor<18xi1>
%v11 = stablehlo.constant dense<true> : tensor<i1>
%v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.and across dimensions = [0] : (tensor<18xi1>, tensor<i1>) -> tensor<i1>
%v13 = stablehlo.constant dense<0.0> : tensor<f32>
%v14 = stablehlo.reduce(%arg3 init: %v13) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
%v15 = "stablehlo.all_reduce"(%v14) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
%v16 = stablehlo.constant dense<0.0> : tensor<f32>
%v17 = stablehlo.select %v6, %v15, %v16 : tensor<i1>, tensor<f32>
%v18 = stablehlo.constant dense<0.001953125> : tensor<f32>
%v19 = stablehlo.multiply %v17, %v18 : tensor<f32>
%v20 = stablehlo.add %v19, %arg1 : tensor<f32>
%v21 = stablehlo.select %v12, %arg2, %arg1 : tensor<i1>, tensor<f32>
return %v20, %v21 : tensor<f32>, tensor<f32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<18xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg2: tensor<f32> {mhlo.sharding = "{replicated}"}, %arg3: tensor<256xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<f32> {mhlo.sharding = "{replicated}"}, tensor<f32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : tensor<18xi1>
%v2 = stablehlo.constant dense<0.5> : tensor<18xf32>
%v3 = stablehlo.compare GT, %arg0, %v2 : (tensor<18xf32>, tensor<18xf32>) -> tensor<18xi1>
%v4 = stablehlo.xor %v3, %v1 : tensor<18xi1>
%v5 = stablehlo.constant dense<true> : tensor<i1>
%v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.and across dimensions = [0] : (tensor<18xi1>, tensor<i1>) -> tensor<i1>
%v7 = stablehlo.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : tensor<18xi1>
%v8 = stablehlo.constant dense<0.5> : tensor<18xf32>
%v9 = stablehlo.compare GT, %arg0, %v8 : (tensor<18xf32>, tensor<18xf32>) -> tensor<18xi1>
%v10 = stablehlo.xor %v9, %v7 : tensor<18xi1>
%v11 = stablehlo.constant dense<true> : tensor<i1>
%v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.and across dimensions = [0] : (tensor<18xi1>, tensor<i1>) -> tensor<i1>
%v13 = stablehlo.constant dense<0.001953125> : tensor<256xf32>
%v14 = stablehlo.multiply %arg3, %v13 : tensor<256xf32>
%v15 = stablehlo.constant dense<0.0> : tensor<f32>
%v16 = stablehlo.reduce(%v14 init: %v15) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
%v17 = "stablehlo.all_reduce"(%v16) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
%v18 = stablehlo.constant dense<0.0> : tensor<f32>
%v19 = stablehlo.select %v6, %v17, %v18 : tensor<i1>, tensor<f32>
%v20 = stablehlo.add %v19, %arg1 : tensor<f32>
%v21 = stablehlo.select %v12, %arg2, %arg1 : tensor<i1>, tensor<f32>
return %v20, %v21 : tensor<f32>, tensor<f32>
}
}
