module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<500x8xbf16> {mhlo.sharding = "{devices=[1,4]<=[4]}"}) -> (tensor<8xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
%u = stablehlo.convert %g : (tensor<500x8xbf16>) -> tensor<500x8xf32>
%s = stablehlo.reduce(%u init: %z) applies stablehlo.add across dimensions = [0] : (tensor<500x8xf32>, tensor<f32>) -> tensor<8xf32>
%0 = stablehlo.convert %s : (tensor<8xf32>) -> tensor<8xbf16>
    return %0 : tensor<8xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<500x2xbf16>) -> (tensor<2xbf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<bf16>
%u = stablehlo.optimization_barrier %g : tensor<500x2xbf16>
%pd = stablehlo.pad %u, %z, low = [0, 0], high = [12, 0], interior = [0, 0] : (tensor<500x2xbf16>, tensor<bf16>) -> tensor<512x2xbf16>
%s = stablehlo.reduce(%pd init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512x2xbf16>, tensor<bf16>) -> tensor<2xbf16>
%0 = stablehlo.optimization_barrier %s : tensor<2xbf16>

    return %0 : tensor<2xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<500x2xbf16>) -> (tensor<2xbf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
%u = stablehlo.convert %g : (tensor<500x2xbf16>) -> tensor<500x2xf32>
%pd = stablehlo.pad %u, %z, low = [0, 0], high = [12, 0], interior = [0, 0] : (tensor<500x2xf32>, tensor<f32>) -> tensor<512x2xf32>
%s = stablehlo.reduce(%pd init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512x2xf32>, tensor<f32>) -> tensor<2xf32>
%0 = stablehlo.convert %s : (tensor<2xf32>) -> tensor<2xbf16>
    return %0 : tensor<2xbf16>
  }
}
