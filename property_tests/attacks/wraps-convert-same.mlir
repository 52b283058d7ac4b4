sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<i64> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<2147483647> : tensor<i32>
    %v6 = stablehlo.constant dense<7> : tensor<i32>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i32>
    %v8 = stablehlo.convert %v7 : (tensor<i32>) -> tensor<i64>
    %v9 = stablehlo.constant dense<1> : tensor<i64>
    %v10 = stablehlo.add %v8, %v9 : tensor<i64>
    return %v10 : tensor<i64>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>) -> (tensor<i64>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<2147483647> : tensor<i32>
    %v6 = stablehlo.constant dense<7> : tensor<i32>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i32>
    %v8 = stablehlo.constant dense<1> : tensor<i32>
    %v9 = stablehlo.add %v7, %v8 : tensor<i32>
    %v10 = stablehlo.convert %v9 : (tensor<i32>) -> tensor<i32>
    %v11 = stablehlo.convert %v10 : (tensor<i32>) -> tensor<i64>
    return %v11 : tensor<i64>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>) -> (tensor<i64>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<2147483647> : tensor<i32>
    %v6 = stablehlo.constant dense<7> : tensor<i32>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i32>
    %v8 = stablehlo.convert %v7 : (tensor<i32>) -> tensor<i64>
    %v9 = stablehlo.constant dense<1> : tensor<i64>
    %v10 = stablehlo.add %v8, %v9 : tensor<i64>
    return %v10 : tensor<i64>
}
}
