sdy.mesh @mesh = <["x"=2]>
func.func @main(%t: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>

%v = stablehlo.multiply %a, %b : tensor<8xf32>
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

%w = stablehlo.add %a, %a : tensor<4xf32>
%w2 = stablehlo.subtract %w, %a : tensor<4xf32>
%v = stablehlo.multiply %w2, %b : tensor<4xf32>
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

%v = stablehlo.multiply %b, %a : tensor<4xf32>
%r = stablehlo.select %p, %v, %b : tensor<i1>, tensor<4xf32>
return %r : tensor<4xf32>
}
}
