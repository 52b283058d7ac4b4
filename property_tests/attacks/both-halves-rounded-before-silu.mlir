module @m {
 sdy.mesh @mesh = <["x"=4]>
 func.func public @main(%arg0: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.slice %arg0 [0:64:1, 0:8:1] : (tensor<64x16xf32>) -> tensor<64x8xf32>
  %v2 = stablehlo.negate %v1 : tensor<64x8xf32>
  %v3 = stablehlo.exponential %v2 : tensor<64x8xf32>
  %v4 = stablehlo.constant dense<1.0> : tensor<64x8xf32>
  %v5 = stablehlo.add %v3, %v4 : tensor<64x8xf32>
  %v6 = stablehlo.divide %v1, %v5 : tensor<64x8xf32>
  %v7 = stablehlo.convert %v6 : (tensor<64x8xf32>) -> tensor<64x8xbf16>
  %v8 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v9 = stablehlo.reduce(%v7 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<64x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v10 = stablehlo.slice %arg0 [0:64:1, 8:16:1] : (tensor<64x16xf32>) -> tensor<64x8xf32>
  %v11 = stablehlo.convert %v10 : (tensor<64x8xf32>) -> tensor<64x8xbf16>
  %v12 = stablehlo.convert %v11 : (tensor<64x8xbf16>) -> tensor<64x8xf32>
  %v13 = stablehlo.negate %v12 : tensor<64x8xf32>
  %v14 = stablehlo.exponential %v13 : tensor<64x8xf32>
  %v15 = stablehlo.constant dense<1.0> : tensor<64x8xf32>
  %v16 = stablehlo.add %v14, %v15 : tensor<64x8xf32>
  %v17 = stablehlo.divide %v12, %v16 : tensor<64x8xf32>
  %v18 = stablehlo.convert %v17 : (tensor<64x8xf32>) -> tensor<64x8xbf16>
  %v19 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v20 = stablehlo.reduce(%v18 init: %v19) applies stablehlo.add across dimensions = [0] : (tensor<64x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  return %v9, %v20 : tensor<8xbf16>, tensor<8xbf16>
 }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
 func.func public @main(%arg0: tensor<16x16xf32>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %v1 = stablehlo.convert %arg0 : (tensor<16x16xf32>) -> tensor<16x16xbf16>
  %v2 = stablehlo.convert %v1 : (tensor<16x16xbf16>) -> tensor<16x16xf32>
  %v3 = stablehlo.negate %v2 : tensor<16x16xf32>
  %v4 = stablehlo.exponential %v3 : tensor<16x16xf32>
  %v5 = stablehlo.constant dense<1.0> : tensor<16x16xf32>
  %v6 = stablehlo.add %v4, %v5 : tensor<16x16xf32>
  %v7 = stablehlo.divide %v2, %v6 : tensor<16x16xf32>
  %v8 = stablehlo.convert %v7 : (tensor<16x16xf32>) -> tensor<16x16xbf16>
  %v9 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v10 = stablehlo.reduce(%v8 init: %v9) applies stablehlo.add across dimensions = [0] : (tensor<16x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
  %v11 = "stablehlo.all_reduce"(%v10) <{channel_handle = #stablehlo.channel_handle<handle = 18, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<16xbf16>) -> tensor<16xbf16>
  %v12 = stablehlo.slice %v11 [0:8:1] : (tensor<16xbf16>) -> tensor<8xbf16>
  %v13 = stablehlo.slice %v11 [8:16:1] : (tensor<16xbf16>) -> tensor<8xbf16>
  return %v12, %v13 : tensor<8xbf16>, tensor<8xbf16>
 }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
 func.func public @main(%arg0: tensor<16x16xf32>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %v1 = stablehlo.slice %arg0 [0:16:1, 0:8:1] : (tensor<16x16xf32>) -> tensor<16x8xf32>
  %v2 = stablehlo.negate %v1 : tensor<16x8xf32>
  %v3 = stablehlo.exponential %v2 : tensor<16x8xf32>
  %v4 = stablehlo.constant dense<1.0> : tensor<16x8xf32>
  %v5 = stablehlo.add %v3, %v4 : tensor<16x8xf32>
  %v6 = stablehlo.divide %v1, %v5 : tensor<16x8xf32>
  %v7 = stablehlo.convert %v6 : (tensor<16x8xf32>) -> tensor<16x8xbf16>
  %v8 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v9 = stablehlo.reduce(%v7 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v10 = "stablehlo.all_reduce"(%v9) <{channel_handle = #stablehlo.channel_handle<handle = 16, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  %v11 = stablehlo.slice %arg0 [0:16:1, 8:16:1] : (tensor<16x16xf32>) -> tensor<16x8xf32>
  %v12 = stablehlo.convert %v11 : (tensor<16x8xf32>) -> tensor<16x8xbf16>
  %v13 = stablehlo.convert %v12 : (tensor<16x8xbf16>) -> tensor<16x8xf32>
  %v14 = stablehlo.negate %v13 : tensor<16x8xf32>
  %v15 = stablehlo.exponential %v14 : tensor<16x8xf32>
  %v16 = stablehlo.constant dense<1.0> : tensor<16x8xf32>
  %v17 = stablehlo.add %v15, %v16 : tensor<16x8xf32>
  %v18 = stablehlo.divide %v13, %v17 : tensor<16x8xf32>
  %v19 = stablehlo.convert %v18 : (tensor<16x8xf32>) -> tensor<16x8xbf16>
  %v20 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v21 = stablehlo.reduce(%v19 init: %v20) applies stablehlo.add across dimensions = [0] : (tensor<16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v22 = "stablehlo.all_reduce"(%v21) <{channel_handle = #stablehlo.channel_handle<handle = 17, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v10, %v22 : tensor<8xbf16>, tensor<8xbf16>
 }
}
