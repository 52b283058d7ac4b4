sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<16x16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, %y: tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %v: tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %ix: tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}, tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
%r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = true}> ({
^bb0(%p_: tensor<f32>, %q_: tensor<f32>):
 %s_ = stablehlo.add %p_, %q_ : tensor<f32>
 stablehlo.return %s_ : tensor<f32>
}) : (tensor<16x16x2xf32>, tensor<8x2xi32>, tensor<8x2xf32>) -> tensor<16x16x2xf32>
%fx = stablehlo.reshape %ix : (tensor<8x2xi32>) -> tensor<16x1xi32>
%q = "stablehlo.scatter"(%y, %fx, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p_: tensor<f32>, %q_: tensor<f32>):
 %s_ = stablehlo.add %p_, %q_ : tensor<f32>
 stablehlo.return %s_ : tensor<f32>
}) : (tensor<16x2xf32>, tensor<16x1xi32>, tensor<16x2xf32>) -> tensor<16x2xf32>
return %r, %q : tensor<16x16x2xf32>, tensor<16x2xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<16x16x1xf32>, %y: tensor<16x1xf32>, %u: tensor<8x1xf32>, %v: tensor<16x1xf32>, %ix: tensor<8x2xi32>) -> (tensor<16x16x1xf32>, tensor<16x1xf32>) {
%r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p_: tensor<f32>, %q_: tensor<f32>):
 %s_ = stablehlo.add %p_, %q_ : tensor<f32>
 stablehlo.return %s_ : tensor<f32>
}) : (tensor<16x16x1xf32>, tensor<8x2xi32>, tensor<8x1xf32>) -> tensor<16x16x1xf32>
%fx = stablehlo.reshape %ix : (tensor<8x2xi32>) -> tensor<16x1xi32>
%q = "stablehlo.scatter"(%y, %fx, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = true}> ({
^bb0(%p_: tensor<f32>, %q_: tensor<f32>):
 %s_ = stablehlo.add %p_, %q_ : tensor<f32>
 stablehlo.return %s_ : tensor<f32>
}) : (tensor<16x1xf32>, tensor<16x1xi32>, tensor<16x1xf32>) -> tensor<16x1xf32>
return %r, %q : tensor<16x16x1xf32>, tensor<16x1xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<16x16x1xf32>, %y: tensor<16x1xf32>, %u: tensor<8x1xf32>, %v: tensor<16x1xf32>, %ix: tensor<8x2xi32>) -> (tensor<16x16x1xf32>, tensor<16x1xf32>) {
%r = "stablehlo.scatter"(%x, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = true}> ({
^bb0(%p_: tensor<f32>, %q_: tensor<f32>):
 %s_ = stablehlo.add %p_, %q_ : tensor<f32>
 stablehlo.return %s_ : tensor<f32>
}) : (tensor<16x16x1xf32>, tensor<8x2xi32>, tensor<8x1xf32>) -> tensor<16x16x1xf32>
%fx = stablehlo.reshape %ix : (tensor<8x2xi32>) -> tensor<16x1xi32>
%q = "stablehlo.scatter"(%y, %fx, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p_: tensor<f32>, %q_: tensor<f32>):
 %s_ = stablehlo.add %p_, %q_ : tensor<f32>
 stablehlo.return %s_ : tensor<f32>
}) : (tensor<16x1xf32>, tensor<16x1xi32>, tensor<16x1xf32>) -> tensor<16x1xf32>
%rr = stablehlo.optimization_barrier %r : tensor<16x16x1xf32>
return %rr, %q : tensor<16x16x1xf32>, tensor<16x1xf32>
}
}
