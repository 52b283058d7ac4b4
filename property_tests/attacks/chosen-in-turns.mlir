module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %u: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %v: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i0: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i2: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i3: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i4: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i5: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i6: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i7: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i8: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i9: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i10: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i11: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i12: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i13: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i14: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i15: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %leaf = stablehlo.compare GT, %x, %u : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %c0 = stablehlo.constant dense<-15> : tensor<i32>
    %p0 = stablehlo.compare LT, %i0, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b0 = stablehlo.broadcast_in_dim %p0, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q0 = stablehlo.and %leaf, %b0 : tensor<8xi1>
    %c1 = stablehlo.constant dense<15> : tensor<i32>
    %p1 = stablehlo.compare LT, %i1, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b1 = stablehlo.broadcast_in_dim %p1, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q1 = stablehlo.or %q0, %b1 : tensor<8xi1>
    %c2 = stablehlo.constant dense<-15> : tensor<i32>
    %p2 = stablehlo.compare LT, %i2, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b2 = stablehlo.broadcast_in_dim %p2, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q2 = stablehlo.and %q1, %b2 : tensor<8xi1>
    %c3 = stablehlo.constant dense<15> : tensor<i32>
    %p3 = stablehlo.compare LT, %i3, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b3 = stablehlo.broadcast_in_dim %p3, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q3 = stablehlo.or %q2, %b3 : tensor<8xi1>
    %c4 = stablehlo.constant dense<-15> : tensor<i32>
    %p4 = stablehlo.compare LT, %i4, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b4 = stablehlo.broadcast_in_dim %p4, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q4 = stablehlo.and %q3, %b4 : tensor<8xi1>
    %c5 = stablehlo.constant dense<15> : tensor<i32>
    %p5 = stablehlo.compare LT, %i5, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b5 = stablehlo.broadcast_in_dim %p5, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q5 = stablehlo.or %q4, %b5 : tensor<8xi1>
    %c6 = stablehlo.constant dense<-15> : tensor<i32>
    %p6 = stablehlo.compare LT, %i6, %c6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b6 = stablehlo.broadcast_in_dim %p6, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q6 = stablehlo.and %q5, %b6 : tensor<8xi1>
    %c7 = stablehlo.constant dense<15> : tensor<i32>
    %p7 = stablehlo.compare LT, %i7, %c7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b7 = stablehlo.broadcast_in_dim %p7, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q7 = stablehlo.or %q6, %b7 : tensor<8xi1>
    %c8 = stablehlo.constant dense<-15> : tensor<i32>
    %p8 = stablehlo.compare LT, %i8, %c8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b8 = stablehlo.broadcast_in_dim %p8, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q8 = stablehlo.and %q7, %b8 : tensor<8xi1>
    %c9 = stablehlo.constant dense<15> : tensor<i32>
    %p9 = stablehlo.compare LT, %i9, %c9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b9 = stablehlo.broadcast_in_dim %p9, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q9 = stablehlo.or %q8, %b9 : tensor<8xi1>
    %c10 = stablehlo.constant dense<-15> : tensor<i32>
    %p10 = stablehlo.compare LT, %i10, %c10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b10 = stablehlo.broadcast_in_dim %p10, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q10 = stablehlo.and %q9, %b10 : tensor<8xi1>
    %c11 = stablehlo.constant dense<15> : tensor<i32>
    %p11 = stablehlo.compare LT, %i11, %c11 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b11 = stablehlo.broadcast_in_dim %p11, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q11 = stablehlo.or %q10, %b11 : tensor<8xi1>
    %c12 = stablehlo.constant dense<-15> : tensor<i32>
    %p12 = stablehlo.compare LT, %i12, %c12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b12 = stablehlo.broadcast_in_dim %p12, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q12 = stablehlo.and %q11, %b12 : tensor<8xi1>
    %c13 = stablehlo.constant dense<15> : tensor<i32>
    %p13 = stablehlo.compare LT, %i13, %c13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b13 = stablehlo.broadcast_in_dim %p13, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q13 = stablehlo.or %q12, %b13 : tensor<8xi1>
    %c14 = stablehlo.constant dense<-15> : tensor<i32>
    %p14 = stablehlo.compare LT, %i14, %c14 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b14 = stablehlo.broadcast_in_dim %p14, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q14 = stablehlo.and %q13, %b14 : tensor<8xi1>
    %c15 = stablehlo.constant dense<15> : tensor<i32>
    %p15 = stablehlo.compare LT, %i15, %c15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b15 = stablehlo.broadcast_in_dim %p15, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %q15 = stablehlo.or %q14, %b15 : tensor<8xi1>
    %m = stablehlo.maximum %u, %v : tensor<8xf32>
    %k = stablehlo.select %q15, %m, %x : tensor<8xi1>, tensor<8xf32>
    %r = stablehlo.negate %k : tensor<8xf32>
    return %r : tensor<8xf32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4xf32>, %u: tensor<4xf32>, %v: tensor<4xf32>, %i0: tensor<i32>, %i1: tensor<i32>, %i2: tensor<i32>, %i3: tensor<i32>, %i4: tensor<i32>, %i5: tensor<i32>, %i6: tensor<i32>, %i7: tensor<i32>, %i8: tensor<i32>, %i9: tensor<i32>, %i10: tensor<i32>, %i11: tensor<i32>, %i12: tensor<i32>, %i13: tensor<i32>, %i14: tensor<i32>, %i15: tensor<i32>) -> (tensor<4xf32>) {
    %xr = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
    %ur = stablehlo.reverse %u, dims = [0] : tensor<4xf32>
    %leaf = stablehlo.compare GT, %xr, %ur : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %c0 = stablehlo.constant dense<-15> : tensor<i32>
    %p0 = stablehlo.compare LT, %i0, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b0 = stablehlo.broadcast_in_dim %p0, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q0 = stablehlo.and %leaf, %b0 : tensor<4xi1>
    %c1 = stablehlo.constant dense<15> : tensor<i32>
    %p1 = stablehlo.compare LT, %i1, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b1 = stablehlo.broadcast_in_dim %p1, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q1 = stablehlo.or %q0, %b1 : tensor<4xi1>
    %c2 = stablehlo.constant dense<-15> : tensor<i32>
    %p2 = stablehlo.compare LT, %i2, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b2 = stablehlo.broadcast_in_dim %p2, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q2 = stablehlo.and %q1, %b2 : tensor<4xi1>
    %c3 = stablehlo.constant dense<15> : tensor<i32>
    %p3 = stablehlo.compare LT, %i3, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b3 = stablehlo.broadcast_in_dim %p3, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q3 = stablehlo.or %q2, %b3 : tensor<4xi1>
    %c4 = stablehlo.constant dense<-15> : tensor<i32>
    %p4 = stablehlo.compare LT, %i4, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b4 = stablehlo.broadcast_in_dim %p4, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q4 = stablehlo.and %q3, %b4 : tensor<4xi1>
    %c5 = stablehlo.constant dense<15> : tensor<i32>
    %p5 = stablehlo.compare LT, %i5, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b5 = stablehlo.broadcast_in_dim %p5, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q5 = stablehlo.or %q4, %b5 : tensor<4xi1>
    %c6 = stablehlo.constant dense<-15> : tensor<i32>
    %p6 = stablehlo.compare LT, %i6, %c6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b6 = stablehlo.broadcast_in_dim %p6, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q6 = stablehlo.and %q5, %b6 : tensor<4xi1>
    %c7 = stablehlo.constant dense<15> : tensor<i32>
    %p7 = stablehlo.compare LT, %i7, %c7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b7 = stablehlo.broadcast_in_dim %p7, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q7 = stablehlo.or %q6, %b7 : tensor<4xi1>
    %c8 = stablehlo.constant dense<-15> : tensor<i32>
    %p8 = stablehlo.compare LT, %i8, %c8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b8 = stablehlo.broadcast_in_dim %p8, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q8 = stablehlo.and %q7, %b8 : tensor<4xi1>
    %c9 = stablehlo.constant dense<15> : tensor<i32>
    %p9 = stablehlo.compare LT, %i9, %c9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b9 = stablehlo.broadcast_in_dim %p9, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q9 = stablehlo.or %q8, %b9 : tensor<4xi1>
    %c10 = stablehlo.constant dense<-15> : tensor<i32>
    %p10 = stablehlo.compare LT, %i10, %c10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b10 = stablehlo.broadcast_in_dim %p10, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q10 = stablehlo.and %q9, %b10 : tensor<4xi1>
    %c11 = stablehlo.constant dense<15> : tensor<i32>
    %p11 = stablehlo.compare LT, %i11, %c11 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b11 = stablehlo.broadcast_in_dim %p11, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q11 = stablehlo.or %q10, %b11 : tensor<4xi1>
    %c12 = stablehlo.constant dense<-15> : tensor<i32>
    %p12 = stablehlo.compare LT, %i12, %c12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b12 = stablehlo.broadcast_in_dim %p12, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q12 = stablehlo.and %q11, %b12 : tensor<4xi1>
    %c13 = stablehlo.constant dense<15> : tensor<i32>
    %p13 = stablehlo.compare LT, %i13, %c13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b13 = stablehlo.broadcast_in_dim %p13, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q13 = stablehlo.or %q12, %b13 : tensor<4xi1>
    %c14 = stablehlo.constant dense<-15> : tensor<i32>
    %p14 = stablehlo.compare LT, %i14, %c14 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b14 = stablehlo.broadcast_in_dim %p14, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q14 = stablehlo.and %q13, %b14 : tensor<4xi1>
    %c15 = stablehlo.constant dense<15> : tensor<i32>
    %p15 = stablehlo.compare LT, %i15, %c15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b15 = stablehlo.broadcast_in_dim %p15, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q15 = stablehlo.or %q14, %b15 : tensor<4xi1>
    %m = stablehlo.maximum %u, %v : tensor<4xf32>
    %k = stablehlo.select %q15, %m, %x : tensor<4xi1>, tensor<4xf32>
    %r = stablehlo.negate %k : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4xf32>, %u: tensor<4xf32>, %v: tensor<4xf32>, %i0: tensor<i32>, %i1: tensor<i32>, %i2: tensor<i32>, %i3: tensor<i32>, %i4: tensor<i32>, %i5: tensor<i32>, %i6: tensor<i32>, %i7: tensor<i32>, %i8: tensor<i32>, %i9: tensor<i32>, %i10: tensor<i32>, %i11: tensor<i32>, %i12: tensor<i32>, %i13: tensor<i32>, %i14: tensor<i32>, %i15: tensor<i32>) -> (tensor<4xf32>) {
    %leaf = stablehlo.compare GT, %x, %u : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %c0 = stablehlo.constant dense<-15> : tensor<i32>
    %p0 = stablehlo.compare LT, %i0, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b0 = stablehlo.broadcast_in_dim %p0, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q0 = stablehlo.and %leaf, %b0 : tensor<4xi1>
    %c1 = stablehlo.constant dense<15> : tensor<i32>
    %p1 = stablehlo.compare LT, %i1, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b1 = stablehlo.broadcast_in_dim %p1, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q1 = stablehlo.or %q0, %b1 : tensor<4xi1>
    %c2 = stablehlo.constant dense<-15> : tensor<i32>
    %p2 = stablehlo.compare LT, %i2, %c2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b2 = stablehlo.broadcast_in_dim %p2, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q2 = stablehlo.and %q1, %b2 : tensor<4xi1>
    %c3 = stablehlo.constant dense<15> : tensor<i32>
    %p3 = stablehlo.compare LT, %i3, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b3 = stablehlo.broadcast_in_dim %p3, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q3 = stablehlo.or %q2, %b3 : tensor<4xi1>
    %c4 = stablehlo.constant dense<-15> : tensor<i32>
    %p4 = stablehlo.compare LT, %i4, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b4 = stablehlo.broadcast_in_dim %p4, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q4 = stablehlo.and %q3, %b4 : tensor<4xi1>
    %c5 = stablehlo.constant dense<15> : tensor<i32>
    %p5 = stablehlo.compare LT, %i5, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b5 = stablehlo.broadcast_in_dim %p5, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q5 = stablehlo.or %q4, %b5 : tensor<4xi1>
    %c6 = stablehlo.constant dense<-15> : tensor<i32>
    %p6 = stablehlo.compare LT, %i6, %c6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b6 = stablehlo.broadcast_in_dim %p6, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q6 = stablehlo.and %q5, %b6 : tensor<4xi1>
    %c7 = stablehlo.constant dense<15> : tensor<i32>
    %p7 = stablehlo.compare LT, %i7, %c7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b7 = stablehlo.broadcast_in_dim %p7, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q7 = stablehlo.or %q6, %b7 : tensor<4xi1>
    %c8 = stablehlo.constant dense<-15> : tensor<i32>
    %p8 = stablehlo.compare LT, %i8, %c8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b8 = stablehlo.broadcast_in_dim %p8, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q8 = stablehlo.and %q7, %b8 : tensor<4xi1>
    %c9 = stablehlo.constant dense<15> : tensor<i32>
    %p9 = stablehlo.compare LT, %i9, %c9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b9 = stablehlo.broadcast_in_dim %p9, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q9 = stablehlo.or %q8, %b9 : tensor<4xi1>
    %c10 = stablehlo.constant dense<-15> : tensor<i32>
    %p10 = stablehlo.compare LT, %i10, %c10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b10 = stablehlo.broadcast_in_dim %p10, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q10 = stablehlo.and %q9, %b10 : tensor<4xi1>
    %c11 = stablehlo.constant dense<15> : tensor<i32>
    %p11 = stablehlo.compare LT, %i11, %c11 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b11 = stablehlo.broadcast_in_dim %p11, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q11 = stablehlo.or %q10, %b11 : tensor<4xi1>
    %c12 = stablehlo.constant dense<-15> : tensor<i32>
    %p12 = stablehlo.compare LT, %i12, %c12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b12 = stablehlo.broadcast_in_dim %p12, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q12 = stablehlo.and %q11, %b12 : tensor<4xi1>
    %c13 = stablehlo.constant dense<15> : tensor<i32>
    %p13 = stablehlo.compare LT, %i13, %c13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b13 = stablehlo.broadcast_in_dim %p13, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q13 = stablehlo.or %q12, %b13 : tensor<4xi1>
    %c14 = stablehlo.constant dense<-15> : tensor<i32>
    %p14 = stablehlo.compare LT, %i14, %c14 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b14 = stablehlo.broadcast_in_dim %p14, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q14 = stablehlo.and %q13, %b14 : tensor<4xi1>
    %c15 = stablehlo.constant dense<15> : tensor<i32>
    %p15 = stablehlo.compare LT, %i15, %c15 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b15 = stablehlo.broadcast_in_dim %p15, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %q15 = stablehlo.or %q14, %b15 : tensor<4xi1>
    %m = stablehlo.maximum %u, %v : tensor<4xf32>
    %k = stablehlo.select %q15, %m, %x : tensor<4xi1>, tensor<4xf32>
    %r = stablehlo.negate %k : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
