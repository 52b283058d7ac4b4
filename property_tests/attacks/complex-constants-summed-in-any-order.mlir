module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%a: tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%k = stablehlo.constant dense<(0.125,0.0)> : tensor<8xcomplex<f32>>
%r = stablehlo.multiply %a, %k : tensor<8xcomplex<f32>>
return %r : tensor<8xcomplex<f32>>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
%z = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
%v = stablehlo.constant dense<[(4000000.0,0.0), (-4000000.0,0.0), (0.125,0.0), (0.0,0.0)]> : tensor<4xcomplex<f32>>
%s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
%r = stablehlo.multiply %a, %kb : tensor<4xcomplex<f32>>
return %r : tensor<4xcomplex<f32>>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
%z = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
%v = stablehlo.constant dense<[(0.125,0.0), (0.0,0.0), (0.0,0.0), (0.0,0.0)]> : tensor<4xcomplex<f32>>
%s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
%r = stablehlo.multiply %a, %kb : tensor<4xcomplex<f32>>
return %r : tensor<4xcomplex<f32>>
 }
}
