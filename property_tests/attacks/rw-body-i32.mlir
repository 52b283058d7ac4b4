sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
%z = stablehlo.constant dense<0> : tensor<i32>
%r, %q = "stablehlo.reduce_window"(%a, %b, %z, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
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
}) : (tensor<8x2xi32>, tensor<8x2xi32>, tensor<i32>, tensor<i32>) -> (tensor<4x2xi32>, tensor<4x2xi32>)
return %r : tensor<4x2xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<8x1xi32>, %b: tensor<8x1xi32>) -> (tensor<4x1xi32>) {
%z = stablehlo.constant dense<0> : tensor<i32>
%br = stablehlo.reverse %b, dims = [0] : tensor<8x1xi32>
%r, %q = "stablehlo.reduce_window"(%a, %br, %z, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
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
}) : (tensor<8x1xi32>, tensor<8x1xi32>, tensor<i32>, tensor<i32>) -> (tensor<4x1xi32>, tensor<4x1xi32>)
return %r : tensor<4x1xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<8x1xi32>, %b: tensor<8x1xi32>) -> (tensor<4x1xi32>) {
%z = stablehlo.constant dense<0> : tensor<i32>
%r, %q = "stablehlo.reduce_window"(%a, %b, %z, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
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
}) : (tensor<8x1xi32>, tensor<8x1xi32>, tensor<i32>, tensor<i32>) -> (tensor<4x1xi32>, tensor<4x1xi32>)
%rb = stablehlo.optimization_barrier %r : tensor<4x1xi32>
return %rb : tensor<4x1xi32>
}
}
