module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %u: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
%at = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
%ci = stablehlo.constant dense<[[[2],[0]],[[3],[1]]]> : tensor<2x2x1xi32>
%o0 = "stablehlo.scatter"(%at, %ci, %u) ({ ^bb0(%sp: tensor<f32>, %sq: tensor<f32>): %sr = stablehlo.add %sp, %sq : tensor<f32> stablehlo.return %sr : tensor<f32> }) {indices_are_sorted = false, unique_indices = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x4xf32>, tensor<2x2x1xi32>, tensor<2x2xf32>) -> tensor<2x4xf32>
%o = stablehlo.transpose %o0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
return %o : tensor<4x2xf32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4x2xf32>, %u: tensor<2x2xf32>) -> (tensor<4x2xf32>) {
%at = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
%ci = stablehlo.constant dense<[[[2],[0]],[[3],[1]]]> : tensor<2x2x1xi32>
%o0 = "stablehlo.scatter"(%at, %ci, %u) ({ ^bb0(%sp: tensor<f32>, %sq: tensor<f32>): %sr = stablehlo.add %sp, %sq : tensor<f32> stablehlo.return %sr : tensor<f32> }) {indices_are_sorted = true, unique_indices = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x4xf32>, tensor<2x2x1xi32>, tensor<2x2xf32>) -> tensor<2x4xf32>
%o = stablehlo.transpose %o0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
return %o : tensor<4x2xf32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4x2xf32>, %u: tensor<2x2xf32>) -> (tensor<4x2xf32>) {
%at = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
%ci = stablehlo.constant dense<[[[2],[0]],[[3],[1]]]> : tensor<2x2x1xi32>
%o0 = "stablehlo.scatter"(%at, %ci, %u) ({ ^bb0(%sp: tensor<f32>, %sq: tensor<f32>): %sr = stablehlo.add %sp, %sq : tensor<f32> stablehlo.return %sr : tensor<f32> }) {indices_are_sorted = false, unique_indices = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x4xf32>, tensor<2x2x1xi32>, tensor<2x2xf32>) -> tensor<2x4xf32>
%o = stablehlo.transpose %o0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
return %o : tensor<4x2xf32>
} }
