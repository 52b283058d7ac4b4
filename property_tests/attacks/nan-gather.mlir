sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %z: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %a: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %b: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<0xFF800000> : tensor<1xf32>
    %v6 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
    %v7 = stablehlo.concatenate %v5, %x, %v6, dim = 0 : (tensor<1xf32>, tensor<6xf32>, tensor<1xf32>) -> tensor<8xf32>
    %v8 = stablehlo.dynamic_slice %v7, %i, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %v9 = stablehlo.reshape %v8 : (tensor<1xf32>) -> tensor<f32>
    %v10 = stablehlo.compare LT, %v9, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v11 = stablehlo.select %v10, %a, %b : tensor<i1>, tensor<f32>
    return %v11 : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %i: tensor<i32>, %x: tensor<6xf32>, %z: tensor<f32>, %a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<0xFF800000> : tensor<1xf32>
    %v6 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
    %v7 = stablehlo.concatenate %v5, %x, %v6, dim = 0 : (tensor<1xf32>, tensor<6xf32>, tensor<1xf32>) -> tensor<8xf32>
    %v8 = stablehlo.dynamic_slice %v7, %i, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %v9 = stablehlo.reshape %v8 : (tensor<1xf32>) -> tensor<f32>
    %v10 = stablehlo.compare LT, %v9, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v11 = stablehlo.select %v4, %b, %a : tensor<i1>, tensor<f32>
    %v12 = stablehlo.select %v10, %v11, %b : tensor<i1>, tensor<f32>
    return %v12 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %i: tensor<i32>, %x: tensor<6xf32>, %z: tensor<f32>, %a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<0xFF800000> : tensor<1xf32>
    %v6 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
    %v7 = stablehlo.concatenate %v5, %x, %v6, dim = 0 : (tensor<1xf32>, tensor<6xf32>, tensor<1xf32>) -> tensor<8xf32>
    %v8 = stablehlo.dynamic_slice %v7, %i, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %v9 = stablehlo.reshape %v8 : (tensor<1xf32>) -> tensor<f32>
    %v10 = stablehlo.compare LT, %v9, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v11 = stablehlo.select %v10, %a, %b : tensor<i1>, tensor<f32>
    return %v11 : tensor<f32>
}
}
