module @integers_logical_shift_keeps_sign attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %c = stablehlo.constant dense<3> : tensor<4xi32>
    %r = stablehlo.shift_right_logical %a0, %c : tensor<4xi32>
    return %r : tensor<4xi32>
  }
}

// -----

module @integers_logical_shift_keeps_sign attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
    %c = stablehlo.constant dense<8> : tensor<2xui32>
    %b = stablehlo.bitcast_convert %a0 : (tensor<2xi32>) -> tensor<2xui32>
    %d = stablehlo.divide %b, %c : tensor<2xui32>
    %r = stablehlo.bitcast_convert %d : (tensor<2xui32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
}
