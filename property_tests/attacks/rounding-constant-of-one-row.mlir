module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {

 %a = stablehlo.slice %x [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
 %b = stablehlo.slice %x [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
%c = stablehlo.constant dense<12582912.0> : tensor<1x8xf32>
 %s = stablehlo.add %b, %c : tensor<1x8xf32>
 %r = stablehlo.subtract %s, %c : tensor<1x8xf32>
 %s2 = stablehlo.add %a, %c : tensor<1x8xf32>
 %r2 = stablehlo.subtract %s2, %c : tensor<1x8xf32>
 return %r2, %r : tensor<1x8xf32>, tensor<1x8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<1x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, tensor<1x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {

 %a = stablehlo.slice %x [0:1, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
 %b = stablehlo.slice %x [1:2, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
%c = stablehlo.constant dense<12582912.0> : tensor<1x4xf32>
 %s = stablehlo.add %b, %c : tensor<1x4xf32>
 %r = stablehlo.subtract %s, %c : tensor<1x4xf32>
 return %a, %r : tensor<1x4xf32>, tensor<1x4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<1x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, tensor<1x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {

 %a = stablehlo.slice %x [0:1, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
 %b = stablehlo.slice %x [1:2, 0:4] : (tensor<2x4xf32>) -> tensor<1x4xf32>
%c = stablehlo.constant dense<12582912.0> : tensor<1x4xf32>
 %s = stablehlo.add %b, %c : tensor<1x4xf32>
 %r = stablehlo.subtract %s, %c : tensor<1x4xf32>
 %s2 = stablehlo.add %a, %c : tensor<1x4xf32>
 %r2 = stablehlo.subtract %s2, %c : tensor<1x4xf32>
 return %r2, %r : tensor<1x4xf32>, tensor<1x4xf32>
  }
}
