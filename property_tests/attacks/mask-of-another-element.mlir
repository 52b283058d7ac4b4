module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<200x2xf32>, %arg1: tensor<2xi32>) -> (tensor<2x2xf32>) {
%v1 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<200x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
return %v1 : tensor<2x2xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<100x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %arg1: tensor<2xi32> {mhlo.sharding = "{replicated}"}) -> (tensor<2x2xf32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<0.0> : tensor<200x2xf32>
%v2 = stablehlo.partition_id : tensor<ui32>
%v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
%v4 = stablehlo.constant dense<100> : tensor<i32>
%v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
%v6 = stablehlo.constant dense<0> : tensor<i32>
%v7 = stablehlo.dynamic_update_slice %v1, %arg0, %v5, %v6 : (tensor<200x2xf32>, tensor<100x2xf32>, tensor<i32>, tensor<i32>) -> tensor<200x2xf32>
%i0 = stablehlo.slice %arg1 [0:1:1] : (tensor<2xi32>) -> tensor<1xi32>
%i1 = stablehlo.slice %arg1 [1:2:1] : (tensor<2xi32>) -> tensor<1xi32>
%g0 = "stablehlo.gather"(%v7, %i0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<200x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
%g1 = "stablehlo.gather"(%v7, %i1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<200x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
%c0 = stablehlo.slice %v7 [0:33:1, 0:2:1] : (tensor<200x2xf32>) -> tensor<33x2xf32>
%c1 = stablehlo.constant dense<0.0> : tensor<1x2xf32>
%c2 = stablehlo.slice %v7 [34:200:1, 0:2:1] : (tensor<200x2xf32>) -> tensor<166x2xf32>
%c3 = stablehlo.concatenate %c0, %c1, %c2, dim = 0 : (tensor<33x2xf32>, tensor<1x2xf32>, tensor<166x2xf32>) -> tensor<200x2xf32>
%h1 = "stablehlo.gather"(%c3, %i1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<200x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
%k = stablehlo.constant dense<171> : tensor<1xi32>
%p = stablehlo.compare EQ, %i0, %k : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
%q = stablehlo.broadcast_in_dim %p, dims = [0] : (tensor<1xi1>) -> tensor<1x2xi1>
%s = stablehlo.select %q, %h1, %g1 : tensor<1x2xi1>, tensor<1x2xf32>
%v8 = stablehlo.concatenate %g0, %s, dim = 0 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
%v9 = "stablehlo.all_reduce"(%v8) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>) -> tensor<2x2xf32>
return %v9 : tensor<2x2xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<100x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %arg1: tensor<2xi32> {mhlo.sharding = "{replicated}"}) -> (tensor<2x2xf32> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<0.0> : tensor<200x2xf32>
%v2 = stablehlo.partition_id : tensor<ui32>
%v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
%v4 = stablehlo.constant dense<100> : tensor<i32>
%v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
%v6 = stablehlo.constant dense<0> : tensor<i32>
%v7 = stablehlo.dynamic_update_slice %v1, %arg0, %v5, %v6 : (tensor<200x2xf32>, tensor<100x2xf32>, tensor<i32>, tensor<i32>) -> tensor<200x2xf32>
%i0 = stablehlo.slice %arg1 [0:1:1] : (tensor<2xi32>) -> tensor<1xi32>
%i1 = stablehlo.slice %arg1 [1:2:1] : (tensor<2xi32>) -> tensor<1xi32>
%g0 = "stablehlo.gather"(%v7, %i0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<200x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
%g1 = "stablehlo.gather"(%v7, %i1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<200x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
%v8 = stablehlo.concatenate %g0, %g1, dim = 0 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
%v9 = "stablehlo.all_reduce"(%v8) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>) -> tensor<2x2xf32>
return %v9 : tensor<2x2xf32>
}
}
