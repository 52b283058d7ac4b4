sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%s = stablehlo.add %x, %y : tensor<8xcomplex<f32>>
%t = stablehlo.subtract %s, %x : tensor<8xcomplex<f32>>
%r = stablehlo.subtract %y, %t : tensor<8xcomplex<f32>>
func.return %r : tensor<8xcomplex<f32>>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
%s = stablehlo.add %x, %y : tensor<4xcomplex<f32>>
%t = stablehlo.subtract %s, %x : tensor<4xcomplex<f32>>
%r = stablehlo.subtract %t, %y : tensor<4xcomplex<f32>>
func.return %r : tensor<4xcomplex<f32>>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
%s = stablehlo.add %x, %y : tensor<4xcomplex<f32>>
%t = stablehlo.subtract %s, %x : tensor<4xcomplex<f32>>
%r = stablehlo.subtract %y, %t : tensor<4xcomplex<f32>>
func.return %r : tensor<4xcomplex<f32>>
}
}
