module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %s0 = stablehlo.add %a, %b : tensor<8x16xf32>
    %s1 = stablehlo.add %s0, %c : tensor<8x16xf32>
    %n = stablehlo.convert %s1 : (tensor<8x16xf32>) -> tensor<8x16xbf16>
    %f = stablehlo.convert %n : (tensor<8x16xbf16>) -> tensor<8x16xf32>
    %zr = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%f init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
    return %r : tensor<16xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x16xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>) -> tensor<16xf32> {
    %na = stablehlo.convert %a : (tensor<4x16xf32>) -> tensor<4x16xbf16>
    %nb = stablehlo.convert %b : (tensor<4x16xf32>) -> tensor<4x16xbf16>
    %nc = stablehlo.convert %c : (tensor<4x16xf32>) -> tensor<4x16xbf16>
    %s0 = stablehlo.add %na, %nb : tensor<4x16xbf16>
    %s1 = stablehlo.add %s0, %nc : tensor<4x16xbf16>
    %f = stablehlo.convert %s1 : (tensor<4x16xbf16>) -> tensor<4x16xf32>
    %zr = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%f init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<4x16xf32>, tensor<f32>) -> tensor<16xf32>
    %all1 = "stablehlo.all_reduce"(%r) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<16xf32>) -> tensor<16xf32>
    return %all1 : tensor<16xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x16xf32>, %b: tensor<4x16xf32>, %c: tensor<4x16xf32>) -> tensor<16xf32> {
    %s0 = stablehlo.add %a, %b : tensor<4x16xf32>
    %s1 = stablehlo.add %s0, %c : tensor<4x16xf32>
    %n = stablehlo.convert %s1 : (tensor<4x16xf32>) -> tensor<4x16xbf16>
    %f = stablehlo.convert %n : (tensor<4x16xbf16>) -> tensor<4x16xf32>
    %zr = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%f init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<4x16xf32>, tensor<f32>) -> tensor<16xf32>
    %all1 = "stablehlo.all_reduce"(%r) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<16xf32>) -> tensor<16xf32>
    return %all1 : tensor<16xf32>
  }
}
