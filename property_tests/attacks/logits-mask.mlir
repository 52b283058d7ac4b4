sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.iota dim = 0 : tensor<8xi32>
    %v6 = stablehlo.constant dense<6> : tensor<8xi32>
    %v7 = stablehlo.compare LT, %v5, %v6, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %v8 = stablehlo.constant dense<0xFF800000> : tensor<8xf32>
    %v9 = stablehlo.select %v7, %x, %v8 : tensor<8xi1>, tensor<8xf32>
    %v10 = stablehlo.dynamic_slice %v9, %i, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    return %v10 : tensor<1xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %i: tensor<i32>, %x: tensor<8xf32>) -> (tensor<1xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %v6 = stablehlo.constant dense<1.0> : tensor<8xf32>
    %v7 = stablehlo.add %x, %v6 : tensor<8xf32>
    %v8 = stablehlo.select %v5, %v7, %x : tensor<8xi1>, tensor<8xf32>
    %v9 = stablehlo.iota dim = 0 : tensor<8xi32>
    %v10 = stablehlo.constant dense<6> : tensor<8xi32>
    %v11 = stablehlo.compare LT, %v9, %v10, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %v12 = stablehlo.constant dense<0xFF800000> : tensor<8xf32>
    %v13 = stablehlo.select %v11, %v8, %v12 : tensor<8xi1>, tensor<8xf32>
    %v14 = stablehlo.dynamic_slice %v13, %i, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    return %v14 : tensor<1xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %i: tensor<i32>, %x: tensor<8xf32>) -> (tensor<1xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.iota dim = 0 : tensor<8xi32>
    %v6 = stablehlo.constant dense<6> : tensor<8xi32>
    %v7 = stablehlo.compare LT, %v5, %v6, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %v8 = stablehlo.constant dense<0xFF800000> : tensor<8xf32>
    %v9 = stablehlo.select %v7, %x, %v8 : tensor<8xi1>, tensor<8xf32>
    %v10 = stablehlo.dynamic_slice %v9, %i, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    return %v10 : tensor<1xf32>
}
}
