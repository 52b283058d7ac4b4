module @import_high_half_is_low attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %r = stablehlo.custom_call @X64SplitHigh(%a0) : (tensor<4xi64>) -> tensor<4xi32>
    return %r : tensor<4xi32>
  }
}

// -----

module @import_high_half_is_low attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xi64>) -> (tensor<2xi32>) {
    %c = stablehlo.constant dense<32> : tensor<2xi64>
    %s = stablehlo.shift_right_arithmetic %a0, %c : tensor<2xi64>
    %r = stablehlo.convert %s : (tensor<2xi64>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  }
}
