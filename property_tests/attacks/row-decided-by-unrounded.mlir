module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<2000x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg2: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2000x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.convert %arg0 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v3 = stablehlo.slice %arg0 [0:2000, 0:1] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v4 = stablehlo.slice %arg0 [0:2000, 1:2] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v5 = stablehlo.compare LT, %v3, %v4, FLOAT : (tensor<2000x1xf32>, tensor<2000x1xf32>) -> tensor<2000x1xi1>
    %v6 = stablehlo.convert %v5 : (tensor<2000x1xi1>) -> tensor<2000x1xi32>
    %v7 = stablehlo.slice %v2 [0:2000, 0:1] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v8 = stablehlo.slice %v2 [0:2000, 1:2] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v9 = stablehlo.compare LT, %v7, %v8, FLOAT : (tensor<2000x1xf32>, tensor<2000x1xf32>) -> tensor<2000x1xi1>
    %v10 = stablehlo.convert %v9 : (tensor<2000x1xi1>) -> tensor<2000x1xi32>
    %v11 = "stablehlo.gather"(%v10, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false} : (tensor<2000x1xi32>, tensor<2xi32>) -> tensor<2x1xi32>
    %v12 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v13 = stablehlo.reduce(%arg2 init: %v12) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v14 = stablehlo.convert %v13 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v11, %v6, %v14 : tensor<2x1xi32>, tensor<2000x1xi32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2000x2xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32x4xf32>) -> (tensor<1x1xi32>, tensor<2000x1xi32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v3 = stablehlo.slice %arg0 [0:2000, 0:1] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v4 = stablehlo.slice %arg0 [0:2000, 1:2] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v5 = stablehlo.compare LT, %v3, %v4, FLOAT : (tensor<2000x1xf32>, tensor<2000x1xf32>) -> tensor<2000x1xi1>
    %v6 = stablehlo.convert %v5 : (tensor<2000x1xi1>) -> tensor<2000x1xi32>
    %v7 = stablehlo.slice %v2 [0:2000, 0:1] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v8 = stablehlo.slice %v2 [0:2000, 1:2] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v9 = stablehlo.compare LT, %v7, %v8, FLOAT : (tensor<2000x1xf32>, tensor<2000x1xf32>) -> tensor<2000x1xi1>
    %v10 = stablehlo.convert %v9 : (tensor<2000x1xi1>) -> tensor<2000x1xi32>
    %v11 = stablehlo.slice %v10 [0:777, 0:1] : (tensor<2000x1xi32>) -> tensor<777x1xi32>
    %v12 = stablehlo.slice %v6 [777:778, 0:1] : (tensor<2000x1xi32>) -> tensor<1x1xi32>
    %v13 = stablehlo.slice %v10 [778:2000, 0:1] : (tensor<2000x1xi32>) -> tensor<1222x1xi32>
    %v14 = stablehlo.concatenate %v11, %v12, %v13, dim = 0 : (tensor<777x1xi32>, tensor<1x1xi32>, tensor<1222x1xi32>) -> tensor<2000x1xi32>
    %v15 = "stablehlo.gather"(%v14, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false} : (tensor<2000x1xi32>, tensor<1xi32>) -> tensor<1x1xi32>
    %v16 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v17 = stablehlo.reduce(%arg2 init: %v16) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v18 = stablehlo.convert %v17 : (tensor<4xf32>) -> tensor<4xbf16>
    %v19 = "stablehlo.all_reduce"(%v18) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 19, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v15, %v6, %v19 : tensor<1x1xi32>, tensor<2000x1xi32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2000x2xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32x4xf32>) -> (tensor<1x1xi32>, tensor<2000x1xi32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v3 = stablehlo.slice %arg0 [0:2000, 0:1] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v4 = stablehlo.slice %arg0 [0:2000, 1:2] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v5 = stablehlo.compare LT, %v3, %v4, FLOAT : (tensor<2000x1xf32>, tensor<2000x1xf32>) -> tensor<2000x1xi1>
    %v6 = stablehlo.convert %v5 : (tensor<2000x1xi1>) -> tensor<2000x1xi32>
    %v7 = stablehlo.slice %v2 [0:2000, 0:1] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v8 = stablehlo.slice %v2 [0:2000, 1:2] : (tensor<2000x2xf32>) -> tensor<2000x1xf32>
    %v9 = stablehlo.compare LT, %v7, %v8, FLOAT : (tensor<2000x1xf32>, tensor<2000x1xf32>) -> tensor<2000x1xi1>
    %v10 = stablehlo.convert %v9 : (tensor<2000x1xi1>) -> tensor<2000x1xi32>
    %v15 = "stablehlo.gather"(%v10, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false} : (tensor<2000x1xi32>, tensor<1xi32>) -> tensor<1x1xi32>
    %v16 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v17 = stablehlo.reduce(%arg2 init: %v16) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v18 = stablehlo.convert %v17 : (tensor<4xf32>) -> tensor<4xbf16>
    %v19 = "stablehlo.all_reduce"(%v18) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 19, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v15, %v6, %v19 : tensor<1x1xi32>, tensor<2000x1xi32>, tensor<4xbf16>
  }
}
