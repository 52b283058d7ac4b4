module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32>) {
%k = stablehlo.constant dense<1.0> : tensor<8xf64>
 %xd = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xf64>
 %x1 = stablehlo.add %xd, %k : tensor<8xf64>
 %a = chlo.lgamma %x1 : tensor<8xf64> -> tensor<8xf64>
 %b = chlo.lgamma %xd : tensor<8xf64> -> tensor<8xf64>
 %d = stablehlo.subtract %a, %b : tensor<8xf64>
 %r = stablehlo.convert %d : (tensor<8xf64>) -> tensor<8xf32>
 return %r : tensor<8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%k = stablehlo.constant dense<1.0> : tensor<4xf32>
 %xd = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf32>
 %x1 = stablehlo.add %xd, %k : tensor<4xf32>
 %a = chlo.lgamma %x1 : tensor<4xf32> -> tensor<4xf32>
 %b = chlo.lgamma %xd : tensor<4xf32> -> tensor<4xf32>
 %d = stablehlo.subtract %a, %b : tensor<4xf32>
 %r = stablehlo.convert %d : (tensor<4xf32>) -> tensor<4xf32>
 return %r : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%k = stablehlo.constant dense<1.0> : tensor<4xf64>
 %xd = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
 %x1 = stablehlo.add %xd, %k : tensor<4xf64>
 %a = chlo.lgamma %x1 : tensor<4xf64> -> tensor<4xf64>
 %b = chlo.lgamma %xd : tensor<4xf64> -> tensor<4xf64>
 %d = stablehlo.subtract %a, %b : tensor<4xf64>
 %r = stablehlo.convert %d : (tensor<4xf64>) -> tensor<4xf32>
 return %r : tensor<4xf32>
  }
}
