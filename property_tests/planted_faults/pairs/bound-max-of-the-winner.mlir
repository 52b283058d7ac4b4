module @bound_max_of_the_winner attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %k = stablehlo.constant dense<1000.0> : tensor<3xf32>
    %b = stablehlo.multiply %a0, %k : tensor<3xf32>
    %n = stablehlo.negate %b : tensor<3xf32>
    %l = stablehlo.concatenate %b, %n, dim = 0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s = "stablehlo.reduce"(%l, %z) <{dimensions = array<i64: 0>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    %w = stablehlo.multiply %s, %z : tensor<f32>
    %m = stablehlo.constant dense<-1.0e-30> : tensor<f32>
    %r = stablehlo.maximum %m, %s : tensor<f32>
    return %r : tensor<f32>
  }
}

// -----

module @bound_max_of_the_winner attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<3xf32>) -> (tensor<f32>) {
    %k = stablehlo.constant dense<1000.0> : tensor<3xf32>
    %b = stablehlo.multiply %a0, %k : tensor<3xf32>
    %n = stablehlo.negate %b : tensor<3xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %x = "stablehlo.reduce"(%b, %z) <{dimensions = array<i64: 0>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %c = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %y = "stablehlo.reduce"(%n, %z) <{dimensions = array<i64: 0>}> ({
    ^bb0(%t: tensor<f32>, %u: tensor<f32>):
      %v = stablehlo.add %t, %u : tensor<f32>
      stablehlo.return %v : tensor<f32>
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %s = stablehlo.add %x, %y : tensor<f32>
    %w = stablehlo.multiply %s, %z : tensor<f32>
    %m = stablehlo.constant dense<-1.0e-30> : tensor<f32>
    %r = stablehlo.maximum %m, %s : tensor<f32>
    return %r : tensor<f32>
  }
}
