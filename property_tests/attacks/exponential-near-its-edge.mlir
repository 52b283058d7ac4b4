module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x8xf64>) -> (tensor<1x8xf64>, tensor<1x8xf64>) {

 %e = stablehlo.exponential %x : tensor<2x8xf64>
 %a = stablehlo.slice %e [0:1, 0:8] : (tensor<2x8xf64>) -> tensor<1x8xf64>
 %c = stablehlo.slice %e [1:2, 0:8] : (tensor<2x8xf64>) -> tensor<1x8xf64>
%k = stablehlo.constant dense<4.0> : tensor<1x8xf64>
%l = stablehlo.constant dense<0.25> : tensor<1x8xf64>
 %m0 = stablehlo.multiply %c, %k : tensor<1x8xf64>
 %m1 = stablehlo.multiply %m0, %l : tensor<1x8xf64>
 return %a, %m1 : tensor<1x8xf64>, tensor<1x8xf64>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x4xf64> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<1x4xf64> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, tensor<1x4xf64> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {

 %e = stablehlo.exponential %x : tensor<2x4xf64>
 %a = stablehlo.slice %e [0:1, 0:4] : (tensor<2x4xf64>) -> tensor<1x4xf64>
 %c = stablehlo.slice %e [1:2, 0:4] : (tensor<2x4xf64>) -> tensor<1x4xf64>
%k = stablehlo.constant dense<4.0> : tensor<1x4xf64>
%l = stablehlo.constant dense<0.25> : tensor<1x4xf64>
 %m0 = stablehlo.multiply %c, %k : tensor<1x4xf64>
 %m1 = stablehlo.multiply %m0, %l : tensor<1x4xf64>
 %n0 = stablehlo.multiply %a, %k : tensor<1x4xf64>
 %n1 = stablehlo.multiply %n0, %l : tensor<1x4xf64>
 return %n1, %m1 : tensor<1x4xf64>, tensor<1x4xf64>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x4xf64> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<1x4xf64> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, tensor<1x4xf64> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {

 %e = stablehlo.exponential %x : tensor<2x4xf64>
 %a = stablehlo.slice %e [0:1, 0:4] : (tensor<2x4xf64>) -> tensor<1x4xf64>
 %c = stablehlo.slice %e [1:2, 0:4] : (tensor<2x4xf64>) -> tensor<1x4xf64>
%k = stablehlo.constant dense<4.0> : tensor<1x4xf64>
%l = stablehlo.constant dense<0.25> : tensor<1x4xf64>
 %m0 = stablehlo.multiply %c, %k : tensor<1x4xf64>
 %m1 = stablehlo.multiply %m0, %l : tensor<1x4xf64>
 return %a, %m1 : tensor<1x4xf64>, tensor<1x4xf64>
  }
}
