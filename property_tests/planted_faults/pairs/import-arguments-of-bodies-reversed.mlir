module @import_arguments_of_bodies_reversed attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func private @pick(%p: tensor<f32>, %q: tensor<f32>) -> tensor<f32> {
    %n = stablehlo.subtract %p, %q : tensor<f32>
    return %n : tensor<f32>
  }
  func.func public @main(%a0: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %r = "stablehlo.reduce"(%a0, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = func.call @pick(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module @import_arguments_of_bodies_reversed attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x3xf32>) -> (tensor<2xf32>) {
    %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %r = "stablehlo.reduce"(%a0, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.subtract %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}
