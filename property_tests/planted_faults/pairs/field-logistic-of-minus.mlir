module @native_logistic_of_minus attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %r = stablehlo.logistic %a0 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @native_logistic_of_minus attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
    %o = stablehlo.constant dense<1.0> : tensor<2xf32>
    %n = stablehlo.negate %a0 : tensor<2xf32>
    %e = stablehlo.exponential %n : tensor<2xf32>
    %s = stablehlo.add %e, %o : tensor<2xf32>
    %r = stablehlo.divide %o, %s : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
