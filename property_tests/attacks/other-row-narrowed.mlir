sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<2x3xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %a1: tensor<3x3xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<2x3xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %h = stablehlo.tanh %a1 : tensor<3x3xf64>
    %s0 = stablehlo.slice %a0 [0:1:1, 0:3:1] : (tensor<2x3xf64>) -> tensor<1x3xf64>
    %d0 = stablehlo.dot_general %s0, %h, contracting_dims = [1] x [0] : (tensor<1x3xf64>, tensor<3x3xf64>) -> tensor<1x3xf32>
    %w0 = stablehlo.convert %d0 : (tensor<1x3xf32>) -> tensor<1x3xf64>
    %r0 = stablehlo.round_nearest_even %w0 : tensor<1x3xf64>
    %s1 = stablehlo.slice %a0 [1:2:1, 0:3:1] : (tensor<2x3xf64>) -> tensor<1x3xf64>
    %d1 = stablehlo.dot_general %s1, %h, contracting_dims = [1] x [0] : (tensor<1x3xf64>, tensor<3x3xf64>) -> tensor<1x3xf64>
    %w1 = stablehlo.optimization_barrier %d1 : tensor<1x3xf64>
    %r1 = stablehlo.round_nearest_even %w1 : tensor<1x3xf64>
    %r = stablehlo.concatenate %r0, %r1, dim = 0 : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
    return %r : tensor<2x3xf64>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<2x3xf64>, %a1: tensor<3x3xf64>) -> (tensor<2x3xf64>) {
    %h = stablehlo.tanh %a1 : tensor<3x3xf64>
    %s0 = stablehlo.slice %a0 [0:1:1, 0:3:1] : (tensor<2x3xf64>) -> tensor<1x3xf64>
    %d0 = stablehlo.dot_general %s0, %h, contracting_dims = [1] x [0] : (tensor<1x3xf64>, tensor<3x3xf64>) -> tensor<1x3xf64>
    %w0 = stablehlo.optimization_barrier %d0 : tensor<1x3xf64>
    %r0 = stablehlo.round_nearest_even %w0 : tensor<1x3xf64>
    %s1 = stablehlo.slice %a0 [1:2:1, 0:3:1] : (tensor<2x3xf64>) -> tensor<1x3xf64>
    %d1 = stablehlo.dot_general %s1, %h, contracting_dims = [1] x [0] : (tensor<1x3xf64>, tensor<3x3xf64>) -> tensor<1x3xf32>
    %w1 = stablehlo.convert %d1 : (tensor<1x3xf32>) -> tensor<1x3xf64>
    %r1 = stablehlo.round_nearest_even %w1 : tensor<1x3xf64>
    %r = stablehlo.concatenate %r0, %r1, dim = 0 : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
    return %r : tensor<2x3xf64>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<2x3xf64>, %a1: tensor<3x3xf64>) -> (tensor<2x3xf64>) {
    %h = stablehlo.tanh %a1 : tensor<3x3xf64>
    %s0 = stablehlo.slice %a0 [0:1:1, 0:3:1] : (tensor<2x3xf64>) -> tensor<1x3xf64>
    %d0 = stablehlo.dot_general %s0, %h, contracting_dims = [1] x [0] : (tensor<1x3xf64>, tensor<3x3xf64>) -> tensor<1x3xf32>
    %w0 = stablehlo.convert %d0 : (tensor<1x3xf32>) -> tensor<1x3xf64>
    %r0 = stablehlo.round_nearest_even %w0 : tensor<1x3xf64>
    %s1 = stablehlo.slice %a0 [1:2:1, 0:3:1] : (tensor<2x3xf64>) -> tensor<1x3xf64>
    %d1 = stablehlo.dot_general %s1, %h, contracting_dims = [1] x [0] : (tensor<1x3xf64>, tensor<3x3xf64>) -> tensor<1x3xf64>
    %w1 = stablehlo.optimization_barrier %d1 : tensor<1x3xf64>
    %r1 = stablehlo.round_nearest_even %w1 : tensor<1x3xf64>
    %r = stablehlo.concatenate %r0, %r1, dim = 0 : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
    return %r : tensor<2x3xf64>
}
}
