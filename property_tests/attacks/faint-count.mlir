sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<1024x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a1: tensor<1024x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a2: tensor<1024xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %v1 = stablehlo.subtract %a0, %a1 : tensor<1024x4xf32>
  %v2 = stablehlo.convert %a2 : (tensor<1024xi1>) -> tensor<1024xf32>
  %v3 = stablehlo.multiply %v1, %v1 : tensor<1024x4xf32>
  %v4 = stablehlo.broadcast_in_dim %v2, dims = [0] : (tensor<1024xf32>) -> tensor<1024x4xf32>
  %v5 = stablehlo.multiply %v3, %v4 : tensor<1024x4xf32>
  %v6 = stablehlo.constant dense<0.0> : tensor<f32>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0, 1] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<f32>
  %v8 = stablehlo.constant dense<0.0> : tensor<f32>
  %v9 = stablehlo.reduce(%v2 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<1024xf32>, tensor<f32>) -> tensor<f32>
  %v10 = stablehlo.constant dense<1.0> : tensor<f32>
  %v11 = stablehlo.maximum %v9, %v10 : tensor<f32>
  %v12 = stablehlo.divide %v7, %v11 : tensor<f32>
  %v13 = stablehlo.sqrt %v12 : tensor<f32>
  return %v13 : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<512x4xf32>, %a1: tensor<512x4xf32>, %a2: tensor<512xi1>) -> (tensor<f32>) {
  %v1 = stablehlo.subtract %a0, %a1 : tensor<512x4xf32>
  %v2 = stablehlo.convert %a2 : (tensor<512xi1>) -> tensor<512xf32>
  %v3 = stablehlo.multiply %v1, %v1 : tensor<512x4xf32>
  %v4 = stablehlo.broadcast_in_dim %v2, dims = [0] : (tensor<512xf32>) -> tensor<512x4xf32>
  %v5 = stablehlo.multiply %v3, %v4 : tensor<512x4xf32>
  %v6 = stablehlo.constant dense<0.0> : tensor<f32>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x4xf32>, tensor<f32>) -> tensor<f32>
  %v8 = stablehlo.constant dense<0.0> : tensor<f32>
  %v9 = stablehlo.reduce(%v2 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  %v10 = stablehlo.add %v7, %v9 : tensor<f32>
  %v11 = "stablehlo.all_reduce"(%v10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
  %v12 = "stablehlo.all_reduce"(%v9) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
  %v13 = stablehlo.subtract %v11, %v12 : tensor<f32>
  %v14 = stablehlo.constant dense<1.0> : tensor<f32>
  %v15 = stablehlo.maximum %v12, %v14 : tensor<f32>
  %v16 = stablehlo.divide %v13, %v15 : tensor<f32>
  %v17 = stablehlo.sqrt %v16 : tensor<f32>
  return %v17 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<512x4xf32>, %a1: tensor<512x4xf32>, %a2: tensor<512xi1>) -> (tensor<f32>) {
  %v1 = stablehlo.subtract %a0, %a1 : tensor<512x4xf32>
  %v2 = stablehlo.convert %a2 : (tensor<512xi1>) -> tensor<512xf32>
  %v3 = stablehlo.multiply %v1, %v1 : tensor<512x4xf32>
  %v4 = stablehlo.broadcast_in_dim %v2, dims = [0] : (tensor<512xf32>) -> tensor<512x4xf32>
  %v5 = stablehlo.multiply %v3, %v4 : tensor<512x4xf32>
  %v6 = stablehlo.constant dense<0.0> : tensor<f32>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x4xf32>, tensor<f32>) -> tensor<f32>
  %v8 = stablehlo.constant dense<0.0> : tensor<f32>
  %v9 = stablehlo.reduce(%v2 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  %v10 = "stablehlo.all_reduce"(%v7) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
  %v11 = "stablehlo.all_reduce"(%v9) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
  %v12 = stablehlo.constant dense<1.0> : tensor<f32>
  %v13 = stablehlo.maximum %v11, %v12 : tensor<f32>
  %v14 = stablehlo.divide %v10, %v13 : tensor<f32>
  %v15 = stablehlo.sqrt %v14 : tensor<f32>
  return %v15 : tensor<f32>
}
}
