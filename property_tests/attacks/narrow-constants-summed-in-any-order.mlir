module {
 sdy.mesh @mesh = <["x"=4]>
 func.func @main(%a: tensor<16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%k = stablehlo.constant dense<0.125> : tensor<16xbf16>
%r = stablehlo.multiply %a, %k : tensor<16xbf16>
return %r : tensor<16xbf16>
 }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
 func.func @main(%a: tensor<4xbf16>) -> (tensor<4xbf16>) {
%z = stablehlo.constant dense<0.0> : tensor<bf16>
%v = stablehlo.constant dense<[64.0, 0.125, -64.0, 0.0]> : tensor<4xbf16>
%s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
%r = stablehlo.multiply %a, %kb : tensor<4xbf16>
return %r : tensor<4xbf16>
 }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
 func.func @main(%a: tensor<4xbf16>) -> (tensor<4xbf16>) {
%z = stablehlo.constant dense<0.0> : tensor<bf16>
%v = stablehlo.constant dense<[0.125, 0.0, 0.0, 0.0]> : tensor<4xbf16>
%s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
%r = stablehlo.multiply %a, %kb : tensor<4xbf16>
return %r : tensor<4xbf16>
 }
}
