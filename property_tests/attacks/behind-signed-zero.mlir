sdy.mesh @mesh = <["x"=2]>
func.func @main(%t: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>

%on = stablehlo.constant dense<1.0> : tensor<8xf32>
%v = stablehlo.divide %on, %a : tensor<8xf32>
%r = stablehlo.select %p, %v, %b : tensor<i1>, tensor<8xf32>
return %r : tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%t: tensor<8xi32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>

%on = stablehlo.constant dense<1.0> : tensor<4xf32>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
%q = stablehlo.add %a, %z : tensor<4xf32>
%v = stablehlo.divide %on, %q : tensor<4xf32>
%r = stablehlo.select %p, %v, %b : tensor<i1>, tensor<4xf32>
return %r : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%t: tensor<8xi32>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>

%on = stablehlo.constant dense<1.0> : tensor<4xf32>
%v0 = stablehlo.negate %a : tensor<4xf32>
%v1 = stablehlo.negate %v0 : tensor<4xf32>
%v = stablehlo.divide %on, %v1 : tensor<4xf32>
%r = stablehlo.select %p, %v, %b : tensor<i1>, tensor<4xf32>
return %r : tensor<4xf32>
}
}
