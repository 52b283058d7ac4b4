module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=8]>
  func.func public @main(%x: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %k = stablehlo.constant dense<8.0> : tensor<16x4xf32>
    %t = stablehlo.tanh %x : tensor<16x4xf32>
    %y = stablehlo.multiply %t, %k : tensor<16x4xf32>
    %e = stablehlo.exponential %y : tensor<16x4xf32>
    %zs = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%e init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %r = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
    return %r : tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x4xf32>) -> tensor<4xbf16> {
    %k = stablehlo.constant dense<8.0> : tensor<2x4xf32>
    %t = stablehlo.tanh %x : tensor<2x4xf32>
    %y = stablehlo.multiply %t, %k : tensor<2x4xf32>
    %qb = stablehlo.convert %y : (tensor<2x4xf32>) -> tensor<2x4xbf16>
    %q = stablehlo.convert %qb : (tensor<2x4xbf16>) -> tensor<2x4xf32>
    %e = stablehlo.exponential %q : tensor<2x4xf32>
    %zs = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%e init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %all1 = "stablehlo.all_reduce"(%s) ({
    ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
      %rs = stablehlo.add %ra, %rb : tensor<f32>
      stablehlo.return %rs : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %r = stablehlo.convert %all1 : (tensor<4xf32>) -> tensor<4xbf16>
    return %r : tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x4xf32>) -> tensor<4xbf16> {
    %k = stablehlo.constant dense<8.0> : tensor<2x4xf32>
    %t = stablehlo.tanh %x : tensor<2x4xf32>
    %y = stablehlo.multiply %t, %k : tensor<2x4xf32>
    %e = stablehlo.exponential %y : tensor<2x4xf32>
    %zs = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%e init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %all1 = "stablehlo.all_reduce"(%s) ({
    ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
      %rs = stablehlo.add %ra, %rb : tensor<f32>
      stablehlo.return %rs : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %r = stablehlo.convert %all1 : (tensor<4xf32>) -> tensor<4xbf16>
    return %r : tensor<4xbf16>
  }
}
