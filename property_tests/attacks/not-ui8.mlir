sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<ui8> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.convert %x : (tensor<ui8>) -> tensor<i32>
    %v6 = stablehlo.constant dense<1> : tensor<i32>
    %v7 = stablehlo.add %v5, %v6 : tensor<i32>
    %v8 = stablehlo.negate %v7 : tensor<i32>
    %v9 = stablehlo.select %v4, %v8, %y : tensor<i1>, tensor<i32>
    return %v9 : tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<ui8>, %y: tensor<i32>) -> (tensor<i32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.not %x : tensor<ui8>
    %v6 = stablehlo.convert %v5 : (tensor<ui8>) -> tensor<i32>
    %v7 = stablehlo.select %v4, %v6, %y : tensor<i1>, tensor<i32>
    return %v7 : tensor<i32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<ui8>, %y: tensor<i32>) -> (tensor<i32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.convert %x : (tensor<ui8>) -> tensor<i32>
    %v6 = stablehlo.negate %v5 : tensor<i32>
    %v7 = stablehlo.constant dense<1> : tensor<i32>
    %v8 = stablehlo.subtract %v6, %v7 : tensor<i32>
    %v9 = stablehlo.select %v4, %v8, %y : tensor<i1>, tensor<i32>
    return %v9 : tensor<i32>
}
}
