module @m {
  func.func public @main(%x: tensor<16xf32>, %n: tensor<16xi32>) -> (tensor<16xf32>, tensor<16xf32>) {
    %f = stablehlo.convert %n : (tensor<16xi32>) -> tensor<16xf32>
    %a = stablehlo.add %x, %f : tensor<16xf32>
    %o = stablehlo.subtract %a, %f : tensor<16xf32>
    return %o, %f : tensor<16xf32>, tensor<16xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %n: tensor<4xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %f = stablehlo.convert %n : (tensor<4xi32>) -> tensor<4xf32>
    return %x, %f : tensor<4xf32>, tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %n: tensor<4xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %f = stablehlo.convert %n : (tensor<4xi32>) -> tensor<4xf32>
    %a = stablehlo.add %x, %f : tensor<4xf32>
    %o = stablehlo.subtract %a, %f : tensor<4xf32>
    return %o, %f : tensor<4xf32>, tensor<4xf32>
  }
}
