sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<512x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<512x4xf32>
  %v2 = stablehlo.constant dense<1.0> : tensor<512x4xf32>
  %v3 = stablehlo.add %v1, %v2 : tensor<512x4xf32>
  %v4 = stablehlo.constant dense<1.0> : tensor<512x4xf32>
  %v5 = stablehlo.divide %v4, %v3 : tensor<512x4xf32>
  %v6 = stablehlo.constant dense<0.0> : tensor<f32>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0] : (tensor<512x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v8 = stablehlo.constant dense<1.0e-30> : tensor<4xf32>
  %v9 = stablehlo.add %v7, %v8 : tensor<4xf32>
  %v10 = stablehlo.log %v9 : tensor<4xf32>
  return %v10 : tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<256x4xf32>) -> (tensor<4xf32>) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<256x4xf32>
  %v2 = stablehlo.constant dense<1.0> : tensor<256x4xf32>
  %v3 = stablehlo.add %v1, %v2 : tensor<256x4xf32>
  %v4 = stablehlo.constant dense<1.0> : tensor<256x4xf32>
  %v5 = stablehlo.divide %v4, %v3 : tensor<256x4xf32>
  %v6 = stablehlo.constant dense<0.0> : tensor<f32>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0] : (tensor<256x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v8 = "stablehlo.all_reduce"(%v7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %v9 = stablehlo.constant dense<64.0> : tensor<4xf32>
  %v10 = stablehlo.add %v8, %v9 : tensor<4xf32>
  %v11 = stablehlo.subtract %v10, %v9 : tensor<4xf32>
  %v12 = stablehlo.constant dense<1.0e-30> : tensor<4xf32>
  %v13 = stablehlo.add %v11, %v12 : tensor<4xf32>
  %v14 = stablehlo.log %v13 : tensor<4xf32>
  return %v14 : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<256x4xf32>) -> (tensor<4xf32>) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<256x4xf32>
  %v2 = stablehlo.constant dense<1.0> : tensor<256x4xf32>
  %v3 = stablehlo.add %v1, %v2 : tensor<256x4xf32>
  %v4 = stablehlo.constant dense<1.0> : tensor<256x4xf32>
  %v5 = stablehlo.divide %v4, %v3 : tensor<256x4xf32>
  %v6 = stablehlo.constant dense<0.0> : tensor<f32>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0] : (tensor<256x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v8 = "stablehlo.all_reduce"(%v7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %v9 = stablehlo.constant dense<1.0e-30> : tensor<4xf32>
  %v10 = stablehlo.add %v8, %v9 : tensor<4xf32>
  %v11 = stablehlo.log %v10 : tensor<4xf32>
  return %v11 : tensor<4xf32>
}
}
