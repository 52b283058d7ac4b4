sdy.mesh @mesh = <["x"=2]>
func.func @main(%t: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %w: tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %y: tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %c: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %g = stablehlo.dynamic_slice %t, %i, sizes = [1] : (tensor<64xf32>, tensor<i32>) -> tensor<1xf32>
  %e = stablehlo.exponential %w : tensor<1xf32>
  %m = stablehlo.multiply %g, %e : tensor<1xf32>
  %n = stablehlo.tanh %m : tensor<1xf32>
  %o = stablehlo.multiply %n, %y : tensor<1xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = stablehlo.slice %c [0:300] : (tensor<512xf32>) -> tensor<300xf32>
  %c1 = stablehlo.slice %c [301:512] : (tensor<512xf32>) -> tensor<211xf32>
  %cc = stablehlo.concatenate %c0, %c1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
  %r = stablehlo.reduce(%cc init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
  %rr = stablehlo.reshape %r : (tensor<f32>) -> tensor<1xf32>
  %k = stablehlo.add %rr, %o : tensor<1xf32>
  return %k : tensor<1xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%t: tensor<32xf32>, %i: tensor<i32>, %w: tensor<1xf32>, %y: tensor<1xf32>, %c: tensor<512xf32>) -> (tensor<1xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %last = stablehlo.constant dense<63> : tensor<i32>
  %ci = stablehlo.clamp %zero, %i, %last : tensor<i32>
  %p = stablehlo.partition_id : tensor<ui32>
  %q = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
  %n32 = stablehlo.constant dense<32> : tensor<i32>
  %off = stablehlo.multiply %q, %n32 : tensor<i32>
  %l = stablehlo.subtract %ci, %off : tensor<i32>
  %ge = stablehlo.compare GE, %l, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %lt = stablehlo.compare LT, %l, %n32, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %in = stablehlo.and %ge, %lt : tensor<i1>
  %d = stablehlo.dynamic_slice %t, %l, sizes = [1] : (tensor<32xf32>, tensor<i32>) -> tensor<1xf32>
  %z1 = stablehlo.constant dense<0.0> : tensor<1xf32>
  %s = stablehlo.select %in, %d, %z1 : tensor<i1>, tensor<1xf32>
  %g = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a_: tensor<f32>, %b_: tensor<f32>):
    %s_ = stablehlo.add %a_, %b_ : tensor<f32>
    stablehlo.return %s_ : tensor<f32>
  }) : (tensor<1xf32>) -> tensor<1xf32>
  %e = stablehlo.exponential %w : tensor<1xf32>
  %m = stablehlo.multiply %g, %e : tensor<1xf32>
  %n = stablehlo.tanh %m : tensor<1xf32>
  %o = stablehlo.multiply %n, %y : tensor<1xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = stablehlo.slice %c [0:300] : (tensor<512xf32>) -> tensor<300xf32>
  %c1 = stablehlo.slice %c [301:512] : (tensor<512xf32>) -> tensor<211xf32>
  %cc = stablehlo.concatenate %c0, %c1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
  %r = stablehlo.reduce(%cc init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
  %rr = stablehlo.reshape %r : (tensor<f32>) -> tensor<1xf32>
  %h = stablehlo.slice %c [300:301] : (tensor<512xf32>) -> tensor<1xf32>
  %k = stablehlo.add %rr, %o : tensor<1xf32>
  %u = stablehlo.add %k, %h : tensor<1xf32>
  %v = stablehlo.subtract %u, %h : tensor<1xf32>
  return %v : tensor<1xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%t: tensor<32xf32>, %i: tensor<i32>, %w: tensor<1xf32>, %y: tensor<1xf32>, %c: tensor<512xf32>) -> (tensor<1xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %last = stablehlo.constant dense<63> : tensor<i32>
  %ci = stablehlo.clamp %zero, %i, %last : tensor<i32>
  %p = stablehlo.partition_id : tensor<ui32>
  %q = stablehlo.convert %p : (tensor<ui32>) -> tensor<i32>
  %n32 = stablehlo.constant dense<32> : tensor<i32>
  %off = stablehlo.multiply %q, %n32 : tensor<i32>
  %l = stablehlo.subtract %ci, %off : tensor<i32>
  %ge = stablehlo.compare GE, %l, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %lt = stablehlo.compare LT, %l, %n32, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %in = stablehlo.and %ge, %lt : tensor<i1>
  %d = stablehlo.dynamic_slice %t, %l, sizes = [1] : (tensor<32xf32>, tensor<i32>) -> tensor<1xf32>
  %z1 = stablehlo.constant dense<0.0> : tensor<1xf32>
  %s = stablehlo.select %in, %d, %z1 : tensor<i1>, tensor<1xf32>
  %g = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a_: tensor<f32>, %b_: tensor<f32>):
    %s_ = stablehlo.add %a_, %b_ : tensor<f32>
    stablehlo.return %s_ : tensor<f32>
  }) : (tensor<1xf32>) -> tensor<1xf32>
  %e = stablehlo.exponential %w : tensor<1xf32>
  %m = stablehlo.multiply %g, %e : tensor<1xf32>
  %n = stablehlo.tanh %m : tensor<1xf32>
  %o = stablehlo.multiply %n, %y : tensor<1xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = stablehlo.slice %c [0:300] : (tensor<512xf32>) -> tensor<300xf32>
  %c1 = stablehlo.slice %c [301:512] : (tensor<512xf32>) -> tensor<211xf32>
  %cc = stablehlo.concatenate %c0, %c1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
  %r = stablehlo.reduce(%cc init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
  %rr = stablehlo.reshape %r : (tensor<f32>) -> tensor<1xf32>
  %h = stablehlo.slice %c [300:301] : (tensor<512xf32>) -> tensor<1xf32>
  %k = stablehlo.add %rr, %o : tensor<1xf32>
  return %k : tensor<1xf32>
}
}
