sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
 %c = stablehlo.constant dense<8388608.0> : tensor<8xf32>
 %z = stablehlo.constant dense<0.0> : tensor<8xf32>
 %xa = stablehlo.abs %x : tensor<8xf32>
 %a = stablehlo.add %xa, %c : tensor<8xf32>
 %b = stablehlo.subtract %a, %c : tensor<8xf32>
 %y = stablehlo.convert %b : (tensor<8xf32>) -> tensor<8xi32>
 return %y : tensor<8xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>) -> (tensor<4xi32>) {
 %c = stablehlo.constant dense<8388608.0> : tensor<4xf32>
 %z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %xa = stablehlo.abs %x : tensor<4xf32>
 %d = stablehlo.subtract %c, %c : tensor<4xf32>
 %b = stablehlo.add %xa, %d : tensor<4xf32>
 %y = stablehlo.convert %b : (tensor<4xf32>) -> tensor<4xi32>
 return %y : tensor<4xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>) -> (tensor<4xi32>) {
 %c = stablehlo.constant dense<8388608.0> : tensor<4xf32>
 %z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %xa = stablehlo.abs %x : tensor<4xf32>
 %a = stablehlo.add %xa, %c : tensor<4xf32>
 %b = stablehlo.subtract %a, %c : tensor<4xf32>
 %y = stablehlo.convert %b : (tensor<4xf32>) -> tensor<4xi32>
 return %y : tensor<4xi32>
}
}
