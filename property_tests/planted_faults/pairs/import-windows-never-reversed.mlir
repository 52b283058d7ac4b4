module @import_windows_never_reversed attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a0: tensor<4x5x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %a1: tensor<2x1x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<4x4x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
    %r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x5x1xf32>, tensor<2x1x1xf32>) -> tensor<4x4x1xf32>
    return %r : tensor<4x4x1xf32>
  }
}

// -----

module @import_windows_never_reversed attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a0: tensor<2x5x1xf32>, %a1: tensor<2x1x1xf32>) -> (tensor<2x4x1xf32>) {
    %v = stablehlo.reverse %a1, dims = [0] : tensor<2x1x1xf32>
    %r = stablehlo.convolution(%a0, %v) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x1xf32>, tensor<2x1x1xf32>) -> tensor<2x4x1xf32>
    return %r : tensor<2x4x1xf32>
  }
}
