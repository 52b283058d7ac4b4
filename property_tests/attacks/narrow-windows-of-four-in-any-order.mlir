module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%e0 = stablehlo.slice %a [0:4, 0:1] : (tensor<4x4xf32>) -> tensor<4x1xf32>
%e1 = stablehlo.slice %a [0:4, 1:2] : (tensor<4x4xf32>) -> tensor<4x1xf32>
%e2 = stablehlo.slice %a [0:4, 2:3] : (tensor<4x4xf32>) -> tensor<4x1xf32>
%e3 = stablehlo.slice %a [0:4, 3:4] : (tensor<4x4xf32>) -> tensor<4x1xf32>
%r1 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x2xf32>
%zz = stablehlo.constant dense<0.0> : tensor<4x1xf32>
%f0a = stablehlo.multiply %zz, %e0 : tensor<4x1xf32>
%f0b = stablehlo.multiply %f0a, %f0a : tensor<4x1xf32>
%f0c = stablehlo.add %zz, %e0 : tensor<4x1xf32>
%f0 = stablehlo.add %f0c, %f0b : tensor<4x1xf32>
%f2a = stablehlo.multiply %zz, %e2 : tensor<4x1xf32>
%f2b = stablehlo.multiply %f2a, %f2a : tensor<4x1xf32>
%f2c = stablehlo.add %zz, %e2 : tensor<4x1xf32>
%f2 = stablehlo.add %f2c, %f2b : tensor<4x1xf32>
%r2 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x2xf32>
%c1a = stablehlo.multiply %f0, %e1 : tensor<4x1xf32>
%c1b = stablehlo.multiply %c1a, %c1a : tensor<4x1xf32>
%c1c = stablehlo.add %f0, %e1 : tensor<4x1xf32>
%c1 = stablehlo.add %c1c, %c1b : tensor<4x1xf32>
%c2a = stablehlo.multiply %c1, %e2 : tensor<4x1xf32>
%c2b = stablehlo.multiply %c2a, %c2a : tensor<4x1xf32>
%c2c = stablehlo.add %c1, %e2 : tensor<4x1xf32>
%c2 = stablehlo.add %c2c, %c2b : tensor<4x1xf32>
%r0a = stablehlo.multiply %c2, %e3 : tensor<4x1xf32>
%r0b = stablehlo.multiply %r0a, %r0a : tensor<4x1xf32>
%r0c = stablehlo.add %c2, %e3 : tensor<4x1xf32>
%r0 = stablehlo.add %r0c, %r0b : tensor<4x1xf32>
return %r0, %r1, %r2 : tensor<4x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%e0 = stablehlo.slice %a [0:2, 0:1] : (tensor<2x4xf32>) -> tensor<2x1xf32>
%e1 = stablehlo.slice %a [0:2, 1:2] : (tensor<2x4xf32>) -> tensor<2x1xf32>
%e2 = stablehlo.slice %a [0:2, 2:3] : (tensor<2x4xf32>) -> tensor<2x1xf32>
%e3 = stablehlo.slice %a [0:2, 3:4] : (tensor<2x4xf32>) -> tensor<2x1xf32>
%r1 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x2xf32>
%zz = stablehlo.constant dense<0.0> : tensor<2x1xf32>
%f0a = stablehlo.multiply %zz, %e0 : tensor<2x1xf32>
%f0b = stablehlo.multiply %f0a, %f0a : tensor<2x1xf32>
%f0c = stablehlo.add %zz, %e0 : tensor<2x1xf32>
%f0 = stablehlo.add %f0c, %f0b : tensor<2x1xf32>
%f2a = stablehlo.multiply %zz, %e2 : tensor<2x1xf32>
%f2b = stablehlo.multiply %f2a, %f2a : tensor<2x1xf32>
%f2c = stablehlo.add %zz, %e2 : tensor<2x1xf32>
%f2 = stablehlo.add %f2c, %f2b : tensor<2x1xf32>
%r0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 4>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x1xf32>
%d1a = stablehlo.multiply %f0, %e1 : tensor<2x1xf32>
%d1b = stablehlo.multiply %d1a, %d1a : tensor<2x1xf32>
%d1c = stablehlo.add %f0, %e1 : tensor<2x1xf32>
%d1 = stablehlo.add %d1c, %d1b : tensor<2x1xf32>
%d2a = stablehlo.multiply %f2, %e3 : tensor<2x1xf32>
%d2b = stablehlo.multiply %d2a, %d2a : tensor<2x1xf32>
%d2c = stablehlo.add %f2, %e3 : tensor<2x1xf32>
%d2 = stablehlo.add %d2c, %d2b : tensor<2x1xf32>
%r2 = stablehlo.concatenate %d1, %d2, dim = 1 : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
return %r0, %r1, %r2 : tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%e0 = stablehlo.slice %a [0:2, 0:1] : (tensor<2x4xf32>) -> tensor<2x1xf32>
%e1 = stablehlo.slice %a [0:2, 1:2] : (tensor<2x4xf32>) -> tensor<2x1xf32>
%e2 = stablehlo.slice %a [0:2, 2:3] : (tensor<2x4xf32>) -> tensor<2x1xf32>
%e3 = stablehlo.slice %a [0:2, 3:4] : (tensor<2x4xf32>) -> tensor<2x1xf32>
%r1 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x2xf32>
%zz = stablehlo.constant dense<0.0> : tensor<2x1xf32>
%f0a = stablehlo.multiply %zz, %e0 : tensor<2x1xf32>
%f0b = stablehlo.multiply %f0a, %f0a : tensor<2x1xf32>
%f0c = stablehlo.add %zz, %e0 : tensor<2x1xf32>
%f0 = stablehlo.add %f0c, %f0b : tensor<2x1xf32>
%f2a = stablehlo.multiply %zz, %e2 : tensor<2x1xf32>
%f2b = stablehlo.multiply %f2a, %f2a : tensor<2x1xf32>
%f2c = stablehlo.add %zz, %e2 : tensor<2x1xf32>
%f2 = stablehlo.add %f2c, %f2b : tensor<2x1xf32>
%r2 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x2xf32>
%c1a = stablehlo.multiply %f0, %e1 : tensor<2x1xf32>
%c1b = stablehlo.multiply %c1a, %c1a : tensor<2x1xf32>
%c1c = stablehlo.add %f0, %e1 : tensor<2x1xf32>
%c1 = stablehlo.add %c1c, %c1b : tensor<2x1xf32>
%c2a = stablehlo.multiply %c1, %e2 : tensor<2x1xf32>
%c2b = stablehlo.multiply %c2a, %c2a : tensor<2x1xf32>
%c2c = stablehlo.add %c1, %e2 : tensor<2x1xf32>
%c2 = stablehlo.add %c2c, %c2b : tensor<2x1xf32>
%r0a = stablehlo.multiply %c2, %e3 : tensor<2x1xf32>
%r0b = stablehlo.multiply %r0a, %r0a : tensor<2x1xf32>
%r0c = stablehlo.add %c2, %e3 : tensor<2x1xf32>
%r0 = stablehlo.add %r0c, %r0b : tensor<2x1xf32>
return %r0, %r1, %r2 : tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xf32>
 }
}
