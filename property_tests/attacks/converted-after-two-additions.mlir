module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<6x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<32xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %zc = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.reduce(%a init: %zc) applies stablehlo.add across dimensions = [0] : (tensor<6x32xf32>, tensor<f32>) -> tensor<32xf32>
    %n = stablehlo.convert %c : (tensor<32xf32>) -> tensor<32xbf16>
    return %n : tensor<32xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<3x32xf32>) -> tensor<32xbf16> {
    %e0 = stablehlo.slice %a [0:1, 0:32] : (tensor<3x32xf32>) -> tensor<1x32xf32>
    %t0 = stablehlo.reshape %e0 : (tensor<1x32xf32>) -> tensor<32xf32>
    %e1 = stablehlo.slice %a [1:2, 0:32] : (tensor<3x32xf32>) -> tensor<1x32xf32>
    %t1 = stablehlo.reshape %e1 : (tensor<1x32xf32>) -> tensor<32xf32>
    %e2 = stablehlo.slice %a [2:3, 0:32] : (tensor<3x32xf32>) -> tensor<1x32xf32>
    %t2 = stablehlo.reshape %e2 : (tensor<1x32xf32>) -> tensor<32xf32>
    %s0 = stablehlo.add %t0, %t1 : tensor<32xf32>
    %b0 = stablehlo.convert %s0 : (tensor<32xf32>) -> tensor<32xbf16>
    %w0 = stablehlo.convert %b0 : (tensor<32xbf16>) -> tensor<32xf32>
    %s1 = stablehlo.add %w0, %t2 : tensor<32xf32>
    %b1 = stablehlo.convert %s1 : (tensor<32xf32>) -> tensor<32xbf16>
    %all1 = "stablehlo.all_reduce"(%b1) ({
    ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
      %s = stablehlo.add %p, %q : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<32xbf16>) -> tensor<32xbf16>
    return %all1 : tensor<32xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<3x32xf32>) -> tensor<32xbf16> {
    %e0 = stablehlo.slice %a [0:1, 0:32] : (tensor<3x32xf32>) -> tensor<1x32xf32>
    %t0 = stablehlo.reshape %e0 : (tensor<1x32xf32>) -> tensor<32xf32>
    %e1 = stablehlo.slice %a [1:2, 0:32] : (tensor<3x32xf32>) -> tensor<1x32xf32>
    %t1 = stablehlo.reshape %e1 : (tensor<1x32xf32>) -> tensor<32xf32>
    %e2 = stablehlo.slice %a [2:3, 0:32] : (tensor<3x32xf32>) -> tensor<1x32xf32>
    %t2 = stablehlo.reshape %e2 : (tensor<1x32xf32>) -> tensor<32xf32>
    %s0 = stablehlo.add %t0, %t1 : tensor<32xf32>
    %s1 = stablehlo.add %s0, %t2 : tensor<32xf32>
    %b1 = stablehlo.convert %s1 : (tensor<32xf32>) -> tensor<32xbf16>
    %all1 = "stablehlo.all_reduce"(%b1) ({
    ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
      %s = stablehlo.add %p, %q : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<32xbf16>) -> tensor<32xbf16>
    return %all1 : tensor<32xbf16>
  }
}
