sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%s = stablehlo.add %x, %y : tensor<8xf32>
%m = stablehlo.negate %s : tensor<8xf32>
%s1 = stablehlo.reshape %m : (tensor<8xf32>) -> tensor<8x1xf32>
%x1 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<8x1xf32>
%y1 = stablehlo.reshape %y : (tensor<8xf32>) -> tensor<8x1xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%z1 = stablehlo.constant dense<0.0> : tensor<8x1xf32>
%s2 = stablehlo.concatenate %s1, %z1, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x2xf32>
%x2 = stablehlo.concatenate %x1, %z1, dim = 1 : (tensor<8x1xf32>, tensor<8x1xf32>) -> tensor<8x2xf32>
%all = stablehlo.concatenate %s2, %x2, %y1, dim = 1 : (tensor<8x2xf32>, tensor<8x2xf32>, tensor<8x1xf32>) -> tensor<8x5xf32>
%r = stablehlo.reduce(%all init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<8xf32>
return %r : tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%m = stablehlo.negate %s : tensor<4xf32>
%s1 = stablehlo.reshape %m : (tensor<4xf32>) -> tensor<4x1xf32>
%x1 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
%y1 = stablehlo.reshape %y : (tensor<4xf32>) -> tensor<4x1xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%z1 = stablehlo.constant dense<0.0> : tensor<4x1xf32>
%s2 = stablehlo.concatenate %s1, %z1, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
%x2 = stablehlo.concatenate %x1, %z1, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
%all = stablehlo.concatenate %s2, %x2, %y1, dim = 1 : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
%e = stablehlo.reduce(%all init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
%r = stablehlo.negate %e : tensor<4xf32>
return %r : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%m = stablehlo.negate %s : tensor<4xf32>
%s1 = stablehlo.reshape %m : (tensor<4xf32>) -> tensor<4x1xf32>
%x1 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<4x1xf32>
%y1 = stablehlo.reshape %y : (tensor<4xf32>) -> tensor<4x1xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%z1 = stablehlo.constant dense<0.0> : tensor<4x1xf32>
%s2 = stablehlo.concatenate %s1, %z1, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
%x2 = stablehlo.concatenate %x1, %z1, dim = 1 : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>
%all = stablehlo.concatenate %s2, %x2, %y1, dim = 1 : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
%r = stablehlo.reduce(%all init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
return %r : tensor<4xf32>
}
}
