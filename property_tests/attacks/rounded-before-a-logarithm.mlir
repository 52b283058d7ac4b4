module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %p = stablehlo.logistic %x : tensor<8x4xf32>
    %l = stablehlo.log %p : tensor<8x4xf32>
    %zs = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%l init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %r = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
    return %r : tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x4xf32>) -> tensor<4xbf16> {
    %p = stablehlo.logistic %x : tensor<4x4xf32>
    %qb = stablehlo.convert %p : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %q = stablehlo.convert %qb : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %l = stablehlo.log %q : tensor<4x4xf32>
    %zs = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%l init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %all1 = "stablehlo.all_reduce"(%s) ({
    ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
      %rs = stablehlo.add %ra, %rb : tensor<f32>
      stablehlo.return %rs : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %r = stablehlo.convert %all1 : (tensor<4xf32>) -> tensor<4xbf16>
    return %r : tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x4xf32>) -> tensor<4xbf16> {
    %p = stablehlo.logistic %x : tensor<4x4xf32>
    %l = stablehlo.log %p : tensor<4x4xf32>
    %zs = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%l init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %all1 = "stablehlo.all_reduce"(%s) ({
    ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
      %rs = stablehlo.add %ra, %rb : tensor<f32>
      stablehlo.return %rs : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %r = stablehlo.convert %all1 : (tensor<4xf32>) -> tensor<4xbf16>
    return %r : tensor<4xbf16>
  }
}
