module @import_gather_vectors_along_first attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %a1: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<3x3xf32>, tensor<4x2xi32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @import_gather_vectors_along_first attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<3x3xf32>, %a1: tensor<2x2xi32>) -> (tensor<2xf32>) {
    %t = stablehlo.transpose %a1, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
    %v = stablehlo.reverse %t, dims = [0] : tensor<2x2xi32>
    %r = "stablehlo.gather"(%a0, %v) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false}> : (tensor<3x3xf32>, tensor<2x2xi32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
