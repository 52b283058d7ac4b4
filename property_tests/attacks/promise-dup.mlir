sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %l: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %t: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %u: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2x1xi1>
    %v6 = stablehlo.constant dense<3> : tensor<i32>
    %v7 = stablehlo.and %l, %v6 : tensor<i32>
    %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %v9 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v10 = stablehlo.add %v8, %v9 : tensor<2x1xi32>
    %v11 = stablehlo.slice %v10 [0:1, 0:1] : (tensor<2x1xi32>) -> tensor<1x1xi32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x1xi32>) -> tensor<i32>
    %v13 = stablehlo.broadcast_in_dim %v12, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %v14 = stablehlo.select %v5, %v10, %v10 : tensor<2x1xi1>, tensor<2x1xi32>
    %v15 = stablehlo.select %v5, %v13, %v10 : tensor<2x1xi1>, tensor<2x1xi32>
    %v17 = "stablehlo.scatter"(%t, %v14, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
      ^bb0(%sa16: tensor<f32>, %sb16: tensor<f32>):
        %sr16 = stablehlo.add %sa16, %sb16 : tensor<f32>
        stablehlo.return %sr16 : tensor<f32>
      }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
    %v19 = "stablehlo.scatter"(%t, %v15, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa18: tensor<f32>, %sb18: tensor<f32>):
        %sr18 = stablehlo.add %sa18, %sb18 : tensor<f32>
        stablehlo.return %sr18 : tensor<f32>
      }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
    return %v17, %v19 : tensor<8xf32>, tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %l: tensor<i32>, %t: tensor<8xf32>, %u: tensor<2xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2x1xi1>
    %v6 = stablehlo.constant dense<3> : tensor<i32>
    %v7 = stablehlo.and %l, %v6 : tensor<i32>
    %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %v9 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v10 = stablehlo.add %v8, %v9 : tensor<2x1xi32>
    %v11 = stablehlo.slice %v10 [0:1, 0:1] : (tensor<2x1xi32>) -> tensor<1x1xi32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x1xi32>) -> tensor<i32>
    %v13 = stablehlo.broadcast_in_dim %v12, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %v14 = stablehlo.select %v5, %v10, %v10 : tensor<2x1xi1>, tensor<2x1xi32>
    %v15 = stablehlo.select %v5, %v13, %v10 : tensor<2x1xi1>, tensor<2x1xi32>
    %v17 = "stablehlo.scatter"(%t, %v14, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
      ^bb0(%sa16: tensor<f32>, %sb16: tensor<f32>):
        %sr16 = stablehlo.add %sa16, %sb16 : tensor<f32>
        stablehlo.return %sr16 : tensor<f32>
      }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
    %v19 = "stablehlo.scatter"(%t, %v15, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
      ^bb0(%sa18: tensor<f32>, %sb18: tensor<f32>):
        %sr18 = stablehlo.add %sa18, %sb18 : tensor<f32>
        stablehlo.return %sr18 : tensor<f32>
      }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
    return %v17, %v19 : tensor<8xf32>, tensor<8xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %l: tensor<i32>, %t: tensor<8xf32>, %u: tensor<2xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2x1xi1>
    %v6 = stablehlo.constant dense<3> : tensor<i32>
    %v7 = stablehlo.and %l, %v6 : tensor<i32>
    %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %v9 = stablehlo.iota dim = 0 : tensor<2x1xi32>
    %v10 = stablehlo.add %v8, %v9 : tensor<2x1xi32>
    %v11 = stablehlo.slice %v10 [0:1, 0:1] : (tensor<2x1xi32>) -> tensor<1x1xi32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x1xi32>) -> tensor<i32>
    %v13 = stablehlo.broadcast_in_dim %v12, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %v14 = stablehlo.select %v5, %v10, %v10 : tensor<2x1xi1>, tensor<2x1xi32>
    %v15 = stablehlo.select %v5, %v13, %v10 : tensor<2x1xi1>, tensor<2x1xi32>
    %v17 = "stablehlo.scatter"(%t, %v14, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
      ^bb0(%sa16: tensor<f32>, %sb16: tensor<f32>):
        %sr16 = stablehlo.add %sa16, %sb16 : tensor<f32>
        stablehlo.return %sr16 : tensor<f32>
      }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
    %v19 = "stablehlo.scatter"(%t, %v15, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa18: tensor<f32>, %sb18: tensor<f32>):
        %sr18 = stablehlo.add %sa18, %sb18 : tensor<f32>
        stablehlo.return %sr18 : tensor<f32>
      }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
    return %v17, %v19 : tensor<8xf32>, tensor<8xf32>
}
}
