module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<512xf32>, %arg1: tensor<200xf32>, %arg2: tensor<1xi32>) -> (tensor<1xf32>) {
%v1 = stablehlo.constant dense<0.001953125> : tensor<512xf32>
%v2 = stablehlo.multiply %arg0, %v1 : tensor<512xf32>
%v3 = stablehlo.constant dense<0.0> : tensor<f32>
%v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
%v5 = stablehlo.reshape %v4 : (tensor<f32>) -> tensor<1xf32>
%v6 = "stablehlo.scatter"(%arg1, %arg2, %v5) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<200xf32>, tensor<1xi32>, tensor<1xf32>) -> tensor<200xf32>
%v7 = stablehlo.slice %v6 [171:172:1] : (tensor<200xf32>) -> tensor<1xf32>
return %v7 : tensor<1xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<256xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %arg1: tensor<200xf32> {mhlo.sharding = "{replicated}"}, %arg2: tensor<1xi32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<0.0> : tensor<f32>
%v2 = stablehlo.reduce(%arg0 init: %v1) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
%v3 = stablehlo.constant dense<0.001953125> : tensor<f32>
%v4 = stablehlo.multiply %v2, %v3 : tensor<f32>
%v5 = stablehlo.partition_id : tensor<ui32>
%v6 = stablehlo.constant dense<0> : tensor<ui32>
%v7 = stablehlo.compare EQ, %v5, %v6 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i1>) -> tensor<200xi1>
%v9 = stablehlo.constant dense<0.0> : tensor<200xf32>
%v10 = stablehlo.select %v8, %arg1, %v9 : tensor<200xi1>, tensor<200xf32>
%v11 = stablehlo.reshape %v4 : (tensor<f32>) -> tensor<1xf32>
%v12 = "stablehlo.scatter"(%v10, %arg2, %v11) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<200xf32>, tensor<1xi32>, tensor<1xf32>) -> tensor<200xf32>
%v13 = stablehlo.slice %v12 [171:172:1] : (tensor<200xf32>) -> tensor<1xf32>
%v14 = "stablehlo.all_reduce"(%v13) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<1xf32>) -> tensor<1xf32>
return %v14 : tensor<1xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<256xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %arg1: tensor<200xf32> {mhlo.sharding = "{replicated}"}, %arg2: tensor<1xi32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<0.001953125> : tensor<256xf32>
%v2 = stablehlo.multiply %arg0, %v1 : tensor<256xf32>
%v3 = stablehlo.constant dense<0.0> : tensor<f32>
%v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
%v5 = stablehlo.partition_id : tensor<ui32>
%v6 = stablehlo.constant dense<0> : tensor<ui32>
%v7 = stablehlo.compare EQ, %v5, %v6 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i1>) -> tensor<200xi1>
%v9 = stablehlo.constant dense<0.0> : tensor<200xf32>
%v10 = stablehlo.select %v8, %arg1, %v9 : tensor<200xi1>, tensor<200xf32>
%v11 = stablehlo.reshape %v4 : (tensor<f32>) -> tensor<1xf32>
%v12 = "stablehlo.scatter"(%v10, %arg2, %v11) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<200xf32>, tensor<1xi32>, tensor<1xf32>) -> tensor<200xf32>
%v13 = stablehlo.slice %v12 [171:172:1] : (tensor<200xf32>) -> tensor<1xf32>
%v14 = "stablehlo.all_reduce"(%v13) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<1xf32>) -> tensor<1xf32>
return %v14 : tensor<1xf32>
}
}
