sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %v1 = "stablehlo.convert"(%arg0) : (tensor<8xf64>) -> tensor<8xbf16>
  %v2 = "stablehlo.bitcast_convert"(%v1) : (tensor<8xbf16>) -> tensor<8xi16>
  %v3 = stablehlo.constant dense<77> : tensor<8xi16>
  %v4 = "stablehlo.xor"(%v2, %v3) : (tensor<8xi16>, tensor<8xi16>) -> tensor<8xi16>
  return %v4 : tensor<8xi16>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<4xf64>) -> (tensor<4xi16>) {
    %v1 = "stablehlo.convert"(%arg0) : (tensor<4xf64>) -> tensor<4xf32>
    %v2 = "stablehlo.convert"(%v1) : (tensor<4xf32>) -> tensor<4xbf16>
    %v3 = "stablehlo.bitcast_convert"(%v2) : (tensor<4xbf16>) -> tensor<4xi16>
    %v4 = stablehlo.constant dense<77> : tensor<4xi16>
    %v5 = "stablehlo.xor"(%v3, %v4) : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
    return %v5 : tensor<4xi16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<4xf64>) -> (tensor<4xi16>) {
    %v1 = "stablehlo.convert"(%arg0) : (tensor<4xf64>) -> tensor<4xbf16>
    %v2 = "stablehlo.bitcast_convert"(%v1) : (tensor<4xbf16>) -> tensor<4xi16>
    %v3 = stablehlo.constant dense<77> : tensor<4xi16>
    %v4 = "stablehlo.xor"(%v2, %v3) : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
    return %v4 : tensor<4xi16>
  }
}
