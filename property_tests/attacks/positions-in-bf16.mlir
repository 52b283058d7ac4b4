module @spec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<4x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.iota dim = 0 : tensor<512xi32>
    %v2 = stablehlo.convert %v1 : (tensor<512xi32>) -> tensor<512xf32>
    %v3 = stablehlo.dot_general %arg0, %v2, contracting_dims = [1] x [0] : (tensor<4x512xf32>, tensor<512xf32>) -> tensor<4xf32>
    %v4 = stablehlo.convert %v3 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v4 : tensor<4xbf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x128xf32>) -> (tensor<4xbf16>) {
    %v1 = stablehlo.iota dim = 0 : tensor<512xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<512xbf16>) -> tensor<512xf32>
    %v3 = stablehlo.partition_id : tensor<ui32>
    %v4 = stablehlo.convert %v3 : (tensor<ui32>) -> tensor<i32>
    %v5 = stablehlo.constant dense<128> : tensor<i32>
    %v6 = stablehlo.multiply %v4, %v5 : tensor<i32>
    %v7 = stablehlo.dynamic_slice %v2, %v6, sizes = [128] : (tensor<512xf32>, tensor<i32>) -> tensor<128xf32>
    %v8 = stablehlo.dot_general %arg0, %v7, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128xf32>) -> tensor<4xf32>
    %v9 = "stablehlo.all_reduce"(%v8) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %v10 = stablehlo.convert %v9 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v10 : tensor<4xbf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x128xf32>) -> (tensor<4xbf16>) {
    %v1 = stablehlo.iota dim = 0 : tensor<512xi32>
    %v2 = stablehlo.convert %v1 : (tensor<512xi32>) -> tensor<512xf32>
    %v3 = stablehlo.partition_id : tensor<ui32>
    %v4 = stablehlo.convert %v3 : (tensor<ui32>) -> tensor<i32>
    %v5 = stablehlo.constant dense<128> : tensor<i32>
    %v6 = stablehlo.multiply %v4, %v5 : tensor<i32>
    %v7 = stablehlo.dynamic_slice %v2, %v6, sizes = [128] : (tensor<512xf32>, tensor<i32>) -> tensor<128xf32>
    %v8 = stablehlo.dot_general %arg0, %v7, contracting_dims = [1] x [0] : (tensor<4x128xf32>, tensor<128xf32>) -> tensor<4xf32>
    %v9 = "stablehlo.all_reduce"(%v8) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %v10 = stablehlo.convert %v9 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v10 : tensor<4xbf16>
  }
}
