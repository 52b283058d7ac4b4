module @top_k_from_the_least attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %v, %i = chlo.top_k(%a0, k = 2) : tensor<4x5xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
    return %v : tensor<4x2xf32>
  }
}

// -----

module @top_k_from_the_least attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x5xf32>) -> (tensor<2x2xf32>) {
    %s = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.compare GT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<2x5xf32>) -> tensor<2x5xf32>
    %r = stablehlo.slice %s [0:2, 0:2] : (tensor<2x5xf32>) -> tensor<2x2xf32>
    return %r : tensor<2x2xf32>
  }
}
