module @m {
  sdy.mesh @mesh = <["x"=2]>
  sdy.mesh @other = <["y"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@other, [{"y"}]>}) {
    %r = stablehlo.negate %a0 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> tensor<2xf32> {
    %r = stablehlo.negate %a0 : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
