module {
 sdy.mesh @mesh = <["x"=4]>
 func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%k = stablehlo.constant dense<0.125> : tensor<16xf32>
%r = stablehlo.multiply %a, %k : tensor<16xf32>
return %r : tensor<16xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%v = stablehlo.constant dense<[4000000.0, -4000000.0, 0.125, 0.0]> : tensor<4xf32>
%s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
%r = stablehlo.multiply %a, %kb : tensor<4xf32>
return %r : tensor<4xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%v = stablehlo.constant dense<[0.125, 0.0, 0.0, 0.0]> : tensor<4xf32>
%s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
%r = stablehlo.multiply %a, %kb : tensor<4xf32>
return %r : tensor<4xf32>
 }
}
