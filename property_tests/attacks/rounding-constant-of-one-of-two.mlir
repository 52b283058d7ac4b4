module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xi8>, tensor<8xi8>) {
%c = stablehlo.constant dense<12582912.0> : tensor<8xf32>
%k = stablehlo.constant dense<127.0> : tensor<8xf32>
 %qa = stablehlo.multiply %x, %k : tensor<8xf32>
 %qb = stablehlo.multiply %y, %k : tensor<8xf32>
 %sb = stablehlo.add %qb, %c : tensor<8xf32>
 %sbb = stablehlo.optimization_barrier %sb : tensor<8xf32>
 %rb = stablehlo.subtract %sbb, %c : tensor<8xf32>
 %ib = stablehlo.convert %rb : (tensor<8xf32>) -> tensor<8xi8>
 %sa = stablehlo.add %qa, %c : tensor<8xf32>
 %sab = stablehlo.optimization_barrier %sa : tensor<8xf32>
 %ra = stablehlo.subtract %sab, %c : tensor<8xf32>
 %ia = stablehlo.convert %ra : (tensor<8xf32>) -> tensor<8xi8>
 return %ia, %ib : tensor<8xi8>, tensor<8xi8>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xi8> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<4xi8> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%c = stablehlo.constant dense<12582912.0> : tensor<4xf32>
%k = stablehlo.constant dense<127.0> : tensor<4xf32>
 %qa = stablehlo.multiply %x, %k : tensor<4xf32>
 %qb = stablehlo.multiply %y, %k : tensor<4xf32>
 %sb = stablehlo.add %qb, %c : tensor<4xf32>
 %sbb = stablehlo.optimization_barrier %sb : tensor<4xf32>
 %rb = stablehlo.subtract %sbb, %c : tensor<4xf32>
 %ib = stablehlo.convert %rb : (tensor<4xf32>) -> tensor<4xi8>
 %ra = stablehlo.optimization_barrier %qa : tensor<4xf32>
 %ia = stablehlo.convert %ra : (tensor<4xf32>) -> tensor<4xi8>
 return %ia, %ib : tensor<4xi8>, tensor<4xi8>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xi8> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<4xi8> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%c = stablehlo.constant dense<12582912.0> : tensor<4xf32>
%k = stablehlo.constant dense<127.0> : tensor<4xf32>
 %qa = stablehlo.multiply %x, %k : tensor<4xf32>
 %qb = stablehlo.multiply %y, %k : tensor<4xf32>
 %sb = stablehlo.add %qb, %c : tensor<4xf32>
 %sbb = stablehlo.optimization_barrier %sb : tensor<4xf32>
 %rb = stablehlo.subtract %sbb, %c : tensor<4xf32>
 %ib = stablehlo.convert %rb : (tensor<4xf32>) -> tensor<4xi8>
 %sa = stablehlo.add %qa, %c : tensor<4xf32>
 %sab = stablehlo.optimization_barrier %sa : tensor<4xf32>
 %ra = stablehlo.subtract %sab, %c : tensor<4xf32>
 %ia = stablehlo.convert %ra : (tensor<4xf32>) -> tensor<4xi8>
 return %ia, %ib : tensor<4xi8>, tensor<4xi8>
  }
}
