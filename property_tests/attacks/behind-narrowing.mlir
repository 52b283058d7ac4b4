sdy.mesh @mesh = <["x"=2]>
func.func @main(%t: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %m: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %mw: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%v0 = stablehlo.multiply %a, %b : tensor<8xf32>
%v = stablehlo.convert %v0 : (tensor<8xf32>) -> tensor<8xbf16>
%o = stablehlo.convert %b : (tensor<8xf32>) -> tensor<8xbf16>
%r = stablehlo.select %p, %v, %o : tensor<i1>, tensor<8xbf16>
%h1 = stablehlo.convert %m : (tensor<4x4xf32>) -> tensor<4x4xbf16>
%h2 = stablehlo.convert %mw : (tensor<4x4xf32>) -> tensor<4x4xbf16>
%dd = stablehlo.add %h1, %h2 : tensor<4x4xbf16>
return %r, %dd : tensor<8xbf16>, tensor<4x4xbf16>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%t: tensor<8xi32>, %a: tensor<4xf32>, %b: tensor<4xf32>, %m: tensor<4x4xf32>, %mw: tensor<4x4xf32>) -> (tensor<4xbf16>, tensor<4x4xbf16>) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%w = stablehlo.reduce_precision %a, format = e8m3 : tensor<4xf32>
%v0 = stablehlo.multiply %w, %b : tensor<4xf32>
%v = stablehlo.convert %v0 : (tensor<4xf32>) -> tensor<4xbf16>
%o = stablehlo.convert %b : (tensor<4xf32>) -> tensor<4xbf16>
%r = stablehlo.select %p, %v, %o : tensor<i1>, tensor<4xbf16>
%h = stablehlo.add %m, %mw : tensor<4x4xf32>
%dd = stablehlo.convert %h : (tensor<4x4xf32>) -> tensor<4x4xbf16>
return %r, %dd : tensor<4xbf16>, tensor<4x4xbf16>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%t: tensor<8xi32>, %a: tensor<4xf32>, %b: tensor<4xf32>, %m: tensor<4x4xf32>, %mw: tensor<4x4xf32>) -> (tensor<4xbf16>, tensor<4x4xbf16>) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%v0 = stablehlo.multiply %b, %a : tensor<4xf32>
%v = stablehlo.convert %v0 : (tensor<4xf32>) -> tensor<4xbf16>
%o = stablehlo.convert %b : (tensor<4xf32>) -> tensor<4xbf16>
%r = stablehlo.select %p, %v, %o : tensor<i1>, tensor<4xbf16>
%h = stablehlo.add %m, %mw : tensor<4x4xf32>
%dd = stablehlo.convert %h : (tensor<4x4xf32>) -> tensor<4x4xbf16>
return %r, %dd : tensor<4xbf16>, tensor<4x4xbf16>
}
}
