module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<3x8xf32>) -> (tensor<1x8xf32>) {
 %xt = stablehlo.tanh %x : tensor<3x8xf32>
 %x0 = stablehlo.slice %xt [0:1, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
 %x1 = stablehlo.slice %xt [1:2, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
 %x2 = stablehlo.slice %xt [2:3, 0:8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
%k = stablehlo.constant dense<1.0e+6> : tensor<1x8xf32>
 %y0 = stablehlo.multiply %x0, %k : tensor<1x8xf32>
 %y2 = stablehlo.multiply %x2, %k : tensor<1x8xf32>
 %s = stablehlo.add %y0, %x1 : tensor<1x8xf32>
 %sb = stablehlo.optimization_barrier %s : tensor<1x8xf32>
 %bb = stablehlo.subtract %sb, %y0 : tensor<1x8xf32>
 %bc = stablehlo.optimization_barrier %bb : tensor<1x8xf32>
 %e = stablehlo.subtract %x1, %bc : tensor<1x8xf32>
 %t = stablehlo.add %s, %y2 : tensor<1x8xf32>
 %o = stablehlo.add %t, %e : tensor<1x8xf32>
 return %o : tensor<1x8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<3x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<1x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {
 %xt = stablehlo.tanh %x : tensor<3x4xf32>
 %x0 = stablehlo.slice %xt [0:1, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
 %x1 = stablehlo.slice %xt [1:2, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
 %x2 = stablehlo.slice %xt [2:3, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
%k = stablehlo.constant dense<1.0e+6> : tensor<1x4xf32>
 %y0 = stablehlo.multiply %x0, %k : tensor<1x4xf32>
 %y2 = stablehlo.multiply %x2, %k : tensor<1x4xf32>
 %s = stablehlo.add %y0, %x1 : tensor<1x4xf32>
 %t = stablehlo.add %s, %y2 : tensor<1x4xf32>
 return %t : tensor<1x4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<3x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<1x4xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {
 %xt = stablehlo.tanh %x : tensor<3x4xf32>
 %x0 = stablehlo.slice %xt [0:1, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
 %x1 = stablehlo.slice %xt [1:2, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
 %x2 = stablehlo.slice %xt [2:3, 0:4] : (tensor<3x4xf32>) -> tensor<1x4xf32>
%k = stablehlo.constant dense<1.0e+6> : tensor<1x4xf32>
 %y0 = stablehlo.multiply %x0, %k : tensor<1x4xf32>
 %y2 = stablehlo.multiply %x2, %k : tensor<1x4xf32>
 %s = stablehlo.add %y0, %x1 : tensor<1x4xf32>
 %sb = stablehlo.optimization_barrier %s : tensor<1x4xf32>
 %bb = stablehlo.subtract %sb, %y0 : tensor<1x4xf32>
 %bc = stablehlo.optimization_barrier %bb : tensor<1x4xf32>
 %e = stablehlo.subtract %x1, %bc : tensor<1x4xf32>
 %t = stablehlo.add %s, %y2 : tensor<1x4xf32>
 %o = stablehlo.add %t, %e : tensor<1x4xf32>
 return %o : tensor<1x4xf32>
  }
}
