sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<512x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a1: tensor<512x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.multiply %a0, %a1 : tensor<512x4xf32>
  %v2 = stablehlo.constant dense<1.0> : tensor<512x4xf32>
  %v3 = stablehlo.subtract %v1, %v2 : tensor<512x4xf32>
  %v4 = stablehlo.multiply %v3, %v3 : tensor<512x4xf32>
  %v5 = stablehlo.constant dense<0.0> : tensor<f32>
  %v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.add across dimensions = [0] : (tensor<512x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v7 = stablehlo.sqrt %v6 : tensor<4xf32>
  return %v7 : tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<256x4xf32>, %a1: tensor<256x4xf32>) -> (tensor<4xf32>) {
  %v1 = stablehlo.multiply %a0, %a1 : tensor<256x4xf32>
  %v2 = stablehlo.constant dense<1.0> : tensor<256x4xf32>
  %v3 = stablehlo.subtract %v1, %v2 : tensor<256x4xf32>
  %v4 = stablehlo.multiply %v3, %v3 : tensor<256x4xf32>
  %v5 = stablehlo.constant dense<0.0> : tensor<f32>
  %v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.add across dimensions = [0] : (tensor<256x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v7 = "stablehlo.all_reduce"(%v6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %v8 = stablehlo.constant dense<64.0> : tensor<4xf32>
  %v9 = stablehlo.add %v7, %v8 : tensor<4xf32>
  %v10 = stablehlo.subtract %v9, %v8 : tensor<4xf32>
  %v11 = stablehlo.sqrt %v10 : tensor<4xf32>
  return %v11 : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<256x4xf32>, %a1: tensor<256x4xf32>) -> (tensor<4xf32>) {
  %v1 = stablehlo.multiply %a0, %a1 : tensor<256x4xf32>
  %v2 = stablehlo.constant dense<1.0> : tensor<256x4xf32>
  %v3 = stablehlo.subtract %v1, %v2 : tensor<256x4xf32>
  %v4 = stablehlo.multiply %v3, %v3 : tensor<256x4xf32>
  %v5 = stablehlo.constant dense<0.0> : tensor<f32>
  %v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.add across dimensions = [0] : (tensor<256x4xf32>, tensor<f32>) -> tensor<4xf32>
  %v7 = "stablehlo.all_reduce"(%v6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %v8 = stablehlo.sqrt %v7 : tensor<4xf32>
  return %v8 : tensor<4xf32>
}
}
