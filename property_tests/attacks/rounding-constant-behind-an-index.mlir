module @m {
  func.func public @main(%t: tensor<64xf32>, %i: tensor<i32>) -> (tensor<1xf32>) {
    %g = stablehlo.dynamic_slice %t, %i, sizes = [1] : (tensor<64xf32>, tensor<i32>) -> tensor<1xf32>
    %k = stablehlo.constant dense<12582912.0> : tensor<1xf32>
    %a = stablehlo.add %g, %k : tensor<1xf32>
    %r = stablehlo.subtract %a, %k : tensor<1xf32>
    return %r : tensor<1xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%t: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %i: tensor<i32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}) {
    %g = stablehlo.dynamic_slice %t, %i, sizes = [1] : (tensor<64xf32>, tensor<i32>) -> tensor<1xf32>
    return %g : tensor<1xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%t: tensor<64xf32> {mhlo.sharding = "{replicated}"}, %i: tensor<i32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}) {
    %g = stablehlo.dynamic_slice %t, %i, sizes = [1] : (tensor<64xf32>, tensor<i32>) -> tensor<1xf32>
    %k = stablehlo.constant dense<12582912.0> : tensor<1xf32>
    %a = stablehlo.add %g, %k : tensor<1xf32>
    %r = stablehlo.subtract %a, %k : tensor<1xf32>
    return %r : tensor<1xf32>
  }
}
