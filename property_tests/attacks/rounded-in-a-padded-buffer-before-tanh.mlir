module @m {
 sdy.mesh @mesh = <["x"=4]>
 func.func public @main(%arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8xf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.tanh %arg0 : tensor<64x8xf32>
  %v2 = stablehlo.multiply %v1, %v1 : tensor<64x8xf32>
  %v3 = stablehlo.constant dense<1.0> : tensor<64x8xf32>
  %v4 = stablehlo.subtract %v3, %v2 : tensor<64x8xf32>
  %v5 = stablehlo.convert %v4 : (tensor<64x8xf32>) -> tensor<64x8xf16>
  %v6 = stablehlo.constant dense<0.0> : tensor<f16>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0] : (tensor<64x8xf16>, tensor<f16>) -> tensor<8xf16>
  return %v7 : tensor<8xf16>
 }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
 func.func public @main(%arg0: tensor<16x8xf32>) -> (tensor<8xf16>) {
  %v1 = stablehlo.constant dense<0.0> : tensor<f32>
  %v2 = stablehlo.pad %arg0, %v1, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<16x9xf32>
  %v3 = stablehlo.convert %v2 : (tensor<16x9xf32>) -> tensor<16x9xf16>
  %v4 = stablehlo.convert %v3 : (tensor<16x9xf16>) -> tensor<16x9xf32>
  %v5 = stablehlo.tanh %v4 : tensor<16x9xf32>
  %v6 = stablehlo.multiply %v5, %v5 : tensor<16x9xf32>
  %v7 = stablehlo.constant dense<1.0> : tensor<16x9xf32>
  %v8 = stablehlo.subtract %v7, %v6 : tensor<16x9xf32>
  %v9 = stablehlo.convert %v8 : (tensor<16x9xf32>) -> tensor<16x9xf16>
  %v10 = stablehlo.constant dense<0.0> : tensor<f16>
  %v11 = stablehlo.reduce(%v9 init: %v10) applies stablehlo.add across dimensions = [0] : (tensor<16x9xf16>, tensor<f16>) -> tensor<9xf16>
  %v12 = stablehlo.slice %v11 [0:8:1] : (tensor<9xf16>) -> tensor<8xf16>
  %v13 = "stablehlo.all_reduce"(%v12) <{channel_handle = #stablehlo.channel_handle<handle = 16, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<f16>, %bb: tensor<f16>):
   %bs = stablehlo.add %ba, %bb : tensor<f16>
   stablehlo.return %bs : tensor<f16>
   }) : (tensor<8xf16>) -> tensor<8xf16>
  return %v13 : tensor<8xf16>
 }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
 func.func public @main(%arg0: tensor<16x8xf32>) -> (tensor<8xf16>) {
  %v1 = stablehlo.tanh %arg0 : tensor<16x8xf32>
  %v2 = stablehlo.multiply %v1, %v1 : tensor<16x8xf32>
  %v3 = stablehlo.constant dense<1.0> : tensor<16x8xf32>
  %v4 = stablehlo.subtract %v3, %v2 : tensor<16x8xf32>
  %v5 = stablehlo.convert %v4 : (tensor<16x8xf32>) -> tensor<16x8xf16>
  %v6 = stablehlo.constant dense<0.0> : tensor<f16>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf16>, tensor<f16>) -> tensor<8xf16>
  %v8 = "stablehlo.all_reduce"(%v7) <{channel_handle = #stablehlo.channel_handle<handle = 15, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<f16>, %bb: tensor<f16>):
   %bs = stablehlo.add %ba, %bb : tensor<f16>
   stablehlo.return %bs : tensor<f16>
   }) : (tensor<8xf16>) -> tensor<8xf16>
  return %v8 : tensor<8xf16>
 }
}
