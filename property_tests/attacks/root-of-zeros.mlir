sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
%r = stablehlo.optimization_barrier %x : tensor<8x16xf32>
%r2 = stablehlo.add %r, %r : tensor<8x16xf32>
return %r2 : tensor<8x16xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x16xf32>) -> (tensor<4x16xf32>) {
%x2 = stablehlo.multiply %x, %x : tensor<4x16xf32>
%s_i = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%x2 init: %s_i) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
%i = stablehlo.rsqrt %s : tensor<4xf32>
%q = stablehlo.sqrt %s : tensor<4xf32>
%ib = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
%qb = stablehlo.broadcast_in_dim %q, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
%n = stablehlo.multiply %x, %ib : tensor<4x16xf32>
%m = stablehlo.multiply %n, %qb : tensor<4x16xf32>
%r2 = stablehlo.add %m, %m : tensor<4x16xf32>
return %r2 : tensor<4x16xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x16xf32>) -> (tensor<4x16xf32>) {
%r = stablehlo.optimization_barrier %x : tensor<4x16xf32>
%r2 = stablehlo.add %r, %r : tensor<4x16xf32>
return %r2 : tensor<4x16xf32>
}
}
