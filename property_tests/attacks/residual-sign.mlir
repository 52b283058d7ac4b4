sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
 %h = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16>
 %f = stablehlo.convert %h : (tensor<8xbf16>) -> tensor<8xf32>
 %r = stablehlo.subtract %x, %f : tensor<8xf32>
 return %h, %r : tensor<8xbf16>, tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xf32>) {
 %h = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
 %f = stablehlo.convert %h : (tensor<4xbf16>) -> tensor<4xf32>
 %r = stablehlo.subtract %f, %x : tensor<4xf32>
 return %h, %r : tensor<4xbf16>, tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xf32>) {
 %h = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
 %f = stablehlo.convert %h : (tensor<4xbf16>) -> tensor<4xf32>
 %r = stablehlo.subtract %x, %f : tensor<4xf32>
 return %h, %r : tensor<4xbf16>, tensor<4xf32>
}
}
