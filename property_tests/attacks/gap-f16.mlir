sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<4x64xf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4xf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<4x64xf16>
  %v2 = stablehlo.constant dense<0.0> : tensor<f16>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf16>, tensor<f16>) -> tensor<4xf16>
  %v4 = stablehlo.sqrt %v3 : tensor<4xf16>
  return %v4 : tensor<4xf16>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4x32xf16>) -> (tensor<4xf16>) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<4x32xf16>
  %v2 = stablehlo.constant dense<0.0> : tensor<f16>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf16>, tensor<f16>) -> tensor<4xf16>
  %v4 = stablehlo.constant dense<2.0> : tensor<4xf16>
  %v5 = stablehlo.multiply %v3, %v4 : tensor<4xf16>
  %v6 = "stablehlo.all_reduce"(%v5) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f16>, %q: tensor<f16>): %s = stablehlo.add %p, %q : tensor<f16> stablehlo.return %s : tensor<f16> }) : (tensor<4xf16>) -> tensor<4xf16>
  %v7 = stablehlo.constant dense<0.5> : tensor<4xf16>
  %v8 = stablehlo.multiply %v6, %v7 : tensor<4xf16>
  %v9 = stablehlo.sqrt %v8 : tensor<4xf16>
  return %v9 : tensor<4xf16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4x32xf16>) -> (tensor<4xf16>) {
  %v1 = stablehlo.multiply %a0, %a0 : tensor<4x32xf16>
  %v2 = stablehlo.constant dense<0.0> : tensor<f16>
  %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf16>, tensor<f16>) -> tensor<4xf16>
  %v4 = "stablehlo.all_reduce"(%v3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f16>, %q: tensor<f16>): %s = stablehlo.add %p, %q : tensor<f16> stablehlo.return %s : tensor<f16> }) : (tensor<4xf16>) -> tensor<4xf16>
  %v5 = stablehlo.sqrt %v4 : tensor<4xf16>
  return %v5 : tensor<4xf16>
}
}
