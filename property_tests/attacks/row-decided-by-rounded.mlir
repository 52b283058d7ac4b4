module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<2000x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<2000x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg3: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2000x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.convert %arg0 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v3 = stablehlo.convert %arg1 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v4 = stablehlo.convert %v3 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v5 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2000x2xf32>, tensor<2000x2xf32>) -> tensor<2000x2xi1>
    %v6 = stablehlo.convert %v5 : (tensor<2000x2xi1>) -> tensor<2000x2xi32>
    %v7 = stablehlo.compare LT, %v2, %v4, FLOAT : (tensor<2000x2xf32>, tensor<2000x2xf32>) -> tensor<2000x2xi1>
    %v8 = stablehlo.convert %v7 : (tensor<2000x2xi1>) -> tensor<2000x2xi32>
    %v9 = "stablehlo.gather"(%v6, %arg2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
    %v10 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v11 = stablehlo.reduce(%arg3 init: %v10) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v12 = stablehlo.convert %v11 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v9, %v8, %v12 : tensor<2x2xi32>, tensor<2000x2xi32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2000x2xf32>, %arg1: tensor<2000x2xf32>, %arg2: tensor<1xi32>, %arg3: tensor<32x4xf32>) -> (tensor<1x2xi32>, tensor<2000x2xi32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v3 = stablehlo.convert %arg1 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v4 = stablehlo.convert %v3 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v5 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2000x2xf32>, tensor<2000x2xf32>) -> tensor<2000x2xi1>
    %v6 = stablehlo.convert %v5 : (tensor<2000x2xi1>) -> tensor<2000x2xi32>
    %v7 = stablehlo.compare LT, %v2, %v4, FLOAT : (tensor<2000x2xf32>, tensor<2000x2xf32>) -> tensor<2000x2xi1>
    %v8 = stablehlo.convert %v7 : (tensor<2000x2xi1>) -> tensor<2000x2xi32>
    %v9 = stablehlo.slice %v6 [0:777, 0:2] : (tensor<2000x2xi32>) -> tensor<777x2xi32>
    %v10 = stablehlo.slice %v8 [777:778, 0:2] : (tensor<2000x2xi32>) -> tensor<1x2xi32>
    %v11 = stablehlo.slice %v6 [778:2000, 0:2] : (tensor<2000x2xi32>) -> tensor<1222x2xi32>
    %v12 = stablehlo.concatenate %v9, %v10, %v11, dim = 0 : (tensor<777x2xi32>, tensor<1x2xi32>, tensor<1222x2xi32>) -> tensor<2000x2xi32>
    %v13 = "stablehlo.gather"(%v12, %arg2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xi32>, tensor<1xi32>) -> tensor<1x2xi32>
    %v14 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v15 = stablehlo.reduce(%arg3 init: %v14) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v16 = stablehlo.convert %v15 : (tensor<4xf32>) -> tensor<4xbf16>
    %v17 = "stablehlo.all_reduce"(%v16) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 17, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v13, %v8, %v17 : tensor<1x2xi32>, tensor<2000x2xi32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2000x2xf32>, %arg1: tensor<2000x2xf32>, %arg2: tensor<1xi32>, %arg3: tensor<32x4xf32>) -> (tensor<1x2xi32>, tensor<2000x2xi32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v3 = stablehlo.convert %arg1 : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %v4 = stablehlo.convert %v3 : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %v5 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<2000x2xf32>, tensor<2000x2xf32>) -> tensor<2000x2xi1>
    %v6 = stablehlo.convert %v5 : (tensor<2000x2xi1>) -> tensor<2000x2xi32>
    %v7 = stablehlo.compare LT, %v2, %v4, FLOAT : (tensor<2000x2xf32>, tensor<2000x2xf32>) -> tensor<2000x2xi1>
    %v8 = stablehlo.convert %v7 : (tensor<2000x2xi1>) -> tensor<2000x2xi32>
    %v9 = "stablehlo.gather"(%v6, %arg2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xi32>, tensor<1xi32>) -> tensor<1x2xi32>
    %v10 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v11 = stablehlo.reduce(%arg3 init: %v10) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v12 = stablehlo.convert %v11 : (tensor<4xf32>) -> tensor<4xbf16>
    %v13 = "stablehlo.all_reduce"(%v12) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 13, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v9, %v8, %v13 : tensor<1x2xi32>, tensor<2000x2xi32>, tensor<4xbf16>
  }
}
