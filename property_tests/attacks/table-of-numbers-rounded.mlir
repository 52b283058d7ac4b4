module @spec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.constant dense<[[0.4916, 0.9671, 1.1808, 1.7698], [0.9596, 1.6893, -1.884, -0.1375], [1.7734, 0.5959, 1.6036, -1.5472], [-0.1237, -1.0137, 0.175, 0.2958], [-1.9475, -1.1331, -0.8821, 1.6654], [1.0629, -1.3616, 1.1886, -1.4449], [0.4698, -1.4932, -1.9929, 1.4856], [-1.1622, -1.1381, 1.9297, 1.4896], [-0.8428, 1.8459, 0.1569, 0.7113], [-1.1809, 1.7639, 0.7626, 1.8663], [1.575, -0.8048, -0.5552, -1.3362], [-1.4172, -1.7394, -0.7946, 0.4124], [-1.9865, 0.7117, -0.6484, -0.7602], [1.2741, -0.077, -0.7368, -0.0751], [0.8187, -1.772, 1.9004, -1.9085], [0.9992, 1.3795, -1.9277, 1.151]]> : tensor<16x4xf32>
    %v2 = stablehlo.dot_general %arg0, %v1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %v3 = stablehlo.convert %v2 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    return %v3 : tensor<8x4xbf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x4xf32>) -> (tensor<8x4xbf16>) {
    %v1 = stablehlo.constant dense<[[0.4916, 0.9671, 1.1808, 1.7698], [0.9596, 1.6893, -1.884, -0.1375], [1.7734, 0.5959, 1.6036, -1.5472], [-0.1237, -1.0137, 0.175, 0.2958], [-1.9475, -1.1331, -0.8821, 1.6654], [1.0629, -1.3616, 1.1886, -1.4449], [0.4698, -1.4932, -1.9929, 1.4856], [-1.1622, -1.1381, 1.9297, 1.4896], [-0.8428, 1.8459, 0.1569, 0.7113], [-1.1809, 1.7639, 0.7626, 1.8663], [1.575, -0.8048, -0.5552, -1.3362], [-1.4172, -1.7394, -0.7946, 0.4124], [-1.9865, 0.7117, -0.6484, -0.7602], [1.2741, -0.077, -0.7368, -0.0751], [0.8187, -1.772, 1.9004, -1.9085], [0.9992, 1.3795, -1.9277, 1.151]]> : tensor<16x4xf32>
    %v2 = stablehlo.partition_id : tensor<ui32>
    %v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
    %v4 = stablehlo.constant dense<4> : tensor<i32>
    %v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
    %v6 = stablehlo.constant dense<0> : tensor<i32>
    %v7 = stablehlo.dynamic_slice %v1, %v5, %v6, sizes = [4, 4] : (tensor<16x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
    %v8 = stablehlo.convert %v7 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v9 = stablehlo.convert %v8 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %v10 = stablehlo.dot_general %arg0, %v9, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %v11 = "stablehlo.all_reduce"(%v10) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %v12 = stablehlo.convert %v11 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    return %v12 : tensor<8x4xbf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x4xf32>) -> (tensor<8x4xbf16>) {
    %v1 = stablehlo.constant dense<[[0.4916, 0.9671, 1.1808, 1.7698], [0.9596, 1.6893, -1.884, -0.1375], [1.7734, 0.5959, 1.6036, -1.5472], [-0.1237, -1.0137, 0.175, 0.2958], [-1.9475, -1.1331, -0.8821, 1.6654], [1.0629, -1.3616, 1.1886, -1.4449], [0.4698, -1.4932, -1.9929, 1.4856], [-1.1622, -1.1381, 1.9297, 1.4896], [-0.8428, 1.8459, 0.1569, 0.7113], [-1.1809, 1.7639, 0.7626, 1.8663], [1.575, -0.8048, -0.5552, -1.3362], [-1.4172, -1.7394, -0.7946, 0.4124], [-1.9865, 0.7117, -0.6484, -0.7602], [1.2741, -0.077, -0.7368, -0.0751], [0.8187, -1.772, 1.9004, -1.9085], [0.9992, 1.3795, -1.9277, 1.151]]> : tensor<16x4xf32>
    %v2 = stablehlo.partition_id : tensor<ui32>
    %v3 = stablehlo.convert %v2 : (tensor<ui32>) -> tensor<i32>
    %v4 = stablehlo.constant dense<4> : tensor<i32>
    %v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
    %v6 = stablehlo.constant dense<0> : tensor<i32>
    %v7 = stablehlo.dynamic_slice %v1, %v5, %v6, sizes = [4, 4] : (tensor<16x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
    %v8 = stablehlo.dot_general %arg0, %v7, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %v9 = "stablehlo.all_reduce"(%v8) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %v10 = stablehlo.convert %v9 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    return %v10 : tensor<8x4xbf16>
  }
}
