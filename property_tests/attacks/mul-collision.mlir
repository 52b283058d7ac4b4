sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %l: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %t: tensor<300xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<300xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<127> : tensor<i32>
    %v6 = stablehlo.and %l, %v5 : tensor<i32>
    %v7 = stablehlo.constant dense<0> : tensor<i32>
    %v8 = stablehlo.constant dense<1> : tensor<i32>
    %v9 = stablehlo.select %v4, %v7, %v8 : tensor<i1>, tensor<i32>
    %v10 = stablehlo.add %v6, %v9 : tensor<i32>
    %v11 = stablehlo.reshape %v6 : (tensor<i32>) -> tensor<1x1xi32>
    %v12 = stablehlo.reshape %v10 : (tensor<i32>) -> tensor<1x1xi32>
    %v13 = stablehlo.concatenate %v11, %v12, dim = 0 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<2x1xi32>
    %v14 = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
    %v15 = stablehlo.reshape %y : (tensor<f32>) -> tensor<1xf32>
    %v16 = stablehlo.concatenate %v14, %v15, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %v18 = "stablehlo.scatter"(%t, %v13, %v16) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa17: tensor<f32>, %sb17: tensor<f32>):
        %sr17 = stablehlo.multiply %sa17, %sb17 : tensor<f32>
        stablehlo.return %sr17 : tensor<f32>
      }) : (tensor<300xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<300xf32>
    return %v18 : tensor<300xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %l: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>, %t: tensor<300xf32>) -> (tensor<300xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<127> : tensor<i32>
    %v6 = stablehlo.and %l, %v5 : tensor<i32>
    %v7 = stablehlo.constant dense<0> : tensor<i32>
    %v8 = stablehlo.constant dense<1> : tensor<i32>
    %v9 = stablehlo.select %v4, %v7, %v8 : tensor<i1>, tensor<i32>
    %v10 = stablehlo.add %v6, %v9 : tensor<i32>
    %v11 = stablehlo.reshape %v6 : (tensor<i32>) -> tensor<1x1xi32>
    %v12 = stablehlo.reshape %v10 : (tensor<i32>) -> tensor<1x1xi32>
    %v13 = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
    %v15 = "stablehlo.scatter"(%t, %v11, %v13) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa14: tensor<f32>, %sb14: tensor<f32>):
        %sr14 = stablehlo.multiply %sa14, %sb14 : tensor<f32>
        stablehlo.return %sr14 : tensor<f32>
      }) : (tensor<300xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<300xf32>
    %v16 = stablehlo.reshape %y : (tensor<f32>) -> tensor<1xf32>
    %v18 = "stablehlo.scatter"(%t, %v12, %v16) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa17: tensor<f32>, %sb17: tensor<f32>):
        %sr17 = stablehlo.multiply %sa17, %sb17 : tensor<f32>
        stablehlo.return %sr17 : tensor<f32>
      }) : (tensor<300xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<300xf32>
    %v19 = stablehlo.constant dense<1.0> : tensor<1xf32>
    %v21 = "stablehlo.scatter"(%t, %v11, %v19) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa20: tensor<f32>, %sb20: tensor<f32>):
        %sr20 = stablehlo.multiply %sa20, %sb20 : tensor<f32>
        stablehlo.return %sr20 : tensor<f32>
      }) : (tensor<300xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<300xf32>
    %v22 = stablehlo.add %v15, %v18 : tensor<300xf32>
    %v23 = stablehlo.subtract %v22, %v21 : tensor<300xf32>
    return %v23 : tensor<300xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %l: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>, %t: tensor<300xf32>) -> (tensor<300xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<127> : tensor<i32>
    %v6 = stablehlo.and %l, %v5 : tensor<i32>
    %v7 = stablehlo.constant dense<0> : tensor<i32>
    %v8 = stablehlo.constant dense<1> : tensor<i32>
    %v9 = stablehlo.select %v4, %v7, %v8 : tensor<i1>, tensor<i32>
    %v10 = stablehlo.add %v6, %v9 : tensor<i32>
    %v11 = stablehlo.reshape %v6 : (tensor<i32>) -> tensor<1x1xi32>
    %v12 = stablehlo.reshape %v10 : (tensor<i32>) -> tensor<1x1xi32>
    %v13 = stablehlo.concatenate %v12, %v11, dim = 0 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<2x1xi32>
    %v14 = stablehlo.reshape %y : (tensor<f32>) -> tensor<1xf32>
    %v15 = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
    %v16 = stablehlo.concatenate %v14, %v15, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %v18 = "stablehlo.scatter"(%t, %v13, %v16) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%sa17: tensor<f32>, %sb17: tensor<f32>):
        %sr17 = stablehlo.multiply %sa17, %sb17 : tensor<f32>
        stablehlo.return %sr17 : tensor<f32>
      }) : (tensor<300xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<300xf32>
    return %v18 : tensor<300xf32>
}
}
