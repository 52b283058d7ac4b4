module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
%z = stablehlo.constant dense<0> : tensor<i32>
%f = stablehlo.constant dense<3> : tensor<i32>
%w = "stablehlo.reduce_window"(%a, %z) ({ ^bb0(%wp: tensor<i32>, %wq: tensor<i32>): %wr = stablehlo.add %wp, %wq : tensor<i32> stablehlo.return %wr : tensor<i32> }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<4x8xi32>, tensor<i32>) -> tensor<4x4xi32>
%fb = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
%o = stablehlo.add %w, %fb : tensor<4x4xi32>
%dead = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xi32>, tensor<i32>) -> tensor<i32>
return %o : tensor<4x4xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x8xi32>) -> (tensor<2x4xi32>) {
%z = stablehlo.constant dense<0> : tensor<i32>
%f = stablehlo.constant dense<3> : tensor<i32>
%o = "stablehlo.reduce_window"(%a, %f) ({ ^bb0(%wp: tensor<i32>, %wq: tensor<i32>): %wr = stablehlo.add %wp, %wq : tensor<i32> stablehlo.return %wr : tensor<i32> }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x8xi32>, tensor<i32>) -> tensor<2x4xi32>
%fb = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
%dead = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x8xi32>, tensor<i32>) -> tensor<i32>
return %o : tensor<2x4xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x8xi32>) -> (tensor<2x4xi32>) {
%z = stablehlo.constant dense<0> : tensor<i32>
%f = stablehlo.constant dense<3> : tensor<i32>
%w = "stablehlo.reduce_window"(%a, %z) ({ ^bb0(%wp: tensor<i32>, %wq: tensor<i32>): %wr = stablehlo.add %wp, %wq : tensor<i32> stablehlo.return %wr : tensor<i32> }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x8xi32>, tensor<i32>) -> tensor<2x4xi32>
%fb = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<i32>) -> tensor<2x4xi32>
%o = stablehlo.add %w, %fb : tensor<2x4xi32>
%dead = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x8xi32>, tensor<i32>) -> tensor<i32>
return %o : tensor<2x4xi32>
} }
