module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<12x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %sg = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<12x8xf32>
    %ys = stablehlo.multiply %y, %sg : tensor<12x8xf32>
    %ninf = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %u = stablehlo.reduce(%ys init: %ninf) applies stablehlo.minimum across dimensions = [0] : (tensor<12x8xf32>, tensor<f32>) -> tensor<8xf32>
    %o0 = stablehlo.constant dense<0.0> : tensor<8xf32>
    %v = stablehlo.maximum %u, %o0 : tensor<8xf32>

    return %v : tensor<8xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %y: tensor<12x4xf32>) -> (tensor<4xf32>) {
    %sg = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0]]> : tensor<12x4xf32>
    %ys = stablehlo.multiply %y, %sg : tensor<12x4xf32>
    %ninf = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %u = stablehlo.reduce(%ys init: %ninf) applies stablehlo.minimum across dimensions = [0] : (tensor<12x4xf32>, tensor<f32>) -> tensor<4xf32>
    %o0 = stablehlo.constant dense<0.0> : tensor<4xf32>
    %v = stablehlo.maximum %u, %o0 : tensor<4xf32>
    %k = stablehlo.constant dense<1048576.0> : tensor<4xf32>
    %t0 = stablehlo.multiply %v, %k : tensor<4xf32>
    %t1 = stablehlo.multiply %t0, %k : tensor<4xf32>
    %t2 = stablehlo.multiply %t1, %k : tensor<4xf32>
    %t3 = stablehlo.multiply %t2, %k : tensor<4xf32>
    %t = stablehlo.multiply %t3, %k : tensor<4xf32>
    %tb = stablehlo.optimization_barrier %t : tensor<4xf32>
    %kk = stablehlo.constant dense<1048576.0> : tensor<4xf32>
    %r0 = stablehlo.divide %tb, %k : tensor<4xf32>
    %r1 = stablehlo.divide %r0, %k : tensor<4xf32>
    %r2 = stablehlo.divide %r1, %k : tensor<4xf32>
    %r3 = stablehlo.divide %r2, %k : tensor<4xf32>
    %r = stablehlo.divide %r3, %k : tensor<4xf32>

    return %r : tensor<4xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %y: tensor<12x4xf32>) -> (tensor<4xf32>) {
    %sg = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0]]> : tensor<12x4xf32>
    %ys = stablehlo.multiply %y, %sg : tensor<12x4xf32>
    %ninf = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %u = stablehlo.reduce(%ys init: %ninf) applies stablehlo.minimum across dimensions = [0] : (tensor<12x4xf32>, tensor<f32>) -> tensor<4xf32>
    %o0 = stablehlo.constant dense<0.0> : tensor<4xf32>
    %v = stablehlo.maximum %u, %o0 : tensor<4xf32>

    return %v : tensor<4xf32>
  }
}
