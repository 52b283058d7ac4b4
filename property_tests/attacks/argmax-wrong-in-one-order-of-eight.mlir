module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a0: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.iota dim = 1 : tensor<4x8xi32>
    %v2 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %v3 = stablehlo.constant dense<0> : tensor<i32>
    %v4:2 = "stablehlo.reduce"(%a0, %v1, %v2, %v3) ({ ^bb0(%p0: tensor<i32>, %p1: tensor<i32>, %q0: tensor<i32>, %q1: tensor<i32>):
      %gg = stablehlo.compare GT, %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %e = stablehlo.compare EQ, %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %l = stablehlo.compare LT, %p1, %q1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %el = stablehlo.and %e, %l : tensor<i1>
      %k = stablehlo.or %gg, %el : tensor<i1>
      %v = stablehlo.select %gg, %p0, %q0 : tensor<i1>, tensor<i32>
      %w = stablehlo.select %k, %p1, %q1 : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<i32>, tensor<i32> }) {dimensions = array<i64: 1>} : (tensor<4x8xi32>, tensor<4x8xi32>, tensor<i32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
    return %v4#0, %v4#1 : tensor<4xi32>, tensor<4xi32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a0: tensor<2x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.maximum across dimensions = [1] : (tensor<2x8xi32>, tensor<i32>) -> tensor<2xi32>
    %v3 = stablehlo.broadcast_in_dim %a0, dims = [0, 2] : (tensor<2x8xi32>) -> tensor<2x2x8x8xi32>
    %v4 = stablehlo.broadcast_in_dim %a0, dims = [0, 3] : (tensor<2x8xi32>) -> tensor<2x2x8x8xi32>
    %v5 = stablehlo.compare LT, %v3, %v4 : (tensor<2x2x8x8xi32>, tensor<2x2x8x8xi32>) -> tensor<2x2x8x8xi1>
    %v6 = stablehlo.constant dense<[[[7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7]], [[0, 0, 0, 0, 0, 0, 0, 7], [0, 0, 0, 0, 7, 0, 0, 0], [0, 0, 0, 0, 0, 0, 7, 0], [7, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 7, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0, 0, 0], [0, 7, 0, 0, 0, 0, 0, 0], [0, 0, 7, 0, 0, 0, 0, 0]]]> : tensor<2x8x8xi32>
    %v7 = stablehlo.broadcast_in_dim %v6, dims = [1, 2, 3] : (tensor<2x8x8xi32>) -> tensor<2x2x8x8xi32>
    %v8 = stablehlo.constant dense<[[[0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2, 2, 2], [3, 3, 3, 3, 3, 3, 3, 3], [4, 4, 4, 4, 4, 4, 4, 4], [5, 5, 5, 5, 5, 5, 5, 5], [6, 6, 6, 6, 6, 6, 6, 6], [7, 7, 7, 7, 7, 7, 7, 7]], [[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]]]> : tensor<2x8x8xi32>
    %v9 = stablehlo.broadcast_in_dim %v8, dims = [1, 2, 3] : (tensor<2x8x8xi32>) -> tensor<2x2x8x8xi32>
    %v10 = stablehlo.select %v5, %v7, %v9 : tensor<2x2x8x8xi1>, tensor<2x2x8x8xi32>
    %v11 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x8x8xi32>, tensor<i32>) -> tensor<2x2x8xi32>
    %v13 = stablehlo.constant dense<2147483647> : tensor<i32>
    %v14 = stablehlo.reduce(%v12 init: %v13) applies stablehlo.minimum across dimensions = [2] : (tensor<2x2x8xi32>, tensor<i32>) -> tensor<2x2xi32>
    %v15 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %v16 = stablehlo.reduce(%v14 init: %v15) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32>
    return %v2, %v16 : tensor<2xi32>, tensor<2xi32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a0: tensor<2x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.maximum across dimensions = [1] : (tensor<2x8xi32>, tensor<i32>) -> tensor<2xi32>
    %v3 = stablehlo.broadcast_in_dim %a0, dims = [0, 2] : (tensor<2x8xi32>) -> tensor<2x1x8x8xi32>
    %v4 = stablehlo.broadcast_in_dim %a0, dims = [0, 3] : (tensor<2x8xi32>) -> tensor<2x1x8x8xi32>
    %v5 = stablehlo.compare LT, %v3, %v4 : (tensor<2x1x8x8xi32>, tensor<2x1x8x8xi32>) -> tensor<2x1x8x8xi1>
    %v6 = stablehlo.constant dense<[[[7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7, 7, 7]]]> : tensor<1x8x8xi32>
    %v7 = stablehlo.broadcast_in_dim %v6, dims = [1, 2, 3] : (tensor<1x8x8xi32>) -> tensor<2x1x8x8xi32>
    %v8 = stablehlo.constant dense<[[[0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2, 2, 2], [3, 3, 3, 3, 3, 3, 3, 3], [4, 4, 4, 4, 4, 4, 4, 4], [5, 5, 5, 5, 5, 5, 5, 5], [6, 6, 6, 6, 6, 6, 6, 6], [7, 7, 7, 7, 7, 7, 7, 7]]]> : tensor<1x8x8xi32>
    %v9 = stablehlo.broadcast_in_dim %v8, dims = [1, 2, 3] : (tensor<1x8x8xi32>) -> tensor<2x1x8x8xi32>
    %v10 = stablehlo.select %v5, %v7, %v9 : tensor<2x1x8x8xi1>, tensor<2x1x8x8xi32>
    %v11 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.maximum across dimensions = [3] : (tensor<2x1x8x8xi32>, tensor<i32>) -> tensor<2x1x8xi32>
    %v13 = stablehlo.constant dense<2147483647> : tensor<i32>
    %v14 = stablehlo.reduce(%v12 init: %v13) applies stablehlo.minimum across dimensions = [2] : (tensor<2x1x8xi32>, tensor<i32>) -> tensor<2x1xi32>
    %v15 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %v16 = stablehlo.reduce(%v14 init: %v15) applies stablehlo.maximum across dimensions = [1] : (tensor<2x1xi32>, tensor<i32>) -> tensor<2xi32>
    return %v2, %v16 : tensor<2xi32>, tensor<2xi32>
  }
}
