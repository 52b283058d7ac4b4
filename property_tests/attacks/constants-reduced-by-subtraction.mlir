module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
return %a : tensor<8xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%t = stablehlo.constant dense<[8,4,2,1]> : tensor<4xi32>
%z = stablehlo.constant dense<0> : tensor<i32>
%s = stablehlo.reduce(%t init: %z) applies stablehlo.subtract across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
%c = stablehlo.constant dense<16> : tensor<i32>
%q0 = stablehlo.add %s, %c : tensor<i32>
%q = stablehlo.reshape %q0 : (tensor<i32>) -> tensor<1xi32>
%qs = stablehlo.reshape %q : (tensor<1xi32>) -> tensor<i32>
%qb = stablehlo.broadcast_in_dim %qs, dims = [] : (tensor<i32>) -> tensor<4xi32>
%o = stablehlo.multiply %a, %qb : tensor<4xi32>
return %o : tensor<4xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%t = stablehlo.constant dense<[8,4,2,1]> : tensor<4xi32>
%z = stablehlo.constant dense<0> : tensor<i32>
%s = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
%c = stablehlo.constant dense<16> : tensor<i32>
%q0 = stablehlo.subtract %c, %s : tensor<i32>
%q = stablehlo.reshape %q0 : (tensor<i32>) -> tensor<1xi32>
%qs = stablehlo.reshape %q : (tensor<1xi32>) -> tensor<i32>
%qb = stablehlo.broadcast_in_dim %qs, dims = [] : (tensor<i32>) -> tensor<4xi32>
%o = stablehlo.multiply %a, %qb : tensor<4xi32>
return %o : tensor<4xi32>
} }
