sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %v1 = "stablehlo.convert"(%arg0) : (tensor<8xf32>) -> tensor<8xbf16>
  %v2 = "stablehlo.convert"(%v1) : (tensor<8xbf16>) -> tensor<8xf32>
  %v3 = "stablehlo.floor"(%v2) : (tensor<8xf32>) -> tensor<8xf32>
  return %v3 : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>) {
    %v1 = "stablehlo.reduce_precision"(%arg0) {exponent_bits = 8 : i32, mantissa_bits = 8 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    %v2 = "stablehlo.convert"(%v1) : (tensor<4xf32>) -> tensor<4xbf16>
    %v3 = "stablehlo.convert"(%v2) : (tensor<4xbf16>) -> tensor<4xf32>
    %v4 = "stablehlo.floor"(%v3) : (tensor<4xf32>) -> tensor<4xf32>
    return %v4 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>) {
    %v1 = "stablehlo.convert"(%arg0) : (tensor<4xf32>) -> tensor<4xbf16>
    %v2 = "stablehlo.convert"(%v1) : (tensor<4xbf16>) -> tensor<4xf32>
    %v3 = "stablehlo.floor"(%v2) : (tensor<4xf32>) -> tensor<4xf32>
    return %v3 : tensor<4xf32>
  }
}
