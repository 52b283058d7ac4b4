module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
return %a : tensor<8xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%key = stablehlo.constant dense<5> : tensor<3xi32>
%io = stablehlo.iota dim = 0 : tensor<3xi32>
%r:2 = "stablehlo.sort"(%key, %io) ({ ^bb0(%s0a_1: tensor<i32>, %s0b_1: tensor<i32>, %s1a_1: tensor<i32>, %s1b_1: tensor<i32>): %sc_1 = stablehlo.compare LT, %s0a_1, %s0b_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %sc_1 : tensor<i1> }) {dimension = 0 : i64, is_stable = false} : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
%q = stablehlo.slice %r#1 [1:2] : (tensor<3xi32>) -> tensor<1xi32>
%qs = stablehlo.reshape %q : (tensor<1xi32>) -> tensor<i32>
%qb = stablehlo.broadcast_in_dim %qs, dims = [] : (tensor<i32>) -> tensor<4xi32>
%o = stablehlo.multiply %a, %qb : tensor<4xi32>
return %o : tensor<4xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%key = stablehlo.constant dense<5> : tensor<3xi32>
%io = stablehlo.iota dim = 0 : tensor<3xi32>
%r:2 = "stablehlo.sort"(%key, %io) ({ ^bb0(%s0a_1: tensor<i32>, %s0b_1: tensor<i32>, %s1a_1: tensor<i32>, %s1b_1: tensor<i32>): %sc_1 = stablehlo.compare LT, %s0a_1, %s0b_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %sc_1 : tensor<i1> }) {dimension = 0 : i64, is_stable = true} : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
%q = stablehlo.slice %r#1 [1:2] : (tensor<3xi32>) -> tensor<1xi32>
%qs = stablehlo.reshape %q : (tensor<1xi32>) -> tensor<i32>
%qb = stablehlo.broadcast_in_dim %qs, dims = [] : (tensor<i32>) -> tensor<4xi32>
%o = stablehlo.multiply %a, %qb : tensor<4xi32>
return %o : tensor<4xi32>
} }
