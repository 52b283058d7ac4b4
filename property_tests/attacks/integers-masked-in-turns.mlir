module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%x: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %u: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i0: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i1: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i2: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i3: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i4: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i5: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i6: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i7: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i8: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i9: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i10: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i11: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i12: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i13: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i14: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i15: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %x1 = stablehlo.slice %x [2:8] : (tensor<8xi32>) -> tensor<6xi32>
    %x2 = stablehlo.slice %x [0:2] : (tensor<8xi32>) -> tensor<2xi32>
    %leaf = stablehlo.concatenate %x1, %x2, dim = 0 : (tensor<6xi32>, tensor<2xi32>) -> tensor<8xi32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<i32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d0 = stablehlo.multiply %kb0, %leaf : tensor<8xi32>
    %z0 = stablehlo.add %u, %d0 : tensor<8xi32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<i32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d1 = stablehlo.multiply %kb1, %z0 : tensor<8xi32>
    %z1 = stablehlo.add %u, %d1 : tensor<8xi32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<i32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d2 = stablehlo.multiply %kb2, %z1 : tensor<8xi32>
    %z2 = stablehlo.add %u, %d2 : tensor<8xi32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<i32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d3 = stablehlo.multiply %kb3, %z2 : tensor<8xi32>
    %z3 = stablehlo.add %u, %d3 : tensor<8xi32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<i32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d4 = stablehlo.multiply %kb4, %z3 : tensor<8xi32>
    %z4 = stablehlo.add %u, %d4 : tensor<8xi32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<i32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d5 = stablehlo.multiply %kb5, %z4 : tensor<8xi32>
    %z5 = stablehlo.add %u, %d5 : tensor<8xi32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<i32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d6 = stablehlo.multiply %kb6, %z5 : tensor<8xi32>
    %z6 = stablehlo.add %u, %d6 : tensor<8xi32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<i32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d7 = stablehlo.multiply %kb7, %z6 : tensor<8xi32>
    %z7 = stablehlo.add %u, %d7 : tensor<8xi32>
    %n8 = stablehlo.not %i8 : tensor<i1>
    %p8 = stablehlo.not %n8 : tensor<i1>
    %k8 = stablehlo.convert %p8 : (tensor<i1>) -> tensor<i32>
    %kb8 = stablehlo.broadcast_in_dim %k8, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d8 = stablehlo.multiply %kb8, %z7 : tensor<8xi32>
    %z8 = stablehlo.add %u, %d8 : tensor<8xi32>
    %p9 = stablehlo.not %i9 : tensor<i1>
    %k9 = stablehlo.convert %p9 : (tensor<i1>) -> tensor<i32>
    %kb9 = stablehlo.broadcast_in_dim %k9, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d9 = stablehlo.multiply %kb9, %z8 : tensor<8xi32>
    %z9 = stablehlo.add %u, %d9 : tensor<8xi32>
    %n10 = stablehlo.not %i10 : tensor<i1>
    %p10 = stablehlo.not %n10 : tensor<i1>
    %k10 = stablehlo.convert %p10 : (tensor<i1>) -> tensor<i32>
    %kb10 = stablehlo.broadcast_in_dim %k10, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d10 = stablehlo.multiply %kb10, %z9 : tensor<8xi32>
    %z10 = stablehlo.add %u, %d10 : tensor<8xi32>
    %p11 = stablehlo.not %i11 : tensor<i1>
    %k11 = stablehlo.convert %p11 : (tensor<i1>) -> tensor<i32>
    %kb11 = stablehlo.broadcast_in_dim %k11, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d11 = stablehlo.multiply %kb11, %z10 : tensor<8xi32>
    %z11 = stablehlo.add %u, %d11 : tensor<8xi32>
    %n12 = stablehlo.not %i12 : tensor<i1>
    %p12 = stablehlo.not %n12 : tensor<i1>
    %k12 = stablehlo.convert %p12 : (tensor<i1>) -> tensor<i32>
    %kb12 = stablehlo.broadcast_in_dim %k12, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d12 = stablehlo.multiply %kb12, %z11 : tensor<8xi32>
    %z12 = stablehlo.add %u, %d12 : tensor<8xi32>
    %p13 = stablehlo.not %i13 : tensor<i1>
    %k13 = stablehlo.convert %p13 : (tensor<i1>) -> tensor<i32>
    %kb13 = stablehlo.broadcast_in_dim %k13, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d13 = stablehlo.multiply %kb13, %z12 : tensor<8xi32>
    %z13 = stablehlo.add %u, %d13 : tensor<8xi32>
    %n14 = stablehlo.not %i14 : tensor<i1>
    %p14 = stablehlo.not %n14 : tensor<i1>
    %k14 = stablehlo.convert %p14 : (tensor<i1>) -> tensor<i32>
    %kb14 = stablehlo.broadcast_in_dim %k14, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d14 = stablehlo.multiply %kb14, %z13 : tensor<8xi32>
    %z14 = stablehlo.add %u, %d14 : tensor<8xi32>
    %p15 = stablehlo.not %i15 : tensor<i1>
    %k15 = stablehlo.convert %p15 : (tensor<i1>) -> tensor<i32>
    %kb15 = stablehlo.broadcast_in_dim %k15, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %d15 = stablehlo.multiply %kb15, %z14 : tensor<8xi32>
    %z15 = stablehlo.add %u, %d15 : tensor<8xi32>
    %r = stablehlo.negate %z15 : tensor<8xi32>
    return %r : tensor<8xi32>
  }
}

