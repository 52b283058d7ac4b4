module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%o: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<1x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
%i = stablehlo.iota dim = 0 : tensor<4x1xi32>
%iv = stablehlo.reverse %i, dims = [0] : tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
stablehlo.return %q : tensor<f32>
}) : (tensor<4x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%r2 = "stablehlo.scatter"(%o, %iv, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
stablehlo.return %q : tensor<f32>
}) : (tensor<4x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%e0 = stablehlo.slice %u [0:1, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%e1 = stablehlo.slice %u [1:2, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%e2 = stablehlo.slice %u [2:3, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%e3 = stablehlo.slice %u [3:4, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%o0 = stablehlo.slice %o [0:1, 0:4] : (tensor<4x4xf32>) -> tensor<1x4xf32>
%r0 = stablehlo.reshape %e3 : (tensor<1x4xf32>) -> tensor<1x4xf32>
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
stablehlo.return %q : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%uv = stablehlo.reverse %u, dims = [0] : tensor<4x2xf32>
%r2 = stablehlo.reshape %uv : (tensor<4x2xf32>) -> tensor<4x2xf32>
%j = stablehlo.constant dense<0> : tensor<4x1xi32>
%w = "stablehlo.scatter"(%o, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
stablehlo.return %q : tensor<f32>
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
stablehlo.return %q : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%r2 = "stablehlo.scatter"(%o, %iv, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
stablehlo.return %q : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%e0 = stablehlo.slice %u [0:1, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%e1 = stablehlo.slice %u [1:2, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%e2 = stablehlo.slice %u [2:3, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%e3 = stablehlo.slice %u [3:4, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%o0 = stablehlo.slice %o [0:1, 0:2] : (tensor<4x2xf32>) -> tensor<1x2xf32>
%r0 = stablehlo.reshape %e3 : (tensor<1x2xf32>) -> tensor<1x2xf32>
return %r0, %r1, %r2 : tensor<1x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
 }
}
