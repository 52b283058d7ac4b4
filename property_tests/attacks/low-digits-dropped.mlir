sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %wt: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
%k = stablehlo.constant dense<65537.0> : tensor<8x8xf32>
%m = stablehlo.multiply %x, %k : tensor<8x8xf32>
%d = stablehlo.subtract %m, %x : tensor<8x8xf32>
%h = stablehlo.subtract %m, %d : tensor<8x8xf32>
%l = stablehlo.subtract %x, %h : tensor<8x8xf32>
%a = stablehlo.dot_general %h, %wt, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
%b = stablehlo.dot_general %l, %wt, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
%r = stablehlo.add %a, %b : tensor<8x4xf32>
func.return %r : tensor<8x4xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4x8xf32>, %wt: tensor<8x4xf32>) -> (tensor<4x4xf32>) {
%k = stablehlo.constant dense<65537.0> : tensor<4x8xf32>
%m = stablehlo.multiply %x, %k : tensor<4x8xf32>
%d = stablehlo.subtract %m, %x : tensor<4x8xf32>
%h = stablehlo.subtract %m, %d : tensor<4x8xf32>
%l = stablehlo.constant dense<0.0> : tensor<4x8xf32>
%a = stablehlo.dot_general %h, %wt, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
%b = stablehlo.dot_general %l, %wt, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
%r = stablehlo.add %a, %b : tensor<4x4xf32>
func.return %r : tensor<4x4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4x8xf32>, %wt: tensor<8x4xf32>) -> (tensor<4x4xf32>) {
%k = stablehlo.constant dense<65537.0> : tensor<4x8xf32>
%m = stablehlo.multiply %x, %k : tensor<4x8xf32>
%d = stablehlo.subtract %m, %x : tensor<4x8xf32>
%h = stablehlo.subtract %m, %d : tensor<4x8xf32>
%l = stablehlo.subtract %x, %h : tensor<4x8xf32>
%a = stablehlo.dot_general %h, %wt, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
%b = stablehlo.dot_general %l, %wt, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
%r = stablehlo.add %a, %b : tensor<4x4xf32>
func.return %r : tensor<4x4xf32>
}
}
