sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
 %s = stablehlo.add %x, %y : tensor<8xf32>
 %d = stablehlo.subtract %s, %y : tensor<8xf32>
 %p = stablehlo.compare LT, %d, %x, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
 %o = stablehlo.convert %p : (tensor<8xi1>) -> tensor<8xi32>
 return %o : tensor<8xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi32>) {
 %s = stablehlo.add %x, %y : tensor<4xf32>
 %d = stablehlo.subtract %s, %y : tensor<4xf32>
 %p = stablehlo.compare LT, %x, %d, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
 %o = stablehlo.convert %p : (tensor<4xi1>) -> tensor<4xi32>
 return %o : tensor<4xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xi32>) {
 %s = stablehlo.add %x, %y : tensor<4xf32>
 %d = stablehlo.subtract %s, %y : tensor<4xf32>
 %p = stablehlo.compare LT, %d, %x, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
 %o = stablehlo.convert %p : (tensor<4xi1>) -> tensor<4xi32>
 return %o : tensor<4xi32>
}
}
