module @spec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f16> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<[0.3, 0.317, 0.334, 0.351, 0.368, 0.385, 0.402, 0.419, 0.436, 0.453, 0.47, 0.487, 0.504, 0.521, 0.538, 0.555, 0.572, 0.589, 0.606, 0.623, 0.64, 0.657, 0.674, 0.691, 0.708, 0.725, 0.742, 0.759, 0.776, 0.793, 0.81, 0.827]> : tensor<32xf32>
    %v2 = stablehlo.multiply %arg0, %v1 : tensor<32xf32>
    %v3 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %v5 = stablehlo.convert %v4 : (tensor<f32>) -> tensor<f16>
    return %v5 : tensor<f16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>) -> (tensor<f16>) {
    %v1 = stablehlo.constant dense<[0.3, 0.317, 0.334, 0.351, 0.368, 0.385, 0.402, 0.419, 0.436, 0.453, 0.47, 0.487, 0.504, 0.521, 0.538, 0.555, 0.572, 0.589, 0.606, 0.623, 0.64, 0.657, 0.674, 0.691, 0.708, 0.725, 0.742, 0.759, 0.776, 0.793, 0.81, 0.827]> : tensor<32xf32>
    %v2 = stablehlo.partition_id : tensor<ui32>
    %v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
    %v4 = stablehlo.constant dense<8> : tensor<i32>
    %v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
    %v6 = stablehlo.dynamic_slice %v1, %v5, sizes = [8] : (tensor<32xf32>, tensor<i32>) -> tensor<8xf32>
    %v7 = stablehlo.convert %v6 : (tensor<8xf32>) -> tensor<8xf16>
    %v8 = stablehlo.convert %v7 : (tensor<8xf16>) -> tensor<8xf32>
    %v9 = stablehlo.partition_id : tensor<ui32>
    %v10 = stablehlo.convert %v9 : (tensor<ui32>) -> tensor<i32>
    %v11 = stablehlo.constant dense<2> : tensor<i32>
    %v12 = stablehlo.compare EQ, %v10, %v11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v13 = stablehlo.broadcast_in_dim %v12, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %v14 = stablehlo.select %v13, %v8, %v6 : tensor<8xi1>, tensor<8xf32>
    %v15 = stablehlo.multiply %arg0, %v14 : tensor<8xf32>
    %v16 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v17 = stablehlo.reduce(%v15 init: %v16) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %v18 = "stablehlo.all_reduce"(%v17) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %v19 = stablehlo.convert %v18 : (tensor<f32>) -> tensor<f16>
    return %v19 : tensor<f16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>) -> (tensor<f16>) {
    %v1 = stablehlo.constant dense<[0.3, 0.317, 0.334, 0.351, 0.368, 0.385, 0.402, 0.419, 0.436, 0.453, 0.47, 0.487, 0.504, 0.521, 0.538, 0.555, 0.572, 0.589, 0.606, 0.623, 0.64, 0.657, 0.674, 0.691, 0.708, 0.725, 0.742, 0.759, 0.776, 0.793, 0.81, 0.827]> : tensor<32xf32>
    %v2 = stablehlo.partition_id : tensor<ui32>
    %v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
    %v4 = stablehlo.constant dense<8> : tensor<i32>
    %v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
    %v6 = stablehlo.dynamic_slice %v1, %v5, sizes = [8] : (tensor<32xf32>, tensor<i32>) -> tensor<8xf32>
    %v7 = stablehlo.multiply %arg0, %v6 : tensor<8xf32>
    %v8 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v9 = stablehlo.reduce(%v7 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %v10 = "stablehlo.all_reduce"(%v9) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %v11 = stablehlo.convert %v10 : (tensor<f32>) -> tensor<f16>
    return %v11 : tensor<f16>
  }
}
