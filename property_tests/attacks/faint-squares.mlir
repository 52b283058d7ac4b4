sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<8x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %a1: tensor<8x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<8x512xf32>
  %v2 = stablehlo.constant dense<0.0> : tensor<f32>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<8x512xf32>, tensor<f32>) -> tensor<8xf32>
  %v4 = stablehlo.constant dense<0.001953125> : tensor<8xf32>
  %v5 = stablehlo.multiply %v3, %v4 : tensor<8xf32>
  %v6 = stablehlo.constant dense<1.0e-12> : tensor<8xf32>
  %v7 = stablehlo.add %v5, %v6 : tensor<8xf32>
  %v8 = stablehlo.rsqrt %v7 : tensor<8xf32>
  %v9 = stablehlo.broadcast_in_dim %v8, dims = [0] : (tensor<8xf32>) -> tensor<8x512xf32>
  %v10 = stablehlo.multiply %a0, %v9 : tensor<8x512xf32>
  %v11 = stablehlo.multiply %v10, %a1 : tensor<8x512xf32>
  return %v11 : tensor<8x512xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<8x256xf32>, %a1: tensor<8x256xf32>) -> (tensor<8x256xf32>) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<8x256xf32>
  %v2 = stablehlo.constant dense<0.0> : tensor<f32>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<8x256xf32>, tensor<f32>) -> tensor<8xf32>
  %v4 = "stablehlo.all_reduce"(%v3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<8xf32>) -> tensor<8xf32>
  %v5 = stablehlo.constant dense<2048.0> : tensor<8xf32>
  %v6 = stablehlo.add %v4, %v5 : tensor<8xf32>
  %v7 = stablehlo.subtract %v6, %v5 : tensor<8xf32>
  %v8 = stablehlo.constant dense<0.001953125> : tensor<8xf32>
  %v9 = stablehlo.multiply %v7, %v8 : tensor<8xf32>
  %v10 = stablehlo.constant dense<1.0e-12> : tensor<8xf32>
  %v11 = stablehlo.add %v9, %v10 : tensor<8xf32>
  %v12 = stablehlo.rsqrt %v11 : tensor<8xf32>
  %v13 = stablehlo.broadcast_in_dim %v12, dims = [0] : (tensor<8xf32>) -> tensor<8x256xf32>
  %v14 = stablehlo.multiply %a0, %v13 : tensor<8x256xf32>
  %v15 = stablehlo.multiply %v14, %a1 : tensor<8x256xf32>
  return %v15 : tensor<8x256xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<8x256xf32>, %a1: tensor<8x256xf32>) -> (tensor<8x256xf32>) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<8x256xf32>
  %v2 = stablehlo.constant dense<0.0> : tensor<f32>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<8x256xf32>, tensor<f32>) -> tensor<8xf32>
  %v4 = "stablehlo.all_reduce"(%v3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<8xf32>) -> tensor<8xf32>
  %v5 = stablehlo.constant dense<0.001953125> : tensor<8xf32>
  %v6 = stablehlo.multiply %v4, %v5 : tensor<8xf32>
  %v7 = stablehlo.constant dense<1.0e-12> : tensor<8xf32>
  %v8 = stablehlo.add %v6, %v7 : tensor<8xf32>
  %v9 = stablehlo.rsqrt %v8 : tensor<8xf32>
  %v10 = stablehlo.broadcast_in_dim %v9, dims = [0] : (tensor<8xf32>) -> tensor<8x256xf32>
  %v11 = stablehlo.multiply %a0, %v10 : tensor<8x256xf32>
  %v12 = stablehlo.multiply %v11, %a1 : tensor<8x256xf32>
  return %v12 : tensor<8x256xf32>
}
}
