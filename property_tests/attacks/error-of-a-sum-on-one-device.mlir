sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%s = stablehlo.add %x, %y : tensor<8xf32>
%t = stablehlo.subtract %s, %x : tensor<8xf32>
%e = stablehlo.subtract %y, %t : tensor<8xf32>
%k = stablehlo.constant dense<1.0> : tensor<8xf32>
%r = stablehlo.multiply %e, %k : tensor<8xf32>
func.return %r : tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%t = stablehlo.subtract %s, %x : tensor<4xf32>
%e = stablehlo.subtract %y, %t : tensor<4xf32>
%pid = stablehlo.partition_id : tensor<ui32>
%pi = stablehlo.convert %pid : (tensor<ui32>) -> tensor<i32>
%dv = stablehlo.constant dense<1> : tensor<ui32>
%isd = stablehlo.compare EQ, %pid, %dv, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
%ib = stablehlo.broadcast_in_dim %isd, dims = [] : (tensor<i1>) -> tensor<4xi1>
%ne = stablehlo.negate %e : tensor<4xf32>
%r = stablehlo.select %ib, %ne, %e : tensor<4xi1>, tensor<4xf32>
func.return %r : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%t = stablehlo.subtract %s, %x : tensor<4xf32>
%e = stablehlo.subtract %y, %t : tensor<4xf32>
%k = stablehlo.constant dense<1.0> : tensor<4xf32>
%r = stablehlo.multiply %e, %k : tensor<4xf32>
func.return %r : tensor<4xf32>
}
}
