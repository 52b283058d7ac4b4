module @scatter_batches_of_first attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a1: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %z = stablehlo.constant dense<0> : tensor<4x2xi32>
    %u = stablehlo.constant dense<1.0> : tensor<4x2xf32>
    %r = "stablehlo.scatter"(%a0, %a1, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<4x2xi32>, tensor<4x2xf32>) -> tensor<4x3xf32>
    return %r : tensor<4x3xf32>
  }
}

// -----

module @scatter_batches_of_first attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x3xf32>, %a1: tensor<2x2xi32>) -> (tensor<2x3xf32>) {
    %i = stablehlo.iota dim = 0 : tensor<3xi32>
    %ib = stablehlo.broadcast_in_dim %i, dims = [2] : (tensor<3xi32>) -> tensor<2x2x3xi32>
    %xb = stablehlo.broadcast_in_dim %a1, dims = [0, 1] : (tensor<2x2xi32>) -> tensor<2x2x3xi32>
    %e = stablehlo.compare EQ, %ib, %xb, SIGNED : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> tensor<2x2x3xi1>
    %f = stablehlo.convert %e : (tensor<2x2x3xi1>) -> tensor<2x2x3xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s = "stablehlo.reduce"(%f, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<2x2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %r = stablehlo.add %a0, %s : tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}
