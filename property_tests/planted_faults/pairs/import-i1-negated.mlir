module @import_i1_negated attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %m = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
    %n = stablehlo.negate %a0 : tensor<4xf32>
    %r = stablehlo.select %m, %a0, %n : tensor<4xi1>, tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @import_i1_negated attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
    %s = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
    %r = stablehlo.multiply %s, %a0 : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
