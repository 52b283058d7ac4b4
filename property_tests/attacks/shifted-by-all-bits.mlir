module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%io = stablehlo.iota dim = 0 : tensor<8xi32>
%k = stablehlo.constant dense<4> : tensor<8xi32>
%p = stablehlo.compare LT, %io, %k, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%z = stablehlo.constant dense<0> : tensor<8xi32>
%r = stablehlo.select %p, %a, %z : tensor<8xi1>, tensor<8xi32>
return %r : tensor<8xi32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%w = stablehlo.constant dense<32> : tensor<i32>
%sh = stablehlo.multiply %pid, %w : tensor<i32>
%m = stablehlo.shift_left %one, %sh : tensor<i32>
%mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i32>) -> tensor<4xi32>
%r = stablehlo.multiply %a, %mb : tensor<4xi32>
return %r : tensor<4xi32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%m = stablehlo.subtract %one, %pid : tensor<i32>
%mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i32>) -> tensor<4xi32>
%r = stablehlo.multiply %a, %mb : tensor<4xi32>
return %r : tensor<4xi32>
 }
}
