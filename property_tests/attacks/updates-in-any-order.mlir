module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%o: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<1x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
%i = stablehlo.iota dim = 0 : tensor<4x1xi32>
%iv = stablehlo.reverse %i, dims = [0] : tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%r2 = "stablehlo.scatter"(%o, %iv, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%e0 = stablehlo.slice %u [0:1, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%e1 = stablehlo.slice %u [1:2, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%e2 = stablehlo.slice %u [2:3, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%e3 = stablehlo.slice %u [3:4, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%o0 = stablehlo.slice %o [0:1, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%c0a = stablehlo.multiply %o0, %e0 : tensor<1x4xf32>
%c0b = stablehlo.multiply %c0a, %c0a : tensor<1x4xf32>
%c0c = stablehlo.add %o0, %e0 : tensor<1x4xf32>
%c0 = stablehlo.add %c0c, %c0b : tensor<1x4xf32>
%c1a = stablehlo.multiply %c0, %e1 : tensor<1x4xf32>
%c1b = stablehlo.multiply %c1a, %c1a : tensor<1x4xf32>
%c1c = stablehlo.add %c0, %e1 : tensor<1x4xf32>
%c1 = stablehlo.add %c1c, %c1b : tensor<1x4xf32>
%c2a = stablehlo.multiply %c1, %e2 : tensor<1x4xf32>
%c2b = stablehlo.multiply %c2a, %c2a : tensor<1x4xf32>
%c2c = stablehlo.add %c1, %e2 : tensor<1x4xf32>
%c2 = stablehlo.add %c2c, %c2b : tensor<1x4xf32>
%r0a = stablehlo.multiply %c2, %e3 : tensor<1x4xf32>
%r0b = stablehlo.multiply %r0a, %r0a : tensor<1x4xf32>
%r0c = stablehlo.add %c2, %e3 : tensor<1x4xf32>
%r0 = stablehlo.add %r0c, %r0b : tensor<1x4xf32>
return %r0, %r1, %r2 : tensor<1x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%o: tensor<4x2xf32>, %u: tensor<4x2xf32>) -> (tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
%i = stablehlo.iota dim = 0 : tensor<4x1xi32>
%iv = stablehlo.reverse %i, dims = [0] : tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%uv = stablehlo.reverse %u, dims = [0] : tensor<4x2xf32>
%r2a = stablehlo.multiply %o, %uv : tensor<4x2xf32>
%r2b = stablehlo.multiply %r2a, %r2a : tensor<4x2xf32>
%r2c = stablehlo.add %o, %uv : tensor<4x2xf32>
%r2 = stablehlo.add %r2c, %r2b : tensor<4x2xf32>
%j = stablehlo.constant dense<0> : tensor<4x1xi32>
%w = "stablehlo.scatter"(%o, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%r0 = stablehlo.slice %w [0:1, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
return %r0, %r1, %r2 : tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%o: tensor<4x2xf32>, %u: tensor<4x2xf32>) -> (tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
%i = stablehlo.iota dim = 0 : tensor<4x1xi32>
%iv = stablehlo.reverse %i, dims = [0] : tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%r2 = "stablehlo.scatter"(%o, %iv, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%w1 = stablehlo.multiply %p, %q : tensor<f32>
%w2 = stablehlo.multiply %w1, %w1 : tensor<f32>
%w3 = stablehlo.add %p, %q : tensor<f32>
%w4 = stablehlo.add %w3, %w2 : tensor<f32>
stablehlo.return %w4 : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%e0 = stablehlo.slice %u [0:1, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%e1 = stablehlo.slice %u [1:2, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%e2 = stablehlo.slice %u [2:3, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%e3 = stablehlo.slice %u [3:4, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%o0 = stablehlo.slice %o [0:1, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%c0a = stablehlo.multiply %o0, %e0 : tensor<1x2xf32>
%c0b = stablehlo.multiply %c0a, %c0a : tensor<1x2xf32>
%c0c = stablehlo.add %o0, %e0 : tensor<1x2xf32>
%c0 = stablehlo.add %c0c, %c0b : tensor<1x2xf32>
%c1a = stablehlo.multiply %c0, %e1 : tensor<1x2xf32>
%c1b = stablehlo.multiply %c1a, %c1a : tensor<1x2xf32>
%c1c = stablehlo.add %c0, %e1 : tensor<1x2xf32>
%c1 = stablehlo.add %c1c, %c1b : tensor<1x2xf32>
%c2a = stablehlo.multiply %c1, %e2 : tensor<1x2xf32>
%c2b = stablehlo.multiply %c2a, %c2a : tensor<1x2xf32>
%c2c = stablehlo.add %c1, %e2 : tensor<1x2xf32>
%c2 = stablehlo.add %c2c, %c2b : tensor<1x2xf32>
%r0a = stablehlo.multiply %c2, %e3 : tensor<1x2xf32>
%r0b = stablehlo.multiply %r0a, %r0a : tensor<1x2xf32>
%r0c = stablehlo.add %c2, %e3 : tensor<1x2xf32>
%r0 = stablehlo.add %r0c, %r0b : tensor<1x2xf32>
return %r0, %r1, %r2 : tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
 }
}
