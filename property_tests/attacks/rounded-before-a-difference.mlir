module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %d = stablehlo.subtract %a, %b : tensor<8xf32>
    %r = stablehlo.convert %d : (tensor<8xf32>) -> tensor<8xbf16>
    return %r : tensor<8xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xbf16>) {
    %p = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
    %q = stablehlo.convert %b : (tensor<4xf32>) -> tensor<4xbf16>
    %r = stablehlo.subtract %p, %q : tensor<4xbf16>
    return %r : tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xbf16>) {
    %d = stablehlo.subtract %a, %b : tensor<4xf32>
    %r = stablehlo.convert %d : (tensor<4xf32>) -> tensor<4xbf16>
    return %r : tensor<4xbf16>
  }
}
