sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %u: tensor<1999xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.reverse %x, dims = [0] : tensor<2xi32>
    %v6 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %v7 = stablehlo.select %v6, %x, %x : tensor<2xi1>, tensor<2xi32>
    %v8 = stablehlo.slice %v7 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %v9 = stablehlo.concatenate %v8, %u, dim = 0 : (tensor<1xi32>, tensor<1999xi32>) -> tensor<2000xi32>
    %v11 = "stablehlo.sort"(%v9) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa10: tensor<i32>, %sb10: tensor<i32>):
        %sr10 = stablehlo.compare LT, %sa10, %sb10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %sr10 : tensor<i1>
      }) : (tensor<2000xi32>) -> tensor<2000xi32>
    %v12 = stablehlo.slice %v11 [0:1] : (tensor<2000xi32>) -> tensor<1xi32>
    %v13 = stablehlo.reshape %v12 : (tensor<1xi32>) -> tensor<i32>
    return %v13 : tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<2xi32>, %u: tensor<1999xi32>) -> (tensor<i32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.reverse %x, dims = [0] : tensor<2xi32>
    %v6 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %v7 = stablehlo.select %v6, %v5, %x : tensor<2xi1>, tensor<2xi32>
    %v8 = stablehlo.slice %v7 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %v9 = stablehlo.concatenate %v8, %u, dim = 0 : (tensor<1xi32>, tensor<1999xi32>) -> tensor<2000xi32>
    %v11 = "stablehlo.sort"(%v9) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa10: tensor<i32>, %sb10: tensor<i32>):
        %sr10 = stablehlo.compare LT, %sa10, %sb10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %sr10 : tensor<i1>
      }) : (tensor<2000xi32>) -> tensor<2000xi32>
    %v12 = stablehlo.slice %v11 [0:1] : (tensor<2000xi32>) -> tensor<1xi32>
    %v13 = stablehlo.reshape %v12 : (tensor<1xi32>) -> tensor<i32>
    return %v13 : tensor<i32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<2xi32>, %u: tensor<1999xi32>) -> (tensor<i32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.reverse %x, dims = [0] : tensor<2xi32>
    %v6 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %v7 = stablehlo.select %v6, %x, %x : tensor<2xi1>, tensor<2xi32>
    %v8 = stablehlo.slice %v7 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %v9 = stablehlo.concatenate %v8, %u, dim = 0 : (tensor<1xi32>, tensor<1999xi32>) -> tensor<2000xi32>
    %v11 = "stablehlo.sort"(%v9) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa10: tensor<i32>, %sb10: tensor<i32>):
        %sr10 = stablehlo.compare LT, %sa10, %sb10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %sr10 : tensor<i1>
      }) : (tensor<2000xi32>) -> tensor<2000xi32>
    %v12 = stablehlo.slice %v11 [0:1] : (tensor<2000xi32>) -> tensor<1xi32>
    %v13 = stablehlo.reshape %v12 : (tensor<1xi32>) -> tensor<i32>
    return %v13 : tensor<i32>
}
}
