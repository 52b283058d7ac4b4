sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %s = stablehlo.multiply %a, %b : tensor<8xf16>
    %t = stablehlo.convert %s : (tensor<8xf16>) -> tensor<8xf32>
    %r = stablehlo.floor %t : tensor<8xf32>
    return %r : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf16>, %b: tensor<4xf16>) -> (tensor<4xf32>) {
    %u = stablehlo.convert %a : (tensor<4xf16>) -> tensor<4xf32>
    %v = stablehlo.convert %b : (tensor<4xf16>) -> tensor<4xf32>
    %w = stablehlo.multiply %u, %v : tensor<4xf32>
    %n = stablehlo.reduce_precision %w, format = e8m12 : tensor<4xf32>
    %s = stablehlo.convert %n : (tensor<4xf32>) -> tensor<4xf16>
    %t = stablehlo.convert %s : (tensor<4xf16>) -> tensor<4xf32>
    %r = stablehlo.floor %t : tensor<4xf32>
    return %r : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf16>, %b: tensor<4xf16>) -> (tensor<4xf32>) {
    %u = stablehlo.convert %a : (tensor<4xf16>) -> tensor<4xf32>
    %v = stablehlo.convert %b : (tensor<4xf16>) -> tensor<4xf32>
    %w = stablehlo.multiply %u, %v : tensor<4xf32>
    %s = stablehlo.convert %w : (tensor<4xf32>) -> tensor<4xf16>
    %t = stablehlo.convert %s : (tensor<4xf16>) -> tensor<4xf32>
    %r = stablehlo.floor %t : tensor<4xf32>
    return %r : tensor<4xf32>
}
}
