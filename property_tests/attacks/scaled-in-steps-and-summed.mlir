module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %pa: tensor<14x8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %q: tensor<8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %pat = stablehlo.constant dense<[[true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false]]> : tensor<14x8xi1>
    %p = stablehlo.xor %pa, %pat : tensor<14x8xi1>
    %s0 = stablehlo.slice %p [0:1, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p0 = stablehlo.reshape %s0 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s1 = stablehlo.slice %p [1:2, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p1 = stablehlo.reshape %s1 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s2 = stablehlo.slice %p [2:3, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p2 = stablehlo.reshape %s2 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s3 = stablehlo.slice %p [3:4, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p3 = stablehlo.reshape %s3 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s4 = stablehlo.slice %p [4:5, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p4 = stablehlo.reshape %s4 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s5 = stablehlo.slice %p [5:6, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p5 = stablehlo.reshape %s5 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s6 = stablehlo.slice %p [6:7, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p6 = stablehlo.reshape %s6 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s7 = stablehlo.slice %p [7:8, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p7 = stablehlo.reshape %s7 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s8 = stablehlo.slice %p [8:9, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p8 = stablehlo.reshape %s8 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s9 = stablehlo.slice %p [9:10, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p9 = stablehlo.reshape %s9 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s10 = stablehlo.slice %p [10:11, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p10 = stablehlo.reshape %s10 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s11 = stablehlo.slice %p [11:12, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p11 = stablehlo.reshape %s11 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s12 = stablehlo.slice %p [12:13, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p12 = stablehlo.reshape %s12 : (tensor<1x8xi1>) -> tensor<8xi1>
    %s13 = stablehlo.slice %p [13:14, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %p13 = stablehlo.reshape %s13 : (tensor<1x8xi1>) -> tensor<8xi1>
    %c1 = stablehlo.and %p0, %p1 : tensor<8xi1>
    %c2 = stablehlo.and %c1, %p2 : tensor<8xi1>
    %c3 = stablehlo.and %c2, %p3 : tensor<8xi1>
    %c4 = stablehlo.and %c3, %p4 : tensor<8xi1>
    %c5 = stablehlo.and %c4, %p5 : tensor<8xi1>
    %c6 = stablehlo.and %c5, %p6 : tensor<8xi1>
    %c7 = stablehlo.and %c6, %p7 : tensor<8xi1>
    %c8 = stablehlo.and %c7, %p8 : tensor<8xi1>
    %c9 = stablehlo.and %c8, %p9 : tensor<8xi1>
    %c10 = stablehlo.and %c9, %p10 : tensor<8xi1>
    %c11 = stablehlo.and %c10, %p11 : tensor<8xi1>
    %c12 = stablehlo.and %c11, %p12 : tensor<8xi1>
    %c = stablehlo.and %c12, %p13 : tensor<8xi1>
    %z = stablehlo.constant dense<0.0> : tensor<8xf32>
    %k = stablehlo.constant dense<0.0009765625> : tensor<8xf32>
    %d0 = stablehlo.multiply %x, %k : tensor<8xf32>
    %d1 = stablehlo.multiply %d0, %k : tensor<8xf32>
    %d2 = stablehlo.multiply %d1, %k : tensor<8xf32>
    %d3 = stablehlo.multiply %d2, %k : tensor<8xf32>
    %d4 = stablehlo.multiply %d3, %k : tensor<8xf32>
    %d5 = stablehlo.multiply %d4, %k : tensor<8xf32>
    %d6 = stablehlo.multiply %d5, %k : tensor<8xf32>
    %d7 = stablehlo.multiply %d6, %k : tensor<8xf32>
    %d8 = stablehlo.multiply %d7, %k : tensor<8xf32>
    %d9 = stablehlo.multiply %d8, %k : tensor<8xf32>
    %d10 = stablehlo.multiply %d9, %k : tensor<8xf32>
    %d11 = stablehlo.multiply %d10, %k : tensor<8xf32>
    %d12 = stablehlo.multiply %d11, %k : tensor<8xf32>
    %r2 = stablehlo.select %q, %d12, %z : tensor<8xi1>, tensor<8xf32>
    %r = stablehlo.select %c, %x, %z : tensor<8xi1>, tensor<8xf32>
    return %r, %r2 : tensor<8xf32>, tensor<8xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %pa: tensor<14x4xi1>, %q: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>) {
    %pat = stablehlo.constant dense<[[true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [false, false, false, false]]> : tensor<14x4xi1>
    %p = stablehlo.xor %pa, %pat : tensor<14x4xi1>
    %s0 = stablehlo.slice %p [0:1, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p0 = stablehlo.reshape %s0 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s1 = stablehlo.slice %p [1:2, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p1 = stablehlo.reshape %s1 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s2 = stablehlo.slice %p [2:3, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p2 = stablehlo.reshape %s2 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s3 = stablehlo.slice %p [3:4, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p3 = stablehlo.reshape %s3 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s4 = stablehlo.slice %p [4:5, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p4 = stablehlo.reshape %s4 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s5 = stablehlo.slice %p [5:6, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p5 = stablehlo.reshape %s5 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s6 = stablehlo.slice %p [6:7, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p6 = stablehlo.reshape %s6 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s7 = stablehlo.slice %p [7:8, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p7 = stablehlo.reshape %s7 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s8 = stablehlo.slice %p [8:9, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p8 = stablehlo.reshape %s8 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s9 = stablehlo.slice %p [9:10, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p9 = stablehlo.reshape %s9 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s10 = stablehlo.slice %p [10:11, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p10 = stablehlo.reshape %s10 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s11 = stablehlo.slice %p [11:12, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p11 = stablehlo.reshape %s11 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s12 = stablehlo.slice %p [12:13, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p12 = stablehlo.reshape %s12 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s13 = stablehlo.slice %p [13:14, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p13 = stablehlo.reshape %s13 : (tensor<1x4xi1>) -> tensor<4xi1>
    %c1 = stablehlo.and %p0, %p1 : tensor<4xi1>
    %c2 = stablehlo.and %c1, %p2 : tensor<4xi1>
    %c3 = stablehlo.and %c2, %p3 : tensor<4xi1>
    %c4 = stablehlo.and %c3, %p4 : tensor<4xi1>
    %c5 = stablehlo.and %c4, %p5 : tensor<4xi1>
    %c6 = stablehlo.and %c5, %p6 : tensor<4xi1>
    %c7 = stablehlo.and %c6, %p7 : tensor<4xi1>
    %c8 = stablehlo.and %c7, %p8 : tensor<4xi1>
    %c9 = stablehlo.and %c8, %p9 : tensor<4xi1>
    %c10 = stablehlo.and %c9, %p10 : tensor<4xi1>
    %c11 = stablehlo.and %c10, %p11 : tensor<4xi1>
    %c12 = stablehlo.and %c11, %p12 : tensor<4xi1>
    %c = stablehlo.and %c12, %p13 : tensor<4xi1>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %k = stablehlo.constant dense<0.0009765625> : tensor<4xf32>
    %zs = stablehlo.constant dense<0.0> : tensor<f32>
    %d0 = stablehlo.multiply %x, %k : tensor<4xf32>
    %d1 = stablehlo.multiply %d0, %k : tensor<4xf32>
    %d2 = stablehlo.multiply %d1, %k : tensor<4xf32>
    %d3 = stablehlo.multiply %d2, %k : tensor<4xf32>
    %d4 = stablehlo.multiply %d3, %k : tensor<4xf32>
    %d5 = stablehlo.multiply %d4, %k : tensor<4xf32>
    %d6 = stablehlo.multiply %d5, %k : tensor<4xf32>
    %d7 = stablehlo.multiply %d6, %k : tensor<4xf32>
    %d8 = stablehlo.multiply %d7, %k : tensor<4xf32>
    %d9 = stablehlo.multiply %d8, %k : tensor<4xf32>
    %d10 = stablehlo.multiply %d9, %k : tensor<4xf32>
    %d11 = stablehlo.multiply %d10, %k : tensor<4xf32>
    %d12 = stablehlo.multiply %d11, %k : tensor<4xf32>
    %y = stablehlo.select %c, %d12, %z : tensor<4xi1>, tensor<4xf32>
    %b0 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e0 = stablehlo.reduce(%b0 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b1 = stablehlo.broadcast_in_dim %e0, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e1 = stablehlo.reduce(%b1 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b2 = stablehlo.broadcast_in_dim %e1, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e2 = stablehlo.reduce(%b2 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b3 = stablehlo.broadcast_in_dim %e2, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e3 = stablehlo.reduce(%b3 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b4 = stablehlo.broadcast_in_dim %e3, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e4 = stablehlo.reduce(%b4 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b5 = stablehlo.broadcast_in_dim %e4, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e5 = stablehlo.reduce(%b5 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b6 = stablehlo.broadcast_in_dim %e5, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e6 = stablehlo.reduce(%b6 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b7 = stablehlo.broadcast_in_dim %e6, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e7 = stablehlo.reduce(%b7 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b8 = stablehlo.broadcast_in_dim %e7, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e8 = stablehlo.reduce(%b8 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b9 = stablehlo.broadcast_in_dim %e8, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e9 = stablehlo.reduce(%b9 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b10 = stablehlo.broadcast_in_dim %e9, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e10 = stablehlo.reduce(%b10 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b11 = stablehlo.broadcast_in_dim %e10, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e11 = stablehlo.reduce(%b11 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %b12 = stablehlo.broadcast_in_dim %e11, dims = [1] : (tensor<4xf32>) -> tensor<1024x4xf32>
    %e12 = stablehlo.reduce(%b12 init: %zs) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
    %r2 = stablehlo.select %q, %d12, %z : tensor<4xi1>, tensor<4xf32>

    return %e12, %r2 : tensor<4xf32>, tensor<4xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %pa: tensor<14x4xi1>, %q: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>) {
    %pat = stablehlo.constant dense<[[true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [false, false, false, false]]> : tensor<14x4xi1>
    %p = stablehlo.xor %pa, %pat : tensor<14x4xi1>
    %s0 = stablehlo.slice %p [0:1, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p0 = stablehlo.reshape %s0 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s1 = stablehlo.slice %p [1:2, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p1 = stablehlo.reshape %s1 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s2 = stablehlo.slice %p [2:3, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p2 = stablehlo.reshape %s2 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s3 = stablehlo.slice %p [3:4, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p3 = stablehlo.reshape %s3 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s4 = stablehlo.slice %p [4:5, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p4 = stablehlo.reshape %s4 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s5 = stablehlo.slice %p [5:6, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p5 = stablehlo.reshape %s5 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s6 = stablehlo.slice %p [6:7, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p6 = stablehlo.reshape %s6 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s7 = stablehlo.slice %p [7:8, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p7 = stablehlo.reshape %s7 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s8 = stablehlo.slice %p [8:9, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p8 = stablehlo.reshape %s8 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s9 = stablehlo.slice %p [9:10, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p9 = stablehlo.reshape %s9 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s10 = stablehlo.slice %p [10:11, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p10 = stablehlo.reshape %s10 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s11 = stablehlo.slice %p [11:12, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p11 = stablehlo.reshape %s11 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s12 = stablehlo.slice %p [12:13, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p12 = stablehlo.reshape %s12 : (tensor<1x4xi1>) -> tensor<4xi1>
    %s13 = stablehlo.slice %p [13:14, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %p13 = stablehlo.reshape %s13 : (tensor<1x4xi1>) -> tensor<4xi1>
    %c1 = stablehlo.and %p0, %p1 : tensor<4xi1>
    %c2 = stablehlo.and %c1, %p2 : tensor<4xi1>
    %c3 = stablehlo.and %c2, %p3 : tensor<4xi1>
    %c4 = stablehlo.and %c3, %p4 : tensor<4xi1>
    %c5 = stablehlo.and %c4, %p5 : tensor<4xi1>
    %c6 = stablehlo.and %c5, %p6 : tensor<4xi1>
    %c7 = stablehlo.and %c6, %p7 : tensor<4xi1>
    %c8 = stablehlo.and %c7, %p8 : tensor<4xi1>
    %c9 = stablehlo.and %c8, %p9 : tensor<4xi1>
    %c10 = stablehlo.and %c9, %p10 : tensor<4xi1>
    %c11 = stablehlo.and %c10, %p11 : tensor<4xi1>
    %c12 = stablehlo.and %c11, %p12 : tensor<4xi1>
    %c = stablehlo.and %c12, %p13 : tensor<4xi1>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %k = stablehlo.constant dense<0.0009765625> : tensor<4xf32>
    %d0 = stablehlo.multiply %x, %k : tensor<4xf32>
    %d1 = stablehlo.multiply %d0, %k : tensor<4xf32>
    %d2 = stablehlo.multiply %d1, %k : tensor<4xf32>
    %d3 = stablehlo.multiply %d2, %k : tensor<4xf32>
    %d4 = stablehlo.multiply %d3, %k : tensor<4xf32>
    %d5 = stablehlo.multiply %d4, %k : tensor<4xf32>
    %d6 = stablehlo.multiply %d5, %k : tensor<4xf32>
    %d7 = stablehlo.multiply %d6, %k : tensor<4xf32>
    %d8 = stablehlo.multiply %d7, %k : tensor<4xf32>
    %d9 = stablehlo.multiply %d8, %k : tensor<4xf32>
    %d10 = stablehlo.multiply %d9, %k : tensor<4xf32>
    %d11 = stablehlo.multiply %d10, %k : tensor<4xf32>
    %d12 = stablehlo.multiply %d11, %k : tensor<4xf32>
    %r2 = stablehlo.select %q, %d12, %z : tensor<4xi1>, tensor<4xf32>
    %r = stablehlo.select %c, %x, %z : tensor<4xi1>, tensor<4xf32>
    return %r, %r2 : tensor<4xf32>, tensor<4xf32>
  }
}
