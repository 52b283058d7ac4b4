module @native_sixteen_bounds attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %m = stablehlo.multiply %a0, %a1 : tensor<4xf32>
    %r = stablehlo.add %m, %a1 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @native_sixteen_bounds attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
    %k = stablehlo.constant dense<1.0000005> : tensor<2xf32>
    %x = stablehlo.bitcast_convert %a0 : (tensor<2xf32>) -> tensor<2xi32>
    %y = stablehlo.bitcast_convert %x : (tensor<2xi32>) -> tensor<2xf32>
    %m = stablehlo.multiply %y, %a1 : tensor<2xf32>
    %s = stablehlo.add %m, %a1 : tensor<2xf32>
    %r = stablehlo.multiply %s, %k : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
