sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %v1 = "stablehlo.convert"(%arg0) : (tensor<8xf32>) -> tensor<8xf64>
  %v2 = "stablehlo.convert"(%arg1) : (tensor<8xf32>) -> tensor<8xf64>
  %v3 = "stablehlo.multiply"(%v1, %v2) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  %v4 = "stablehlo.convert"(%v3) : (tensor<8xf64>) -> tensor<8xbf16>
  %v5 = "stablehlo.floor"(%v4) : (tensor<8xbf16>) -> tensor<8xbf16>
  return %v5 : tensor<8xbf16>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xbf16>) {
    %v1 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %v2 = "stablehlo.convert"(%v1) : (tensor<4xf32>) -> tensor<4xbf16>
    %v3 = "stablehlo.floor"(%v2) : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v3 : tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xbf16>) {
    %v1 = "stablehlo.convert"(%arg0) : (tensor<4xf32>) -> tensor<4xf64>
    %v2 = "stablehlo.convert"(%arg1) : (tensor<4xf32>) -> tensor<4xf64>
    %v3 = "stablehlo.multiply"(%v1, %v2) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    %v4 = "stablehlo.convert"(%v3) : (tensor<4xf64>) -> tensor<4xbf16>
    %v5 = "stablehlo.floor"(%v4) : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v5 : tensor<4xbf16>
  }
}
