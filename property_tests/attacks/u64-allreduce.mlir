sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<4xui64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xui64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %v6 = stablehlo.constant dense<0> : tensor<4xui64>
    %v7 = stablehlo.select %v5, %x, %v6 : tensor<4xi1>, tensor<4xui64>
    %v9 = "stablehlo.sort"(%v7) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa8: tensor<ui64>, %sb8: tensor<ui64>):
        %sr8 = stablehlo.compare LT, %sa8, %sb8, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
        stablehlo.return %sr8 : tensor<i1>
      }) : (tensor<4xui64>) -> tensor<4xui64>
    return %v9 : tensor<4xui64>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<4xui64>) -> (tensor<4xui64>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %v6 = stablehlo.constant dense<0> : tensor<4xui64>
    %v7 = stablehlo.select %v5, %x, %v6 : tensor<4xi1>, tensor<4xui64>
    %v9 = "stablehlo.sort"(%v7) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa8: tensor<ui64>, %sb8: tensor<ui64>):
        %sr8 = stablehlo.compare LT, %sa8, %sb8, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
        stablehlo.return %sr8 : tensor<i1>
      }) : (tensor<4xui64>) -> tensor<4xui64>
    %v10 = "stablehlo.all_reduce"(%v9) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<ui64>, %b: tensor<ui64>):
        %r = stablehlo.add %a, %b : tensor<ui64>
        stablehlo.return %r : tensor<ui64>
      }) : (tensor<4xui64>) -> tensor<4xui64>
    return %v10 : tensor<4xui64>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<4xui64>) -> (tensor<4xui64>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %v6 = stablehlo.constant dense<0> : tensor<4xui64>
    %v7 = stablehlo.select %v5, %x, %v6 : tensor<4xi1>, tensor<4xui64>
    %v9 = "stablehlo.sort"(%v7) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa8: tensor<ui64>, %sb8: tensor<ui64>):
        %sr8 = stablehlo.compare LT, %sa8, %sb8, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
        stablehlo.return %sr8 : tensor<i1>
      }) : (tensor<4xui64>) -> tensor<4xui64>
    return %v9 : tensor<4xui64>
}
}
