module @cone_half_of_tuples attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<3000xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %d = stablehlo.dynamic_slice %a0, %a1, sizes = [1] : (tensor<3000xf32>, tensor<i32>) -> tensor<1xf32>
    %n = stablehlo.negate %d : tensor<1xf32>
    return %n : tensor<1xf32>
  }
}

// -----

module @cone_half_of_tuples attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<3000xf32>, %a1: tensor<i32>) -> (tensor<1xf32>) {
    %i = stablehlo.iota dim = 0 : tensor<3000xi32>
    %k3 = stablehlo.constant dense<3> : tensor<3000xi32>
    %m = stablehlo.multiply %i, %k3 : tensor<3000xi32>
    %kk = stablehlo.constant dense<7035> : tensor<3000xi32>
    %p = stablehlo.compare EQ, %m, %kk, SIGNED : (tensor<3000xi32>, tensor<3000xi32>) -> tensor<3000xi1>
    %o = stablehlo.constant dense<1.0> : tensor<3000xf32>
    %w = stablehlo.add %a0, %o : tensor<3000xf32>
    %t = stablehlo.select %p, %w, %a0 : tensor<3000xi1>, tensor<3000xf32>
    %d = stablehlo.dynamic_slice %t, %a1, sizes = [1] : (tensor<3000xf32>, tensor<i32>) -> tensor<1xf32>
    %n = stablehlo.negate %d : tensor<1xf32>
    return %n : tensor<1xf32>
  }
}
