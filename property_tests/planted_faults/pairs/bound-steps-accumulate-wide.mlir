module @bound_steps_accumulate_wide attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x1xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<bf16>
    %r = "stablehlo.reduce_window"(%a0, %z) <{window_dimensions = array<i64: 1, 64>}> ({
    ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
      %c = stablehlo.add %p, %q : tensor<bf16>
      stablehlo.return %c : tensor<bf16>
    }) : (tensor<4x64xbf16>, tensor<bf16>) -> tensor<4x1xbf16>
    return %r : tensor<4x1xbf16>
  }
}

// -----

module @bound_steps_accumulate_wide attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x64xbf16>) -> (tensor<2x1xbf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<bf16>
    %s = "stablehlo.reduce"(%a0, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
      %c = stablehlo.add %p, %q : tensor<bf16>
      stablehlo.return %c : tensor<bf16>
    }) : (tensor<2x64xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %r = stablehlo.reshape %s : (tensor<2xbf16>) -> tensor<2x1xbf16>
    return %r : tensor<2x1xbf16>
  }
}
