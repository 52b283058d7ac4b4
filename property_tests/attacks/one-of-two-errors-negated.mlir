sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %u: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %v: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %s = stablehlo.add %x, %y : tensor<8xf32>
  %t = stablehlo.subtract %s, %x : tensor<8xf32>
  %e = stablehlo.subtract %y, %t : tensor<8xf32>
  %a = stablehlo.add %u, %v : tensor<8xf32>
  %b = stablehlo.subtract %a, %u : tensor<8xf32>
  %f = stablehlo.subtract %v, %b : tensor<8xf32>
  return %e, %f : tensor<8xf32>, tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %u: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = stablehlo.add %x, %y : tensor<4xf32>
  %t = stablehlo.subtract %s, %x : tensor<4xf32>
  %e = stablehlo.subtract %y, %t : tensor<4xf32>
  %a = stablehlo.add %u, %v : tensor<4xf32>
  %b = stablehlo.subtract %a, %u : tensor<4xf32>
  %f = stablehlo.subtract %b, %v : tensor<4xf32>
  return %e, %f : tensor<4xf32>, tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %u: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = stablehlo.add %x, %y : tensor<4xf32>
  %t = stablehlo.subtract %s, %x : tensor<4xf32>
  %e = stablehlo.subtract %y, %t : tensor<4xf32>
  %a = stablehlo.add %u, %v : tensor<4xf32>
  %b = stablehlo.subtract %a, %u : tensor<4xf32>
  %f = stablehlo.subtract %v, %b : tensor<4xf32>
  return %e, %f : tensor<4xf32>, tensor<4xf32>
}
}
