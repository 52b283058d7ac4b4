sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%s = stablehlo.add %x, %y : tensor<8xf32>
%t = stablehlo.subtract %s, %x : tensor<8xf32>
%r = stablehlo.subtract %y, %t : tensor<8xf32>
func.return %r : tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%t = stablehlo.subtract %s, %x : tensor<4xf32>
%e = stablehlo.subtract %y, %t : tensor<4xf32>
%r = stablehlo.negate %e : tensor<4xf32>
func.return %r : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%t = stablehlo.subtract %s, %x : tensor<4xf32>
%r = stablehlo.subtract %y, %t : tensor<4xf32>
func.return %r : tensor<4xf32>
}
}
