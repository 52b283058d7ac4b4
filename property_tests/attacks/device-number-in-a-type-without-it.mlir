module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%a: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%io = stablehlo.iota dim = 0 : tensor<8xi32>
%k = stablehlo.constant dense<4> : tensor<8xi32>
%p = stablehlo.compare LT, %io, %k, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%z = stablehlo.constant dense<0.0> : tensor<8xbf16>
%r = stablehlo.select %p, %a, %z : tensor<8xi1>, tensor<8xbf16>
return %r : tensor<8xbf16>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xbf16>) -> (tensor<4xbf16>) {
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%v = stablehlo.constant dense<127> : tensor<i32>
%q = stablehlo.add %v, %pid : tensor<i32>
%q8 = stablehlo.convert %q : (tensor<i32>) -> tensor<i8>
%z0 = stablehlo.constant dense<0> : tensor<i8>
%m = stablehlo.compare GT, %q8, %z0, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
%mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i1>) -> tensor<4xi1>
%z = stablehlo.constant dense<0.0> : tensor<4xbf16>
%r = stablehlo.select %mb, %a, %z : tensor<4xi1>, tensor<4xbf16>
return %r : tensor<4xbf16>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xbf16>) -> (tensor<4xbf16>) {
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%z0 = stablehlo.constant dense<0> : tensor<i32>
%m = stablehlo.compare EQ, %pid, %z0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i1>) -> tensor<4xi1>
%z = stablehlo.constant dense<0.0> : tensor<4xbf16>
%r = stablehlo.select %mb, %a, %z : tensor<4xi1>, tensor<4xbf16>
return %r : tensor<4xbf16>
 }
}
