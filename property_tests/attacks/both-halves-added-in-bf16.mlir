module @m {
 sdy.mesh @mesh = <["x"=4]>
 func.func public @main(%arg0: tensor<4x16x12x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.slice %arg0 [0:4:1, 0:16:1, 0:12:1, 0:8:1] : (tensor<4x16x12x16xf32>) -> tensor<4x16x12x8xf32>
  %v2 = stablehlo.cosine %v1 : tensor<4x16x12x8xf32>
  %v3 = stablehlo.constant dense<0.0> : tensor<f32>
  %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [2] : (tensor<4x16x12x8xf32>, tensor<f32>) -> tensor<4x16x8xf32>
  %v5 = stablehlo.convert %v4 : (tensor<4x16x8xf32>) -> tensor<4x16x8xbf16>
  %v6 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v8 = stablehlo.slice %arg0 [0:4:1, 0:16:1, 0:12:1, 8:16:1] : (tensor<4x16x12x16xf32>) -> tensor<4x16x12x8xf32>
  %v9 = stablehlo.cosine %v8 : tensor<4x16x12x8xf32>
  %v10 = stablehlo.convert %v9 : (tensor<4x16x12x8xf32>) -> tensor<4x16x12x8xbf16>
  %v11 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.add across dimensions = [2] : (tensor<4x16x12x8xbf16>, tensor<bf16>) -> tensor<4x16x8xbf16>
  %v13 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v14 = stablehlo.reduce(%v12 init: %v13) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  return %v7, %v14 : tensor<8xbf16>, tensor<8xbf16>
 }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
 func.func public @main(%arg0: tensor<1x16x12x16xf32>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %v1 = stablehlo.cosine %arg0 : tensor<1x16x12x16xf32>
  %v2 = stablehlo.convert %v1 : (tensor<1x16x12x16xf32>) -> tensor<1x16x12x16xbf16>
  %v3 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [2] : (tensor<1x16x12x16xbf16>, tensor<bf16>) -> tensor<1x16x16xbf16>
  %v5 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x16x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
  %v7 = "stablehlo.all_reduce"(%v6) <{channel_handle = #stablehlo.channel_handle<handle = 21, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<16xbf16>) -> tensor<16xbf16>
  %v8 = stablehlo.slice %v7 [0:8:1] : (tensor<16xbf16>) -> tensor<8xbf16>
  %v9 = stablehlo.slice %v7 [8:16:1] : (tensor<16xbf16>) -> tensor<8xbf16>
  return %v8, %v9 : tensor<8xbf16>, tensor<8xbf16>
 }
}

// -----

module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
 func.func public @main(%arg0: tensor<1x16x12x16xf32>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %v1 = stablehlo.slice %arg0 [0:1:1, 0:16:1, 0:12:1, 0:8:1] : (tensor<1x16x12x16xf32>) -> tensor<1x16x12x8xf32>
  %v2 = stablehlo.cosine %v1 : tensor<1x16x12x8xf32>
  %v3 = stablehlo.constant dense<0.0> : tensor<f32>
  %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [2] : (tensor<1x16x12x8xf32>, tensor<f32>) -> tensor<1x16x8xf32>
  %v5 = stablehlo.convert %v4 : (tensor<1x16x8xf32>) -> tensor<1x16x8xbf16>
  %v6 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v8 = "stablehlo.all_reduce"(%v7) <{channel_handle = #stablehlo.channel_handle<handle = 19, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  %v9 = stablehlo.slice %arg0 [0:1:1, 0:16:1, 0:12:1, 8:16:1] : (tensor<1x16x12x16xf32>) -> tensor<1x16x12x8xf32>
  %v10 = stablehlo.cosine %v9 : tensor<1x16x12x8xf32>
  %v11 = stablehlo.convert %v10 : (tensor<1x16x12x8xf32>) -> tensor<1x16x12x8xbf16>
  %v12 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v13 = stablehlo.reduce(%v11 init: %v12) applies stablehlo.add across dimensions = [2] : (tensor<1x16x12x8xbf16>, tensor<bf16>) -> tensor<1x16x8xbf16>
  %v14 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v15 = stablehlo.reduce(%v13 init: %v14) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x16x8xbf16>, tensor<bf16>) -> tensor<8xbf16>
  %v16 = "stablehlo.all_reduce"(%v15) <{channel_handle = #stablehlo.channel_handle<handle = 20, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
   ^bb0(%ba: tensor<bf16>, %bb: tensor<bf16>):
   %bs = stablehlo.add %ba, %bb : tensor<bf16>
   stablehlo.return %bs : tensor<bf16>
   }) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v8, %v16 : tensor<8xbf16>, tensor<8xbf16>
 }
}
