sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %q = stablehlo.divide %a0, %a1 : tensor<8xf32>
    %b = stablehlo.convert %q : (tensor<8xf32>) -> tensor<8xbf16>
    %c = stablehlo.convert %b : (tensor<8xbf16>) -> tensor<8xf32>
    %k = stablehlo.round_nearest_even %c : tensor<8xf32>
    %l = stablehlo.constant dense<-127.0> : tensor<8xf32>
    %h = stablehlo.constant dense<127.0> : tensor<8xf32>
    %p = stablehlo.clamp %l, %k, %h : tensor<8xf32>
    %r = stablehlo.multiply %p, %a1 : tensor<8xf32>
    return %r : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> (tensor<4xf32>) {
    %q = stablehlo.divide %a0, %a1 : tensor<4xf32>
    %k = stablehlo.round_nearest_even %q : tensor<4xf32>
    %l = stablehlo.constant dense<-127.0> : tensor<4xf32>
    %h = stablehlo.constant dense<127.0> : tensor<4xf32>
    %p = stablehlo.clamp %l, %k, %h : tensor<4xf32>
    %r = stablehlo.multiply %p, %a1 : tensor<4xf32>
    return %r : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> (tensor<4xf32>) {
    %q = stablehlo.divide %a0, %a1 : tensor<4xf32>
    %b = stablehlo.convert %q : (tensor<4xf32>) -> tensor<4xbf16>
    %c = stablehlo.convert %b : (tensor<4xbf16>) -> tensor<4xf32>
    %k = stablehlo.round_nearest_even %c : tensor<4xf32>
    %l = stablehlo.constant dense<-127.0> : tensor<4xf32>
    %h = stablehlo.constant dense<127.0> : tensor<4xf32>
    %p = stablehlo.clamp %l, %k, %h : tensor<4xf32>
    %r = stablehlo.multiply %p, %a1 : tensor<4xf32>
    return %r : tensor<4xf32>
}
}
