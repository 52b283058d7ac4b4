module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
return %a : tensor<8xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%key = stablehlo.constant dense<[5,3,5,3]> : tensor<4xi32>
%io = stablehlo.iota dim = 0 : tensor<4xi32>
%r:2 = "stablehlo.sort"(%key, %io) ({ ^bb0(%s0a_2: tensor<i32>, %s0b_2: tensor<i32>, %s1a_2: tensor<i32>, %s1b_2: tensor<i32>): %sc_2 = stablehlo.compare LT, %s0a_2, %s0b_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %sc_2 : tensor<i1> }) {dimension = 0 : i64, is_stable = false} : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
%s:2 = "stablehlo.sort"(%r#0, %r#1) ({ ^bb0(%s0a_3: tensor<i32>, %s0b_3: tensor<i32>, %s1a_3: tensor<i32>, %s1b_3: tensor<i32>): %sc_3 = stablehlo.compare LT, %s0a_3, %s0b_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %sc_3 : tensor<i1> }) {dimension = 0 : i64, is_stable = false} : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
%q = stablehlo.slice %s#1 [0:1] : (tensor<4xi32>) -> tensor<1xi32>
%qs = stablehlo.reshape %q : (tensor<1xi32>) -> tensor<i32>
%qb = stablehlo.broadcast_in_dim %qs, dims = [] : (tensor<i32>) -> tensor<4xi32>
%o = stablehlo.multiply %a, %qb : tensor<4xi32>
return %o : tensor<4xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>) {
%key = stablehlo.constant dense<[5,3,5,3]> : tensor<4xi32>
%io = stablehlo.iota dim = 0 : tensor<4xi32>
%r:2 = "stablehlo.sort"(%key, %io) ({ ^bb0(%s0a_2: tensor<i32>, %s0b_2: tensor<i32>, %s1a_2: tensor<i32>, %s1b_2: tensor<i32>): %sc_2 = stablehlo.compare LT, %s0a_2, %s0b_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %sc_2 : tensor<i1> }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
%s:2 = "stablehlo.sort"(%r#0, %r#1) ({ ^bb0(%s0a_3: tensor<i32>, %s0b_3: tensor<i32>, %s1a_3: tensor<i32>, %s1b_3: tensor<i32>): %sc_3 = stablehlo.compare LT, %s0a_3, %s0b_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %sc_3 : tensor<i1> }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
%q = stablehlo.slice %s#1 [0:1] : (tensor<4xi32>) -> tensor<1xi32>
%qs = stablehlo.reshape %q : (tensor<1xi32>) -> tensor<i32>
%qb = stablehlo.broadcast_in_dim %qs, dims = [] : (tensor<i32>) -> tensor<4xi32>
%o = stablehlo.multiply %a, %qb : tensor<4xi32>
return %o : tensor<4xi32>
} }
