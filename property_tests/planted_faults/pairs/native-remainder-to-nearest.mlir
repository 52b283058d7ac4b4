module @native_remainder_to_nearest attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %r = stablehlo.remainder %a0, %a1 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @native_remainder_to_nearest attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
    %q = stablehlo.divide %a0, %a1 : tensor<2xf32>
    %s = stablehlo.sign %q : tensor<2xf32>
    %b = stablehlo.abs %q : tensor<2xf32>
    %f = stablehlo.floor %b : tensor<2xf32>
    %t = stablehlo.multiply %s, %f : tensor<2xf32>
    %m = stablehlo.multiply %t, %a1 : tensor<2xf32>
    %r = stablehlo.subtract %a0, %m : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
