sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %s = stablehlo.add %a0, %a1 : tensor<8xbf16>
    %t = stablehlo.convert %s : (tensor<8xbf16>) -> tensor<8xf32>
    %u = stablehlo.convert %a0 : (tensor<8xbf16>) -> tensor<8xf32>
    %v = stablehlo.convert %a1 : (tensor<8xbf16>) -> tensor<8xf32>
    %w = stablehlo.add %u, %v : tensor<8xf32>
    %e = stablehlo.subtract %t, %w : tensor<8xf32>
    %z = stablehlo.constant dense<0.0> : tensor<8xf32>
    %g = stablehlo.compare GT, %e, %z : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %m = stablehlo.negate %a2 : tensor<8xf32>
    %r = stablehlo.select %g, %a2, %m : tensor<8xi1>, tensor<8xf32>
    return %r : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4xbf16>, %a1: tensor<4xbf16>, %a2: tensor<4xf32>) -> (tensor<4xf32>) {
    %s = stablehlo.add %a0, %a1 : tensor<4xbf16>
    %t = stablehlo.convert %s : (tensor<4xbf16>) -> tensor<4xf32>
    %u = stablehlo.convert %a0 : (tensor<4xbf16>) -> tensor<4xf32>
    %v = stablehlo.convert %a1 : (tensor<4xbf16>) -> tensor<4xf32>
    %w = stablehlo.add %u, %v : tensor<4xf32>
    %e = stablehlo.subtract %t, %w : tensor<4xf32>
    %f = stablehlo.subtract %w, %w : tensor<4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %g = stablehlo.compare GT, %f, %z : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %m = stablehlo.negate %a2 : tensor<4xf32>
    %r = stablehlo.select %g, %a2, %m : tensor<4xi1>, tensor<4xf32>
    return %r : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4xbf16>, %a1: tensor<4xbf16>, %a2: tensor<4xf32>) -> (tensor<4xf32>) {
    %s = stablehlo.add %a0, %a1 : tensor<4xbf16>
    %t = stablehlo.convert %s : (tensor<4xbf16>) -> tensor<4xf32>
    %u = stablehlo.convert %a0 : (tensor<4xbf16>) -> tensor<4xf32>
    %v = stablehlo.convert %a1 : (tensor<4xbf16>) -> tensor<4xf32>
    %w = stablehlo.add %u, %v : tensor<4xf32>
    %e = stablehlo.subtract %t, %w : tensor<4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %g = stablehlo.compare GT, %e, %z : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %m = stablehlo.negate %a2 : tensor<4xf32>
    %r = stablehlo.select %g, %a2, %m : tensor<4xi1>, tensor<4xf32>
    return %r : tensor<4xf32>
}
}
