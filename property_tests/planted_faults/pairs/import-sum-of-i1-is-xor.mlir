module @import_sum_of_i1_is_xor attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<4xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %r = stablehlo.add %a0, %a1 : tensor<4xi1>
    return %r : tensor<4xi1>
  }
}

// -----

module @import_sum_of_i1_is_xor attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xi1>, %a1: tensor<2xi1>) -> (tensor<2xi1>) {
    %r = stablehlo.or %a0, %a1 : tensor<2xi1>
    return %r : tensor<2xi1>
  }
}
