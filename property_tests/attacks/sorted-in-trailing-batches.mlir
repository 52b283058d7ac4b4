module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
%at = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
%ci = stablehlo.constant dense<[[[2],[3]],[[0],[1]]]> : tensor<2x2x1xi32>
%o = "stablehlo.gather"(%at, %ci) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false} : (tensor<2x4xf32>, tensor<2x2x1xi32>) -> tensor<2x2xf32>
return %o : tensor<2x2xf32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4x2xf32>) -> (tensor<2x2xf32>) {
%at = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
%ci = stablehlo.constant dense<[[[2],[0]],[[3],[1]]]> : tensor<2x2x1xi32>
%o0 = "stablehlo.gather"(%at, %ci) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = true} : (tensor<2x4xf32>, tensor<2x2x1xi32>) -> tensor<2x2xf32>
%o = stablehlo.transpose %o0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
return %o : tensor<2x2xf32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4x2xf32>) -> (tensor<2x2xf32>) {
%at = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
%ci = stablehlo.constant dense<[[[2],[0]],[[3],[1]]]> : tensor<2x2x1xi32>
%o0 = "stablehlo.gather"(%at, %ci) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false} : (tensor<2x4xf32>, tensor<2x2x1xi32>) -> tensor<2x2xf32>
%o = stablehlo.transpose %o0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
return %o : tensor<2x2xf32>
} }
