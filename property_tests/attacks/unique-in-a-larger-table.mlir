module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%x0: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x1: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x2: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x3: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x4: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x5: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x6: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x7: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %o4: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %o8: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
%K0 = stablehlo.constant dense<1000> : tensor<4xi32>
%p0 = stablehlo.compare EQ, %x0, %K0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K1 = stablehlo.constant dense<1977> : tensor<4xi32>
%p1 = stablehlo.compare EQ, %x1, %K1, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K2 = stablehlo.constant dense<4908> : tensor<4xi32>
%p2 = stablehlo.compare EQ, %x2, %K2, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K3 = stablehlo.constant dense<9793> : tensor<4xi32>
%p3 = stablehlo.compare EQ, %x3, %K3, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K4 = stablehlo.constant dense<16632> : tensor<4xi32>
%p4 = stablehlo.compare EQ, %x4, %K4, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K5 = stablehlo.constant dense<25425> : tensor<4xi32>
%p5 = stablehlo.compare EQ, %x5, %K5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K6 = stablehlo.constant dense<36172> : tensor<4xi32>
%p6 = stablehlo.compare EQ, %x6, %K6, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K7 = stablehlo.constant dense<48873> : tensor<4xi32>
%p7 = stablehlo.compare EQ, %x7, %K7, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%io = stablehlo.iota dim = 0 : tensor<4xi32>
%four = stablehlo.constant dense<4> : tensor<4xi32>
%base = stablehlo.add %io, %four : tensor<4xi32>
%s0 = stablehlo.select %p0, %four, %base : tensor<4xi1>, tensor<4xi32>
%s1 = stablehlo.select %p1, %s0, %base : tensor<4xi1>, tensor<4xi32>
%s2 = stablehlo.select %p2, %s1, %base : tensor<4xi1>, tensor<4xi32>
%s3 = stablehlo.select %p3, %s2, %base : tensor<4xi1>, tensor<4xi32>
%s4 = stablehlo.select %p4, %s3, %base : tensor<4xi1>, tensor<4xi32>
%s5 = stablehlo.select %p5, %s4, %base : tensor<4xi1>, tensor<4xi32>
%s6 = stablehlo.select %p6, %s5, %base : tensor<4xi1>, tensor<4xi32>
%s7 = stablehlo.select %p7, %s6, %base : tensor<4xi1>, tensor<4xi32>
%i = stablehlo.reshape %s7 : (tensor<4xi32>) -> tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o4, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t9 = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%r0 = "stablehlo.scatter"(%o8, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t9 = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<8x4xf32>
return %r0, %r1 : tensor<8x4xf32>, tensor<4x4xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%x0: tensor<4xi32>, %x1: tensor<4xi32>, %x2: tensor<4xi32>, %x3: tensor<4xi32>, %x4: tensor<4xi32>, %x5: tensor<4xi32>, %x6: tensor<4xi32>, %x7: tensor<4xi32>, %o4: tensor<4x2xf32>, %o8: tensor<8x2xf32>, %u: tensor<4x2xf32>) -> (tensor<8x2xf32>, tensor<4x2xf32>) {
%K0 = stablehlo.constant dense<1000> : tensor<4xi32>
%p0 = stablehlo.compare EQ, %x0, %K0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K1 = stablehlo.constant dense<1977> : tensor<4xi32>
%p1 = stablehlo.compare EQ, %x1, %K1, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K2 = stablehlo.constant dense<4908> : tensor<4xi32>
%p2 = stablehlo.compare EQ, %x2, %K2, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K3 = stablehlo.constant dense<9793> : tensor<4xi32>
%p3 = stablehlo.compare EQ, %x3, %K3, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K4 = stablehlo.constant dense<16632> : tensor<4xi32>
%p4 = stablehlo.compare EQ, %x4, %K4, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K5 = stablehlo.constant dense<25425> : tensor<4xi32>
%p5 = stablehlo.compare EQ, %x5, %K5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K6 = stablehlo.constant dense<36172> : tensor<4xi32>
%p6 = stablehlo.compare EQ, %x6, %K6, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K7 = stablehlo.constant dense<48873> : tensor<4xi32>
%p7 = stablehlo.compare EQ, %x7, %K7, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%io = stablehlo.iota dim = 0 : tensor<4xi32>
%four = stablehlo.constant dense<4> : tensor<4xi32>
%base = stablehlo.add %io, %four : tensor<4xi32>
%s0 = stablehlo.select %p0, %four, %base : tensor<4xi1>, tensor<4xi32>
%s1 = stablehlo.select %p1, %s0, %base : tensor<4xi1>, tensor<4xi32>
%s2 = stablehlo.select %p2, %s1, %base : tensor<4xi1>, tensor<4xi32>
%s3 = stablehlo.select %p3, %s2, %base : tensor<4xi1>, tensor<4xi32>
%s4 = stablehlo.select %p4, %s3, %base : tensor<4xi1>, tensor<4xi32>
%s5 = stablehlo.select %p5, %s4, %base : tensor<4xi1>, tensor<4xi32>
%s6 = stablehlo.select %p6, %s5, %base : tensor<4xi1>, tensor<4xi32>
%s7 = stablehlo.select %p7, %s6, %base : tensor<4xi1>, tensor<4xi32>
%i = stablehlo.reshape %s7 : (tensor<4xi32>) -> tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o4, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t9 = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%r0 = "stablehlo.scatter"(%o8, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t9 = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<8x2xf32>
return %r0, %r1 : tensor<8x2xf32>, tensor<4x2xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%x0: tensor<4xi32>, %x1: tensor<4xi32>, %x2: tensor<4xi32>, %x3: tensor<4xi32>, %x4: tensor<4xi32>, %x5: tensor<4xi32>, %x6: tensor<4xi32>, %x7: tensor<4xi32>, %o4: tensor<4x2xf32>, %o8: tensor<8x2xf32>, %u: tensor<4x2xf32>) -> (tensor<8x2xf32>, tensor<4x2xf32>) {
%K0 = stablehlo.constant dense<1000> : tensor<4xi32>
%p0 = stablehlo.compare EQ, %x0, %K0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K1 = stablehlo.constant dense<1977> : tensor<4xi32>
%p1 = stablehlo.compare EQ, %x1, %K1, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K2 = stablehlo.constant dense<4908> : tensor<4xi32>
%p2 = stablehlo.compare EQ, %x2, %K2, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K3 = stablehlo.constant dense<9793> : tensor<4xi32>
%p3 = stablehlo.compare EQ, %x3, %K3, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K4 = stablehlo.constant dense<16632> : tensor<4xi32>
%p4 = stablehlo.compare EQ, %x4, %K4, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K5 = stablehlo.constant dense<25425> : tensor<4xi32>
%p5 = stablehlo.compare EQ, %x5, %K5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K6 = stablehlo.constant dense<36172> : tensor<4xi32>
%p6 = stablehlo.compare EQ, %x6, %K6, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%K7 = stablehlo.constant dense<48873> : tensor<4xi32>
%p7 = stablehlo.compare EQ, %x7, %K7, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%io = stablehlo.iota dim = 0 : tensor<4xi32>
%four = stablehlo.constant dense<4> : tensor<4xi32>
%base = stablehlo.add %io, %four : tensor<4xi32>
%s0 = stablehlo.select %p0, %four, %base : tensor<4xi1>, tensor<4xi32>
%s1 = stablehlo.select %p1, %s0, %base : tensor<4xi1>, tensor<4xi32>
%s2 = stablehlo.select %p2, %s1, %base : tensor<4xi1>, tensor<4xi32>
%s3 = stablehlo.select %p3, %s2, %base : tensor<4xi1>, tensor<4xi32>
%s4 = stablehlo.select %p4, %s3, %base : tensor<4xi1>, tensor<4xi32>
%s5 = stablehlo.select %p5, %s4, %base : tensor<4xi1>, tensor<4xi32>
%s6 = stablehlo.select %p6, %s5, %base : tensor<4xi1>, tensor<4xi32>
%s7 = stablehlo.select %p7, %s6, %base : tensor<4xi1>, tensor<4xi32>
%i = stablehlo.reshape %s7 : (tensor<4xi32>) -> tensor<4x1xi32>
%r1 = "stablehlo.scatter"(%o4, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t9 = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%r0 = "stablehlo.scatter"(%o8, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t9 = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x2xf32>, tensor<4x1xi32>, tensor<4x2xf32>) -> tensor<8x2xf32>
return %r0, %r1 : tensor<8x2xf32>, tensor<4x2xf32>
 }
}
