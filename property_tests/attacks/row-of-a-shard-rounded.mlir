module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<6000x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<6000x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.convert %arg0 : (tensor<6000x4xf32>) -> tensor<6000x4xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<6000x4xbf16>) -> tensor<6000x4xf32>
    %v3 = "stablehlo.gather"(%arg0, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<6000x4xf32>, tensor<6xi32>) -> tensor<6x4xf32>
    %v4 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v5 = stablehlo.reduce(%arg2 init: %v4) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v6 = stablehlo.convert %v5 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v3, %v2, %v6 : tensor<6x4xf32>, tensor<6000x4xf32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1500x4xf32>, %arg1: tensor<6xi32>, %arg2: tensor<16x4xf32>) -> (tensor<6x4xf32>, tensor<1500x4xf32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<1500x4xf32>) -> tensor<1500x4xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<1500x4xbf16>) -> tensor<1500x4xf32>
    %v3 = stablehlo.slice %arg0 [0:700, 0:4] : (tensor<1500x4xf32>) -> tensor<700x4xf32>
    %v4 = stablehlo.partition_id : tensor<ui32>
    %v5 = stablehlo.convert %v4 : (tensor<ui32>) -> tensor<i32>
    %v6 = stablehlo.constant dense<2> : tensor<i32>
    %v7 = stablehlo.compare EQ, %v5, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i1>) -> tensor<1x4xi1>
    %v9 = stablehlo.slice %v2 [700:701, 0:4] : (tensor<1500x4xf32>) -> tensor<1x4xf32>
    %v10 = stablehlo.slice %arg0 [700:701, 0:4] : (tensor<1500x4xf32>) -> tensor<1x4xf32>
    %v11 = stablehlo.select %v8, %v9, %v10 : tensor<1x4xi1>, tensor<1x4xf32>
    %v12 = stablehlo.slice %arg0 [701:1500, 0:4] : (tensor<1500x4xf32>) -> tensor<799x4xf32>
    %v13 = stablehlo.concatenate %v3, %v11, %v12, dim = 0 : (tensor<700x4xf32>, tensor<1x4xf32>, tensor<799x4xf32>) -> tensor<1500x4xf32>
    %v14 = stablehlo.constant dense<0> : tensor<i32>
    %v15 = stablehlo.constant dense<5999> : tensor<i32>
    %v16 = stablehlo.clamp %v14, %arg1, %v15 : (tensor<i32>, tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %v17 = stablehlo.partition_id : tensor<ui32>
    %v18 = stablehlo.convert %v17 : (tensor<ui32>) -> tensor<i32>
    %v19 = stablehlo.constant dense<1500> : tensor<i32>
    %v20 = stablehlo.multiply %v18, %v19 : tensor<i32>
    %v21 = stablehlo.broadcast_in_dim %v20, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %v22 = stablehlo.subtract %v16, %v21 : tensor<6xi32>
    %v23 = stablehlo.constant dense<0> : tensor<6xi32>
    %v24 = stablehlo.compare GE, %v22, %v23, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %v25 = stablehlo.constant dense<1500> : tensor<6xi32>
    %v26 = stablehlo.compare LT, %v22, %v25, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %v27 = stablehlo.and %v24, %v26 : tensor<6xi1>
    %v28 = stablehlo.broadcast_in_dim %v27, dims = [0] : (tensor<6xi1>) -> tensor<6x4xi1>
    %v29 = stablehlo.constant dense<0> : tensor<i32>
    %v30 = stablehlo.constant dense<1499> : tensor<i32>
    %v31 = stablehlo.clamp %v29, %v22, %v30 : (tensor<i32>, tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %v32 = "stablehlo.gather"(%v13, %v31) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<1500x4xf32>, tensor<6xi32>) -> tensor<6x4xf32>
    %v33 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<6x4xf32>
    %v34 = stablehlo.select %v28, %v32, %v33 : tensor<6x4xi1>, tensor<6x4xf32>
    %v35 = "stablehlo.all_reduce"(%v34) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 35, type = 1>, use_global_device_ids} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %v36 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v37 = stablehlo.reduce(%arg2 init: %v36) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v38 = stablehlo.convert %v37 : (tensor<4xf32>) -> tensor<4xbf16>
    %v39 = "stablehlo.all_reduce"(%v38) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 39, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v35, %v2, %v39 : tensor<6x4xf32>, tensor<1500x4xf32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1500x4xf32>, %arg1: tensor<6xi32>, %arg2: tensor<16x4xf32>) -> (tensor<6x4xf32>, tensor<1500x4xf32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<1500x4xf32>) -> tensor<1500x4xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<1500x4xbf16>) -> tensor<1500x4xf32>
    %v3 = stablehlo.constant dense<0> : tensor<i32>
    %v4 = stablehlo.constant dense<5999> : tensor<i32>
    %v5 = stablehlo.clamp %v3, %arg1, %v4 : (tensor<i32>, tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %v6 = stablehlo.partition_id : tensor<ui32>
    %v7 = stablehlo.convert %v6 : (tensor<ui32>) -> tensor<i32>
    %v8 = stablehlo.constant dense<1500> : tensor<i32>
    %v9 = stablehlo.multiply %v7, %v8 : tensor<i32>
    %v10 = stablehlo.broadcast_in_dim %v9, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %v11 = stablehlo.subtract %v5, %v10 : tensor<6xi32>
    %v12 = stablehlo.constant dense<0> : tensor<6xi32>
    %v13 = stablehlo.compare GE, %v11, %v12, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %v14 = stablehlo.constant dense<1500> : tensor<6xi32>
    %v15 = stablehlo.compare LT, %v11, %v14, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %v16 = stablehlo.and %v13, %v15 : tensor<6xi1>
    %v17 = stablehlo.broadcast_in_dim %v16, dims = [0] : (tensor<6xi1>) -> tensor<6x4xi1>
    %v18 = stablehlo.constant dense<0> : tensor<i32>
    %v19 = stablehlo.constant dense<1499> : tensor<i32>
    %v20 = stablehlo.clamp %v18, %v11, %v19 : (tensor<i32>, tensor<6xi32>, tensor<i32>) -> tensor<6xi32>
    %v21 = "stablehlo.gather"(%arg0, %v20) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<1500x4xf32>, tensor<6xi32>) -> tensor<6x4xf32>
    %v22 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<6x4xf32>
    %v23 = stablehlo.select %v17, %v21, %v22 : tensor<6x4xi1>, tensor<6x4xf32>
    %v24 = "stablehlo.all_reduce"(%v23) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 24, type = 1>, use_global_device_ids} : (tensor<6x4xf32>) -> tensor<6x4xf32>
    %v25 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v26 = stablehlo.reduce(%arg2 init: %v25) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v27 = stablehlo.convert %v26 : (tensor<4xf32>) -> tensor<4xbf16>
    %v28 = "stablehlo.all_reduce"(%v27) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 28, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v24, %v2, %v28 : tensor<6x4xf32>, tensor<1500x4xf32>, tensor<4xbf16>
  }
}
