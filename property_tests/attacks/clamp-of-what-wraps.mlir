sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xi16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xi16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %x = stablehlo.convert %a : (tensor<8xi16>) -> tensor<8xi32>
    %y = stablehlo.convert %b : (tensor<8xi16>) -> tensor<8xi32>
    %m = stablehlo.multiply %x, %y : tensor<8xi32>
    %d = stablehlo.add %m, %m : tensor<8xi32>
    %lo = stablehlo.constant dense<0> : tensor<8xi32>
    %hi = stablehlo.constant dense<100> : tensor<8xi32>
    %q = stablehlo.clamp %lo, %d, %hi : tensor<8xi32>
    %r = stablehlo.optimization_barrier %q : tensor<8xi32>
    return %r : tensor<8xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xi16>, %b: tensor<4xi16>) -> (tensor<4xi32>) {
    %x = stablehlo.convert %a : (tensor<4xi16>) -> tensor<4xi64>
    %y = stablehlo.convert %b : (tensor<4xi16>) -> tensor<4xi64>
    %m = stablehlo.multiply %x, %y : tensor<4xi64>
    %d = stablehlo.add %m, %m : tensor<4xi64>
    %lo = stablehlo.constant dense<0> : tensor<4xi64>
    %hi = stablehlo.constant dense<100> : tensor<4xi64>
    %q = stablehlo.clamp %lo, %d, %hi : tensor<4xi64>
    %r = stablehlo.convert %q : (tensor<4xi64>) -> tensor<4xi32>
    return %r : tensor<4xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xi16>, %b: tensor<4xi16>) -> (tensor<4xi32>) {
    %x = stablehlo.convert %a : (tensor<4xi16>) -> tensor<4xi32>
    %y = stablehlo.convert %b : (tensor<4xi16>) -> tensor<4xi32>
    %m = stablehlo.multiply %x, %y : tensor<4xi32>
    %d = stablehlo.add %m, %m : tensor<4xi32>
    %lo = stablehlo.constant dense<0> : tensor<4xi32>
    %hi = stablehlo.constant dense<100> : tensor<4xi32>
    %q = stablehlo.clamp %lo, %d, %hi : tensor<4xi32>
    %r = stablehlo.optimization_barrier %q : tensor<4xi32>
    return %r : tensor<4xi32>
}
}
