module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %c: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %s: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %t: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %d = stablehlo.subtract %a, %c : tensor<16x4xf32>
    %b = stablehlo.convert %d : (tensor<16x4xf32>) -> tensor<16x4xbf16>
    %f = stablehlo.convert %b : (tensor<16x4xbf16>) -> tensor<16x4xf32>
    %o, %m, %v = "stablehlo.batch_norm_training"(%f, %s, %t) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<16x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<16x4xf32>, tensor<4xf32>, tensor<4xf32>)
    return %o, %v : tensor<16x4xf32>, tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<16x2xf32>, %c: tensor<16x2xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> (tensor<16x2xf32>, tensor<2xf32>) {
    %ab = stablehlo.convert %a : (tensor<16x2xf32>) -> tensor<16x2xbf16>
    %cb = stablehlo.convert %c : (tensor<16x2xf32>) -> tensor<16x2xbf16>
    %b = stablehlo.subtract %ab, %cb : tensor<16x2xbf16>
    %f = stablehlo.convert %b : (tensor<16x2xbf16>) -> tensor<16x2xf32>
    %o, %m, %v = "stablehlo.batch_norm_training"(%f, %s, %t) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<16x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<16x2xf32>, tensor<2xf32>, tensor<2xf32>)
    return %o, %v : tensor<16x2xf32>, tensor<2xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<16x2xf32>, %c: tensor<16x2xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> (tensor<16x2xf32>, tensor<2xf32>) {
    %d = stablehlo.subtract %a, %c : tensor<16x2xf32>
    %b = stablehlo.convert %d : (tensor<16x2xf32>) -> tensor<16x2xbf16>
    %f = stablehlo.convert %b : (tensor<16x2xbf16>) -> tensor<16x2xf32>
    %o, %m, %v = "stablehlo.batch_norm_training"(%f, %s, %t) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<16x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<16x2xf32>, tensor<2xf32>, tensor<2xf32>)
    return %o, %v : tensor<16x2xf32>, tensor<2xf32>
  }
}
