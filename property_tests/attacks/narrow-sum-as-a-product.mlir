module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<8x512xbf16> {mhlo.sharding = "{devices=[4,1]<=[4]}"}) -> (tensor<8xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
%u = stablehlo.convert %g : (tensor<8x512xbf16>) -> tensor<8x512xf32>
%s = stablehlo.reduce(%u init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x512xf32>, tensor<f32>) -> tensor<8xf32>
%0 = stablehlo.convert %s : (tensor<8xf32>) -> tensor<8xbf16>
    return %0 : tensor<8xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<2x512xbf16>) -> (tensor<2xbf16>) {
    %o = stablehlo.constant dense<1.0> : tensor<512xbf16>
%0 = stablehlo.dot_general %g, %o, contracting_dims = [1] x [0] : (tensor<2x512xbf16>, tensor<512xbf16>) -> tensor<2xbf16>

    return %0 : tensor<2xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<2x512xbf16>) -> (tensor<2xbf16>) {
    %o = stablehlo.constant dense<1.0> : tensor<512xbf16>
%d = stablehlo.dot_general %g, %o, contracting_dims = [1] x [0] : (tensor<2x512xbf16>, tensor<512xbf16>) -> tensor<2xf32>
%0 = stablehlo.convert %d : (tensor<2xf32>) -> tensor<2xbf16>
    return %0 : tensor<2xbf16>
  }
}
