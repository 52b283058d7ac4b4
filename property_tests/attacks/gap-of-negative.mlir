sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zz = stablehlo.constant dense<0.0> : tensor<64x4xf32>
  %m = stablehlo.negate %a0 : tensor<64x4xf32>
  %y = stablehlo.maximum %m, %zz : tensor<64x4xf32>
  %y2 = stablehlo.multiply %y, %y : tensor<64x4xf32>
  %g = stablehlo.reduce(%y2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
  %r0 = stablehlo.sqrt %g : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<32x4xf32>) -> (tensor<4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zz = stablehlo.constant dense<0.0> : tensor<32x4xf32>
  %m = stablehlo.negate %a0 : tensor<32x4xf32>
  %y = stablehlo.maximum %m, %zz : tensor<32x4xf32>
  %y2 = stablehlo.multiply %y, %y : tensor<32x4xf32>
  %l = stablehlo.reduce(%y2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
  %c = stablehlo.constant dense<256.0> : tensor<4xf32>
  %l2 = stablehlo.multiply %l, %c : tensor<4xf32>
  %g2 = "stablehlo.all_reduce"(%l2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %d = stablehlo.constant dense<0.00390625> : tensor<4xf32>
  %g = stablehlo.multiply %g2, %d : tensor<4xf32>
  %r0 = stablehlo.sqrt %g : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<32x4xf32>) -> (tensor<4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zz = stablehlo.constant dense<0.0> : tensor<32x4xf32>
  %m = stablehlo.negate %a0 : tensor<32x4xf32>
  %y = stablehlo.maximum %m, %zz : tensor<32x4xf32>
  %y2 = stablehlo.multiply %y, %y : tensor<32x4xf32>
  %l = stablehlo.reduce(%y2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
  %g = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %r0 = stablehlo.sqrt %g : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
}
