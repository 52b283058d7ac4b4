module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %c = stablehlo.constant dense<2.0> : tensor<8xf32>
    %r = stablehlo.multiply %x, %c : tensor<8xf32>

    return %r : tensor<8xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<2.0> : tensor<4xf32>
    %r0 = stablehlo.multiply %x, %c : tensor<4xf32>
    %kk = stablehlo.constant dense<1234567> : tensor<4xi32>
    %j = stablehlo.multiply %i, %i : tensor<4xi32>
    %q = stablehlo.add %j, %kk : tensor<4xi32>
    %f = stablehlo.convert %q : (tensor<4xi32>) -> tensor<4xf32>
    %on = stablehlo.constant dense<1.0> : tensor<4xf32>
    %w = stablehlo.divide %on, %f : tensor<4xf32>
    %zz = stablehlo.constant dense<0.0> : tensor<4xf32>
    %w0 = stablehlo.multiply %w, %zz : tensor<4xf32>
    %r = stablehlo.add %r0, %w0 : tensor<4xf32>

    return %r : tensor<4xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>) {
    %c = stablehlo.constant dense<2.0> : tensor<4xf32>
    %r = stablehlo.multiply %x, %c : tensor<4xf32>

    return %r : tensor<4xf32>
  }
}
