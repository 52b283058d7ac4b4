module @native_sign_of_nan attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %r = stablehlo.sign %a0 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @native_sign_of_nan attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<2xf32>
    %o = stablehlo.constant dense<1.0> : tensor<2xf32>
    %m = stablehlo.constant dense<-1.0> : tensor<2xf32>
    %g = stablehlo.compare GT, %a0, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %l = stablehlo.compare LT, %a0, %z : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %i = stablehlo.select %l, %m, %a0 : tensor<2xi1>, tensor<2xf32>
    %r = stablehlo.select %g, %o, %i : tensor<2xi1>, tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
