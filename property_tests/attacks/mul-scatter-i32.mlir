sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %l: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %a: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %t: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %u: tensor<199xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<1> : tensor<i32>
    %v6 = stablehlo.add %a, %v5 : tensor<i32>
    %v7 = stablehlo.reshape %v6 : (tensor<i32>) -> tensor<1xi32>
    %v8 = stablehlo.concatenate %v7, %u, dim = 0 : (tensor<1xi32>, tensor<199xi32>) -> tensor<200xi32>
    %v9 = stablehlo.broadcast_in_dim %l, dims = [] : (tensor<i32>) -> tensor<200x1xi32>
    %v11 = "stablehlo.scatter"(%t, %v9, %v8) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa10: tensor<i32>, %sb10: tensor<i32>):
        %sr10 = stablehlo.multiply %sa10, %sb10 : tensor<i32>
        stablehlo.return %sr10 : tensor<i32>
      }) : (tensor<4xi32>, tensor<200x1xi32>, tensor<200xi32>) -> tensor<4xi32>
    return %v11 : tensor<4xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %l: tensor<i32>, %a: tensor<i32>, %t: tensor<4xi32>, %u: tensor<199xi32>) -> (tensor<4xi32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<1> : tensor<i32>
    %v6 = stablehlo.add %a, %v5 : tensor<i32>
    %v7 = stablehlo.constant dense<2> : tensor<i32>
    %v8 = stablehlo.constant dense<0> : tensor<i32>
    %v9 = stablehlo.select %v4, %v7, %v8 : tensor<i1>, tensor<i32>
    %v10 = stablehlo.add %v6, %v9 : tensor<i32>
    %v11 = stablehlo.reshape %v10 : (tensor<i32>) -> tensor<1xi32>
    %v12 = stablehlo.concatenate %v11, %u, dim = 0 : (tensor<1xi32>, tensor<199xi32>) -> tensor<200xi32>
    %v13 = stablehlo.broadcast_in_dim %l, dims = [] : (tensor<i32>) -> tensor<200x1xi32>
    %v15 = "stablehlo.scatter"(%t, %v13, %v12) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa14: tensor<i32>, %sb14: tensor<i32>):
        %sr14 = stablehlo.multiply %sa14, %sb14 : tensor<i32>
        stablehlo.return %sr14 : tensor<i32>
      }) : (tensor<4xi32>, tensor<200x1xi32>, tensor<200xi32>) -> tensor<4xi32>
    return %v15 : tensor<4xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %l: tensor<i32>, %a: tensor<i32>, %t: tensor<4xi32>, %u: tensor<199xi32>) -> (tensor<4xi32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<1> : tensor<i32>
    %v6 = stablehlo.add %a, %v5 : tensor<i32>
    %v7 = stablehlo.reshape %v6 : (tensor<i32>) -> tensor<1xi32>
    %v8 = stablehlo.concatenate %v7, %u, dim = 0 : (tensor<1xi32>, tensor<199xi32>) -> tensor<200xi32>
    %v9 = stablehlo.broadcast_in_dim %l, dims = [] : (tensor<i32>) -> tensor<200x1xi32>
    %v11 = "stablehlo.scatter"(%t, %v9, %v8) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa10: tensor<i32>, %sb10: tensor<i32>):
        %sr10 = stablehlo.multiply %sa10, %sb10 : tensor<i32>
        stablehlo.return %sr10 : tensor<i32>
      }) : (tensor<4xi32>, tensor<200x1xi32>, tensor<200xi32>) -> tensor<4xi32>
    return %v11 : tensor<4xi32>
}
}
