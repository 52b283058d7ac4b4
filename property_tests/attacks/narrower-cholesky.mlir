module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x4x4xbf16>) -> tensor<4x4x4xbf16> {
 %ad = stablehlo.convert %a : (tensor<4x4x4xbf16>) -> tensor<4x4x4xf32>
 %r = "stablehlo.cholesky"(%ad) <{lower = true}> : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
 %o = stablehlo.convert %r : (tensor<4x4x4xf32>) -> tensor<4x4x4xbf16>
 return %o : tensor<4x4x4xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2x4x4xbf16> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) -> (tensor<2x4x4xbf16> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) {
 %ad = stablehlo.convert %a : (tensor<2x4x4xbf16>) -> tensor<2x4x4xbf16>
 %r = "stablehlo.cholesky"(%ad) <{lower = true}> : (tensor<2x4x4xbf16>) -> tensor<2x4x4xbf16>
 %o = stablehlo.convert %r : (tensor<2x4x4xbf16>) -> tensor<2x4x4xbf16>
 return %o : tensor<2x4x4xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2x4x4xbf16> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) -> (tensor<2x4x4xbf16> {mhlo.sharding = "{devices=[2,1,1]<=[2]}"}) {
 %ad = stablehlo.convert %a : (tensor<2x4x4xbf16>) -> tensor<2x4x4xf32>
 %r = "stablehlo.cholesky"(%ad) <{lower = true}> : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
 %o = stablehlo.convert %r : (tensor<2x4x4xf32>) -> tensor<2x4x4xbf16>
 return %o : tensor<2x4x4xbf16>
  }
}
