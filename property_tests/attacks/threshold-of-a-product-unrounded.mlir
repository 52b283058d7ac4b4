module @spec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %v2 = stablehlo.constant dense<6.99999999999999956e-01> : tensor<4xf32>
    %v3 = stablehlo.convert %v2 : (tensor<4xf32>) -> tensor<4xbf16>
    %v4 = stablehlo.convert %v3 : (tensor<4xbf16>) -> tensor<4xf32>
    %v5 = stablehlo.compare GE, %v1, %v4, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %v6 = stablehlo.negate %v1 : tensor<4xf32>
    %v7 = stablehlo.select %v5, %v1, %v6 : tensor<4xi1>, tensor<4xf32>
    %v8 = stablehlo.convert %v7 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v8 : tensor<4xbf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x2xf32>, %arg1: tensor<2xf32>) -> (tensor<4xbf16>) {
    %v1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %v2 = "stablehlo.all_reduce"(%v1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %v3 = stablehlo.constant dense<6.99999999999999956e-01> : tensor<4xf32>
    %v4 = stablehlo.compare GE, %v2, %v3, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %v5 = stablehlo.negate %v2 : tensor<4xf32>
    %v6 = stablehlo.select %v4, %v2, %v5 : tensor<4xi1>, tensor<4xf32>
    %v7 = stablehlo.convert %v6 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v7 : tensor<4xbf16>
  }
}

// -----

module @impl attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x2xf32>, %arg1: tensor<2xf32>) -> (tensor<4xbf16>) {
    %v1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %v2 = "stablehlo.all_reduce"(%v1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %r = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %r : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %v3 = stablehlo.constant dense<6.99999999999999956e-01> : tensor<4xf32>
    %v4 = stablehlo.convert %v3 : (tensor<4xf32>) -> tensor<4xbf16>
    %v5 = stablehlo.convert %v4 : (tensor<4xbf16>) -> tensor<4xf32>
    %v6 = stablehlo.compare GE, %v2, %v5, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %v7 = stablehlo.negate %v2 : tensor<4xf32>
    %v8 = stablehlo.select %v6, %v2, %v7 : tensor<4xi1>, tensor<4xf32>
    %v9 = stablehlo.convert %v8 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v9 : tensor<4xbf16>
  }
}
