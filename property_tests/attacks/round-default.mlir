sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<bf16> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
    %v6 = stablehlo.constant dense<0.0> : tensor<bf16>
    %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.add across dimensions = [0] : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
    %v8 = stablehlo.select %v4, %x, %y : tensor<i1>, tensor<f32>
    return %v7, %v8 : tensor<bf16>, tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %a: tensor<4xf32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<bf16>, tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
    %v6 = stablehlo.slice %v5 [0:1] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v7 = stablehlo.reshape %v6 : (tensor<1xbf16>) -> tensor<bf16>
    %v8 = stablehlo.slice %v5 [1:2] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v9 = stablehlo.reshape %v8 : (tensor<1xbf16>) -> tensor<bf16>
    %v10 = stablehlo.slice %v5 [2:3] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v11 = stablehlo.reshape %v10 : (tensor<1xbf16>) -> tensor<bf16>
    %v12 = stablehlo.slice %v5 [3:4] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v13 = stablehlo.reshape %v12 : (tensor<1xbf16>) -> tensor<bf16>
    %v14 = stablehlo.convert %v7 : (tensor<bf16>) -> tensor<f32>
    %v15 = stablehlo.convert %v9 : (tensor<bf16>) -> tensor<f32>
    %v16 = stablehlo.convert %v11 : (tensor<bf16>) -> tensor<f32>
    %v17 = stablehlo.convert %v13 : (tensor<bf16>) -> tensor<f32>
    %v18 = stablehlo.add %v14, %v15 : tensor<f32>
    %v19 = stablehlo.convert %v18 : (tensor<f32>) -> tensor<bf16>
    %v20 = stablehlo.add %v16, %v17 : tensor<f32>
    %v21 = stablehlo.convert %v20 : (tensor<f32>) -> tensor<bf16>
    %v22 = stablehlo.add %v19, %v21 : tensor<bf16>
    %v23 = stablehlo.convert %x : (tensor<f32>) -> tensor<bf16>
    %v24 = stablehlo.convert %v23 : (tensor<bf16>) -> tensor<f32>
    %v25 = stablehlo.select %v4, %v24, %y : tensor<i1>, tensor<f32>
    return %v22, %v25 : tensor<bf16>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %a: tensor<4xf32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<bf16>, tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
    %v6 = stablehlo.slice %v5 [0:1] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v7 = stablehlo.reshape %v6 : (tensor<1xbf16>) -> tensor<bf16>
    %v8 = stablehlo.slice %v5 [1:2] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v9 = stablehlo.reshape %v8 : (tensor<1xbf16>) -> tensor<bf16>
    %v10 = stablehlo.slice %v5 [2:3] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v11 = stablehlo.reshape %v10 : (tensor<1xbf16>) -> tensor<bf16>
    %v12 = stablehlo.slice %v5 [3:4] : (tensor<4xbf16>) -> tensor<1xbf16>
    %v13 = stablehlo.reshape %v12 : (tensor<1xbf16>) -> tensor<bf16>
    %v14 = stablehlo.convert %v7 : (tensor<bf16>) -> tensor<f32>
    %v15 = stablehlo.convert %v9 : (tensor<bf16>) -> tensor<f32>
    %v16 = stablehlo.convert %v11 : (tensor<bf16>) -> tensor<f32>
    %v17 = stablehlo.convert %v13 : (tensor<bf16>) -> tensor<f32>
    %v18 = stablehlo.add %v14, %v15 : tensor<f32>
    %v19 = stablehlo.convert %v18 : (tensor<f32>) -> tensor<bf16>
    %v20 = stablehlo.add %v16, %v17 : tensor<f32>
    %v21 = stablehlo.convert %v20 : (tensor<f32>) -> tensor<bf16>
    %v22 = stablehlo.add %v19, %v21 : tensor<bf16>
    %v23 = stablehlo.select %v4, %x, %y : tensor<i1>, tensor<f32>
    return %v22, %v23 : tensor<bf16>, tensor<f32>
}
}
