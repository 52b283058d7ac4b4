module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<128x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<3xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<128x3xf32>, tensor<f32>) -> tensor<3xf32>
    %o = stablehlo.convert %s : (tensor<3xf32>) -> tensor<3xbf16>
    return %o : tensor<3xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<64x3xf32>) -> (tensor<3xbf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %z3 = stablehlo.constant dense<0.0> : tensor<3xf32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %c8 = stablehlo.constant dense<8> : tensor<i32>
    %w:2 = stablehlo.while(%i = %c0, %t = %z3) : tensor<i32>, tensor<3xf32>
     cond {
      %p = stablehlo.compare LT, %i, %c8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.multiply %i, %c8 : tensor<i32>
      %y = stablehlo.dynamic_slice %x, %j, %c0, sizes = [8, 3] : (tensor<64x3xf32>, tensor<i32>, tensor<i32>) -> tensor<8x3xf32>
      %d = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
      %h = stablehlo.convert %d : (tensor<3xf32>) -> tensor<3xbf16>
      %e = stablehlo.convert %h : (tensor<3xbf16>) -> tensor<3xf32>
      %u = stablehlo.add %t, %e : tensor<3xf32>
      %n = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %n, %u : tensor<i32>, tensor<3xf32>
    }
    %r = "stablehlo.all_reduce"(%w#1) ({
    ^bb0(%a_: tensor<f32>, %b_: tensor<f32>):
      %s_ = stablehlo.add %a_, %b_ : tensor<f32>
      stablehlo.return %s_ : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3xf32>) -> tensor<3xf32>
    %o = stablehlo.convert %r : (tensor<3xf32>) -> tensor<3xbf16>
    return %o : tensor<3xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<64x3xf32>) -> (tensor<3xbf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %z3 = stablehlo.constant dense<0.0> : tensor<3xf32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %c8 = stablehlo.constant dense<8> : tensor<i32>
    %w:2 = stablehlo.while(%i = %c0, %t = %z3) : tensor<i32>, tensor<3xf32>
     cond {
      %p = stablehlo.compare LT, %i, %c8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.multiply %i, %c8 : tensor<i32>
      %y = stablehlo.dynamic_slice %x, %j, %c0, sizes = [8, 3] : (tensor<64x3xf32>, tensor<i32>, tensor<i32>) -> tensor<8x3xf32>
      %d = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
      %u = stablehlo.add %t, %d : tensor<3xf32>
      %n = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %n, %u : tensor<i32>, tensor<3xf32>
    }
    %r = "stablehlo.all_reduce"(%w#1) ({
    ^bb0(%a_: tensor<f32>, %b_: tensor<f32>):
      %s_ = stablehlo.add %a_, %b_ : tensor<f32>
      stablehlo.return %s_ : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3xf32>) -> tensor<3xf32>
    %o = stablehlo.convert %r : (tensor<3xf32>) -> tensor<3xbf16>
    return %o : tensor<3xbf16>
  }
}
