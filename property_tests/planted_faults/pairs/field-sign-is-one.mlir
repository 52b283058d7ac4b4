module @field_sign_is_one attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %r = stablehlo.sign %a0 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @field_sign_is_one attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
    %n = stablehlo.negate %a0 : tensor<2xf32>
    %s = stablehlo.sign %n : tensor<2xf32>
    %r = stablehlo.negate %s : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
