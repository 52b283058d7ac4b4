module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %v, %i = chlo.top_k(%a, k = 2) : tensor<4x6xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
    return %v : tensor<4x2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2x6xf32>) -> (tensor<2x2xf32>) {
    %same = stablehlo.compare EQ, %a, %a : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x6xi1>
    %z = stablehlo.constant dense<0.0> : tensor<2x6xf32>
    %m = stablehlo.select %same, %a, %z : tensor<2x6xi1>, tensor<2x6xf32>
    %v, %i = chlo.top_k(%m, k = 2) : tensor<2x6xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    return %v : tensor<2x2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2x6xf32>) -> (tensor<2x2xf32>) {
    %v, %i = chlo.top_k(%a, k = 2) : tensor<2x6xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    return %v : tensor<2x2xf32>
  }
}
