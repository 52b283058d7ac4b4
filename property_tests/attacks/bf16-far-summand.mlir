sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<4096x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.add across dimensions = [0] : (tensor<4096x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %v2 : tensor<4xbf16>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<2048x4xbf16>) -> (tensor<4xbf16>) {
  %v1 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.add across dimensions = [0] : (tensor<2048x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %v3 = stablehlo.constant dense<64.0> : tensor<4xbf16>
  %v4 = stablehlo.add %v2, %v3 : tensor<4xbf16>
  %v5 = "stablehlo.all_reduce"(%v4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<bf16>, %q: tensor<bf16>): %s = stablehlo.add %p, %q : tensor<bf16> stablehlo.return %s : tensor<bf16> }) : (tensor<4xbf16>) -> tensor<4xbf16>
  %v6 = stablehlo.constant dense<128.0> : tensor<4xbf16>
  %v7 = stablehlo.subtract %v5, %v6 : tensor<4xbf16>
  return %v7 : tensor<4xbf16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<2048x4xbf16>) -> (tensor<4xbf16>) {
  %v1 = stablehlo.constant dense<0.0> : tensor<bf16>
  %v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.add across dimensions = [0] : (tensor<2048x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %v3 = "stablehlo.all_reduce"(%v2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<bf16>, %q: tensor<bf16>): %s = stablehlo.add %p, %q : tensor<bf16> stablehlo.return %s : tensor<bf16> }) : (tensor<4xbf16>) -> tensor<4xbf16>
  return %v3 : tensor<4xbf16>
}
}
