module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%v: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %w: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %b: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %all = stablehlo.concatenate %v, %w0, %w1, dim = 0 : (tensor<16xf32>, tensor<300xf32>, tensor<211xf32>) -> tensor<527xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%all init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<527xf32>, tensor<f32>) -> tensor<f32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    return %sum, %chosen : tensor<f32>, tensor<f32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%v: tensor<8xf32>, %w: tensor<512xf32>, %b: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %own = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    %plus = stablehlo.constant dense<1.0> : tensor<f32>
    %minus = stablehlo.constant dense<-1.0> : tensor<f32>
    %s, %ns, %bar = stablehlo.optimization_barrier %plus, %minus, %h : tensor<f32>, tensor<f32>, tensor<f32>
    %p = stablehlo.multiply %s, %h : tensor<f32>
    %q = stablehlo.multiply %ns, %h : tensor<f32>
    %own1 = stablehlo.add %own, %p : tensor<f32>
    %own2 = stablehlo.add %own1, %q : tensor<f32>
    %a = "stablehlo.all_reduce"(%own2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %x2 = stablehlo.add %x0, %x1 : tensor<f32>
      stablehlo.return %x2 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
    %c = stablehlo.reduce(%wall init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
    %e = stablehlo.add %a, %c : tensor<f32>
    %sum = stablehlo.add %zero, %e : tensor<f32>
    return %sum, %chosen : tensor<f32>, tensor<f32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%v: tensor<8xf32>, %w: tensor<512xf32>, %b: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %own = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %a = "stablehlo.all_reduce"(%own) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %x2 = stablehlo.add %x0, %x1 : tensor<f32>
      stablehlo.return %x2 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
    %c = stablehlo.reduce(%wall init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
    %e = stablehlo.add %a, %c : tensor<f32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    %sum = stablehlo.add %zero, %e : tensor<f32>
    return %sum, %chosen : tensor<f32>, tensor<f32>
  }
}
