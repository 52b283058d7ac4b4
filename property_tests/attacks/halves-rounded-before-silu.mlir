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
  %v1 = stablehlo.reshape %arg0 : (tensor<16x8xf32>) -> tensor<128xf32>
  %v2 = stablehlo.constant dense<0.5> : tensor<128xf32>
  %v3 = stablehlo.multiply %v1, %v2 : tensor<128xf32>
  %v4 = stablehlo.convert %v3 : (tensor<128xf32>) -> tensor<128xbf16>
  %v5 = stablehlo.convert %v4 : (tensor<128xbf16>) -> tensor<128xf32>
  %v6 = stablehlo.constant dense<2.0> : tensor<128xf32>
  %v7 = stablehlo.multiply %v5, %v6 : tensor<128xf32>
  %v8 = stablehlo.negate %v7 : tensor<128xf32>
  %v9 = stablehlo.exponential %v8 : tensor<128xf32>
  %v10 = stablehlo.constant dense<1.0> : tensor<128xf32>
  %v11 = stablehlo.add %v9, %v10 : tensor<128xf32>
  %v12 = stablehlo.divide %v7, %v11 : tensor<128xf32>
  %v13 = stablehlo.convert %v12 : (tensor<128xf32>) -> tensor<128xbf16>
  %v14 = stablehlo.reshape %v13 : (tensor<128xbf16>) -> tensor<2x8x8xbf16>
  %v15 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v16 = stablehlo.reduce(%v14 init: %v15) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x8x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v17 = "stablehlo.all_reduce"(%v16) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v17 : tensor<8xbf16>
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
  %v9 = "stablehlo.all_reduce"(%v8) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v9 : tensor<8xbf16>
 }
}
