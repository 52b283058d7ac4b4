module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%x0: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %x1: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %x2: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %x3: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %x4: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %x5: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %x6: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %x7: tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %o: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<2x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
%base = stablehlo.constant dense<[[0, 2], [2, 7]]> : tensor<2x2xi32>
%alt = stablehlo.constant dense<[[0, 2], [3, 7]]> : tensor<2x2xi32>
%K0 = stablehlo.constant dense<1000> : tensor<2x2xi32>
%p0 = stablehlo.compare EQ, %x0, %K0, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K1 = stablehlo.constant dense<1977> : tensor<2x2xi32>
%p1 = stablehlo.compare EQ, %x1, %K1, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K2 = stablehlo.constant dense<4908> : tensor<2x2xi32>
%p2 = stablehlo.compare EQ, %x2, %K2, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K3 = stablehlo.constant dense<9793> : tensor<2x2xi32>
%p3 = stablehlo.compare EQ, %x3, %K3, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K4 = stablehlo.constant dense<16632> : tensor<2x2xi32>
%p4 = stablehlo.compare EQ, %x4, %K4, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K5 = stablehlo.constant dense<25425> : tensor<2x2xi32>
%p5 = stablehlo.compare EQ, %x5, %K5, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K6 = stablehlo.constant dense<36172> : tensor<2x2xi32>
%p6 = stablehlo.compare EQ, %x6, %K6, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K7 = stablehlo.constant dense<48873> : tensor<2x2xi32>
%p7 = stablehlo.compare EQ, %x7, %K7, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%s0 = stablehlo.select %p0, %alt, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s1 = stablehlo.select %p1, %s0, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s2 = stablehlo.select %p2, %s1, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s3 = stablehlo.select %p3, %s2, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s4 = stablehlo.select %p4, %s3, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s5 = stablehlo.select %p5, %s4, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s6 = stablehlo.select %p6, %s5, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s7 = stablehlo.select %p7, %s6, %base : tensor<2x2xi1>, tensor<2x2xi32>
%tr = stablehlo.transpose %s7, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
%i = stablehlo.reshape %s7 : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
%it = stablehlo.reshape %tr : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = true}> ({
^bb0(%p9: tensor<f32>, %q9: tensor<f32>):
%t9 = stablehlo.add %p9, %q9 : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x4xf32>, tensor<2x2x1xi32>, tensor<2x2x4xf32>) -> tensor<8x4xf32>
%r0 = "stablehlo.scatter"(%o, %it, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = false}> ({
^bb0(%p9: tensor<f32>, %q9: tensor<f32>):
%t9 = stablehlo.add %p9, %q9 : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x4xf32>, tensor<2x2x1xi32>, tensor<2x2x4xf32>) -> tensor<8x4xf32>
return %r0, %r1 : tensor<8x4xf32>, tensor<8x4xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%x0: tensor<2x2xi32>, %x1: tensor<2x2xi32>, %x2: tensor<2x2xi32>, %x3: tensor<2x2xi32>, %x4: tensor<2x2xi32>, %x5: tensor<2x2xi32>, %x6: tensor<2x2xi32>, %x7: tensor<2x2xi32>, %o: tensor<8x2xf32>, %u: tensor<2x2x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>) {
%base = stablehlo.constant dense<[[0, 2], [2, 7]]> : tensor<2x2xi32>
%alt = stablehlo.constant dense<[[0, 2], [3, 7]]> : tensor<2x2xi32>
%K0 = stablehlo.constant dense<1000> : tensor<2x2xi32>
%p0 = stablehlo.compare EQ, %x0, %K0, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K1 = stablehlo.constant dense<1977> : tensor<2x2xi32>
%p1 = stablehlo.compare EQ, %x1, %K1, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K2 = stablehlo.constant dense<4908> : tensor<2x2xi32>
%p2 = stablehlo.compare EQ, %x2, %K2, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K3 = stablehlo.constant dense<9793> : tensor<2x2xi32>
%p3 = stablehlo.compare EQ, %x3, %K3, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K4 = stablehlo.constant dense<16632> : tensor<2x2xi32>
%p4 = stablehlo.compare EQ, %x4, %K4, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K5 = stablehlo.constant dense<25425> : tensor<2x2xi32>
%p5 = stablehlo.compare EQ, %x5, %K5, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K6 = stablehlo.constant dense<36172> : tensor<2x2xi32>
%p6 = stablehlo.compare EQ, %x6, %K6, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K7 = stablehlo.constant dense<48873> : tensor<2x2xi32>
%p7 = stablehlo.compare EQ, %x7, %K7, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%s0 = stablehlo.select %p0, %alt, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s1 = stablehlo.select %p1, %s0, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s2 = stablehlo.select %p2, %s1, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s3 = stablehlo.select %p3, %s2, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s4 = stablehlo.select %p4, %s3, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s5 = stablehlo.select %p5, %s4, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s6 = stablehlo.select %p6, %s5, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s7 = stablehlo.select %p7, %s6, %base : tensor<2x2xi1>, tensor<2x2xi32>
%tr = stablehlo.transpose %s7, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
%i = stablehlo.reshape %s7 : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
%it = stablehlo.reshape %tr : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = true}> ({
^bb0(%p9: tensor<f32>, %q9: tensor<f32>):
%t9 = stablehlo.add %p9, %q9 : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x2xf32>, tensor<2x2x1xi32>, tensor<2x2x2xf32>) -> tensor<8x2xf32>
%r0 = "stablehlo.scatter"(%o, %it, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = true}> ({
^bb0(%p9: tensor<f32>, %q9: tensor<f32>):
%t9 = stablehlo.add %p9, %q9 : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x2xf32>, tensor<2x2x1xi32>, tensor<2x2x2xf32>) -> tensor<8x2xf32>
return %r0, %r1 : tensor<8x2xf32>, tensor<8x2xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%x0: tensor<2x2xi32>, %x1: tensor<2x2xi32>, %x2: tensor<2x2xi32>, %x3: tensor<2x2xi32>, %x4: tensor<2x2xi32>, %x5: tensor<2x2xi32>, %x6: tensor<2x2xi32>, %x7: tensor<2x2xi32>, %o: tensor<8x2xf32>, %u: tensor<2x2x2xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>) {
%base = stablehlo.constant dense<[[0, 2], [2, 7]]> : tensor<2x2xi32>
%alt = stablehlo.constant dense<[[0, 2], [3, 7]]> : tensor<2x2xi32>
%K0 = stablehlo.constant dense<1000> : tensor<2x2xi32>
%p0 = stablehlo.compare EQ, %x0, %K0, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K1 = stablehlo.constant dense<1977> : tensor<2x2xi32>
%p1 = stablehlo.compare EQ, %x1, %K1, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K2 = stablehlo.constant dense<4908> : tensor<2x2xi32>
%p2 = stablehlo.compare EQ, %x2, %K2, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K3 = stablehlo.constant dense<9793> : tensor<2x2xi32>
%p3 = stablehlo.compare EQ, %x3, %K3, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K4 = stablehlo.constant dense<16632> : tensor<2x2xi32>
%p4 = stablehlo.compare EQ, %x4, %K4, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K5 = stablehlo.constant dense<25425> : tensor<2x2xi32>
%p5 = stablehlo.compare EQ, %x5, %K5, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K6 = stablehlo.constant dense<36172> : tensor<2x2xi32>
%p6 = stablehlo.compare EQ, %x6, %K6, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%K7 = stablehlo.constant dense<48873> : tensor<2x2xi32>
%p7 = stablehlo.compare EQ, %x7, %K7, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%s0 = stablehlo.select %p0, %alt, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s1 = stablehlo.select %p1, %s0, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s2 = stablehlo.select %p2, %s1, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s3 = stablehlo.select %p3, %s2, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s4 = stablehlo.select %p4, %s3, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s5 = stablehlo.select %p5, %s4, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s6 = stablehlo.select %p6, %s5, %base : tensor<2x2xi1>, tensor<2x2xi32>
%s7 = stablehlo.select %p7, %s6, %base : tensor<2x2xi1>, tensor<2x2xi32>
%tr = stablehlo.transpose %s7, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
%i = stablehlo.reshape %s7 : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
%it = stablehlo.reshape %tr : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
%r1 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = true}> ({
^bb0(%p9: tensor<f32>, %q9: tensor<f32>):
%t9 = stablehlo.add %p9, %q9 : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x2xf32>, tensor<2x2x1xi32>, tensor<2x2x2xf32>) -> tensor<8x2xf32>
%r0 = "stablehlo.scatter"(%o, %it, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = false}> ({
^bb0(%p9: tensor<f32>, %q9: tensor<f32>):
%t9 = stablehlo.add %p9, %q9 : tensor<f32>
stablehlo.return %t9 : tensor<f32>
}) : (tensor<8x2xf32>, tensor<2x2x1xi32>, tensor<2x2x2xf32>) -> tensor<8x2xf32>
return %r0, %r1 : tensor<8x2xf32>, tensor<8x2xf32>
 }
}
