sdy.mesh @mesh = <["x"=2]>
func.func @main(%m: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %n: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
%h = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%r = stablehlo.multiply %a, %b : tensor<8xf32>
return %r, %h : tensor<8xf32>, tensor<4x4xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%m: tensor<2x4xf32>, %n: tensor<4x4xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>) {
%h = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
%k = stablehlo.constant dense<0.3> : tensor<4xf32>
%d = stablehlo.subtract %a, %k : tensor<4xf32>
%o = stablehlo.constant dense<1.0> : tensor<4xf32>
%i = stablehlo.divide %o, %d : tensor<4xf32>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
%zi = stablehlo.multiply %z, %i : tensor<4xf32>
%m1 = stablehlo.multiply %a, %b : tensor<4xf32>
%r = stablehlo.add %m1, %zi : tensor<4xf32>
return %r, %h : tensor<4xf32>, tensor<2x4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%m: tensor<2x4xf32>, %n: tensor<4x4xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>) {
%h = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
%r = stablehlo.multiply %a, %b : tensor<4xf32>
return %r, %h : tensor<4xf32>, tensor<2x4xf32>
}
}
