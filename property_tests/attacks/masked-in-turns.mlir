module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %u: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %v: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i0: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i1: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i2: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i3: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i4: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i5: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i6: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i7: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i8: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i9: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i10: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i11: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %zz = stablehlo.constant dense<0.0> : tensor<f32>
    %sx = stablehlo.logistic %x : tensor<4x8xf32>
    %sq = stablehlo.multiply %sx, %sx : tensor<4x8xf32>
    %var = stablehlo.reduce(%sq init: %zz) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %div = stablehlo.constant dense<7.0> : tensor<4xf32>
    %vn = stablehlo.divide %var, %div : tensor<4xf32>
    %eps = stablehlo.constant dense<0.00001> : tensor<4xf32>
    %ve = stablehlo.add %vn, %eps : tensor<4xf32>
    %rs = stablehlo.rsqrt %ve : tensor<4xf32>
    %rb = stablehlo.broadcast_in_dim %rs, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %ln = stablehlo.multiply %sx, %rb : tensor<4x8xf32>
    %leaf = stablehlo.tanh %ln : tensor<4x8xf32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<f32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y0 = stablehlo.dot_general %leaf, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g0 = stablehlo.tanh %y0 : tensor<4x8xf32>
    %w0 = stablehlo.dot_general %g0, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d0 = stablehlo.multiply %kb0, %w0 : tensor<4x8xf32>
    %z0 = stablehlo.add %u, %d0 : tensor<4x8xf32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<f32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y1 = stablehlo.dot_general %z0, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g1 = stablehlo.tanh %y1 : tensor<4x8xf32>
    %w1 = stablehlo.dot_general %g1, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d1 = stablehlo.multiply %kb1, %w1 : tensor<4x8xf32>
    %z1 = stablehlo.add %u, %d1 : tensor<4x8xf32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<f32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y2 = stablehlo.dot_general %z1, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g2 = stablehlo.tanh %y2 : tensor<4x8xf32>
    %w2 = stablehlo.dot_general %g2, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d2 = stablehlo.multiply %kb2, %w2 : tensor<4x8xf32>
    %z2 = stablehlo.add %u, %d2 : tensor<4x8xf32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<f32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y3 = stablehlo.dot_general %z2, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g3 = stablehlo.tanh %y3 : tensor<4x8xf32>
    %w3 = stablehlo.dot_general %g3, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d3 = stablehlo.multiply %kb3, %w3 : tensor<4x8xf32>
    %z3 = stablehlo.add %u, %d3 : tensor<4x8xf32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<f32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y4 = stablehlo.dot_general %z3, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g4 = stablehlo.tanh %y4 : tensor<4x8xf32>
    %w4 = stablehlo.dot_general %g4, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d4 = stablehlo.multiply %kb4, %w4 : tensor<4x8xf32>
    %z4 = stablehlo.add %u, %d4 : tensor<4x8xf32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<f32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y5 = stablehlo.dot_general %z4, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g5 = stablehlo.tanh %y5 : tensor<4x8xf32>
    %w5 = stablehlo.dot_general %g5, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d5 = stablehlo.multiply %kb5, %w5 : tensor<4x8xf32>
    %z5 = stablehlo.add %u, %d5 : tensor<4x8xf32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<f32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y6 = stablehlo.dot_general %z5, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g6 = stablehlo.tanh %y6 : tensor<4x8xf32>
    %w6 = stablehlo.dot_general %g6, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d6 = stablehlo.multiply %kb6, %w6 : tensor<4x8xf32>
    %z6 = stablehlo.add %u, %d6 : tensor<4x8xf32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<f32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y7 = stablehlo.dot_general %z6, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g7 = stablehlo.tanh %y7 : tensor<4x8xf32>
    %w7 = stablehlo.dot_general %g7, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d7 = stablehlo.multiply %kb7, %w7 : tensor<4x8xf32>
    %z7 = stablehlo.add %u, %d7 : tensor<4x8xf32>
    %n8 = stablehlo.not %i8 : tensor<i1>
    %p8 = stablehlo.not %n8 : tensor<i1>
    %k8 = stablehlo.convert %p8 : (tensor<i1>) -> tensor<f32>
    %kb8 = stablehlo.broadcast_in_dim %k8, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y8 = stablehlo.dot_general %z7, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g8 = stablehlo.tanh %y8 : tensor<4x8xf32>
    %w8 = stablehlo.dot_general %g8, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d8 = stablehlo.multiply %kb8, %w8 : tensor<4x8xf32>
    %z8 = stablehlo.add %u, %d8 : tensor<4x8xf32>
    %p9 = stablehlo.not %i9 : tensor<i1>
    %k9 = stablehlo.convert %p9 : (tensor<i1>) -> tensor<f32>
    %kb9 = stablehlo.broadcast_in_dim %k9, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y9 = stablehlo.dot_general %z8, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g9 = stablehlo.tanh %y9 : tensor<4x8xf32>
    %w9 = stablehlo.dot_general %g9, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d9 = stablehlo.multiply %kb9, %w9 : tensor<4x8xf32>
    %z9 = stablehlo.add %u, %d9 : tensor<4x8xf32>
    %n10 = stablehlo.not %i10 : tensor<i1>
    %p10 = stablehlo.not %n10 : tensor<i1>
    %k10 = stablehlo.convert %p10 : (tensor<i1>) -> tensor<f32>
    %kb10 = stablehlo.broadcast_in_dim %k10, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y10 = stablehlo.dot_general %z9, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g10 = stablehlo.tanh %y10 : tensor<4x8xf32>
    %w10 = stablehlo.dot_general %g10, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d10 = stablehlo.multiply %kb10, %w10 : tensor<4x8xf32>
    %z10 = stablehlo.add %u, %d10 : tensor<4x8xf32>
    %p11 = stablehlo.not %i11 : tensor<i1>
    %k11 = stablehlo.convert %p11 : (tensor<i1>) -> tensor<f32>
    %kb11 = stablehlo.broadcast_in_dim %k11, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y11 = stablehlo.dot_general %z10, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %g11 = stablehlo.tanh %y11 : tensor<4x8xf32>
    %w11 = stablehlo.dot_general %g11, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %d11 = stablehlo.multiply %kb11, %w11 : tensor<4x8xf32>
    %z11 = stablehlo.add %u, %d11 : tensor<4x8xf32>
    %r = stablehlo.negate %z11 : tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4x8xf32>, %u: tensor<4x8xf32>, %w: tensor<8x4xf32>, %v: tensor<4x8xf32>, %i0: tensor<i1>, %i1: tensor<i1>, %i2: tensor<i1>, %i3: tensor<i1>, %i4: tensor<i1>, %i5: tensor<i1>, %i6: tensor<i1>, %i7: tensor<i1>, %i8: tensor<i1>, %i9: tensor<i1>, %i10: tensor<i1>, %i11: tensor<i1>) -> (tensor<4x8xf32>) {
    %zz = stablehlo.constant dense<0.0> : tensor<f32>
    %sx = stablehlo.logistic %x : tensor<4x8xf32>
    %sq = stablehlo.multiply %sx, %sx : tensor<4x8xf32>
    %var = stablehlo.reduce(%sq init: %zz) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %div = stablehlo.constant dense<8.0> : tensor<4xf32>
    %vn = stablehlo.divide %var, %div : tensor<4xf32>
    %eps = stablehlo.constant dense<0.00001> : tensor<4xf32>
    %ve = stablehlo.add %vn, %eps : tensor<4xf32>
    %rs = stablehlo.rsqrt %ve : tensor<4xf32>
    %rb = stablehlo.broadcast_in_dim %rs, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %ln = stablehlo.multiply %sx, %rb : tensor<4x8xf32>
    %leaf = stablehlo.tanh %ln : tensor<4x8xf32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<f32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y0 = stablehlo.dot_general %leaf, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g0 = stablehlo.tanh %y0 : tensor<4x4xf32>
    %wl0 = stablehlo.dot_general %g0, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w0 = "stablehlo.all_reduce"(%wl0) <{channel_handle = #stablehlo.channel_handle<handle = 13, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d0 = stablehlo.multiply %kb0, %w0 : tensor<4x8xf32>
    %z0 = stablehlo.add %u, %d0 : tensor<4x8xf32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<f32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y1 = stablehlo.dot_general %z0, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g1 = stablehlo.tanh %y1 : tensor<4x4xf32>
    %wl1 = stablehlo.dot_general %g1, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w1 = "stablehlo.all_reduce"(%wl1) <{channel_handle = #stablehlo.channel_handle<handle = 14, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d1 = stablehlo.multiply %kb1, %w1 : tensor<4x8xf32>
    %z1 = stablehlo.add %u, %d1 : tensor<4x8xf32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<f32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y2 = stablehlo.dot_general %z1, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g2 = stablehlo.tanh %y2 : tensor<4x4xf32>
    %wl2 = stablehlo.dot_general %g2, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w2 = "stablehlo.all_reduce"(%wl2) <{channel_handle = #stablehlo.channel_handle<handle = 15, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d2 = stablehlo.multiply %kb2, %w2 : tensor<4x8xf32>
    %z2 = stablehlo.add %u, %d2 : tensor<4x8xf32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<f32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y3 = stablehlo.dot_general %z2, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g3 = stablehlo.tanh %y3 : tensor<4x4xf32>
    %wl3 = stablehlo.dot_general %g3, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w3 = "stablehlo.all_reduce"(%wl3) <{channel_handle = #stablehlo.channel_handle<handle = 16, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d3 = stablehlo.multiply %kb3, %w3 : tensor<4x8xf32>
    %z3 = stablehlo.add %u, %d3 : tensor<4x8xf32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<f32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y4 = stablehlo.dot_general %z3, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g4 = stablehlo.tanh %y4 : tensor<4x4xf32>
    %wl4 = stablehlo.dot_general %g4, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w4 = "stablehlo.all_reduce"(%wl4) <{channel_handle = #stablehlo.channel_handle<handle = 17, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d4 = stablehlo.multiply %kb4, %w4 : tensor<4x8xf32>
    %z4 = stablehlo.add %u, %d4 : tensor<4x8xf32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<f32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y5 = stablehlo.dot_general %z4, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g5 = stablehlo.tanh %y5 : tensor<4x4xf32>
    %wl5 = stablehlo.dot_general %g5, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w5 = "stablehlo.all_reduce"(%wl5) <{channel_handle = #stablehlo.channel_handle<handle = 18, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d5 = stablehlo.multiply %kb5, %w5 : tensor<4x8xf32>
    %z5 = stablehlo.add %u, %d5 : tensor<4x8xf32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<f32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y6 = stablehlo.dot_general %z5, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g6 = stablehlo.tanh %y6 : tensor<4x4xf32>
    %wl6 = stablehlo.dot_general %g6, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w6 = "stablehlo.all_reduce"(%wl6) <{channel_handle = #stablehlo.channel_handle<handle = 19, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d6 = stablehlo.multiply %kb6, %w6 : tensor<4x8xf32>
    %z6 = stablehlo.add %u, %d6 : tensor<4x8xf32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<f32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y7 = stablehlo.dot_general %z6, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g7 = stablehlo.tanh %y7 : tensor<4x4xf32>
    %wl7 = stablehlo.dot_general %g7, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w7 = "stablehlo.all_reduce"(%wl7) <{channel_handle = #stablehlo.channel_handle<handle = 20, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d7 = stablehlo.multiply %kb7, %w7 : tensor<4x8xf32>
    %z7 = stablehlo.add %u, %d7 : tensor<4x8xf32>
    %n8 = stablehlo.not %i8 : tensor<i1>
    %p8 = stablehlo.not %n8 : tensor<i1>
    %k8 = stablehlo.convert %p8 : (tensor<i1>) -> tensor<f32>
    %kb8 = stablehlo.broadcast_in_dim %k8, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y8 = stablehlo.dot_general %z7, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g8 = stablehlo.tanh %y8 : tensor<4x4xf32>
    %wl8 = stablehlo.dot_general %g8, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w8 = "stablehlo.all_reduce"(%wl8) <{channel_handle = #stablehlo.channel_handle<handle = 21, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d8 = stablehlo.multiply %kb8, %w8 : tensor<4x8xf32>
    %z8 = stablehlo.add %u, %d8 : tensor<4x8xf32>
    %p9 = stablehlo.not %i9 : tensor<i1>
    %k9 = stablehlo.convert %p9 : (tensor<i1>) -> tensor<f32>
    %kb9 = stablehlo.broadcast_in_dim %k9, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y9 = stablehlo.dot_general %z8, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g9 = stablehlo.tanh %y9 : tensor<4x4xf32>
    %wl9 = stablehlo.dot_general %g9, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w9 = "stablehlo.all_reduce"(%wl9) <{channel_handle = #stablehlo.channel_handle<handle = 22, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d9 = stablehlo.multiply %kb9, %w9 : tensor<4x8xf32>
    %z9 = stablehlo.add %u, %d9 : tensor<4x8xf32>
    %n10 = stablehlo.not %i10 : tensor<i1>
    %p10 = stablehlo.not %n10 : tensor<i1>
    %k10 = stablehlo.convert %p10 : (tensor<i1>) -> tensor<f32>
    %kb10 = stablehlo.broadcast_in_dim %k10, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y10 = stablehlo.dot_general %z9, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g10 = stablehlo.tanh %y10 : tensor<4x4xf32>
    %wl10 = stablehlo.dot_general %g10, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w10 = "stablehlo.all_reduce"(%wl10) <{channel_handle = #stablehlo.channel_handle<handle = 23, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d10 = stablehlo.multiply %kb10, %w10 : tensor<4x8xf32>
    %z10 = stablehlo.add %u, %d10 : tensor<4x8xf32>
    %p11 = stablehlo.not %i11 : tensor<i1>
    %k11 = stablehlo.convert %p11 : (tensor<i1>) -> tensor<f32>
    %kb11 = stablehlo.broadcast_in_dim %k11, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y11 = stablehlo.dot_general %z10, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g11 = stablehlo.tanh %y11 : tensor<4x4xf32>
    %wl11 = stablehlo.dot_general %g11, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w11 = "stablehlo.all_reduce"(%wl11) <{channel_handle = #stablehlo.channel_handle<handle = 24, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d11 = stablehlo.multiply %kb11, %w11 : tensor<4x8xf32>
    %z11 = stablehlo.add %u, %d11 : tensor<4x8xf32>
    %r = stablehlo.negate %z11 : tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4x8xf32>, %u: tensor<4x8xf32>, %w: tensor<8x4xf32>, %v: tensor<4x8xf32>, %i0: tensor<i1>, %i1: tensor<i1>, %i2: tensor<i1>, %i3: tensor<i1>, %i4: tensor<i1>, %i5: tensor<i1>, %i6: tensor<i1>, %i7: tensor<i1>, %i8: tensor<i1>, %i9: tensor<i1>, %i10: tensor<i1>, %i11: tensor<i1>) -> (tensor<4x8xf32>) {
    %zz = stablehlo.constant dense<0.0> : tensor<f32>
    %sx = stablehlo.logistic %x : tensor<4x8xf32>
    %sq = stablehlo.multiply %sx, %sx : tensor<4x8xf32>
    %var = stablehlo.reduce(%sq init: %zz) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %div = stablehlo.constant dense<7.0> : tensor<4xf32>
    %vn = stablehlo.divide %var, %div : tensor<4xf32>
    %eps = stablehlo.constant dense<0.00001> : tensor<4xf32>
    %ve = stablehlo.add %vn, %eps : tensor<4xf32>
    %rs = stablehlo.rsqrt %ve : tensor<4xf32>
    %rb = stablehlo.broadcast_in_dim %rs, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %ln = stablehlo.multiply %sx, %rb : tensor<4x8xf32>
    %leaf = stablehlo.tanh %ln : tensor<4x8xf32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<f32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y0 = stablehlo.dot_general %leaf, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g0 = stablehlo.tanh %y0 : tensor<4x4xf32>
    %wl0 = stablehlo.dot_general %g0, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w0 = "stablehlo.all_reduce"(%wl0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d0 = stablehlo.multiply %kb0, %w0 : tensor<4x8xf32>
    %z0 = stablehlo.add %u, %d0 : tensor<4x8xf32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<f32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y1 = stablehlo.dot_general %z0, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g1 = stablehlo.tanh %y1 : tensor<4x4xf32>
    %wl1 = stablehlo.dot_general %g1, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w1 = "stablehlo.all_reduce"(%wl1) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d1 = stablehlo.multiply %kb1, %w1 : tensor<4x8xf32>
    %z1 = stablehlo.add %u, %d1 : tensor<4x8xf32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<f32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y2 = stablehlo.dot_general %z1, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g2 = stablehlo.tanh %y2 : tensor<4x4xf32>
    %wl2 = stablehlo.dot_general %g2, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w2 = "stablehlo.all_reduce"(%wl2) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d2 = stablehlo.multiply %kb2, %w2 : tensor<4x8xf32>
    %z2 = stablehlo.add %u, %d2 : tensor<4x8xf32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<f32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y3 = stablehlo.dot_general %z2, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g3 = stablehlo.tanh %y3 : tensor<4x4xf32>
    %wl3 = stablehlo.dot_general %g3, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w3 = "stablehlo.all_reduce"(%wl3) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d3 = stablehlo.multiply %kb3, %w3 : tensor<4x8xf32>
    %z3 = stablehlo.add %u, %d3 : tensor<4x8xf32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<f32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y4 = stablehlo.dot_general %z3, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g4 = stablehlo.tanh %y4 : tensor<4x4xf32>
    %wl4 = stablehlo.dot_general %g4, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w4 = "stablehlo.all_reduce"(%wl4) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d4 = stablehlo.multiply %kb4, %w4 : tensor<4x8xf32>
    %z4 = stablehlo.add %u, %d4 : tensor<4x8xf32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<f32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y5 = stablehlo.dot_general %z4, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g5 = stablehlo.tanh %y5 : tensor<4x4xf32>
    %wl5 = stablehlo.dot_general %g5, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w5 = "stablehlo.all_reduce"(%wl5) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d5 = stablehlo.multiply %kb5, %w5 : tensor<4x8xf32>
    %z5 = stablehlo.add %u, %d5 : tensor<4x8xf32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<f32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y6 = stablehlo.dot_general %z5, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g6 = stablehlo.tanh %y6 : tensor<4x4xf32>
    %wl6 = stablehlo.dot_general %g6, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w6 = "stablehlo.all_reduce"(%wl6) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d6 = stablehlo.multiply %kb6, %w6 : tensor<4x8xf32>
    %z6 = stablehlo.add %u, %d6 : tensor<4x8xf32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<f32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y7 = stablehlo.dot_general %z6, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g7 = stablehlo.tanh %y7 : tensor<4x4xf32>
    %wl7 = stablehlo.dot_general %g7, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w7 = "stablehlo.all_reduce"(%wl7) <{channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d7 = stablehlo.multiply %kb7, %w7 : tensor<4x8xf32>
    %z7 = stablehlo.add %u, %d7 : tensor<4x8xf32>
    %n8 = stablehlo.not %i8 : tensor<i1>
    %p8 = stablehlo.not %n8 : tensor<i1>
    %k8 = stablehlo.convert %p8 : (tensor<i1>) -> tensor<f32>
    %kb8 = stablehlo.broadcast_in_dim %k8, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y8 = stablehlo.dot_general %z7, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g8 = stablehlo.tanh %y8 : tensor<4x4xf32>
    %wl8 = stablehlo.dot_general %g8, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w8 = "stablehlo.all_reduce"(%wl8) <{channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d8 = stablehlo.multiply %kb8, %w8 : tensor<4x8xf32>
    %z8 = stablehlo.add %u, %d8 : tensor<4x8xf32>
    %p9 = stablehlo.not %i9 : tensor<i1>
    %k9 = stablehlo.convert %p9 : (tensor<i1>) -> tensor<f32>
    %kb9 = stablehlo.broadcast_in_dim %k9, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y9 = stablehlo.dot_general %z8, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g9 = stablehlo.tanh %y9 : tensor<4x4xf32>
    %wl9 = stablehlo.dot_general %g9, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w9 = "stablehlo.all_reduce"(%wl9) <{channel_handle = #stablehlo.channel_handle<handle = 10, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d9 = stablehlo.multiply %kb9, %w9 : tensor<4x8xf32>
    %z9 = stablehlo.add %u, %d9 : tensor<4x8xf32>
    %n10 = stablehlo.not %i10 : tensor<i1>
    %p10 = stablehlo.not %n10 : tensor<i1>
    %k10 = stablehlo.convert %p10 : (tensor<i1>) -> tensor<f32>
    %kb10 = stablehlo.broadcast_in_dim %k10, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y10 = stablehlo.dot_general %z9, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g10 = stablehlo.tanh %y10 : tensor<4x4xf32>
    %wl10 = stablehlo.dot_general %g10, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w10 = "stablehlo.all_reduce"(%wl10) <{channel_handle = #stablehlo.channel_handle<handle = 11, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d10 = stablehlo.multiply %kb10, %w10 : tensor<4x8xf32>
    %z10 = stablehlo.add %u, %d10 : tensor<4x8xf32>
    %p11 = stablehlo.not %i11 : tensor<i1>
    %k11 = stablehlo.convert %p11 : (tensor<i1>) -> tensor<f32>
    %kb11 = stablehlo.broadcast_in_dim %k11, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %y11 = stablehlo.dot_general %z10, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %g11 = stablehlo.tanh %y11 : tensor<4x4xf32>
    %wl11 = stablehlo.dot_general %g11, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %w11 = "stablehlo.all_reduce"(%wl11) <{channel_handle = #stablehlo.channel_handle<handle = 12, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %d11 = stablehlo.multiply %kb11, %w11 : tensor<4x8xf32>
    %z11 = stablehlo.add %u, %d11 : tensor<4x8xf32>
    %r = stablehlo.negate %z11 : tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
}
