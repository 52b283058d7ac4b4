module @native_rounds_half_up attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %c = stablehlo.constant dense<1.00390625> : tensor<4xf32>
    %x = stablehlo.clamp %c, %a0, %c : tensor<4xf32>
    %r = stablehlo.reduce_precision %x, format = e8m7 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @native_rounds_half_up attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
    %c = stablehlo.constant dense<1.00390625> : tensor<2xf32>
    %x = stablehlo.clamp %c, %a0, %c : tensor<2xf32>
    %b = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>
    %r = stablehlo.convert %b : (tensor<2xbf16>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
