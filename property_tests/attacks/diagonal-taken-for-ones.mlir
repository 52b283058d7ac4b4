module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x3x3xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %b: tensor<4x3x2xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<4x3x2xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
%mi = stablehlo.iota dim = 1 : tensor<4x3x3xi32>
%mj = stablehlo.iota dim = 2 : tensor<4x3x3xi32>
%mm = stablehlo.compare EQ, %mi, %mj, SIGNED : (tensor<4x3x3xi32>, tensor<4x3x3xi32>) -> tensor<4x3x3xi1>
%on = stablehlo.constant dense<1.0> : tensor<4x3x3xf64>
%a1 = stablehlo.select %mm, %on, %a : tensor<4x3x3xi1>, tensor<4x3x3xf64>
%o = "stablehlo.triangular_solve"(%a1, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x3x3xf64>, tensor<4x3x2xf64>) -> tensor<4x3x2xf64>
return %o : tensor<4x3x2xf64>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x3x3xf64>, %b: tensor<2x3x2xf64>) -> (tensor<2x3x2xf64>) {
%o = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
return %o : tensor<2x3x2xf64>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x3x3xf64>, %b: tensor<2x3x2xf64>) -> (tensor<2x3x2xf64>) {
%mi = stablehlo.iota dim = 1 : tensor<2x3x3xi32>
%mj = stablehlo.iota dim = 2 : tensor<2x3x3xi32>
%mm = stablehlo.compare EQ, %mi, %mj, SIGNED : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
%on = stablehlo.constant dense<1.0> : tensor<2x3x3xf64>
%a1 = stablehlo.select %mm, %on, %a : tensor<2x3x3xi1>, tensor<2x3x3xf64>
%o = "stablehlo.triangular_solve"(%a1, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
return %o : tensor<2x3x2xf64>
} }
