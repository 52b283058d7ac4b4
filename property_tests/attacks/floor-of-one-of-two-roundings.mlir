sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %j: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %n = stablehlo.convert %a : (tensor<8xf32>) -> tensor<8xbf16>
  %w = stablehlo.convert %n : (tensor<8xbf16>) -> tensor<8xf32>
  %f = stablehlo.floor %a : tensor<8xf32>
  %g = stablehlo.floor %w : tensor<8xf32>
  %p = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %r = stablehlo.select %p, %g, %a : tensor<8xi1>, tensor<8xf32>
  return %f, %r : tensor<8xf32>, tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf32>, %i: tensor<4xi32>, %j: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %f = stablehlo.floor %a : tensor<4xf32>
  %p = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %r = stablehlo.select %p, %f, %a : tensor<4xi1>, tensor<4xf32>
  return %f, %r : tensor<4xf32>, tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf32>, %i: tensor<4xi32>, %j: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %n = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
  %w = stablehlo.convert %n : (tensor<4xbf16>) -> tensor<4xf32>
  %f = stablehlo.floor %a : tensor<4xf32>
  %g = stablehlo.floor %w : tensor<4xf32>
  %p = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %r = stablehlo.select %p, %g, %a : tensor<4xi1>, tensor<4xf32>
  return %f, %r : tensor<4xf32>, tensor<4xf32>
}
}
