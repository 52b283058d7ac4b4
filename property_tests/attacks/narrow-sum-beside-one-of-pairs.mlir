module @m {
  func.func public @main(%x: tensor<64xbf16>) -> (tensor<bf16>, tensor<32xbf16>) {
    %zb = stablehlo.constant dense<0.0> : tensor<bf16>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %xf = stablehlo.convert %x : (tensor<64xbf16>) -> tensor<64xf32>
    %s0 = stablehlo.reduce(%xf init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %s = stablehlo.add %s0, %z : tensor<f32>
    %e = stablehlo.tanh %s : tensor<f32>
    %o = stablehlo.convert %e : (tensor<f32>) -> tensor<bf16>
    %xr = stablehlo.reshape %x : (tensor<64xbf16>) -> tensor<32x2xbf16>
    %small = stablehlo.reduce(%xr init: %zb) applies stablehlo.add across dimensions = [1] : (tensor<32x2xbf16>, tensor<bf16>) -> tensor<32xbf16>
    return %o, %small : tensor<bf16>, tensor<32xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<16xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<bf16> {mhlo.sharding = "{replicated}"}, tensor<8xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %zb = stablehlo.constant dense<0.0> : tensor<bf16>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s0 = stablehlo.reduce(%x init: %zb) applies stablehlo.add across dimensions = [0] : (tensor<16xbf16>, tensor<bf16>) -> tensor<bf16>
    %s = "stablehlo.all_reduce"(%s0) <{replica_groups = dense<[[0,1,2,3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a_s: tensor<bf16>, %b_s: tensor<bf16>):
      %s_s = stablehlo.add %a_s, %b_s : tensor<bf16>
      stablehlo.return %s_s : tensor<bf16>
    }) : (tensor<bf16>) -> tensor<bf16>
    %o = stablehlo.tanh %s : tensor<bf16>
    %xr = stablehlo.reshape %x : (tensor<16xbf16>) -> tensor<8x2xbf16>
    %small = stablehlo.reduce(%xr init: %zb) applies stablehlo.add across dimensions = [1] : (tensor<8x2xbf16>, tensor<bf16>) -> tensor<8xbf16>
    return %o, %small : tensor<bf16>, tensor<8xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<16xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<bf16> {mhlo.sharding = "{replicated}"}, tensor<8xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %zb = stablehlo.constant dense<0.0> : tensor<bf16>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %xf = stablehlo.convert %x : (tensor<16xbf16>) -> tensor<16xf32>
    %s0 = stablehlo.reduce(%xf init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %s = "stablehlo.all_reduce"(%s0) <{replica_groups = dense<[[0,1,2,3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a_s: tensor<f32>, %b_s: tensor<f32>):
      %s_s = stablehlo.add %a_s, %b_s : tensor<f32>
      stablehlo.return %s_s : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %e = stablehlo.tanh %s : tensor<f32>
    %o = stablehlo.convert %e : (tensor<f32>) -> tensor<bf16>
    %xr = stablehlo.reshape %x : (tensor<16xbf16>) -> tensor<8x2xbf16>
    %small = stablehlo.reduce(%xr init: %zb) applies stablehlo.add across dimensions = [1] : (tensor<8x2xbf16>, tensor<bf16>) -> tensor<8xbf16>
    return %o, %small : tensor<bf16>, tensor<8xbf16>
  }
}
