module @m {
 sdy.mesh @mesh = <["x"=4]>
 func.func public @main(%arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.negate %arg0 : tensor<64x8xf32>
  %v2 = stablehlo.exponential %v1 : tensor<64x8xf32>
  %v3 = stablehlo.constant dense<1.0> : tensor<64x8xf32>
  %v4 = stablehlo.add %v2, %v3 : tensor<64x8xf32>
  %v5 = stablehlo.divide %arg0, %v4 : tensor<64x8xf32>
  %v6 = stablehlo.convert %v5 : (tensor<64x8xf32>) -> tensor<64x8xbf16>
  %v7 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.add across dimensions = [0] : (tensor<64x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  return %v8 : tensor<8xbf16>
 }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
 func.func public @main(%arg0: tensor<16x8xf32>) -> (tensor<8xbf16>) {
  %v1 = stablehlo.constant dense<0.0> : tensor<f32>
  %v2 = stablehlo.pad %arg0, %v1, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<20x8xf32>
  %v3 = stablehlo.convert %v2 : (tensor<20x8xf32>) -> tensor<20x8xbf16>
  %v4 = stablehlo.convert %v3 : (tensor<20x8xbf16>) -> tensor<20x8xf32>
  %v5 = stablehlo.negate %v4 : tensor<20x8xf32>
  %v6 = stablehlo.exponential %v5 : tensor<20x8xf32>
  %v7 = stablehlo.constant dense<1.0> : tensor<20x8xf32>
  %v8 = stablehlo.add %v6, %v7 : tensor<20x8xf32>
  %v9 = stablehlo.divide %v4, %v8 : tensor<20x8xf32>
  %v10 = stablehlo.convert %v9 : (tensor<20x8xf32>) -> tensor<20x8xbf16>
  %v11 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.add across dimensions = [0] : (tensor<20x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v13 = "stablehlo.all_reduce"(%v12) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v13 : tensor<8xbf16>
 }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
 func.func public @main(%arg0: tensor<16x8xf32>) -> (tensor<8xbf16>) {
  %v1 = stablehlo.negate %arg0 : tensor<16x8xf32>
  %v2 = stablehlo.exponential %v1 : tensor<16x8xf32>
  %v3 = stablehlo.constant dense<1.0> : tensor<16x8xf32>
  %v4 = stablehlo.add %v2, %v3 : tensor<16x8xf32>
  %v5 = stablehlo.divide %arg0, %v4 : tensor<16x8xf32>
  %v6 = stablehlo.convert %v5 : (tensor<16x8xf32>) -> tensor<16x8xbf16>
  %v7 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.add across dimensions = [0] : (tensor<16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v9 = "stablehlo.all_reduce"(%v8) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v9 : tensor<8xbf16>
 }
}