// -----
module {
  func.func @main(%x: tensor<2xi32>, %u: tensor<2xi32>, %i0: tensor<i1>, %i1: tensor<i1>, %i2: tensor<i1>, %i3: tensor<i1>, %i4: tensor<i1>, %i5: tensor<i1>, %i6: tensor<i1>, %i7: tensor<i1>, %i8: tensor<i1>, %i9: tensor<i1>, %i10: tensor<i1>, %i11: tensor<i1>, %i12: tensor<i1>, %i13: tensor<i1>, %i14: tensor<i1>, %i15: tensor<i1>) -> (tensor<2xi32>) {
    %leaf = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 26, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<i32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d0 = stablehlo.multiply %kb0, %leaf : tensor<2xi32>
    %z0 = stablehlo.add %u, %d0 : tensor<2xi32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<i32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d1 = stablehlo.multiply %kb1, %z0 : tensor<2xi32>
    %z1 = stablehlo.add %u, %d1 : tensor<2xi32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<i32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d2 = stablehlo.multiply %kb2, %z1 : tensor<2xi32>
    %z2 = stablehlo.add %u, %d2 : tensor<2xi32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<i32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d3 = stablehlo.multiply %kb3, %z2 : tensor<2xi32>
    %z3 = stablehlo.add %u, %d3 : tensor<2xi32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<i32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d4 = stablehlo.multiply %kb4, %z3 : tensor<2xi32>
    %z4 = stablehlo.add %u, %d4 : tensor<2xi32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<i32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d5 = stablehlo.multiply %kb5, %z4 : tensor<2xi32>
    %z5 = stablehlo.add %u, %d5 : tensor<2xi32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<i32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d6 = stablehlo.multiply %kb6, %z5 : tensor<2xi32>
    %z6 = stablehlo.add %u, %d6 : tensor<2xi32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<i32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d7 = stablehlo.multiply %kb7, %z6 : tensor<2xi32>
    %z7 = stablehlo.add %u, %d7 : tensor<2xi32>
    %n8 = stablehlo.not %i8 : tensor<i1>
    %p8 = stablehlo.not %n8 : tensor<i1>
    %k8 = stablehlo.convert %p8 : (tensor<i1>) -> tensor<i32>
    %kb8 = stablehlo.broadcast_in_dim %k8, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d8 = stablehlo.multiply %kb8, %z7 : tensor<2xi32>
    %z8 = stablehlo.add %u, %d8 : tensor<2xi32>
    %p9 = stablehlo.not %i9 : tensor<i1>
    %k9 = stablehlo.convert %p9 : (tensor<i1>) -> tensor<i32>
    %kb9 = stablehlo.broadcast_in_dim %k9, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d9 = stablehlo.multiply %kb9, %z8 : tensor<2xi32>
    %z9 = stablehlo.add %u, %d9 : tensor<2xi32>
    %n10 = stablehlo.not %i10 : tensor<i1>
    %p10 = stablehlo.not %n10 : tensor<i1>
    %k10 = stablehlo.convert %p10 : (tensor<i1>) -> tensor<i32>
    %kb10 = stablehlo.broadcast_in_dim %k10, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d10 = stablehlo.multiply %kb10, %z9 : tensor<2xi32>
    %z10 = stablehlo.add %u, %d10 : tensor<2xi32>
    %p11 = stablehlo.not %i11 : tensor<i1>
    %k11 = stablehlo.convert %p11 : (tensor<i1>) -> tensor<i32>
    %kb11 = stablehlo.broadcast_in_dim %k11, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d11 = stablehlo.multiply %kb11, %z10 : tensor<2xi32>
    %z11 = stablehlo.add %u, %d11 : tensor<2xi32>
    %n12 = stablehlo.not %i12 : tensor<i1>
    %p12 = stablehlo.not %n12 : tensor<i1>
    %k12 = stablehlo.convert %p12 : (tensor<i1>) -> tensor<i32>
    %kb12 = stablehlo.broadcast_in_dim %k12, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d12 = stablehlo.multiply %kb12, %z11 : tensor<2xi32>
    %z12 = stablehlo.add %u, %d12 : tensor<2xi32>
    %p13 = stablehlo.not %i13 : tensor<i1>
    %k13 = stablehlo.convert %p13 : (tensor<i1>) -> tensor<i32>
    %kb13 = stablehlo.broadcast_in_dim %k13, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d13 = stablehlo.multiply %kb13, %z12 : tensor<2xi32>
    %z13 = stablehlo.add %u, %d13 : tensor<2xi32>
    %n14 = stablehlo.not %i14 : tensor<i1>
    %p14 = stablehlo.not %n14 : tensor<i1>
    %k14 = stablehlo.convert %p14 : (tensor<i1>) -> tensor<i32>
    %kb14 = stablehlo.broadcast_in_dim %k14, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d14 = stablehlo.multiply %kb14, %z13 : tensor<2xi32>
    %z14 = stablehlo.add %u, %d14 : tensor<2xi32>
    %p15 = stablehlo.not %i15 : tensor<i1>
    %k15 = stablehlo.convert %p15 : (tensor<i1>) -> tensor<i32>
    %kb15 = stablehlo.broadcast_in_dim %k15, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d15 = stablehlo.multiply %kb15, %z14 : tensor<2xi32>
    %z15 = stablehlo.add %u, %d15 : tensor<2xi32>
    %r = stablehlo.negate %z15 : tensor<2xi32>
    return %r : tensor<2xi32>
  }
}

