module @import_dot_rhs_batches_as_lhs attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4x3x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %a1: tensor<5x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<4x3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
    %r = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<4x3x5xf32>, tensor<5x4x2xf32>) -> tensor<4x3x2xf32>
    return %r : tensor<4x3x2xf32>
  }
}

// -----

module @import_dot_rhs_batches_as_lhs attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x3x5xf32>, %a1: tensor<5x2x2xf32>) -> (tensor<2x3x2xf32>) {
    %t = stablehlo.transpose %a1, dims = [1, 0, 2] : (tensor<5x2x2xf32>) -> tensor<2x5x2xf32>
    %r = stablehlo.dot_general %a0, %t, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x5xf32>, tensor<2x5x2xf32>) -> tensor<2x3x2xf32>
    return %r : tensor<2x3x2xf32>
  }
}
