sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %b = stablehlo.convert %a0 : (tensor<8xf32>) -> tensor<8xbf16>
    %c = stablehlo.convert %b : (tensor<8xbf16>) -> tensor<8xf32>
    %o = stablehlo.constant dense<1.0> : tensor<8xf32>
    %m = stablehlo.multiply %c, %o : tensor<8xf32>
    %k = stablehlo.round_nearest_even %m : tensor<8xf32>
    %z = stablehlo.constant dense<0.0> : tensor<8xf32>
    %h = stablehlo.constant dense<299.0> : tensor<8xf32>
    %p = stablehlo.clamp %z, %k, %h : tensor<8xf32>
    %r = stablehlo.convert %p : (tensor<8xf32>) -> tensor<8xi32>
    return %r : tensor<8xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4xf32>) -> (tensor<4xi32>) {
    %k = stablehlo.round_nearest_even %a0 : tensor<4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %h = stablehlo.constant dense<299.0> : tensor<4xf32>
    %p = stablehlo.clamp %z, %k, %h : tensor<4xf32>
    %r = stablehlo.convert %p : (tensor<4xf32>) -> tensor<4xi32>
    return %r : tensor<4xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4xf32>) -> (tensor<4xi32>) {
    %b = stablehlo.convert %a0 : (tensor<4xf32>) -> tensor<4xbf16>
    %c = stablehlo.convert %b : (tensor<4xbf16>) -> tensor<4xf32>
    %o = stablehlo.constant dense<1.0> : tensor<4xf32>
    %m = stablehlo.multiply %c, %o : tensor<4xf32>
    %k = stablehlo.round_nearest_even %m : tensor<4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %h = stablehlo.constant dense<299.0> : tensor<4xf32>
    %p = stablehlo.clamp %z, %k, %h : tensor<4xf32>
    %r = stablehlo.convert %p : (tensor<4xf32>) -> tensor<4xi32>
    return %r : tensor<4xi32>
}
}
