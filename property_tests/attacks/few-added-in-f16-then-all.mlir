module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<8x24xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %w = stablehlo.convert %a : (tensor<8x24xf16>) -> tensor<8x24xf32>
    %zc = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.reduce(%w init: %zc) applies stablehlo.add across dimensions = [0] : (tensor<8x24xf32>, tensor<f32>) -> tensor<24xf32>
    %n = stablehlo.convert %c : (tensor<24xf32>) -> tensor<24xf16>
    %m = stablehlo.convert %n : (tensor<24xf16>) -> tensor<24xf32>
    %zr = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%m init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<24xf32>, tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x24xf16>) -> tensor<f32> {
    %zc = stablehlo.constant dense<0.0> : tensor<f16>
    %c = stablehlo.reduce(%a init: %zc) applies stablehlo.add across dimensions = [0] : (tensor<4x24xf16>, tensor<f16>) -> tensor<24xf16>
    %m = stablehlo.convert %c : (tensor<24xf16>) -> tensor<24xf32>
    %all1 = "stablehlo.all_reduce"(%m) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<24xf32>) -> tensor<24xf32>
    %n = stablehlo.convert %all1 : (tensor<24xf32>) -> tensor<24xf16>
    %k = stablehlo.convert %n : (tensor<24xf16>) -> tensor<24xf32>
    %zr = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%k init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<24xf32>, tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x24xf16>) -> tensor<f32> {
    %w = stablehlo.convert %a : (tensor<4x24xf16>) -> tensor<4x24xf32>
    %zc = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.reduce(%w init: %zc) applies stablehlo.add across dimensions = [0] : (tensor<4x24xf32>, tensor<f32>) -> tensor<24xf32>
    %all1 = "stablehlo.all_reduce"(%c) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<24xf32>) -> tensor<24xf32>
    %n = stablehlo.convert %all1 : (tensor<24xf32>) -> tensor<24xf16>
    %k = stablehlo.convert %n : (tensor<24xf16>) -> tensor<24xf32>
    %zr = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%k init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<24xf32>, tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
  }
}
