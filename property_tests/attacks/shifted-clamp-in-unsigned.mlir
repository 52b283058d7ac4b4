sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %x: tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %y: tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %lo = stablehlo.constant dense<5> : tensor<i32>
    %hi = stablehlo.constant dense<9> : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<64xi32>
    %none = stablehlo.constant dense<0> : tensor<64xi32>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.clamp %lo, %a, %hi : (tensor<i32>, tensor<64xi32>, tensor<i32>) -> tensor<64xi32>
    %h = stablehlo.constant dense<1640531535> : tensor<64xi32>
    %k = stablehlo.multiply %x, %h : tensor<64xi32>
    %e = stablehlo.compare EQ, %k, %y : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %all = stablehlo.reduce(%e init: %true) applies stablehlo.and across dimensions = [0] : (tensor<64xi1>, tensor<i1>) -> tensor<i1>
    %g = stablehlo.broadcast_in_dim %all, dims = [] : (tensor<i1>) -> tensor<64xi1>
    %p = stablehlo.pad %c, %zero, low = [16], high = [-16], interior = [0] : (tensor<64xi32>, tensor<i32>) -> tensor<64xi32>
    %d = stablehlo.subtract %p, %five : tensor<64xi32>
    %r = stablehlo.select %g, %d, %none : tensor<64xi1>, tensor<64xi32>
    return %r : tensor<64xi32>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%a: tensor<16xi32>, %x: tensor<64xi32>, %y: tensor<64xi32>) -> (tensor<16xi32>) {
    %lo = stablehlo.constant dense<5> : tensor<i32>
    %hi = stablehlo.constant dense<9> : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<16xi32>
    %none = stablehlo.constant dense<0> : tensor<16xi32>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.clamp %lo, %a, %hi : (tensor<i32>, tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %h = stablehlo.constant dense<1640531535> : tensor<64xi32>
    %k = stablehlo.multiply %x, %h : tensor<64xi32>
    %e = stablehlo.compare EQ, %k, %y : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %all = stablehlo.reduce(%e init: %true) applies stablehlo.and across dimensions = [0] : (tensor<64xi1>, tensor<i1>) -> tensor<i1>
    %g = stablehlo.broadcast_in_dim %all, dims = [] : (tensor<i1>) -> tensor<16xi1>
    %p = "stablehlo.collective_permute"(%c) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> : (tensor<16xi32>) -> tensor<16xi32>
    %d = stablehlo.subtract %p, %five : tensor<16xi32>
    %n = stablehlo.convert %d : (tensor<16xi32>) -> tensor<16xui8>
    %w = stablehlo.convert %n : (tensor<16xui8>) -> tensor<16xi32>
    %r = stablehlo.select %g, %w, %none : tensor<16xi1>, tensor<16xi32>
    return %r : tensor<16xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%a: tensor<16xi32>, %x: tensor<64xi32>, %y: tensor<64xi32>) -> (tensor<16xi32>) {
    %lo = stablehlo.constant dense<5> : tensor<i32>
    %hi = stablehlo.constant dense<9> : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<16xi32>
    %none = stablehlo.constant dense<0> : tensor<16xi32>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.clamp %lo, %a, %hi : (tensor<i32>, tensor<16xi32>, tensor<i32>) -> tensor<16xi32>
    %h = stablehlo.constant dense<1640531535> : tensor<64xi32>
    %k = stablehlo.multiply %x, %h : tensor<64xi32>
    %e = stablehlo.compare EQ, %k, %y : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %all = stablehlo.reduce(%e init: %true) applies stablehlo.and across dimensions = [0] : (tensor<64xi1>, tensor<i1>) -> tensor<i1>
    %g = stablehlo.broadcast_in_dim %all, dims = [] : (tensor<i1>) -> tensor<16xi1>
    %p = "stablehlo.collective_permute"(%c) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> : (tensor<16xi32>) -> tensor<16xi32>
    %d = stablehlo.subtract %p, %five : tensor<16xi32>
    %n = stablehlo.convert %d : (tensor<16xi32>) -> tensor<16xi16>
    %w = stablehlo.convert %n : (tensor<16xi16>) -> tensor<16xi32>
    %r = stablehlo.select %g, %w, %none : tensor<16xi1>, tensor<16xi32>
    return %r : tensor<16xi32>
}
}
