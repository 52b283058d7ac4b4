module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x4x4xf32>, %b: tensor<4x4x4xf32>) -> tensor<4x4x4xf32> {
 %ad = stablehlo.convert %a : (tensor<4x4x4xf32>) -> tensor<4x4x4xf64>
 %r = "stablehlo.cholesky"(%ad) <{lower = true}> : (tensor<4x4x4xf64>) -> tensor<4x4x4xf64>
 %bd = stablehlo.convert %b : (tensor<4x4x4xf32>) -> tensor<4x4x4xf64>
 %p = stablehlo.dot_general %r, %bd, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x4x4xf64>, tensor<4x4x4xf64>) -> tensor<4x4x4xf64>
 %d = stablehlo.subtract %p, %ad : tensor<4x4x4xf64>
 %o = stablehlo.convert %d : (tensor<4x4x4xf64>) -> tensor<4x4x4xf32>
 return %o : tensor<4x4x4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2x4x4xf32> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}, %b: tensor<2x4x4xf32> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) -> (tensor<2x4x4xf32> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) {
 %ad = stablehlo.convert %a : (tensor<2x4x4xf32>) -> tensor<2x4x4xf64>
 %r = "stablehlo.cholesky"(%ad) <{lower = true}> : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
 %rf = stablehlo.convert %r : (tensor<2x4x4xf64>) -> tensor<2x4x4xf32>
 %p = stablehlo.dot_general %rf, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
 %d = stablehlo.subtract %p, %a : tensor<2x4x4xf32>
 return %d : tensor<2x4x4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2x4x4xf32> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}, %b: tensor<2x4x4xf32> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) -> (tensor<2x4x4xf32> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) {
 %ad = stablehlo.convert %a : (tensor<2x4x4xf32>) -> tensor<2x4x4xf64>
 %r = "stablehlo.cholesky"(%ad) <{lower = true}> : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
 %bd = stablehlo.convert %b : (tensor<2x4x4xf32>) -> tensor<2x4x4xf64>
 %p = stablehlo.dot_general %r, %bd, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
 %d = stablehlo.subtract %p, %ad : tensor<2x4x4xf64>
 %o = stablehlo.convert %d : (tensor<2x4x4xf64>) -> tensor<2x4x4xf32>
 return %o : tensor<2x4x4xf32>
  }
}
