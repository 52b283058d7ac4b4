module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%io = stablehlo.iota dim = 0 : tensor<8xi32>
%k = stablehlo.constant dense<4> : tensor<8xi32>
%p = stablehlo.compare LT, %io, %k, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%z = stablehlo.constant dense<0.0> : tensor<8xf32>
%r = stablehlo.select %p, %a, %z : tensor<8xi1>, tensor<8xf32>
return %r : tensor<8xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%v = stablehlo.constant dense<64> : tensor<i32>
%w = stablehlo.constant dense<32> : tensor<i32>
%s = stablehlo.multiply %pid, %w : tensor<i32>
%q = stablehlo.shift_right_logical %v, %s : tensor<i32>
%z0 = stablehlo.constant dense<0> : tensor<i32>
%m = stablehlo.compare NE, %q, %z0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i1>) -> tensor<4xi1>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
%r = stablehlo.select %mb, %a, %z : tensor<4xi1>, tensor<4xf32>
return %r : tensor<4xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%z0 = stablehlo.constant dense<0> : tensor<i32>
%m = stablehlo.compare EQ, %pid, %z0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i1>) -> tensor<4xi1>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
%r = stablehlo.select %mb, %a, %z : tensor<4xi1>, tensor<4xf32>
return %r : tensor<4xf32>
 }
}
