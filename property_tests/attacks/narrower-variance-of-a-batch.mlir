module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<64x8xbf16>, %sc: tensor<8xbf16>, %of: tensor<8xbf16>) -> tensor<8xbf16> {
 %xf = stablehlo.convert %x : (tensor<64x8xbf16>) -> tensor<64x8xf32>
 %scf = stablehlo.convert %sc : (tensor<8xbf16>) -> tensor<8xf32>
 %off = stablehlo.convert %of : (tensor<8xbf16>) -> tensor<8xf32>
 %a, %m, %v = "stablehlo.batch_norm_training"(%xf, %scf, %off) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<64x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<64x8xf32>, tensor<8xf32>, tensor<8xf32>)
 %r = stablehlo.convert %v : (tensor<8xf32>) -> tensor<8xbf16>
 return %r : tensor<8xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<64x4xbf16> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %sc: tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %of: tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %a, %m, %v = "stablehlo.batch_norm_training"(%x, %sc, %of) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<64x4xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> (tensor<64x4xbf16>, tensor<4xbf16>, tensor<4xbf16>)
 return %v : tensor<4xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<64x4xbf16> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %sc: tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %of: tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %xf = stablehlo.convert %x : (tensor<64x4xbf16>) -> tensor<64x4xf32>
 %scf = stablehlo.convert %sc : (tensor<4xbf16>) -> tensor<4xf32>
 %off = stablehlo.convert %of : (tensor<4xbf16>) -> tensor<4xf32>
 %a, %m, %v = "stablehlo.batch_norm_training"(%xf, %scf, %off) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<64x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<64x4xf32>, tensor<4xf32>, tensor<4xf32>)
 %r = stablehlo.convert %v : (tensor<4xf32>) -> tensor<4xbf16>
 return %r : tensor<4xbf16>
  }
}
