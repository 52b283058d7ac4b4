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
  %v1 = stablehlo.constant dense<0.0> : tensor<16x8xbf16>
  %v2 = stablehlo.constant dense<0> : tensor<i32>
  %v3:2 = stablehlo.while(%v4 = %v2, %v5 = %v1) : tensor<i32>, tensor<16x8xbf16>
   cond {
  %v6 = stablehlo.constant dense<4> : tensor<i32>
  %v7 = stablehlo.compare LT, %v4, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %v7 : tensor<i1>
  } do {
  %v8 = stablehlo.constant dense<1> : tensor<i32>
  %v9 = stablehlo.add %v4, %v8 : tensor<i32>
  %v10 = stablehlo.constant dense<4> : tensor<i32>
  %v11 = stablehlo.multiply %v4, %v10 : tensor<i32>
  %v12 = stablehlo.constant dense<0> : tensor<i32>
  %v13 = stablehlo.dynamic_slice %arg0, %v11, %v12, sizes = [4, 8] : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %v14 = stablehlo.constant dense<0.0> : tensor<f32>
  %v15 = stablehlo.pad %v13, %v14, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x9xf32>
  %v16 = stablehlo.convert %v15 : (tensor<4x9xf32>) -> tensor<4x9xbf16>
  %v17 = stablehlo.convert %v16 : (tensor<4x9xbf16>) -> tensor<4x9xf32>
  %v18 = stablehlo.slice %v17 [0:4:1, 0:8:1] : (tensor<4x9xf32>) -> tensor<4x8xf32>
  %v19 = stablehlo.negate %v18 : tensor<4x8xf32>
  %v20 = stablehlo.exponential %v19 : tensor<4x8xf32>
  %v21 = stablehlo.constant dense<1.0> : tensor<4x8xf32>
  %v22 = stablehlo.add %v20, %v21 : tensor<4x8xf32>
  %v23 = stablehlo.divide %v18, %v22 : tensor<4x8xf32>
  %v24 = stablehlo.convert %v23 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %v25 = stablehlo.constant dense<4> : tensor<i32>
  %v26 = stablehlo.multiply %v4, %v25 : tensor<i32>
  %v27 = stablehlo.constant dense<0> : tensor<i32>
  %v28 = stablehlo.dynamic_update_slice %v5, %v24, %v26, %v27 : (tensor<16x8xbf16>, tensor<4x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<16x8xbf16>
  stablehlo.return %v9, %v28 : tensor<i32>, tensor<16x8xbf16>
  }
  %v29 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v30 = stablehlo.reduce(%v3#1 init: %v29) applies stablehlo.add across dimensions = [0] : (tensor<16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v31 = "stablehlo.all_reduce"(%v30) <{channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v31 : tensor<8xbf16>
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
  %v9 = "stablehlo.all_reduce"(%v8) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v9 : tensor<8xbf16>
 }
}
