sdy.mesh @mesh = <["x"=2]>
func.func @main(%i: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %j: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %t: tensor<1200x1200xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.iota dim = 0 : tensor<1200xi32>
    %v2 = stablehlo.broadcast_in_dim %v1, dims = [0] : (tensor<1200xi32>) -> tensor<1200x1200xi32>
    %v3 = stablehlo.broadcast_in_dim %v1, dims = [1] : (tensor<1200xi32>) -> tensor<1200x1200xi32>
    %v4 = stablehlo.constant dense<77> : tensor<1200x1200xi32>
    %v5 = stablehlo.compare EQ, %v2, %v4, SIGNED : (tensor<1200x1200xi32>, tensor<1200x1200xi32>) -> tensor<1200x1200xi1>
    %v6 = stablehlo.constant dense<1033> : tensor<1200x1200xi32>
    %v7 = stablehlo.compare EQ, %v3, %v6, SIGNED : (tensor<1200x1200xi32>, tensor<1200x1200xi32>) -> tensor<1200x1200xi1>
    %v8 = stablehlo.and %v5, %v7 : tensor<1200x1200xi1>
    %v9 = stablehlo.convert %v8 : (tensor<1200x1200xi1>) -> tensor<1200x1200xf32>
    %v10 = stablehlo.add %t, %v9 : tensor<1200x1200xf32>
    %v11 = stablehlo.dynamic_slice %v10, %i, %j, sizes = [1, 1] : (tensor<1200x1200xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x1xf32>) -> tensor<f32>
    return %v12 : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%i: tensor<i32>, %j: tensor<i32>, %t: tensor<1200x1200xf32>) -> (tensor<f32>) {
    %v1 = stablehlo.iota dim = 0 : tensor<1200xi32>
    %v2 = stablehlo.broadcast_in_dim %v1, dims = [1] : (tensor<1200xi32>) -> tensor<1200x1200xi32>
    %v3 = stablehlo.broadcast_in_dim %v1, dims = [0] : (tensor<1200xi32>) -> tensor<1200x1200xi32>
    %v4 = stablehlo.constant dense<77> : tensor<1200x1200xi32>
    %v5 = stablehlo.compare EQ, %v2, %v4, SIGNED : (tensor<1200x1200xi32>, tensor<1200x1200xi32>) -> tensor<1200x1200xi1>
    %v6 = stablehlo.constant dense<1033> : tensor<1200x1200xi32>
    %v7 = stablehlo.compare EQ, %v3, %v6, SIGNED : (tensor<1200x1200xi32>, tensor<1200x1200xi32>) -> tensor<1200x1200xi1>
    %v8 = stablehlo.and %v5, %v7 : tensor<1200x1200xi1>
    %v9 = stablehlo.convert %v8 : (tensor<1200x1200xi1>) -> tensor<1200x1200xf32>
    %v10 = stablehlo.add %t, %v9 : tensor<1200x1200xf32>
    %v11 = stablehlo.dynamic_slice %v10, %i, %j, sizes = [1, 1] : (tensor<1200x1200xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x1xf32>) -> tensor<f32>
    return %v12 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%i: tensor<i32>, %j: tensor<i32>, %t: tensor<1200x1200xf32>) -> (tensor<f32>) {
    %v1 = stablehlo.iota dim = 0 : tensor<1200xi32>
    %v2 = stablehlo.broadcast_in_dim %v1, dims = [0] : (tensor<1200xi32>) -> tensor<1200x1200xi32>
    %v3 = stablehlo.broadcast_in_dim %v1, dims = [1] : (tensor<1200xi32>) -> tensor<1200x1200xi32>
    %v4 = stablehlo.constant dense<77> : tensor<1200x1200xi32>
    %v5 = stablehlo.compare EQ, %v2, %v4, SIGNED : (tensor<1200x1200xi32>, tensor<1200x1200xi32>) -> tensor<1200x1200xi1>
    %v6 = stablehlo.constant dense<1033> : tensor<1200x1200xi32>
    %v7 = stablehlo.compare EQ, %v3, %v6, SIGNED : (tensor<1200x1200xi32>, tensor<1200x1200xi32>) -> tensor<1200x1200xi1>
    %v8 = stablehlo.and %v5, %v7 : tensor<1200x1200xi1>
    %v9 = stablehlo.convert %v8 : (tensor<1200x1200xi1>) -> tensor<1200x1200xf32>
    %v10 = stablehlo.add %t, %v9 : tensor<1200x1200xf32>
    %v11 = stablehlo.dynamic_slice %v10, %i, %j, sizes = [1, 1] : (tensor<1200x1200xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x1xf32>) -> tensor<f32>
    return %v12 : tensor<f32>
}
}
