sdy.mesh @mesh = <["x"=2]>
func.func @main(%x1: tensor<16x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %x2: tensor<16x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %ix: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %u1: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u2: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<16x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
%r, %q = "stablehlo.scatter"(%x1, %x2, %ix, %u1, %u2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%o1: tensor<i32>, %o2: tensor<i32>, %n1: tensor<i32>, %n2: tensor<i32>):
 %k1 = stablehlo.constant dense<1234577> : tensor<i32>
 %k2 = stablehlo.constant dense<7919> : tensor<i32>
 %l = stablehlo.add %n1, %k1 : tensor<i32>
 %rr = stablehlo.multiply %o1, %k2 : tensor<i32>
 %c = stablehlo.compare EQ, %l, %rr : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %s1 = stablehlo.add %o1, %n1 : tensor<i32>
 %r1 = stablehlo.select %c, %n2, %s1 : tensor<i1>, tensor<i32>
 %r2 = stablehlo.add %o2, %n2 : tensor<i32>
 stablehlo.return %r1, %r2 : tensor<i32>, tensor<i32>
}) : (tensor<16x2xi32>, tensor<16x2xi32>, tensor<4x1xi32>, tensor<4x2xi32>, tensor<4x2xi32>) -> (tensor<16x2xi32>, tensor<16x2xi32>)
return %r : tensor<16x2xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x1: tensor<16x1xi32>, %x2: tensor<16x1xi32>, %ix: tensor<4x1xi32>, %u1: tensor<4x1xi32>, %u2: tensor<4x1xi32>) -> (tensor<16x1xi32>) {
%ur = stablehlo.reverse %u2, dims = [0] : tensor<4x1xi32>
%r, %q = "stablehlo.scatter"(%x1, %x2, %ix, %u1, %ur) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%o1: tensor<i32>, %o2: tensor<i32>, %n1: tensor<i32>, %n2: tensor<i32>):
 %k1 = stablehlo.constant dense<1234577> : tensor<i32>
 %k2 = stablehlo.constant dense<7919> : tensor<i32>
 %l = stablehlo.add %n1, %k1 : tensor<i32>
 %rr = stablehlo.multiply %o1, %k2 : tensor<i32>
 %c = stablehlo.compare EQ, %l, %rr : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %s1 = stablehlo.add %o1, %n1 : tensor<i32>
 %r1 = stablehlo.select %c, %n2, %s1 : tensor<i1>, tensor<i32>
 %r2 = stablehlo.add %o2, %n2 : tensor<i32>
 stablehlo.return %r1, %r2 : tensor<i32>, tensor<i32>
}) : (tensor<16x1xi32>, tensor<16x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>) -> (tensor<16x1xi32>, tensor<16x1xi32>)
return %r : tensor<16x1xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x1: tensor<16x1xi32>, %x2: tensor<16x1xi32>, %ix: tensor<4x1xi32>, %u1: tensor<4x1xi32>, %u2: tensor<4x1xi32>) -> (tensor<16x1xi32>) {
%r, %q = "stablehlo.scatter"(%x1, %x2, %ix, %u1, %u2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%o1: tensor<i32>, %o2: tensor<i32>, %n1: tensor<i32>, %n2: tensor<i32>):
 %k1 = stablehlo.constant dense<1234577> : tensor<i32>
 %k2 = stablehlo.constant dense<7919> : tensor<i32>
 %l = stablehlo.add %n1, %k1 : tensor<i32>
 %rr = stablehlo.multiply %o1, %k2 : tensor<i32>
 %c = stablehlo.compare EQ, %l, %rr : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %s1 = stablehlo.add %o1, %n1 : tensor<i32>
 %r1 = stablehlo.select %c, %n2, %s1 : tensor<i1>, tensor<i32>
 %r2 = stablehlo.add %o2, %n2 : tensor<i32>
 stablehlo.return %r1, %r2 : tensor<i32>, tensor<i32>
}) : (tensor<16x1xi32>, tensor<16x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>, tensor<4x1xi32>) -> (tensor<16x1xi32>, tensor<16x1xi32>)
%rb = stablehlo.optimization_barrier %r : tensor<16x1xi32>
return %rb : tensor<16x1xi32>
}
}
