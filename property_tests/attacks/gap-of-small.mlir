sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<64x4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %y2 = stablehlo.multiply %a0, %a0 : tensor<64x4xf64>
  %g = stablehlo.reduce(%y2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf64>, tensor<f64>) -> tensor<4xf64>
  %r0 = stablehlo.sqrt %g : tensor<4xf64>
  return %r0 : tensor<4xf64>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<32x4xf64>) -> (tensor<4xf64>) {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %y2 = stablehlo.multiply %a0, %a0 : tensor<32x4xf64>
  %l = stablehlo.reduce(%y2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf64>, tensor<f64>) -> tensor<4xf64>
  %c0 = stablehlo.constant dense<0.0009765625> : tensor<4xf64>
  %c1 = stablehlo.constant dense<0.0009765625> : tensor<4xf64>
  %c2 = stablehlo.constant dense<0.0009765625> : tensor<4xf64>
  %c3 = stablehlo.constant dense<0.0009765625> : tensor<4xf64>
  %d0 = stablehlo.constant dense<1024.0> : tensor<4xf64>
  %d1 = stablehlo.constant dense<1024.0> : tensor<4xf64>
  %d2 = stablehlo.constant dense<1024.0> : tensor<4xf64>
  %d3 = stablehlo.constant dense<1024.0> : tensor<4xf64>
  %m0 = stablehlo.multiply %l, %c0 : tensor<4xf64>
  %m1 = stablehlo.multiply %m0, %c1 : tensor<4xf64>
  %m2 = stablehlo.multiply %m1, %c2 : tensor<4xf64>
  %m3 = stablehlo.multiply %m2, %c3 : tensor<4xf64>
  %e = "stablehlo.all_reduce"(%m3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f64>, %q: tensor<f64>): %s = stablehlo.add %p, %q : tensor<f64> stablehlo.return %s : tensor<f64> }) : (tensor<4xf64>) -> tensor<4xf64>
  %e0 = stablehlo.multiply %e, %d0 : tensor<4xf64>
  %e1 = stablehlo.multiply %e0, %d1 : tensor<4xf64>
  %e2 = stablehlo.multiply %e1, %d2 : tensor<4xf64>
  %g = stablehlo.multiply %e2, %d3 : tensor<4xf64>
  %r0 = stablehlo.sqrt %g : tensor<4xf64>
  return %r0 : tensor<4xf64>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<32x4xf64>) -> (tensor<4xf64>) {
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %y2 = stablehlo.multiply %a0, %a0 : tensor<32x4xf64>
  %l = stablehlo.reduce(%y2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf64>, tensor<f64>) -> tensor<4xf64>
  %g = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f64>, %q: tensor<f64>): %s = stablehlo.add %p, %q : tensor<f64> stablehlo.return %s : tensor<f64> }) : (tensor<4xf64>) -> tensor<4xf64>
  %r0 = stablehlo.sqrt %g : tensor<4xf64>
  return %r0 : tensor<4xf64>
}
}
