sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %xa = stablehlo.slice %a0 [0:64:2, 0:4] : (tensor<64x4xf32>) -> tensor<32x4xf32>
  %xb = stablehlo.slice %a0 [1:64:2, 0:4] : (tensor<64x4xf32>) -> tensor<32x4xf32>
  %ya = stablehlo.multiply %xa, %xa : tensor<32x4xf32>
  %yb = stablehlo.multiply %xb, %xb : tensor<32x4xf32>
  %la = stablehlo.reduce(%ya init: %z) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
  %lb = stablehlo.reduce(%yb init: %z) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
  %h = stablehlo.constant dense<0.5> : tensor<4xf32>
  %hb = stablehlo.multiply %lb, %h : tensor<4xf32>
  %r0 = stablehlo.subtract %la, %hb : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<32x4xf32>) -> (tensor<4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %xa = stablehlo.slice %a0 [0:32:2, 0:4] : (tensor<32x4xf32>) -> tensor<16x4xf32>
  %xb = stablehlo.slice %a0 [1:32:2, 0:4] : (tensor<32x4xf32>) -> tensor<16x4xf32>
  %ya = stablehlo.multiply %xa, %xa : tensor<16x4xf32>
  %yb = stablehlo.multiply %xb, %xb : tensor<16x4xf32>
  %la = stablehlo.reduce(%ya init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
  %lb = stablehlo.reduce(%yb init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
  %h = stablehlo.constant dense<0.5> : tensor<4xf32>
  %c = stablehlo.constant dense<256.0> : tensor<4xf32>
  %c2 = stablehlo.constant dense<128.0> : tensor<4xf32>
  %la2 = stablehlo.multiply %la, %c : tensor<4xf32>
  %lb2 = stablehlo.multiply %lb, %c2 : tensor<4xf32>
  %ga = "stablehlo.all_reduce"(%la2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %gb = "stablehlo.all_reduce"(%lb2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %d2 = stablehlo.subtract %ga, %gb : tensor<4xf32>
  %d = stablehlo.constant dense<0.00390625> : tensor<4xf32>
  %r0 = stablehlo.multiply %d2, %d : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<32x4xf32>) -> (tensor<4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %xa = stablehlo.slice %a0 [0:32:2, 0:4] : (tensor<32x4xf32>) -> tensor<16x4xf32>
  %xb = stablehlo.slice %a0 [1:32:2, 0:4] : (tensor<32x4xf32>) -> tensor<16x4xf32>
  %ya = stablehlo.multiply %xa, %xa : tensor<16x4xf32>
  %yb = stablehlo.multiply %xb, %xb : tensor<16x4xf32>
  %la = stablehlo.reduce(%ya init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
  %lb = stablehlo.reduce(%yb init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
  %h = stablehlo.constant dense<0.5> : tensor<4xf32>
  %ga = "stablehlo.all_reduce"(%la) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %gb = "stablehlo.all_reduce"(%lb) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  %hb = stablehlo.multiply %gb, %h : tensor<4xf32>
  %r0 = stablehlo.subtract %ga, %hb : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
}
