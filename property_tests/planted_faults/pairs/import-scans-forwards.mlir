module @import_scans_forwards attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = "stablehlo.reduce_window"(%a0, %z) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [0, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    return %r : tensor<4x3xf32>
  }
}

// -----

module @import_scans_forwards attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<2xf32>
    %s:2 = chlo.scan(%a0) inits(%z) dimension=1 attributes {is_reverse = true} {
    ^bb0(%p: tensor<2xf32>, %q: tensor<2xf32>):
      %c = stablehlo.add %p, %q : tensor<2xf32>
      stablehlo.return %c, %c : tensor<2xf32>, tensor<2xf32>
    } : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
    return %s#0 : tensor<2x3xf32>
  }
}
