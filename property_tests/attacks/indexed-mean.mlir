module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<200xf16>, %arg1: tensor<512xf16>, %arg2: tensor<3xi32>) -> (tensor<3xf16>) {
%v1 = stablehlo.constant dense<0.001953125> : tensor<512xf16>
%v2 = stablehlo.multiply %arg1, %v1 : tensor<512xf16>
%v3 = stablehlo.constant dense<0.0> : tensor<f16>
%v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<512xf16>, tensor<f16>) -> tensor<f16>
%v5 = stablehlo.slice %arg0 [0:171:1] : (tensor<200xf16>) -> tensor<171xf16>
%v6 = stablehlo.reshape %v4 : (tensor<f16>) -> tensor<1xf16>
%v7 = stablehlo.slice %arg0 [172:200:1] : (tensor<200xf16>) -> tensor<28xf16>
%v8 = stablehlo.concatenate %v5, %v6, %v7, dim = 0 : (tensor<171xf16>, tensor<1xf16>, tensor<28xf16>) -> tensor<200xf16>
%v9 = "stablehlo.gather"(%v8, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<200xf16>, tensor<3xi32>) -> tensor<3xf16>
return %v9 : tensor<3xf16>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<200xf16> {mhlo.sharding = "{replicated}"}, %arg1: tensor<256xf16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %arg2: tensor<3xi32> {mhlo.sharding = "{replicated}"}) -> (tensor<3xf16> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<0.0> : tensor<f16>
%v2 = stablehlo.reduce(%arg1 init: %v1) applies stablehlo.add across dimensions = [0] : (tensor<256xf16>, tensor<f16>) -> tensor<f16>
%v3 = stablehlo.constant dense<0.001953125> : tensor<f16>
%v4 = stablehlo.multiply %v2, %v3 : tensor<f16>
%v5 = stablehlo.partition_id : tensor<ui32>
%v6 = stablehlo.constant dense<0> : tensor<ui32>
%v7 = stablehlo.compare EQ, %v5, %v6 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i1>) -> tensor<200xi1>
%v9 = stablehlo.constant dense<0.0> : tensor<200xf16>
%v10 = stablehlo.select %v8, %arg0, %v9 : tensor<200xi1>, tensor<200xf16>
%v11 = stablehlo.slice %v10 [0:171:1] : (tensor<200xf16>) -> tensor<171xf16>
%v12 = stablehlo.reshape %v4 : (tensor<f16>) -> tensor<1xf16>
%v13 = stablehlo.slice %v10 [172:200:1] : (tensor<200xf16>) -> tensor<28xf16>
%v14 = stablehlo.concatenate %v11, %v12, %v13, dim = 0 : (tensor<171xf16>, tensor<1xf16>, tensor<28xf16>) -> tensor<200xf16>
%v15 = "stablehlo.gather"(%v14, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<200xf16>, tensor<3xi32>) -> tensor<3xf16>
%v16 = "stablehlo.all_reduce"(%v15) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f16>, %y: tensor<f16>):
%z = stablehlo.add %x, %y : tensor<f16>
stablehlo.return %z : tensor<f16>
}) : (tensor<3xf16>) -> tensor<3xf16>
return %v16 : tensor<3xf16>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<200xf16> {mhlo.sharding = "{replicated}"}, %arg1: tensor<256xf16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %arg2: tensor<3xi32> {mhlo.sharding = "{replicated}"}) -> (tensor<3xf16> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<0.001953125> : tensor<256xf16>
%v2 = stablehlo.multiply %arg1, %v1 : tensor<256xf16>
%v3 = stablehlo.constant dense<0.0> : tensor<f16>
%v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<256xf16>, tensor<f16>) -> tensor<f16>
%v5 = stablehlo.partition_id : tensor<ui32>
%v6 = stablehlo.constant dense<0> : tensor<ui32>
%v7 = stablehlo.compare EQ, %v5, %v6 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i1>) -> tensor<200xi1>
%v9 = stablehlo.constant dense<0.0> : tensor<200xf16>
%v10 = stablehlo.select %v8, %arg0, %v9 : tensor<200xi1>, tensor<200xf16>
%v11 = stablehlo.slice %v10 [0:171:1] : (tensor<200xf16>) -> tensor<171xf16>
%v12 = stablehlo.reshape %v4 : (tensor<f16>) -> tensor<1xf16>
%v13 = stablehlo.slice %v10 [172:200:1] : (tensor<200xf16>) -> tensor<28xf16>
%v14 = stablehlo.concatenate %v11, %v12, %v13, dim = 0 : (tensor<171xf16>, tensor<1xf16>, tensor<28xf16>) -> tensor<200xf16>
%v15 = "stablehlo.gather"(%v14, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<200xf16>, tensor<3xi32>) -> tensor<3xf16>
%v16 = "stablehlo.all_reduce"(%v15) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f16>, %y: tensor<f16>):
%z = stablehlo.add %x, %y : tensor<f16>
stablehlo.return %z : tensor<f16>
}) : (tensor<3xf16>) -> tensor<3xf16>
return %v16 : tensor<3xf16>
}
}
