module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %u: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i0: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i1: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i2: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i3: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i4: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i5: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i6: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i7: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %c = stablehlo.constant dense<0.044715> : tensor<8xf32>
    %x2 = stablehlo.multiply %x, %x : tensor<8xf32>
    %x3 = stablehlo.multiply %x2, %x : tensor<8xf32>
    %x4 = stablehlo.multiply %x3, %c : tensor<8xf32>
    %x5 = stablehlo.add %x4, %x : tensor<8xf32>
    %leaf = stablehlo.logistic %x5 : tensor<8xf32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<f32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %w0 = stablehlo.multiply %u, %leaf : tensor<8xf32>
    %d0 = stablehlo.multiply %kb0, %w0 : tensor<8xf32>
    %z0 = stablehlo.add %u, %d0 : tensor<8xf32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<f32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %w1 = stablehlo.multiply %u, %z0 : tensor<8xf32>
    %d1 = stablehlo.multiply %kb1, %w1 : tensor<8xf32>
    %z1 = stablehlo.add %u, %d1 : tensor<8xf32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<f32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %w2 = stablehlo.multiply %u, %z1 : tensor<8xf32>
    %d2 = stablehlo.multiply %kb2, %w2 : tensor<8xf32>
    %z2 = stablehlo.add %u, %d2 : tensor<8xf32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<f32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %w3 = stablehlo.multiply %u, %z2 : tensor<8xf32>
    %d3 = stablehlo.multiply %kb3, %w3 : tensor<8xf32>
    %z3 = stablehlo.add %u, %d3 : tensor<8xf32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<f32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %w4 = stablehlo.multiply %u, %z3 : tensor<8xf32>
    %d4 = stablehlo.multiply %kb4, %w4 : tensor<8xf32>
    %z4 = stablehlo.add %u, %d4 : tensor<8xf32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<f32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %w5 = stablehlo.multiply %u, %z4 : tensor<8xf32>
    %d5 = stablehlo.multiply %kb5, %w5 : tensor<8xf32>
    %z5 = stablehlo.add %u, %d5 : tensor<8xf32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<f32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %w6 = stablehlo.multiply %u, %z5 : tensor<8xf32>
    %d6 = stablehlo.multiply %kb6, %w6 : tensor<8xf32>
    %z6 = stablehlo.add %u, %d6 : tensor<8xf32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<f32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %w7 = stablehlo.multiply %u, %z6 : tensor<8xf32>
    %d7 = stablehlo.multiply %kb7, %w7 : tensor<8xf32>
    %z7 = stablehlo.add %u, %d7 : tensor<8xf32>
    %r = stablehlo.negate %z7 : tensor<8xf32>
    return %r : tensor<8xf32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4xf32>, %u: tensor<4xf32>, %i0: tensor<i1>, %i1: tensor<i1>, %i2: tensor<i1>, %i3: tensor<i1>, %i4: tensor<i1>, %i5: tensor<i1>, %i6: tensor<i1>, %i7: tensor<i1>) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<0.044751> : tensor<4xf32>
    %x2 = stablehlo.multiply %x, %x : tensor<4xf32>
    %x3 = stablehlo.multiply %x2, %x : tensor<4xf32>
    %x4 = stablehlo.multiply %x3, %c : tensor<4xf32>
    %x5 = stablehlo.add %x4, %x : tensor<4xf32>
    %leaf = stablehlo.logistic %x5 : tensor<4xf32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<f32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w0 = stablehlo.multiply %u, %leaf : tensor<4xf32>
    %d0 = stablehlo.multiply %kb0, %w0 : tensor<4xf32>
    %z0 = stablehlo.add %u, %d0 : tensor<4xf32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<f32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w1 = stablehlo.multiply %u, %z0 : tensor<4xf32>
    %d1 = stablehlo.multiply %kb1, %w1 : tensor<4xf32>
    %z1 = stablehlo.add %u, %d1 : tensor<4xf32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<f32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w2 = stablehlo.multiply %u, %z1 : tensor<4xf32>
    %d2 = stablehlo.multiply %kb2, %w2 : tensor<4xf32>
    %z2 = stablehlo.add %u, %d2 : tensor<4xf32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<f32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w3 = stablehlo.multiply %u, %z2 : tensor<4xf32>
    %d3 = stablehlo.multiply %kb3, %w3 : tensor<4xf32>
    %z3 = stablehlo.add %u, %d3 : tensor<4xf32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<f32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w4 = stablehlo.multiply %u, %z3 : tensor<4xf32>
    %d4 = stablehlo.multiply %kb4, %w4 : tensor<4xf32>
    %z4 = stablehlo.add %u, %d4 : tensor<4xf32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<f32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w5 = stablehlo.multiply %u, %z4 : tensor<4xf32>
    %d5 = stablehlo.multiply %kb5, %w5 : tensor<4xf32>
    %z5 = stablehlo.add %u, %d5 : tensor<4xf32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<f32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w6 = stablehlo.multiply %u, %z5 : tensor<4xf32>
    %d6 = stablehlo.multiply %kb6, %w6 : tensor<4xf32>
    %z6 = stablehlo.add %u, %d6 : tensor<4xf32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<f32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w7 = stablehlo.multiply %u, %z6 : tensor<4xf32>
    %d7 = stablehlo.multiply %kb7, %w7 : tensor<4xf32>
    %z7 = stablehlo.add %u, %d7 : tensor<4xf32>
    %r = stablehlo.negate %z7 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4xf32>, %u: tensor<4xf32>, %i0: tensor<i1>, %i1: tensor<i1>, %i2: tensor<i1>, %i3: tensor<i1>, %i4: tensor<i1>, %i5: tensor<i1>, %i6: tensor<i1>, %i7: tensor<i1>) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<0.044715> : tensor<4xf32>
    %x2 = stablehlo.multiply %x, %x : tensor<4xf32>
    %x3 = stablehlo.multiply %x2, %x : tensor<4xf32>
    %x4 = stablehlo.multiply %x3, %c : tensor<4xf32>
    %x5 = stablehlo.add %x4, %x : tensor<4xf32>
    %leaf = stablehlo.logistic %x5 : tensor<4xf32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<f32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w0 = stablehlo.multiply %u, %leaf : tensor<4xf32>
    %d0 = stablehlo.multiply %kb0, %w0 : tensor<4xf32>
    %z0 = stablehlo.add %u, %d0 : tensor<4xf32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<f32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w1 = stablehlo.multiply %u, %z0 : tensor<4xf32>
    %d1 = stablehlo.multiply %kb1, %w1 : tensor<4xf32>
    %z1 = stablehlo.add %u, %d1 : tensor<4xf32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<f32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w2 = stablehlo.multiply %u, %z1 : tensor<4xf32>
    %d2 = stablehlo.multiply %kb2, %w2 : tensor<4xf32>
    %z2 = stablehlo.add %u, %d2 : tensor<4xf32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<f32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w3 = stablehlo.multiply %u, %z2 : tensor<4xf32>
    %d3 = stablehlo.multiply %kb3, %w3 : tensor<4xf32>
    %z3 = stablehlo.add %u, %d3 : tensor<4xf32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<f32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w4 = stablehlo.multiply %u, %z3 : tensor<4xf32>
    %d4 = stablehlo.multiply %kb4, %w4 : tensor<4xf32>
    %z4 = stablehlo.add %u, %d4 : tensor<4xf32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<f32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w5 = stablehlo.multiply %u, %z4 : tensor<4xf32>
    %d5 = stablehlo.multiply %kb5, %w5 : tensor<4xf32>
    %z5 = stablehlo.add %u, %d5 : tensor<4xf32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<f32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w6 = stablehlo.multiply %u, %z5 : tensor<4xf32>
    %d6 = stablehlo.multiply %kb6, %w6 : tensor<4xf32>
    %z6 = stablehlo.add %u, %d6 : tensor<4xf32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<f32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %w7 = stablehlo.multiply %u, %z6 : tensor<4xf32>
    %d7 = stablehlo.multiply %kb7, %w7 : tensor<4xf32>
    %z7 = stablehlo.add %u, %d7 : tensor<4xf32>
    %r = stablehlo.negate %z7 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
