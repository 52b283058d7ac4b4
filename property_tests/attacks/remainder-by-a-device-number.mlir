module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%l = stablehlo.slice %a [0:4] : (tensor<8xf32>) -> tensor<4xf32>
%h = stablehlo.slice %a [4:8] : (tensor<8xf32>) -> tensor<4xf32>
%m = stablehlo.constant dense<5.0> : tensor<4xf32>
%n = stablehlo.multiply %l, %m : tensor<4xf32>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
%o = stablehlo.concatenate %n, %h, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
return %o : tensor<8xf32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%du = stablehlo.partition_id : tensor<ui32>
%d = stablehlo.convert %du : (tensor<ui32>) -> tensor<i32>
%five = stablehlo.constant dense<5> : tensor<i32>
%q = stablehlo.remainder %five, %d : tensor<i32>
%e = stablehlo.add %q, %d : tensor<i32>
%qf = stablehlo.convert %e : (tensor<i32>) -> tensor<f32>
%qb = stablehlo.broadcast_in_dim %qf, dims = [] : (tensor<f32>) -> tensor<4xf32>
%o = stablehlo.multiply %a, %qb : tensor<4xf32>
return %o : tensor<4xf32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%du = stablehlo.partition_id : tensor<ui32>
%d = stablehlo.convert %du : (tensor<ui32>) -> tensor<i32>
%five = stablehlo.constant dense<5> : tensor<i32>
%fz = stablehlo.constant dense<4> : tensor<i32>
%e = stablehlo.multiply %d, %fz : tensor<i32>
%q = stablehlo.subtract %five, %e : tensor<i32>
%qf = stablehlo.convert %q : (tensor<i32>) -> tensor<f32>
%qb = stablehlo.broadcast_in_dim %qf, dims = [] : (tensor<f32>) -> tensor<4xf32>
%o = stablehlo.multiply %a, %qb : tensor<4xf32>
return %o : tensor<4xf32>
} }
