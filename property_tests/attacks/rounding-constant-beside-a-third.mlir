module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
%c = stablehlo.constant dense<12582912.0> : tensor<8xf32>
%k = stablehlo.constant dense<127.0> : tensor<8xf32>
 %s = stablehlo.add %x, %c : tensor<8xf32>
 %d = stablehlo.add %s, %y : tensor<8xf32>
 %r = stablehlo.subtract %d, %c : tensor<8xf32>
 return %r : tensor<8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%c = stablehlo.constant dense<12582912.0> : tensor<4xf32>
%k = stablehlo.constant dense<127.0> : tensor<4xf32>
 %r = stablehlo.add %x, %y : tensor<4xf32>
 return %r : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%c = stablehlo.constant dense<12582912.0> : tensor<4xf32>
%k = stablehlo.constant dense<127.0> : tensor<4xf32>
 %s = stablehlo.add %x, %c : tensor<4xf32>
 %d = stablehlo.add %s, %y : tensor<4xf32>
 %r = stablehlo.subtract %d, %c : tensor<4xf32>
 return %r : tensor<4xf32>
  }
}
