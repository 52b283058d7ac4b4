module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %c: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %s = stablehlo.add %a, %b : tensor<8xf32>
    %r = stablehlo.add %s, %c : tensor<8xf32>
    return %r : tensor<8xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4xf32> , %b: tensor<4xf32> , %c: tensor<4xf32> ) -> (tensor<4xf32>) {
    %s = stablehlo.add %a, %b : tensor<4xf32>
    %r = stablehlo.subtract %s, %c : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4xf32> , %b: tensor<4xf32> , %c: tensor<4xf32> ) -> (tensor<4xf32>) {
    %s = stablehlo.add %a, %c : tensor<4xf32>
    %r = stablehlo.add %s, %b : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
