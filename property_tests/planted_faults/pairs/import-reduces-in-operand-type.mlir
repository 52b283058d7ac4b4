module @import_reduces_in_operand_type attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<bf16>
    %r = "stablehlo.reduce"(%a0, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<4x64xbf16>, tensor<bf16>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @import_reduces_in_operand_type attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x64xbf16>) -> (tensor<2xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %w = stablehlo.convert %a0 : (tensor<2x64xbf16>) -> tensor<2x64xf32>
    %r = "stablehlo.reduce"(%w, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<2x64xf32>, tensor<f32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
