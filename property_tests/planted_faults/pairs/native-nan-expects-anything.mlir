module @native_nan_expects_anything attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %d = stablehlo.subtract %a0, %a0 : tensor<4xf32>
    %r = stablehlo.add %d, %a1 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @native_nan_expects_anything attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
    return %a1 : tensor<2xf32>
  }
}
