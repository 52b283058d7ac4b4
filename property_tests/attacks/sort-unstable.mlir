sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %l: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %v: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.iota dim = 0 : tensor<8xi32>
    %v6 = stablehlo.constant dense<17> : tensor<8xi32>
    %v7 = stablehlo.multiply %v5, %v6 : tensor<8xi32>
    %v8 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %v9 = stablehlo.broadcast_in_dim %l, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %v10 = stablehlo.select %v8, %v9, %v7 : tensor<8xi1>, tensor<8xi32>
    %so12:2 = "stablehlo.sort"(%v10, %v) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa11: tensor<i32>, %sb11: tensor<i32>, %sc11: tensor<f32>, %sd11: tensor<f32>):
        %sr11 = stablehlo.compare LT, %sa11, %sb11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %sr11 : tensor<i1>
      }) : (tensor<8xi32>, tensor<8xf32>) -> (tensor<8xi32>, tensor<8xf32>)
    return %so12#1 : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %l: tensor<i32>, %v: tensor<8xf32>) -> (tensor<8xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.iota dim = 0 : tensor<8xi32>
    %v6 = stablehlo.constant dense<17> : tensor<8xi32>
    %v7 = stablehlo.multiply %v5, %v6 : tensor<8xi32>
    %v8 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %v9 = stablehlo.broadcast_in_dim %l, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %v10 = stablehlo.select %v8, %v9, %v7 : tensor<8xi1>, tensor<8xi32>
    %so12:2 = "stablehlo.sort"(%v10, %v) <{dimension = 0 : i64, is_stable = false}> ({
      ^bb0(%sa11: tensor<i32>, %sb11: tensor<i32>, %sc11: tensor<f32>, %sd11: tensor<f32>):
        %sr11 = stablehlo.compare LT, %sa11, %sb11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %sr11 : tensor<i1>
      }) : (tensor<8xi32>, tensor<8xf32>) -> (tensor<8xi32>, tensor<8xf32>)
    return %so12#1 : tensor<8xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %l: tensor<i32>, %v: tensor<8xf32>) -> (tensor<8xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.iota dim = 0 : tensor<8xi32>
    %v6 = stablehlo.constant dense<17> : tensor<8xi32>
    %v7 = stablehlo.multiply %v5, %v6 : tensor<8xi32>
    %v8 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %v9 = stablehlo.broadcast_in_dim %l, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %v10 = stablehlo.select %v8, %v9, %v7 : tensor<8xi1>, tensor<8xi32>
    %so12:2 = "stablehlo.sort"(%v10, %v) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa11: tensor<i32>, %sb11: tensor<i32>, %sc11: tensor<f32>, %sd11: tensor<f32>):
        %sr11 = stablehlo.compare LT, %sa11, %sb11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %sr11 : tensor<i1>
      }) : (tensor<8xi32>, tensor<8xf32>) -> (tensor<8xi32>, tensor<8xf32>)
    return %so12#1 : tensor<8xf32>
}
}
