module @import_narrow_integers_lose_a_bit attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %m = stablehlo.constant dense<[7, -3, 7, -3]> : tensor<4xi4>
    %n = stablehlo.convert %m : (tensor<4xi4>) -> tensor<4xi32>
    %r = stablehlo.add %n, %a0 : tensor<4xi32>
    return %r : tensor<4xi32>
  }
}

// -----

module @import_narrow_integers_lose_a_bit attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
    %s = stablehlo.constant dense<[7, -3]> : tensor<2xi32>
    %r = stablehlo.add %s, %a0 : tensor<2xi32>
    return %r : tensor<2xi32>
  }
}
