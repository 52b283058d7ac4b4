sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %a: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %b: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %z: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %w: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.add %a, %b : tensor<f32>
    %v6 = stablehlo.exponential %v5 : tensor<f32>
    %v7 = stablehlo.multiply %x, %y : tensor<f32>
    %v8 = stablehlo.log %v7 : tensor<f32>
    %v9 = stablehlo.select %v4, %v8, %w : tensor<i1>, tensor<f32>
    return %v6, %v9 : tensor<f32>, tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %a: tensor<f32>, %b: tensor<f32>, %x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.exponential %a : tensor<f32>
    %v6 = stablehlo.exponential %b : tensor<f32>
    %v7 = stablehlo.multiply %v5, %v6 : tensor<f32>
    %v8 = stablehlo.log %x : tensor<f32>
    %v9 = stablehlo.log %y : tensor<f32>
    %v10 = stablehlo.add %v8, %v9 : tensor<f32>
    %v11 = stablehlo.select %v4, %v10, %w : tensor<i1>, tensor<f32>
    return %v7, %v11 : tensor<f32>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %a: tensor<f32>, %b: tensor<f32>, %x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.exponential %a : tensor<f32>
    %v6 = stablehlo.exponential %b : tensor<f32>
    %v7 = stablehlo.multiply %v5, %v6 : tensor<f32>
    %v8 = stablehlo.multiply %x, %y : tensor<f32>
    %v9 = stablehlo.log %v8 : tensor<f32>
    %v10 = stablehlo.select %v4, %v9, %w : tensor<i1>, tensor<f32>
    return %v7, %v10 : tensor<f32>, tensor<f32>
}
}
