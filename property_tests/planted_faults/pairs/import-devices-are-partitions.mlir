module @m {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %l = stablehlo.slice %a0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    %h = stablehlo.slice %a0 [2:4] : (tensor<4xf32>) -> tensor<2xf32>
    %r = stablehlo.add %l, %h : tensor<2xf32>
    return %r : tensor<2xf32>
  }
}

// -----

module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%a0: tensor<2xf32>) -> tensor<2xf32> {
    %r = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
