module @cuts_taken_need_no_proof attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<3000xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %j = stablehlo.add %a1, %c5 : tensor<i32>
    %d = stablehlo.dynamic_slice %a0, %j, sizes = [1] : (tensor<3000xf32>, tensor<i32>) -> tensor<1xf32>
    %n = stablehlo.negate %d : tensor<1xf32>
    return %n : tensor<1xf32>
  }
}

// -----

module @cuts_taken_need_no_proof attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<3000xf32>, %a1: tensor<i32>) -> (tensor<1xf32>) {
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %j = stablehlo.add %a1, %c5 : tensor<i32>
    %k3 = stablehlo.constant dense<3> : tensor<i32>
    %m = stablehlo.multiply %j, %k3 : tensor<i32>
    %kk = stablehlo.constant dense<7035> : tensor<i32>
    %p = stablehlo.compare EQ, %m, %kk, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %o = stablehlo.constant dense<1> : tensor<i32>
    %w = stablehlo.add %j, %o : tensor<i32>
    %q = stablehlo.select %p, %w, %j : tensor<i1>, tensor<i32>
    %d = stablehlo.dynamic_slice %a0, %q, sizes = [1] : (tensor<3000xf32>, tensor<i32>) -> tensor<1xf32>
    %n = stablehlo.negate %d : tensor<1xf32>
    return %n : tensor<1xf32>
  }
}
