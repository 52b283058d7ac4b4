module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %s: tensor<4x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
%z = stablehlo.constant dense<0> : tensor<i32>
%f = stablehlo.constant dense<3> : tensor<i32>
%w = "stablehlo.select_and_scatter"(%a, %s, %z) ({ ^bb0(%x0: tensor<i32>, %x1: tensor<i32>): %x2 = stablehlo.compare GE, %x0, %x1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %x2 : tensor<i1> }, { ^bb0(%y0: tensor<i32>, %y1: tensor<i32>): %y2 = stablehlo.add %y0, %y1 : tensor<i32> stablehlo.return %y2 : tensor<i32> }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<4x8xi32>, tensor<4x4xi32>, tensor<i32>) -> tensor<4x8xi32>
%fb = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<i32>) -> tensor<4x8xi32>
%o = stablehlo.add %w, %fb : tensor<4x8xi32>
%dead = stablehlo.reduce(%s init: %f) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xi32>, tensor<i32>) -> tensor<i32>
return %o : tensor<4x8xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x8xi32>, %s: tensor<2x4xi32>) -> (tensor<2x8xi32>) {
%z = stablehlo.constant dense<0> : tensor<i32>
%f = stablehlo.constant dense<3> : tensor<i32>
%w = "stablehlo.select_and_scatter"(%a, %s, %f) ({ ^bb0(%x0: tensor<i32>, %x1: tensor<i32>): %x2 = stablehlo.compare GE, %x0, %x1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %x2 : tensor<i1> }, { ^bb0(%y0: tensor<i32>, %y1: tensor<i32>): %y2 = stablehlo.add %y0, %y1 : tensor<i32> stablehlo.return %y2 : tensor<i32> }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x8xi32>, tensor<2x4xi32>, tensor<i32>) -> tensor<2x8xi32>
return %w : tensor<2x8xi32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x8xi32>, %s: tensor<2x4xi32>) -> (tensor<2x8xi32>) {
%z = stablehlo.constant dense<0> : tensor<i32>
%f = stablehlo.constant dense<3> : tensor<i32>
%w = "stablehlo.select_and_scatter"(%a, %s, %z) ({ ^bb0(%x0: tensor<i32>, %x1: tensor<i32>): %x2 = stablehlo.compare GE, %x0, %x1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %x2 : tensor<i1> }, { ^bb0(%y0: tensor<i32>, %y1: tensor<i32>): %y2 = stablehlo.add %y0, %y1 : tensor<i32> stablehlo.return %y2 : tensor<i32> }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x8xi32>, tensor<2x4xi32>, tensor<i32>) -> tensor<2x8xi32>
%fb = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<i32>) -> tensor<2x8xi32>
%o = stablehlo.add %w, %fb : tensor<2x8xi32>
return %o : tensor<2x8xi32>
} }
