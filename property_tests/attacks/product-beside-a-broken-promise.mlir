module @m {
  sdy.mesh @mesh = <["x"=3]>
  func.func public @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.constant dense<257.0> : tensor<6xf32>
    %v2 = stablehlo.multiply %arg0, %v1 : tensor<6xf32>
    %v3 = stablehlo.constant dense<0.0> : tensor<12x3xf32>
    %v4 = "stablehlo.scatter"(%v3, %arg2, %arg1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>): stablehlo.return %b : tensor<f32>
    }) : (tensor<12x3xf32>, tensor<12xi32>, tensor<12x3xf32>) -> tensor<12x3xf32>
    return %v2, %v4 : tensor<6xf32>, tensor<12x3xf32>
  }
}

// -----

module @m attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<12x3xf32>, %arg2: tensor<12xi32>) -> (tensor<2xf32>, tensor<12x3xf32>) {
    %v1 = stablehlo.constant dense<258.0> : tensor<2xf32>
    %v2 = stablehlo.multiply %arg0, %v1 : tensor<2xf32>
    %v3 = stablehlo.constant dense<0.0> : tensor<12x3xf32>
    %v4 = "stablehlo.scatter"(%v3, %arg2, %arg1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>): stablehlo.return %b : tensor<f32>
    }) : (tensor<12x3xf32>, tensor<12xi32>, tensor<12x3xf32>) -> tensor<12x3xf32>
    return %v2, %v4 : tensor<2xf32>, tensor<12x3xf32>
  }
}

// -----

module @m attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<12x3xf32>, %arg2: tensor<12xi32>) -> (tensor<2xf32>, tensor<12x3xf32>) {
    %v1 = stablehlo.constant dense<256.0> : tensor<2xf32>
    %v2 = stablehlo.multiply %arg0, %v1 : tensor<2xf32>
    %v3 = stablehlo.add %v2, %arg0 : tensor<2xf32>
    %v4 = stablehlo.constant dense<0.0> : tensor<12x3xf32>
    %v5 = "stablehlo.scatter"(%v4, %arg2, %arg1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>): stablehlo.return %b : tensor<f32>
    }) : (tensor<12x3xf32>, tensor<12xi32>, tensor<12x3xf32>) -> tensor<12x3xf32>
    return %v3, %v5 : tensor<2xf32>, tensor<12x3xf32>
  }
}
