module @spec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<bf16> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.iota dim = 0 : tensor<512xf32>
    %v2 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %v3 = stablehlo.broadcast_in_dim %v2, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %v4 = stablehlo.compare LT, %v1, %v3, FLOAT : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xi1>
    %v5 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<512xf32>
    %v6 = stablehlo.select %v4, %arg0, %v5 : tensor<512xi1>, tensor<512xf32>
    %v7 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
    %v9 = stablehlo.convert %v8 : (tensor<f32>) -> tensor<bf16>
    return %v9 : tensor<bf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128xf32>, %arg1: tensor<i32>) -> (tensor<bf16>) {
    %v1 = stablehlo.iota dim = 0 : tensor<512xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<512xbf16>) -> tensor<512xf32>
    %v3 = stablehlo.partition_id : tensor<ui32>
    %v4 = stablehlo.convert %v3 : (tensor<ui32>) -> tensor<i32>
    %v5 = stablehlo.constant dense<128> : tensor<i32>
    %v6 = stablehlo.multiply %v4, %v5 : tensor<i32>
    %v7 = stablehlo.dynamic_slice %v2, %v6, sizes = [128] : (tensor<512xf32>, tensor<i32>) -> tensor<128xf32>
    %v8 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %v9 = stablehlo.broadcast_in_dim %v8, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %v10 = stablehlo.compare LT, %v7, %v9, FLOAT : (tensor<128xf32>, tensor<128xf32>) -> tensor<128xi1>
    %v11 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<128xf32>
    %v12 = stablehlo.select %v10, %arg0, %v11 : tensor<128xi1>, tensor<128xf32>
    %v13 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v14 = stablehlo.reduce(%v12 init: %v13) applies stablehlo.add across dimensions = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<f32>
    %v15 = "stablehlo.all_reduce"(%v14) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %v16 = stablehlo.convert %v15 : (tensor<f32>) -> tensor<bf16>
    return %v16 : tensor<bf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128xf32>, %arg1: tensor<i32>) -> (tensor<bf16>) {
    %v1 = stablehlo.iota dim = 0 : tensor<512xf32>
    %v2 = stablehlo.partition_id : tensor<ui32>
    %v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
    %v4 = stablehlo.constant dense<128> : tensor<i32>
    %v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
    %v6 = stablehlo.dynamic_slice %v1, %v5, sizes = [128] : (tensor<512xf32>, tensor<i32>) -> tensor<128xf32>
    %v7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %v9 = stablehlo.compare LT, %v6, %v8, FLOAT : (tensor<128xf32>, tensor<128xf32>) -> tensor<128xi1>
    %v10 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<128xf32>
    %v11 = stablehlo.select %v9, %arg0, %v10 : tensor<128xi1>, tensor<128xf32>
    %v12 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v13 = stablehlo.reduce(%v11 init: %v12) applies stablehlo.add across dimensions = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<f32>
    %v14 = "stablehlo.all_reduce"(%v13) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %v15 = stablehlo.convert %v14 : (tensor<f32>) -> tensor<bf16>
    return %v15 : tensor<bf16>
  }
}
