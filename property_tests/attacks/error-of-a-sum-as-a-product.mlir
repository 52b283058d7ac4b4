sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%s = stablehlo.add %x, %y : tensor<8xf32>
%s1 = stablehlo.reshape %s : (tensor<8xf32>) -> tensor<8x1xf32>
%x1 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<8x1xf32>
%y1 = stablehlo.reshape %y : (tensor<8xf32>) -> tensor<8x1xf32>
%all = stablehlo.concatenate %s1, %x1, %y1, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x3xf32>
%pm = stablehlo.constant dense<[1.0, -1.0, -1.0]> : tensor<3xf32>
%r = stablehlo.dot_general %all, %pm, contracting_dims = [1] x [0] : (tensor<8x3xf32>, tensor<3xf32>) -> tensor<8xf32>
return %r : tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%s1 = stablehlo.reshape %s : (tensor<4xf32>) -> tensor<4x1xf32>
%x1 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
%y1 = stablehlo.reshape %y : (tensor<4xf32>) -> tensor<4x1xf32>
%all = stablehlo.concatenate %s1, %x1, %y1, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
%pm = stablehlo.constant dense<[1.0, -1.0, -1.0]> : tensor<3xf32>
%e = stablehlo.dot_general %all, %pm, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4xf32>
%r = stablehlo.negate %e : tensor<4xf32>
return %r : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%s1 = stablehlo.reshape %s : (tensor<4xf32>) -> tensor<4x1xf32>
%x1 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
%y1 = stablehlo.reshape %y : (tensor<4xf32>) -> tensor<4x1xf32>
%all = stablehlo.concatenate %s1, %x1, %y1, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
%pm = stablehlo.constant dense<[1.0, -1.0, -1.0]> : tensor<3xf32>
%r = stablehlo.dot_general %all, %pm, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4xf32>
return %r : tensor<4xf32>
}
}
