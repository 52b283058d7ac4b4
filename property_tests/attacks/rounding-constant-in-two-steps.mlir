module @m {
  func.func public @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
    %k0 = stablehlo.constant dense<4194304.0> : tensor<16xf32>
    %u0 = stablehlo.multiply %y, %k0 : tensor<16xf32>
    %k1 = stablehlo.constant dense<4194304.0> : tensor<16xf32>
    %u1 = stablehlo.multiply %y, %k1 : tensor<16xf32>
    %k2 = stablehlo.constant dense<8388608.0> : tensor<16xf32>
    %u2 = stablehlo.multiply %y, %k2 : tensor<16xf32>
    %v0 = stablehlo.add %x, %k0 : tensor<16xf32>
    %v1 = stablehlo.add %v0, %k1 : tensor<16xf32>
    %o = stablehlo.subtract %v1, %k2 : tensor<16xf32>
    return %o, %u0, %u1, %u2 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %k0 = stablehlo.constant dense<4194304.0> : tensor<4xf32>
    %u0 = stablehlo.multiply %y, %k0 : tensor<4xf32>
    %k1 = stablehlo.constant dense<4194304.0> : tensor<4xf32>
    %u1 = stablehlo.multiply %y, %k1 : tensor<4xf32>
    %k2 = stablehlo.constant dense<8388608.0> : tensor<4xf32>
    %u2 = stablehlo.multiply %y, %k2 : tensor<4xf32>
    return %x, %u0, %u1, %u2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %k0 = stablehlo.constant dense<4194304.0> : tensor<4xf32>
    %u0 = stablehlo.multiply %y, %k0 : tensor<4xf32>
    %k1 = stablehlo.constant dense<4194304.0> : tensor<4xf32>
    %u1 = stablehlo.multiply %y, %k1 : tensor<4xf32>
    %k2 = stablehlo.constant dense<8388608.0> : tensor<4xf32>
    %u2 = stablehlo.multiply %y, %k2 : tensor<4xf32>
    %v0 = stablehlo.add %x, %k0 : tensor<4xf32>
    %v1 = stablehlo.add %v0, %k1 : tensor<4xf32>
    %o = stablehlo.subtract %v1, %k2 : tensor<4xf32>
    return %o, %u0, %u1, %u2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
