sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.exponential %a0 : tensor<8x64xf32>
  %v2 = stablehlo.constant dense<0.0> : tensor<f32>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32>
  %v4 = stablehlo.log %v3 : tensor<8xf32>
  return %v4 : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<8x32xf32>) -> (tensor<8xf32>) {
  %v1 = stablehlo.exponential %a0 : tensor<8x32xf32>
  %v2 = stablehlo.constant dense<0.0> : tensor<f32>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  %v4 = stablehlo.constant dense<2.384185791015625e-07> : tensor<8xf32>
  %v5 = stablehlo.multiply %v3, %v4 : tensor<8xf32>
  %v6 = stablehlo.constant dense<2.384185791015625e-07> : tensor<8xf32>
  %v7 = stablehlo.multiply %v5, %v6 : tensor<8xf32>
  %v8 = stablehlo.constant dense<2.384185791015625e-07> : tensor<8xf32>
  %v9 = stablehlo.multiply %v7, %v8 : tensor<8xf32>
  %v10 = stablehlo.constant dense<2.384185791015625e-07> : tensor<8xf32>
  %v11 = stablehlo.multiply %v9, %v10 : tensor<8xf32>
  %v12 = stablehlo.constant dense<2.384185791015625e-07> : tensor<8xf32>
  %v13 = stablehlo.multiply %v11, %v12 : tensor<8xf32>
  %v14 = "stablehlo.all_reduce"(%v13) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<8xf32>) -> tensor<8xf32>
  %v15 = stablehlo.constant dense<4194304.0> : tensor<8xf32>
  %v16 = stablehlo.multiply %v14, %v15 : tensor<8xf32>
  %v17 = stablehlo.constant dense<4194304.0> : tensor<8xf32>
  %v18 = stablehlo.multiply %v16, %v17 : tensor<8xf32>
  %v19 = stablehlo.constant dense<4194304.0> : tensor<8xf32>
  %v20 = stablehlo.multiply %v18, %v19 : tensor<8xf32>
  %v21 = stablehlo.constant dense<4194304.0> : tensor<8xf32>
  %v22 = stablehlo.multiply %v20, %v21 : tensor<8xf32>
  %v23 = stablehlo.constant dense<4194304.0> : tensor<8xf32>
  %v24 = stablehlo.multiply %v22, %v23 : tensor<8xf32>
  %v25 = stablehlo.log %v24 : tensor<8xf32>
  return %v25 : tensor<8xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<8x32xf32>) -> (tensor<8xf32>) {
  %v1 = stablehlo.exponential %a0 : tensor<8x32xf32>
  %v2 = stablehlo.constant dense<0.0> : tensor<f32>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  %v4 = "stablehlo.all_reduce"(%v3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<8xf32>) -> tensor<8xf32>
  %v5 = stablehlo.log %v4 : tensor<8xf32>
  return %v5 : tensor<8xf32>
}
}
