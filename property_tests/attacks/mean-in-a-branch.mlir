module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<512xf16>, %arg1: tensor<f16>, %arg2: tensor<18xf16>, %arg3: tensor<18xf16>, %arg4: tensor<18xf16>) -> (tensor<f16>) {
%v1 = stablehlo.add %arg2, %arg3 : tensor<18xf16>
%v2 = stablehlo.add %v1, %arg4 : tensor<18xf16>
%v3 = stablehlo.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : tensor<18xi1>
%v4 = stablehlo.constant dense<0.5> : tensor<18xf16>
%v5 = stablehlo.compare GT, %v2, %v4 : (tensor<18xf16>, tensor<18xf16>) -> tensor<18xi1>
%v6 = stablehlo.xor %v5, %v3 : tensor<18xi1>
%v7 = stablehlo.constant dense<true> : tensor<i1>
%v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.and across dimensions = [0] : (tensor<18xi1>, tensor<i1>) -> tensor<i1>
%v9 = stablehlo.constant dense<0.001953125> : tensor<512xf16>
%v10 = stablehlo.multiply %arg0, %v9 : tensor<512xf16>
%v11 = stablehlo.constant dense<0.0> : tensor<f16>
%v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.add across dimensions = [0] : (tensor<512xf16>, tensor<f16>) -> tensor<f16>
%v13 = stablehlo.select %v8, %v12, %arg1 : tensor<i1>, tensor<f16>
return %v13 : tensor<f16>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<256xf16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %arg1: tensor<f16> {mhlo.sharding = "{replicated}"}, %arg2: tensor<18xf16> {mhlo.sharding = "{replicated}"}, %arg3: tensor<18xf16> {mhlo.sharding = "{replicated}"}, %arg4: tensor<18xf16> {mhlo.sharding = "{replicated}"}) -> (tensor<f16> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.add %arg3, %arg4 : tensor<18xf16>
%v2 = stablehlo.add %arg2, %v1 : tensor<18xf16>
%v3 = stablehlo.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : tensor<18xi1>
%v4 = stablehlo.constant dense<0.5> : tensor<18xf16>
%v5 = stablehlo.compare GT, %v2, %v4 : (tensor<18xf16>, tensor<18xf16>) -> tensor<18xi1>
%v6 = stablehlo.xor %v5, %v3 : tensor<18xi1>
%v7 = stablehlo.constant dense<true> : tensor<i1>
%v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.and across dimensions = [0] : (tensor<18xi1>, tensor<i1>) -> tensor<i1>
%v9 = stablehlo.partition_id : tensor<ui32>
%v10 = stablehlo.constant dense<0> : tensor<ui32>
%v11 = stablehlo.compare EQ, %v9, %v10 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v12 = stablehlo.constant dense<0.0> : tensor<f16>
%v13 = stablehlo.reduce(%arg0 init: %v12) applies stablehlo.add across dimensions = [0] : (tensor<256xf16>, tensor<f16>) -> tensor<f16>
%v14 = "stablehlo.all_reduce"(%v13) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f16>, %y: tensor<f16>):
%z = stablehlo.add %x, %y : tensor<f16>
stablehlo.return %z : tensor<f16>
}) : (tensor<f16>) -> tensor<f16>
%v21 = "stablehlo.if"(%v11) ({
%v15 = stablehlo.constant dense<0.001953125> : tensor<f16>
%v16 = stablehlo.multiply %v14, %v15 : tensor<f16>
%v17 = stablehlo.select %v8, %v16, %arg1 : tensor<i1>, tensor<f16>
stablehlo.return %v17 : tensor<f16>
}, {
%v18 = stablehlo.constant dense<0.001953125> : tensor<f16>
%v19 = stablehlo.multiply %v14, %v18 : tensor<f16>
%v20 = stablehlo.select %v8, %v19, %arg1 : tensor<i1>, tensor<f16>
stablehlo.return %v20 : tensor<f16>
}) : (tensor<i1>) -> (tensor<f16>)
return %v21 : tensor<f16>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<256xf16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %arg1: tensor<f16> {mhlo.sharding = "{replicated}"}, %arg2: tensor<18xf16> {mhlo.sharding = "{replicated}"}, %arg3: tensor<18xf16> {mhlo.sharding = "{replicated}"}, %arg4: tensor<18xf16> {mhlo.sharding = "{replicated}"}) -> (tensor<f16> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.add %arg3, %arg4 : tensor<18xf16>
%v2 = stablehlo.add %arg2, %v1 : tensor<18xf16>
%v3 = stablehlo.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : tensor<18xi1>
%v4 = stablehlo.constant dense<0.5> : tensor<18xf16>
%v5 = stablehlo.compare GT, %v2, %v4 : (tensor<18xf16>, tensor<18xf16>) -> tensor<18xi1>
%v6 = stablehlo.xor %v5, %v3 : tensor<18xi1>
%v7 = stablehlo.constant dense<true> : tensor<i1>
%v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.and across dimensions = [0] : (tensor<18xi1>, tensor<i1>) -> tensor<i1>
%v9 = stablehlo.partition_id : tensor<ui32>
%v10 = stablehlo.constant dense<0> : tensor<ui32>
%v11 = stablehlo.compare EQ, %v9, %v10 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v12 = stablehlo.constant dense<0.001953125> : tensor<256xf16>
%v13 = stablehlo.multiply %arg0, %v12 : tensor<256xf16>
%v14 = stablehlo.constant dense<0.0> : tensor<f16>
%v15 = stablehlo.reduce(%v13 init: %v14) applies stablehlo.add across dimensions = [0] : (tensor<256xf16>, tensor<f16>) -> tensor<f16>
%v16 = "stablehlo.all_reduce"(%v15) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f16>, %y: tensor<f16>):
%z = stablehlo.add %x, %y : tensor<f16>
stablehlo.return %z : tensor<f16>
}) : (tensor<f16>) -> tensor<f16>
%v19 = "stablehlo.if"(%v11) ({
%v17 = stablehlo.select %v8, %v16, %arg1 : tensor<i1>, tensor<f16>
stablehlo.return %v17 : tensor<f16>
}, {
%v18 = stablehlo.select %v8, %v16, %arg1 : tensor<i1>, tensor<f16>
stablehlo.return %v18 : tensor<f16>
}) : (tensor<i1>) -> (tensor<f16>)
return %v19 : tensor<f16>
}
}
