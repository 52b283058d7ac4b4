module @field_thirds_are_floats attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %z = stablehlo.constant dense<0.333333343> : tensor<4xf32>
    %r = stablehlo.multiply %a0, %z : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @field_thirds_are_floats attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
    %z = stablehlo.constant dense<3.0> : tensor<2xf32>
    %r = stablehlo.divide %a0, %z : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
