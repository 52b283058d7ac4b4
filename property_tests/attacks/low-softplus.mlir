sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<512x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.exponential %a0 : tensor<512x4xf32>
  %v2 = stablehlo.log_plus_one %v1 : tensor<512x4xf32>
  %v3 = stablehlo.constant dense<0.0> : tensor<f32>
  %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<512x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v5 = stablehlo.log %v4 : tensor<4xf32>
  return %v5 : tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<256x4xf32>) -> (tensor<4xf32>) {
  %v1 = stablehlo.exponential %a0 : tensor<256x4xf32>
  %v2 = stablehlo.log_plus_one %v1 : tensor<256x4xf32>
  %v3 = stablehlo.constant dense<0.0> : tensor<f32>
  %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<256x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v5 = "stablehlo.all_reduce"(%v4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %v6 = stablehlo.constant dense<128.0> : tensor<4xf32>
  %v7 = stablehlo.add %v5, %v6 : tensor<4xf32>
  %v8 = stablehlo.subtract %v7, %v6 : tensor<4xf32>
  %v9 = stablehlo.log %v8 : tensor<4xf32>
  return %v9 : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<256x4xf32>) -> (tensor<4xf32>) {
  %v1 = stablehlo.exponential %a0 : tensor<256x4xf32>
  %v2 = stablehlo.log_plus_one %v1 : tensor<256x4xf32>
  %v3 = stablehlo.constant dense<0.0> : tensor<f32>
  %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<256x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v5 = "stablehlo.all_reduce"(%v4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %v6 = stablehlo.log %v5 : tensor<4xf32>
  return %v6 : tensor<4xf32>
}
}
