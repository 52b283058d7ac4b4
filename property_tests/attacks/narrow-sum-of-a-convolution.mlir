module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<8x64x8xbf16> {mhlo.sharding = "{devices=[4,1,1]<=[4]}"}, %k: tensor<64x8x2xbf16> {mhlo.sharding = "{replicated}"}) -> (tensor<8x1x2xbf16> {mhlo.sharding = "{devices=[4,1,1]<=[4]}"}) {
    %s = "stablehlo.convolution"(%g, %k) {window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<8x64x8xbf16>, tensor<64x8x2xbf16>) -> tensor<8x1x2xf32>
%0 = stablehlo.convert %s : (tensor<8x1x2xf32>) -> tensor<8x1x2xbf16>
    return %0 : tensor<8x1x2xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<2x64x8xbf16>, %k: tensor<64x8x2xbf16>) -> (tensor<2x1x2xbf16>) {
    %s = "stablehlo.convolution"(%g, %k) {window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x64x8xbf16>, tensor<64x8x2xbf16>) -> tensor<2x1x2xbf16>
%0 = stablehlo.optimization_barrier %s : tensor<2x1x2xbf16>

    return %0 : tensor<2x1x2xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<2x64x8xbf16>, %k: tensor<64x8x2xbf16>) -> (tensor<2x1x2xbf16>) {
    %s = "stablehlo.convolution"(%g, %k) {window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x64x8xbf16>, tensor<64x8x2xbf16>) -> tensor<2x1x2xf32>
%0 = stablehlo.convert %s : (tensor<2x1x2xf32>) -> tensor<2x1x2xbf16>
    return %0 : tensor<2x1x2xbf16>
  }
}
