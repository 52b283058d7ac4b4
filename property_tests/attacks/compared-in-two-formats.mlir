module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.convert %arg0 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    %v2 = stablehlo.convert %arg1 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    %v3 = stablehlo.compare LT, %v1, %v2, FLOAT : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<8x4xi1>
    %v4 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %v5 = stablehlo.constant dense<3.00000000000000000e+00> : tensor<8x4xf32>
    %v6 = stablehlo.multiply %arg2, %v5 : tensor<8x4xf32>
    %v7 = stablehlo.select %v4, %arg2, %v6 : tensor<8x4xi1>, tensor<8x4xf32>
    %v8 = stablehlo.constant dense<5.00000000000000000e+00> : tensor<8x4xf32>
    %v9 = stablehlo.multiply %arg2, %v8 : tensor<8x4xf32>
    %v10 = stablehlo.select %v3, %arg2, %v9 : tensor<8x4xi1>, tensor<8x4xf32>
    %v11 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v12 = stablehlo.reduce(%arg3 init: %v11) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v13 = stablehlo.convert %v12 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v7, %v10, %v13 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>, %arg3: tensor<32x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v2 = stablehlo.convert %arg1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v3 = stablehlo.compare LT, %v1, %v2, FLOAT : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xi1>
    %v4 = stablehlo.constant dense<3.00000000000000000e+00> : tensor<4x4xf32>
    %v5 = stablehlo.multiply %arg2, %v4 : tensor<4x4xf32>
    %v6 = stablehlo.select %v3, %arg2, %v5 : tensor<4x4xi1>, tensor<4x4xf32>
    %v7 = stablehlo.constant dense<5.00000000000000000e+00> : tensor<4x4xf32>
    %v8 = stablehlo.multiply %arg2, %v7 : tensor<4x4xf32>
    %v9 = stablehlo.select %v3, %arg2, %v8 : tensor<4x4xi1>, tensor<4x4xf32>
    %v10 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v11 = stablehlo.reduce(%arg3 init: %v10) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v12 = stablehlo.convert %v11 : (tensor<4xf32>) -> tensor<4xbf16>
    %v13 = "stablehlo.all_reduce"(%v12) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 13, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v6, %v9, %v13 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>, %arg3: tensor<32x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v2 = stablehlo.convert %arg1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v3 = stablehlo.compare LT, %v1, %v2, FLOAT : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xi1>
    %v4 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    %v5 = stablehlo.constant dense<3.00000000000000000e+00> : tensor<4x4xf32>
    %v6 = stablehlo.multiply %arg2, %v5 : tensor<4x4xf32>
    %v7 = stablehlo.select %v4, %arg2, %v6 : tensor<4x4xi1>, tensor<4x4xf32>
    %v8 = stablehlo.constant dense<5.00000000000000000e+00> : tensor<4x4xf32>
    %v9 = stablehlo.multiply %arg2, %v8 : tensor<4x4xf32>
    %v10 = stablehlo.select %v3, %arg2, %v9 : tensor<4x4xi1>, tensor<4x4xf32>
    %v11 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v12 = stablehlo.reduce(%arg3 init: %v11) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v13 = stablehlo.convert %v12 : (tensor<4xf32>) -> tensor<4xbf16>
    %v14 = "stablehlo.all_reduce"(%v13) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 14, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v7, %v10, %v14 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xbf16>
  }
}
