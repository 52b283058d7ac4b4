module @m {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<16x3xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %arg1: tensor<16x5xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<5x3xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<16x3xbf16>, tensor<16x5xbf16>) -> tensor<3x5xf32>
    %t = stablehlo.transpose %v1, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
    %v2 = stablehlo.convert %t : (tensor<5x3xf32>) -> tensor<5x3xbf16>
    return %v2 : tensor<5x3xbf16>
  }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xbf16>, %arg1: tensor<4x5xbf16>) -> (tensor<5x3xbf16>) {
    %v1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<4x3xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
    %t = stablehlo.transpose %v1, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
    %v2 = stablehlo.convert %t : (tensor<5x3xf32>) -> tensor<5x3xbf16>
    %v3 = "stablehlo.all_reduce"(%v2) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %c = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %c : tensor<bf16>
    }) : (tensor<5x3xbf16>) -> tensor<5x3xbf16>
    return %v3 : tensor<5x3xbf16>
  }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xbf16>, %arg1: tensor<4x5xbf16>) -> (tensor<5x3xbf16>) {
    %v1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<4x3xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>
    %t = stablehlo.transpose %v1, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
    %v2 = stablehlo.convert %t : (tensor<5x3xf32>) -> tensor<5x3xbf16>
    %v3 = "stablehlo.all_reduce"(%v2) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %c = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %c : tensor<bf16>
    }) : (tensor<5x3xbf16>) -> tensor<5x3xbf16>
    return %v3 : tensor<5x3xbf16>
  }
}
