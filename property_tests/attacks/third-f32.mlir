sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<f64> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f64> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f64> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<0.33333333333333331> : tensor<f64>
    %v6 = stablehlo.multiply %x, %v5 : tensor<f64>
    %v7 = stablehlo.select %v4, %v6, %y : tensor<i1>, tensor<f64>
    return %v7 : tensor<f64>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<f64>, %y: tensor<f64>) -> (tensor<f64>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<0.333333343> : tensor<f32>
    %v6 = stablehlo.convert %v5 : (tensor<f32>) -> tensor<f64>
    %v7 = stablehlo.multiply %x, %v6 : tensor<f64>
    %v8 = stablehlo.select %v4, %v7, %y : tensor<i1>, tensor<f64>
    return %v8 : tensor<f64>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<f64>, %y: tensor<f64>) -> (tensor<f64>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<0.33333333333333331> : tensor<f64>
    %v6 = stablehlo.multiply %v5, %x : tensor<f64>
    %v7 = stablehlo.select %v4, %v6, %y : tensor<i1>, tensor<f64>
    return %v7 : tensor<f64>
}
}
