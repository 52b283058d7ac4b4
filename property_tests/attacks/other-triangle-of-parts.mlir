module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x3x3xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%m = stablehlo.constant dense<[[1.0,0.0,0.0],[1.0,1.0,0.0],[1.0,1.0,1.0]]> : tensor<3x3xf64>
%z = stablehlo.constant dense<0.0> : tensor<f64>
%l = "stablehlo.cholesky"(%a) {lower = true} : (tensor<4x3x3xf64>) -> tensor<4x3x3xf64>
%mb = stablehlo.broadcast_in_dim %m, dims = [1, 2] : (tensor<3x3xf64>) -> tensor<4x3x3xf64>
%lm = stablehlo.multiply %l, %mb : tensor<4x3x3xf64>
%s = stablehlo.reduce(%lm init: %z) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x3x3xf64>, tensor<f64>) -> tensor<4xf64>
return %s : tensor<4xf64>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x3x3xf64>) -> (tensor<2xf64>) {
%m = stablehlo.constant dense<[[1.0,0.0,0.0],[1.0,1.0,0.0],[1.0,1.0,1.0]]> : tensor<3x3xf64>
%z = stablehlo.constant dense<0.0> : tensor<f64>
%x0 = stablehlo.slice %a [0:1, 0:3, 0:3] : (tensor<2x3x3xf64>) -> tensor<1x3x3xf64>
%x1 = stablehlo.slice %a [1:2, 0:3, 0:3] : (tensor<2x3x3xf64>) -> tensor<1x3x3xf64>
%l0 = "stablehlo.cholesky"(%x0) {lower = true} : (tensor<1x3x3xf64>) -> tensor<1x3x3xf64>
%s0 = stablehlo.reduce(%l0 init: %z) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x3x3xf64>, tensor<f64>) -> tensor<1xf64>
%l1 = "stablehlo.cholesky"(%x1) {lower = true} : (tensor<1x3x3xf64>) -> tensor<1x3x3xf64>
%s1 = stablehlo.reduce(%l1 init: %z) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x3x3xf64>, tensor<f64>) -> tensor<1xf64>
%o = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
return %o : tensor<2xf64>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x3x3xf64>) -> (tensor<2xf64>) {
%m = stablehlo.constant dense<[[1.0,0.0,0.0],[1.0,1.0,0.0],[1.0,1.0,1.0]]> : tensor<3x3xf64>
%z = stablehlo.constant dense<0.0> : tensor<f64>
%x0 = stablehlo.slice %a [0:1, 0:3, 0:3] : (tensor<2x3x3xf64>) -> tensor<1x3x3xf64>
%x1 = stablehlo.slice %a [1:2, 0:3, 0:3] : (tensor<2x3x3xf64>) -> tensor<1x3x3xf64>
%l0 = "stablehlo.cholesky"(%x0) {lower = true} : (tensor<1x3x3xf64>) -> tensor<1x3x3xf64>
%mb0 = stablehlo.broadcast_in_dim %m, dims = [1, 2] : (tensor<3x3xf64>) -> tensor<1x3x3xf64>
%lm0 = stablehlo.multiply %l0, %mb0 : tensor<1x3x3xf64>
%s0 = stablehlo.reduce(%lm0 init: %z) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x3x3xf64>, tensor<f64>) -> tensor<1xf64>
%l1 = "stablehlo.cholesky"(%x1) {lower = true} : (tensor<1x3x3xf64>) -> tensor<1x3x3xf64>
%mb1 = stablehlo.broadcast_in_dim %m, dims = [1, 2] : (tensor<3x3xf64>) -> tensor<1x3x3xf64>
%lm1 = stablehlo.multiply %l1, %mb1 : tensor<1x3x3xf64>
%s1 = stablehlo.reduce(%lm1 init: %z) applies stablehlo.add across dimensions = [1, 2] : (tensor<1x3x3xf64>, tensor<f64>) -> tensor<1xf64>
%o = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
return %o : tensor<2xf64>
} }
