sdy.mesh @mesh = <["x"=2]>
func.func @main(%i: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %j: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %t: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<1x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.dynamic_slice %t, %i, %j, sizes = [1, 1] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    return %v1 : tensor<1x1xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%i: tensor<i32>, %j: tensor<i32>, %t: tensor<8x8xf32>) -> (tensor<1x1xf32>) {
    %v1 = stablehlo.negate %t : tensor<8x8xf32>
    %v2 = stablehlo.dynamic_slice %v1, %i, %j, sizes = [1, 1] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %v3 = stablehlo.constant dense<1000> : tensor<i32>
    %v4 = stablehlo.maximum %j, %v3 : tensor<i32>
    %v5 = stablehlo.constant dense<5> : tensor<i32>
    %v6 = stablehlo.compare LT, %i, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v7 = stablehlo.constant dense<0> : tensor<i32>
    %v8 = stablehlo.select %v6, %v4, %v7 : tensor<i1>, tensor<i32>
    %v9 = stablehlo.constant dense<123456> : tensor<i32>
    %v10 = stablehlo.add %v8, %v9 : tensor<i32>
    %v11 = stablehlo.constant dense<223457> : tensor<i32>
    %v12 = stablehlo.compare EQ, %v10, %v11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v13 = stablehlo.broadcast_in_dim %v12, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %v14 = stablehlo.constant dense<0.0> : tensor<1x1xf32>
    %v15 = stablehlo.select %v13, %v14, %v2 : tensor<1x1xi1>, tensor<1x1xf32>
    %v16 = stablehlo.negate %v15 : tensor<1x1xf32>
    return %v16 : tensor<1x1xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%i: tensor<i32>, %j: tensor<i32>, %t: tensor<8x8xf32>) -> (tensor<1x1xf32>) {
    %v1 = stablehlo.negate %t : tensor<8x8xf32>
    %v2 = stablehlo.dynamic_slice %v1, %i, %j, sizes = [1, 1] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %v3 = stablehlo.negate %v2 : tensor<1x1xf32>
    return %v3 : tensor<1x1xf32>
}
}
