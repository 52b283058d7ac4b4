module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%l = stablehlo.slice %a [0:4] : (tensor<8xi32>) -> tensor<4xi32>
%h = stablehlo.slice %a [4:8] : (tensor<8xi32>) -> tensor<4xi32>
%n = stablehlo.negate %l : tensor<4xi32>
%o = stablehlo.concatenate %n, %h, dim = 0 : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32>
return %o : tensor<8xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%du = stablehlo.partition_id : tensor<ui32>
%d = stablehlo.convert %du : (tensor<ui32>) -> tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%q = stablehlo.divide %one, %d : tensor<i32>
%qb = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<i32>) -> tensor<4xi32>
%o = stablehlo.multiply %a, %qb : tensor<4xi32>
return %o : tensor<4xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%du = stablehlo.partition_id : tensor<ui32>
%d = stablehlo.convert %du : (tensor<ui32>) -> tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%two = stablehlo.constant dense<2> : tensor<i32>
%d2 = stablehlo.multiply %d, %two : tensor<i32>
%q = stablehlo.subtract %d2, %one : tensor<i32>
%qb = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<i32>) -> tensor<4xi32>
%o = stablehlo.multiply %a, %qb : tensor<4xi32>
return %o : tensor<4xi32>
} }
