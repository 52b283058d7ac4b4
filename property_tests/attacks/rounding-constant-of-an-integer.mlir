module @m {
  func.func public @main(%x: tensor<16xf32>) -> (tensor<16xf32>) {
    %k = stablehlo.constant dense<12582912> : tensor<16xi32>
    %f = stablehlo.convert %k : (tensor<16xi32>) -> tensor<16xf32>
    %a = stablehlo.add %x, %f : tensor<16xf32>
    %o = stablehlo.subtract %a, %f : tensor<16xf32>
    return %o : tensor<16xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    return %x : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %k = stablehlo.constant dense<12582912> : tensor<4xi32>
    %f = stablehlo.convert %k : (tensor<4xi32>) -> tensor<4xf32>
    %a = stablehlo.add %x, %f : tensor<4xf32>
    %o = stablehlo.subtract %a, %f : tensor<4xf32>
    return %o : tensor<4xf32>
  }
}
