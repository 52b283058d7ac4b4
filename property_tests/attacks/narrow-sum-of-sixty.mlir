module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8x60xbf16>) -> tensor<8xbf16> {
 %xd = stablehlo.convert %x : (tensor<8x60xbf16>) -> tensor<8x60xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%xd init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x60xf32>, tensor<f32>) -> tensor<8xf32>
 %r = stablehlo.convert %s : (tensor<8xf32>) -> tensor<8xbf16>
 return %r : tensor<8xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x60xbf16> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%z = stablehlo.constant dense<0.0> : tensor<bf16>
%s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x60xbf16>, tensor<bf16>) -> tensor<4xbf16>
 return %s : tensor<4xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x60xbf16> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %xd = stablehlo.convert %x : (tensor<4x60xbf16>) -> tensor<4x60xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%xd init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x60xf32>, tensor<f32>) -> tensor<4xf32>
 %r = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
 return %r : tensor<4xbf16>
  }
}
