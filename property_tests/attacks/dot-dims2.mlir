sdy.mesh @mesh = <["x"=2]>
func.func @main(%i: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %u: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<1100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.iota dim = 0 : tensor<1024x1024xi32>
    %v2 = stablehlo.iota dim = 1 : tensor<1024x1024xi32>
    %v3 = stablehlo.constant dense<77> : tensor<1024x1024xi32>
    %v4 = stablehlo.compare EQ, %v1, %v3, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v5 = stablehlo.constant dense<833> : tensor<1024x1024xi32>
    %v6 = stablehlo.compare EQ, %v2, %v5, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v7 = stablehlo.and %v4, %v6 : tensor<1024x1024xi1>
    %v8 = stablehlo.compare EQ, %v1, %v2, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v9 = stablehlo.or %v8, %v7 : tensor<1024x1024xi1>
    %v10 = stablehlo.convert %v9 : (tensor<1024x1024xi1>) -> tensor<1024x1024xf32>
    %v11 = stablehlo.dot_general %u, %v10, contracting_dims = [0] x [0] : (tensor<1024xf32>, tensor<1024x1024xf32>) -> tensor<1024xf32>
    %v12 = stablehlo.constant dense<40503> : tensor<i32>
    %v13 = stablehlo.multiply %i, %v12 : tensor<i32>
    %v14 = stablehlo.constant dense<1023> : tensor<i32>
    %v15 = stablehlo.and %v13, %v14 : tensor<i32>
    %v16 = stablehlo.broadcast_in_dim %v15, dims = [] : (tensor<i32>) -> tensor<1100x1xi32>
    %v17 = "stablehlo.gather"(%v11, %v16) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1024xf32>, tensor<1100x1xi32>) -> tensor<1100xf32>
    return %v17 : tensor<1100xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%i: tensor<i32>, %u: tensor<1024xf32>) -> (tensor<1100xf32>) {
    %v1 = stablehlo.iota dim = 0 : tensor<1024x1024xi32>
    %v2 = stablehlo.iota dim = 1 : tensor<1024x1024xi32>
    %v3 = stablehlo.constant dense<77> : tensor<1024x1024xi32>
    %v4 = stablehlo.compare EQ, %v1, %v3, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v5 = stablehlo.constant dense<833> : tensor<1024x1024xi32>
    %v6 = stablehlo.compare EQ, %v2, %v5, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v7 = stablehlo.and %v4, %v6 : tensor<1024x1024xi1>
    %v8 = stablehlo.compare EQ, %v1, %v2, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v9 = stablehlo.or %v8, %v7 : tensor<1024x1024xi1>
    %v10 = stablehlo.convert %v9 : (tensor<1024x1024xi1>) -> tensor<1024x1024xf32>
    %v11 = stablehlo.dot_general %u, %v10, contracting_dims = [0] x [1] : (tensor<1024xf32>, tensor<1024x1024xf32>) -> tensor<1024xf32>
    %v12 = stablehlo.constant dense<40503> : tensor<i32>
    %v13 = stablehlo.multiply %i, %v12 : tensor<i32>
    %v14 = stablehlo.constant dense<1023> : tensor<i32>
    %v15 = stablehlo.and %v13, %v14 : tensor<i32>
    %v16 = stablehlo.broadcast_in_dim %v15, dims = [] : (tensor<i32>) -> tensor<1100x1xi32>
    %v17 = "stablehlo.gather"(%v11, %v16) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1024xf32>, tensor<1100x1xi32>) -> tensor<1100xf32>
    return %v17 : tensor<1100xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%i: tensor<i32>, %u: tensor<1024xf32>) -> (tensor<1100xf32>) {
    %v1 = stablehlo.iota dim = 0 : tensor<1024x1024xi32>
    %v2 = stablehlo.iota dim = 1 : tensor<1024x1024xi32>
    %v3 = stablehlo.constant dense<77> : tensor<1024x1024xi32>
    %v4 = stablehlo.compare EQ, %v1, %v3, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v5 = stablehlo.constant dense<833> : tensor<1024x1024xi32>
    %v6 = stablehlo.compare EQ, %v2, %v5, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v7 = stablehlo.and %v4, %v6 : tensor<1024x1024xi1>
    %v8 = stablehlo.compare EQ, %v1, %v2, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %v9 = stablehlo.or %v8, %v7 : tensor<1024x1024xi1>
    %v10 = stablehlo.convert %v9 : (tensor<1024x1024xi1>) -> tensor<1024x1024xf32>
    %v11 = stablehlo.dot_general %u, %v10, contracting_dims = [0] x [0] : (tensor<1024xf32>, tensor<1024x1024xf32>) -> tensor<1024xf32>
    %v12 = stablehlo.constant dense<40503> : tensor<i32>
    %v13 = stablehlo.multiply %i, %v12 : tensor<i32>
    %v14 = stablehlo.constant dense<1023> : tensor<i32>
    %v15 = stablehlo.and %v13, %v14 : tensor<i32>
    %v16 = stablehlo.broadcast_in_dim %v15, dims = [] : (tensor<i32>) -> tensor<1100x1xi32>
    %v17 = "stablehlo.gather"(%v11, %v16) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<1024xf32>, tensor<1100x1xi32>) -> tensor<1100xf32>
    return %v17 : tensor<1100xf32>
}
}