// -----
module {
  func.func @main(%x: tensor<2xi32>, %u: tensor<2xi32>, %i0: tensor<i1>, %i1: tensor<i1>, %i2: tensor<i1>, %i3: tensor<i1>, %i4: tensor<i1>, %i5: tensor<i1>, %i6: tensor<i1>, %i7: tensor<i1>, %i8: tensor<i1>, %i9: tensor<i1>, %i10: tensor<i1>, %i11: tensor<i1>, %i12: tensor<i1>, %i13: tensor<i1>, %i14: tensor<i1>, %i15: tensor<i1>) -> (tensor<2xi32>) {
    %leaf = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 25, type = 1>, source_target_pairs = dense<[[1, 0], [2, 1], [3, 2], [0, 3]]> : tensor<4x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
    %n0 = stablehlo.not %i0 : tensor<i1>
    %p0 = stablehlo.not %n0 : tensor<i1>
    %k0 = stablehlo.convert %p0 : (tensor<i1>) -> tensor<i32>
    %kb0 = stablehlo.broadcast_in_dim %k0, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d0 = stablehlo.multiply %kb0, %leaf : tensor<2xi32>
    %z0 = stablehlo.add %u, %d0 : tensor<2xi32>
    %p1 = stablehlo.not %i1 : tensor<i1>
    %k1 = stablehlo.convert %p1 : (tensor<i1>) -> tensor<i32>
    %kb1 = stablehlo.broadcast_in_dim %k1, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d1 = stablehlo.multiply %kb1, %z0 : tensor<2xi32>
    %z1 = stablehlo.add %u, %d1 : tensor<2xi32>
    %n2 = stablehlo.not %i2 : tensor<i1>
    %p2 = stablehlo.not %n2 : tensor<i1>
    %k2 = stablehlo.convert %p2 : (tensor<i1>) -> tensor<i32>
    %kb2 = stablehlo.broadcast_in_dim %k2, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d2 = stablehlo.multiply %kb2, %z1 : tensor<2xi32>
    %z2 = stablehlo.add %u, %d2 : tensor<2xi32>
    %p3 = stablehlo.not %i3 : tensor<i1>
    %k3 = stablehlo.convert %p3 : (tensor<i1>) -> tensor<i32>
    %kb3 = stablehlo.broadcast_in_dim %k3, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d3 = stablehlo.multiply %kb3, %z2 : tensor<2xi32>
    %z3 = stablehlo.add %u, %d3 : tensor<2xi32>
    %n4 = stablehlo.not %i4 : tensor<i1>
    %p4 = stablehlo.not %n4 : tensor<i1>
    %k4 = stablehlo.convert %p4 : (tensor<i1>) -> tensor<i32>
    %kb4 = stablehlo.broadcast_in_dim %k4, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d4 = stablehlo.multiply %kb4, %z3 : tensor<2xi32>
    %z4 = stablehlo.add %u, %d4 : tensor<2xi32>
    %p5 = stablehlo.not %i5 : tensor<i1>
    %k5 = stablehlo.convert %p5 : (tensor<i1>) -> tensor<i32>
    %kb5 = stablehlo.broadcast_in_dim %k5, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d5 = stablehlo.multiply %kb5, %z4 : tensor<2xi32>
    %z5 = stablehlo.add %u, %d5 : tensor<2xi32>
    %n6 = stablehlo.not %i6 : tensor<i1>
    %p6 = stablehlo.not %n6 : tensor<i1>
    %k6 = stablehlo.convert %p6 : (tensor<i1>) -> tensor<i32>
    %kb6 = stablehlo.broadcast_in_dim %k6, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d6 = stablehlo.multiply %kb6, %z5 : tensor<2xi32>
    %z6 = stablehlo.add %u, %d6 : tensor<2xi32>
    %p7 = stablehlo.not %i7 : tensor<i1>
    %k7 = stablehlo.convert %p7 : (tensor<i1>) -> tensor<i32>
    %kb7 = stablehlo.broadcast_in_dim %k7, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d7 = stablehlo.multiply %kb7, %z6 : tensor<2xi32>
    %z7 = stablehlo.add %u, %d7 : tensor<2xi32>
    %n8 = stablehlo.not %i8 : tensor<i1>
    %p8 = stablehlo.not %n8 : tensor<i1>
    %k8 = stablehlo.convert %p8 : (tensor<i1>) -> tensor<i32>
    %kb8 = stablehlo.broadcast_in_dim %k8, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d8 = stablehlo.multiply %kb8, %z7 : tensor<2xi32>
    %z8 = stablehlo.add %u, %d8 : tensor<2xi32>
    %p9 = stablehlo.not %i9 : tensor<i1>
    %k9 = stablehlo.convert %p9 : (tensor<i1>) -> tensor<i32>
    %kb9 = stablehlo.broadcast_in_dim %k9, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d9 = stablehlo.multiply %kb9, %z8 : tensor<2xi32>
    %z9 = stablehlo.add %u, %d9 : tensor<2xi32>
    %n10 = stablehlo.not %i10 : tensor<i1>
    %p10 = stablehlo.not %n10 : tensor<i1>
    %k10 = stablehlo.convert %p10 : (tensor<i1>) -> tensor<i32>
    %kb10 = stablehlo.broadcast_in_dim %k10, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d10 = stablehlo.multiply %kb10, %z9 : tensor<2xi32>
    %z10 = stablehlo.add %u, %d10 : tensor<2xi32>
    %p11 = stablehlo.not %i11 : tensor<i1>
    %k11 = stablehlo.convert %p11 : (tensor<i1>) -> tensor<i32>
    %kb11 = stablehlo.broadcast_in_dim %k11, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d11 = stablehlo.multiply %kb11, %z10 : tensor<2xi32>
    %z11 = stablehlo.add %u, %d11 : tensor<2xi32>
    %n12 = stablehlo.not %i12 : tensor<i1>
    %p12 = stablehlo.not %n12 : tensor<i1>
    %k12 = stablehlo.convert %p12 : (tensor<i1>) -> tensor<i32>
    %kb12 = stablehlo.broadcast_in_dim %k12, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d12 = stablehlo.multiply %kb12, %z11 : tensor<2xi32>
    %z12 = stablehlo.add %u, %d12 : tensor<2xi32>
    %p13 = stablehlo.not %i13 : tensor<i1>
    %k13 = stablehlo.convert %p13 : (tensor<i1>) -> tensor<i32>
    %kb13 = stablehlo.broadcast_in_dim %k13, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d13 = stablehlo.multiply %kb13, %z12 : tensor<2xi32>
    %z13 = stablehlo.add %u, %d13 : tensor<2xi32>
    %n14 = stablehlo.not %i14 : tensor<i1>
    %p14 = stablehlo.not %n14 : tensor<i1>
    %k14 = stablehlo.convert %p14 : (tensor<i1>) -> tensor<i32>
    %kb14 = stablehlo.broadcast_in_dim %k14, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d14 = stablehlo.multiply %kb14, %z13 : tensor<2xi32>
    %z14 = stablehlo.add %u, %d14 : tensor<2xi32>
    %p15 = stablehlo.not %i15 : tensor<i1>
    %k15 = stablehlo.convert %p15 : (tensor<i1>) -> tensor<i32>
    %kb15 = stablehlo.broadcast_in_dim %k15, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %d15 = stablehlo.multiply %kb15, %z14 : tensor<2xi32>
    %z15 = stablehlo.add %u, %d15 : tensor<2xi32>
    %r = stablehlo.negate %z15 : tensor<2xi32>
    return %r : tensor<2xi32>
  }
}
