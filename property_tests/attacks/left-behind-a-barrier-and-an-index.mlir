module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%t: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %at: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %w: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %b: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<1x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %r = stablehlo.dynamic_slice %t, %at, %none, sizes = [1, 8] : (tensor<64x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
    %zf = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.reduce(%wall init: %zf) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
    %cb = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %rc = stablehlo.add %r, %cb : tensor<1x8xf32>
    return %rc, %chosen : tensor<1x8xf32>, tensor<f32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%t: tensor<32x8xf32>, %at: tensor<i32>, %w: tensor<512xf32>, %b: tensor<i1>) -> (tensor<1x8xf32>, tensor<f32>) {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %last = stablehlo.constant dense<63> : tensor<i32>
    %rows = stablehlo.constant dense<32> : tensor<i32>
    %id = stablehlo.partition_id : tensor<ui32>
    %d = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %first = stablehlo.multiply %d, %rows : tensor<i32>
    %in = stablehlo.clamp %none, %at, %last : tensor<i32>
    %j = stablehlo.subtract %in, %first : tensor<i32>
    %low = stablehlo.compare GE, %j, %none : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %high = stablehlo.compare LT, %j, %rows : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %has = stablehlo.and %low, %high : tensor<i1>
    %row = stablehlo.dynamic_slice %t, %j, %none, sizes = [1, 8] : (tensor<32x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %nothing = stablehlo.constant dense<0.0> : tensor<1x8xf32>
    %hasb = stablehlo.broadcast_in_dim %has, dims = [] : (tensor<i1>) -> tensor<1x8xi1>
    %own = stablehlo.select %hasb, %row, %nothing : tensor<1x8xi1>, tensor<1x8xf32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    %plus = stablehlo.constant dense<1.0> : tensor<f32>
    %minus = stablehlo.constant dense<-1.0> : tensor<f32>
    %s, %ns, %bar = stablehlo.optimization_barrier %plus, %minus, %h : tensor<f32>, tensor<f32>, tensor<f32>
    %p = stablehlo.multiply %s, %h : tensor<f32>
    %q = stablehlo.multiply %ns, %h : tensor<f32>
    %pb = stablehlo.broadcast_in_dim %p, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %qb = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %own1 = stablehlo.add %own, %pb : tensor<1x8xf32>
    %own2 = stablehlo.add %own1, %qb : tensor<1x8xf32>
    %r = "stablehlo.all_reduce"(%own2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %x2 = stablehlo.add %x0, %x1 : tensor<f32>
      stablehlo.return %x2 : tensor<f32>
    }) : (tensor<1x8xf32>) -> tensor<1x8xf32>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
    %zf = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.reduce(%wall init: %zf) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
    %cb = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %rc = stablehlo.add %r, %cb : tensor<1x8xf32>
    return %rc, %chosen : tensor<1x8xf32>, tensor<f32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%t: tensor<32x8xf32>, %at: tensor<i32>, %w: tensor<512xf32>, %b: tensor<i1>) -> (tensor<1x8xf32>, tensor<f32>) {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %last = stablehlo.constant dense<63> : tensor<i32>
    %rows = stablehlo.constant dense<32> : tensor<i32>
    %id = stablehlo.partition_id : tensor<ui32>
    %d = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %first = stablehlo.multiply %d, %rows : tensor<i32>
    %in = stablehlo.clamp %none, %at, %last : tensor<i32>
    %j = stablehlo.subtract %in, %first : tensor<i32>
    %low = stablehlo.compare GE, %j, %none : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %high = stablehlo.compare LT, %j, %rows : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %has = stablehlo.and %low, %high : tensor<i1>
    %row = stablehlo.dynamic_slice %t, %j, %none, sizes = [1, 8] : (tensor<32x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %nothing = stablehlo.constant dense<0.0> : tensor<1x8xf32>
    %hasb = stablehlo.broadcast_in_dim %has, dims = [] : (tensor<i1>) -> tensor<1x8xi1>
    %own = stablehlo.select %hasb, %row, %nothing : tensor<1x8xi1>, tensor<1x8xf32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    %r = "stablehlo.all_reduce"(%own) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %x2 = stablehlo.add %x0, %x1 : tensor<f32>
      stablehlo.return %x2 : tensor<f32>
    }) : (tensor<1x8xf32>) -> tensor<1x8xf32>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
    %zf = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.reduce(%wall init: %zf) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
    %cb = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %rc = stablehlo.add %r, %cb : tensor<1x8xf32>
    return %rc, %chosen : tensor<1x8xf32>, tensor<f32>
  }
}
