module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %d = stablehlo.subtract %a, %c : tensor<4x16xf32>
    %b = stablehlo.convert %d : (tensor<4x16xf32>) -> tensor<4x16xbf16>
    %f = stablehlo.convert %b : (tensor<4x16xbf16>) -> tensor<4x16xf32>
    %v, %i = chlo.top_k(%f, k = 3) : tensor<4x16xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
    return %v : tensor<4x3xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2x16xf32>, %c: tensor<2x16xf32>) -> tensor<2x3xf32> {
    %ab = stablehlo.convert %a : (tensor<2x16xf32>) -> tensor<2x16xbf16>
    %cb = stablehlo.convert %c : (tensor<2x16xf32>) -> tensor<2x16xbf16>
    %b = stablehlo.subtract %ab, %cb : tensor<2x16xbf16>
    %f = stablehlo.convert %b : (tensor<2x16xbf16>) -> tensor<2x16xf32>
    %v, %i = chlo.top_k(%f, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v : tensor<2x3xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2x16xf32>, %c: tensor<2x16xf32>) -> tensor<2x3xf32> {
    %d = stablehlo.subtract %a, %c : tensor<2x16xf32>
    %b = stablehlo.convert %d : (tensor<2x16xf32>) -> tensor<2x16xbf16>
    %f = stablehlo.convert %b : (tensor<2x16xbf16>) -> tensor<2x16xf32>
    %v, %i = chlo.top_k(%f, k = 3) : tensor<2x16xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
    return %v : tensor<2x3xf32>
  }
}
