sdy.mesh @mesh = <["x"=2]>
func.func @main(%t: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%lr = stablehlo.constant dense<0.5> : tensor<8xbf16>
%u = stablehlo.multiply %a, %lr : tensor<8xbf16>
%n = stablehlo.subtract %b, %u : tensor<8xbf16>
%r = stablehlo.select %p, %n, %b : tensor<i1>, tensor<8xbf16>
return %r : tensor<8xbf16>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%t: tensor<8xi32>, %a: tensor<4xbf16>, %b: tensor<4xbf16>) -> (tensor<4xbf16>) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%lr = stablehlo.constant dense<0.5> : tensor<4xbf16>
%u = stablehlo.multiply %a, %lr : tensor<4xbf16>
%k = stablehlo.constant dense<65536.0> : tensor<4xbf16>
%u1 = stablehlo.add %u, %k : tensor<4xbf16>
%u2 = stablehlo.subtract %u1, %k : tensor<4xbf16>
%n = stablehlo.subtract %b, %u2 : tensor<4xbf16>
%r = stablehlo.select %p, %n, %b : tensor<i1>, tensor<4xbf16>
return %r : tensor<4xbf16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%t: tensor<8xi32>, %a: tensor<4xbf16>, %b: tensor<4xbf16>) -> (tensor<4xbf16>) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%lr = stablehlo.constant dense<0.5> : tensor<4xbf16>
%u = stablehlo.multiply %a, %lr : tensor<4xbf16>
%n0 = stablehlo.negate %u : tensor<4xbf16>
%n = stablehlo.add %b, %n0 : tensor<4xbf16>
%r = stablehlo.select %p, %n, %b : tensor<i1>, tensor<4xbf16>
return %r : tensor<4xbf16>
}
}
