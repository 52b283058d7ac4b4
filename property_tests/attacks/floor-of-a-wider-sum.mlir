sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %s = stablehlo.add %a0, %a1 : tensor<8xbf16>
    %t = stablehlo.convert %s : (tensor<8xbf16>) -> tensor<8xf32>
    %k = stablehlo.constant dense<16.0> : tensor<8xf32>
    %m = stablehlo.multiply %t, %k : tensor<8xf32>
    %r = stablehlo.floor %m : tensor<8xf32>
    return %r : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4xbf16>, %a1: tensor<4xbf16>) -> (tensor<4xf32>) {
    %u = stablehlo.convert %a0 : (tensor<4xbf16>) -> tensor<4xf32>
    %v = stablehlo.convert %a1 : (tensor<4xbf16>) -> tensor<4xf32>
    %t = stablehlo.add %u, %v : tensor<4xf32>
    %k = stablehlo.constant dense<16.0> : tensor<4xf32>
    %m = stablehlo.multiply %t, %k : tensor<4xf32>
    %r = stablehlo.floor %m : tensor<4xf32>
    return %r : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4xbf16>, %a1: tensor<4xbf16>) -> (tensor<4xf32>) {
    %u = stablehlo.convert %a0 : (tensor<4xbf16>) -> tensor<4xf32>
    %v = stablehlo.convert %a1 : (tensor<4xbf16>) -> tensor<4xf32>
    %w = stablehlo.add %u, %v : tensor<4xf32>
    %s = stablehlo.convert %w : (tensor<4xf32>) -> tensor<4xbf16>
    %t = stablehlo.convert %s : (tensor<4xbf16>) -> tensor<4xf32>
    %k = stablehlo.constant dense<16.0> : tensor<4xf32>
    %m = stablehlo.multiply %t, %k : tensor<4xf32>
    %r = stablehlo.floor %m : tensor<4xf32>
    return %r : tensor<4xf32>
}
}
