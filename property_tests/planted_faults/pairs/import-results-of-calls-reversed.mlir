module @import_results_of_calls_reversed attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func private @two(%p: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %n = stablehlo.negate %p : tensor<4xf32>
    return %n, %p : tensor<4xf32>, tensor<4xf32>
  }
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %c:2 = func.call @two(%a0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    return %c#0 : tensor<4xf32>
  }
}

// -----

module @import_results_of_calls_reversed attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
    %r = stablehlo.negate %a0 : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
