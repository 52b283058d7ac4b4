module @native_saturates_to_least attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %r = stablehlo.convert %a0 : (tensor<4xf32>) -> tensor<4xi32>
    return %r : tensor<4xi32>
  }
}

// -----

module @native_saturates_to_least attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> (tensor<2xi32>) {
    %h = stablehlo.constant dense<2147483520.0> : tensor<2xf32>
    %l = stablehlo.constant dense<-2147483648.0> : tensor<2xf32>
    %m = stablehlo.constant dense<2147483647> : tensor<2xi32>
    %g = stablehlo.compare GT, %a0, %h : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %c = stablehlo.convert %a0 : (tensor<2xf32>) -> tensor<2xi32>
    %r = stablehlo.select %g, %m, %c : tensor<2xi1>, tensor<2xi32>
    return %r : tensor<2xi32>
  }
}
