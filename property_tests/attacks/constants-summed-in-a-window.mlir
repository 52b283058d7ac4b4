module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%k = stablehlo.constant dense<0.125> : tensor<8xf32>
%r = stablehlo.multiply %a, %k : tensor<8xf32>
return %r : tensor<8xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%v = stablehlo.constant dense<[4000000.0, -4000000.0, 0.125, 0.0]> : tensor<4xf32>
%s = "stablehlo.reduce_window"(%v, %z) <{window_dimensions = array<i64: 4>}> ({
^bb0(%p9: tensor<f32>, %q9: tensor<f32>):
%t9 = stablehlo.add %p9, %q9 : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
%s3 = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>
%kb = stablehlo.broadcast_in_dim %s3, dims = [] : (tensor<f32>) -> tensor<4xf32>
%r = stablehlo.multiply %a, %kb : tensor<4xf32>
return %r : tensor<4xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%v = stablehlo.constant dense<[0.125, 0.0, 0.0, 0.0]> : tensor<4xf32>
%s = "stablehlo.reduce_window"(%v, %z) <{window_dimensions = array<i64: 4>}> ({
^bb0(%p9: tensor<f32>, %q9: tensor<f32>):
%t9 = stablehlo.add %p9, %q9 : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
%s3 = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>
%kb = stablehlo.broadcast_in_dim %s3, dims = [] : (tensor<f32>) -> tensor<4xf32>
%r = stablehlo.multiply %a, %kb : tensor<4xf32>
return %r : tensor<4xf32>
 }
}
