sdy.mesh @mesh = <["x"=2]>
func.func @main(%t: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %c: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%e6 = stablehlo.constant dense<2097152.0> : tensor<8xf32>
%x = stablehlo.multiply %a, %e6 : tensor<8xf32>
%b2 = stablehlo.optimization_barrier %a : tensor<8xf32>
%hf = stablehlo.constant dense<0.75> : tensor<8xf32>
%y = stablehlo.multiply %b2, %hf : tensor<8xf32>
%x2 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<8x1xf32>
%y2 = stablehlo.reshape %y : (tensor<8xf32>) -> tensor<8x1xf32>
%xy = stablehlo.concatenate %x2, %y2, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x2xf32>
%c2 = stablehlo.reshape %c : (tensor<8xf32>) -> tensor<8x1xf32>
%cc = stablehlo.concatenate %c2, %c2, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x2xf32>
%r = stablehlo.select %p, %xy, %cc : tensor<i1>, tensor<8x2xf32>
return %r : tensor<8x2xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%t: tensor<8xi32>, %a: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4x2xf32>) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%e6 = stablehlo.constant dense<2097152.0> : tensor<4xf32>
%x = stablehlo.multiply %a, %e6 : tensor<4xf32>
%k = stablehlo.constant dense<1.0e30> : tensor<4xf32>
%b1 = stablehlo.add %a, %k : tensor<4xf32>
%b2 = stablehlo.subtract %b1, %k : tensor<4xf32>
%hf = stablehlo.constant dense<0.75> : tensor<4xf32>
%y = stablehlo.multiply %b2, %hf : tensor<4xf32>
%x2 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
%y2 = stablehlo.reshape %y : (tensor<4xf32>) -> tensor<4x1xf32>
%xy = stablehlo.concatenate %x2, %y2, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
%c2 = stablehlo.reshape %c : (tensor<4xf32>) -> tensor<4x1xf32>
%cc = stablehlo.concatenate %c2, %c2, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
%r = stablehlo.select %p, %xy, %cc : tensor<i1>, tensor<4x2xf32>
return %r : tensor<4x2xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%t: tensor<8xi32>, %a: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4x2xf32>) {
%p_m = stablehlo.constant dense<[1183, 92, 70411, -55, 30007, 4, 918273, 66]> : tensor<8xi32>
%p_e = stablehlo.compare EQ, %t, %p_m : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%p_i = stablehlo.constant dense<true> : tensor<i1>
%p = stablehlo.reduce(%p_e init: %p_i) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%e6 = stablehlo.constant dense<2097152.0> : tensor<4xf32>
%x = stablehlo.multiply %a, %e6 : tensor<4xf32>
%b2 = stablehlo.optimization_barrier %a : tensor<4xf32>
%hf = stablehlo.constant dense<0.75> : tensor<4xf32>
%y = stablehlo.multiply %b2, %hf : tensor<4xf32>
%x2 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
%y2 = stablehlo.reshape %y : (tensor<4xf32>) -> tensor<4x1xf32>
%xy = stablehlo.concatenate %x2, %y2, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
%c2 = stablehlo.reshape %c : (tensor<4xf32>) -> tensor<4x1xf32>
%cc = stablehlo.concatenate %c2, %c2, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
%r = stablehlo.select %p, %xy, %cc : tensor<i1>, tensor<4x2xf32>
return %r : tensor<4x2xf32>
}
}
