sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %v: tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<0xFF800000> : tensor<8xf32>
    %v6 = stablehlo.dynamic_update_slice %v5, %v, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
    return %v6 : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %i: tensor<i32>, %v: tensor<1xf32>) -> (tensor<8xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %v6 = stablehlo.negate %v : tensor<1xf32>
    %v7 = stablehlo.select %v5, %v6, %v : tensor<1xi1>, tensor<1xf32>
    %v8 = stablehlo.constant dense<0xFF800000> : tensor<8xf32>
    %v9 = stablehlo.dynamic_update_slice %v8, %v7, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
    return %v9 : tensor<8xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %i: tensor<i32>, %v: tensor<1xf32>) -> (tensor<8xf32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<0xFF800000> : tensor<8xf32>
    %v6 = stablehlo.dynamic_update_slice %v5, %v, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
    return %v6 : tensor<8xf32>
}
}
