module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%k = stablehlo.constant dense<3> : tensor<8xi32>
%r = stablehlo.add %a, %k : tensor<8xi32>
return %r : tensor<8xi32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%k3 = stablehlo.constant dense<3> : tensor<i32>
%w = stablehlo.constant dense<256> : tensor<i32>
%sh = stablehlo.multiply %pid, %w : tensor<i32>
%m = stablehlo.add %sh, %k3 : tensor<i32>
%m8 = stablehlo.convert %m : (tensor<i32>) -> tensor<i8>
%m32 = stablehlo.convert %m8 : (tensor<i8>) -> tensor<i32>
%mb = stablehlo.broadcast_in_dim %m32, dims = [] : (tensor<i32>) -> tensor<4xi32>
%r = stablehlo.add %a, %mb : tensor<4xi32>
return %r : tensor<4xi32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%k = stablehlo.constant dense<3> : tensor<4xi32>
%r = stablehlo.add %a, %k : tensor<4xi32>
return %r : tensor<4xi32>
 }
}
