module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%o: tensor<4x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<4x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
%i = stablehlo.constant dense<[[0],[1],[2],[3]]> : tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
stablehlo.return %q : tensor<bf16>
}) : (tensor<4x4xbf16>, tensor<4x1xi32>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
%u0 = stablehlo.slice %u [0:1, 0:4] : (tensor<4x4xbf16>) -> tensor<1x4xbf16>
%u1 = stablehlo.slice %u [1:2, 0:4] : (tensor<4x4xbf16>) -> tensor<1x4xbf16>
%u2 = stablehlo.slice %u [2:3, 0:4] : (tensor<4x4xbf16>) -> tensor<1x4xbf16>
%u3 = stablehlo.slice %u [3:4, 0:4] : (tensor<4x4xbf16>) -> tensor<1x4xbf16>
%o2 = stablehlo.slice %o [2:3, 0:4] : (tensor<4x4xbf16>) -> tensor<1x4xbf16>
%iv = stablehlo.reverse %i, dims = [0] : tensor<4x1xi32>
%r2 = "stablehlo.scatter"(%o, %iv, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
stablehlo.return %q : tensor<bf16>
}) : (tensor<4x4xbf16>, tensor<4x1xi32>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
%r0 = stablehlo.concatenate %u0, %u2, %o2, %u3, dim = 0 : (tensor<1x4xbf16>, tensor<1x4xbf16>, tensor<1x4xbf16>, tensor<1x4xbf16>) -> tensor<4x4xbf16>
return %r0, %r1, %r2 : tensor<4x4xbf16>, tensor<4x4xbf16>, tensor<4x4xbf16>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%o: tensor<4x2xbf16>, %u: tensor<4x2xbf16>) -> (tensor<4x2xbf16>, tensor<4x2xbf16>, tensor<4x2xbf16>) {
%i = stablehlo.constant dense<[[0],[1],[2],[3]]> : tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
stablehlo.return %q : tensor<bf16>
}) : (tensor<4x2xbf16>, tensor<4x1xi32>, tensor<4x2xbf16>) -> tensor<4x2xbf16>
%u0 = stablehlo.slice %u [0:1, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%u1 = stablehlo.slice %u [1:2, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%u2 = stablehlo.slice %u [2:3, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%u3 = stablehlo.slice %u [3:4, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%o2 = stablehlo.slice %o [2:3, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%r2 = stablehlo.reverse %u, dims = [0] : tensor<4x2xbf16>
%j = stablehlo.constant dense<[[0],[1],[1],[3]]> : tensor<4x1xi32>
%r0 = "stablehlo.scatter"(%o, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
stablehlo.return %q : tensor<bf16>
}) : (tensor<4x2xbf16>, tensor<4x1xi32>, tensor<4x2xbf16>) -> tensor<4x2xbf16>
return %r0, %r1, %r2 : tensor<4x2xbf16>, tensor<4x2xbf16>, tensor<4x2xbf16>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%o: tensor<4x2xbf16>, %u: tensor<4x2xbf16>) -> (tensor<4x2xbf16>, tensor<4x2xbf16>, tensor<4x2xbf16>) {
%i = stablehlo.constant dense<[[0],[1],[2],[3]]> : tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
stablehlo.return %q : tensor<bf16>
}) : (tensor<4x2xbf16>, tensor<4x1xi32>, tensor<4x2xbf16>) -> tensor<4x2xbf16>
%u0 = stablehlo.slice %u [0:1, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%u1 = stablehlo.slice %u [1:2, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%u2 = stablehlo.slice %u [2:3, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%u3 = stablehlo.slice %u [3:4, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%o2 = stablehlo.slice %o [2:3, 0:2] : (tensor<4x2xbf16>) -> tensor<1x2xbf16>
%iv = stablehlo.reverse %i, dims = [0] : tensor<4x1xi32>
%r2 = "stablehlo.scatter"(%o, %iv, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
stablehlo.return %q : tensor<bf16>
}) : (tensor<4x2xbf16>, tensor<4x1xi32>, tensor<4x2xbf16>) -> tensor<4x2xbf16>
%r0 = stablehlo.concatenate %u0, %u2, %o2, %u3, dim = 0 : (tensor<1x2xbf16>, tensor<1x2xbf16>, tensor<1x2xbf16>, tensor<1x2xbf16>) -> tensor<4x2xbf16>
return %r0, %r1, %r2 : tensor<4x2xbf16>, tensor<4x2xbf16>, tensor<4x2xbf16>
 }
}
