module @promises_strictly_sorted attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %i = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi32>
    %r = "stablehlo.gather"(%a0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>, indices_are_sorted = false}> : (tensor<4x5xf32>, tensor<3xi32>) -> tensor<4x3xf32>
    return %r : tensor<4x3xf32>
  }
}

// -----

module @promises_strictly_sorted attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x5xf32>) -> (tensor<2x3xf32>) {
    %i = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi32>
    %r = "stablehlo.gather"(%a0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1>, indices_are_sorted = true}> : (tensor<2x5xf32>, tensor<3xi32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}
