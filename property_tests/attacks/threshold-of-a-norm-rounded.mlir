module @spec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %v1 = stablehlo.multiply %arg0, %arg0 : tensor<8x4xf32>
    %v2 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %v4 = stablehlo.constant dense<1.21090000000000009e+00> : tensor<f32>
    %v5 = stablehlo.compare GT, %v3, %v4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v6 = stablehlo.constant dense<5.00000000000000000e-01> : tensor<8x4xf32>
    %v7 = stablehlo.multiply %arg0, %v6 : tensor<8x4xf32>
    %v8 = stablehlo.broadcast_in_dim %v5, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v9 = stablehlo.select %v8, %v7, %arg0 : tensor<8x4xi1>, tensor<8x4xf32>
    %v10 = stablehlo.convert %v9 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    return %v10 : tensor<8x4xbf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4xf32>) -> (tensor<2x4xbf16>) {
    %v1 = stablehlo.multiply %arg0, %arg0 : tensor<2x4xf32>
    %v2 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
    %v4 = "stablehlo.all_reduce"(%v3) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %v5 = stablehlo.constant dense<1.21090000000000009e+00> : tensor<f32>
    %v6 = stablehlo.convert %v5 : (tensor<f32>) -> tensor<bf16>
    %v7 = stablehlo.convert %v6 : (tensor<bf16>) -> tensor<f32>
    %v8 = stablehlo.compare GT, %v4, %v7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v9 = stablehlo.constant dense<5.00000000000000000e-01> : tensor<2x4xf32>
    %v10 = stablehlo.multiply %arg0, %v9 : tensor<2x4xf32>
    %v11 = stablehlo.broadcast_in_dim %v8, dims = [] : (tensor<i1>) -> tensor<2x4xi1>
    %v12 = stablehlo.select %v11, %v10, %arg0 : tensor<2x4xi1>, tensor<2x4xf32>
    %v13 = stablehlo.convert %v12 : (tensor<2x4xf32>) -> tensor<2x4xbf16>
    return %v13 : tensor<2x4xbf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4xf32>) -> (tensor<2x4xbf16>) {
    %v1 = stablehlo.multiply %arg0, %arg0 : tensor<2x4xf32>
    %v2 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
    %v4 = "stablehlo.all_reduce"(%v3) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %v5 = stablehlo.constant dense<1.21090000000000009e+00> : tensor<f32>
    %v6 = stablehlo.compare GT, %v4, %v5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v7 = stablehlo.constant dense<5.00000000000000000e-01> : tensor<2x4xf32>
    %v8 = stablehlo.multiply %arg0, %v7 : tensor<2x4xf32>
    %v9 = stablehlo.broadcast_in_dim %v6, dims = [] : (tensor<i1>) -> tensor<2x4xi1>
    %v10 = stablehlo.select %v9, %v8, %arg0 : tensor<2x4xi1>, tensor<2x4xf32>
    %v11 = stablehlo.convert %v10 : (tensor<2x4xf32>) -> tensor<2x4xbf16>
    return %v11 : tensor<2x4xbf16>
  }
}
