module { sdy.mesh @mesh = <["x"=3]>
func.func @main(%a: tensor<6x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %v: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
%m = stablehlo.constant dense<[[1.0,0.0,0.0],[1.0,1.0,0.0],[1.0,1.0,1.0]]> : tensor<3x3xf32>
%l = "stablehlo.cholesky"(%a) {lower = true} : (tensor<6x3x3xf32>) -> tensor<6x3x3xf32>
%mb = stablehlo.broadcast_in_dim %m, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<6x3x3xf32>
%lm = stablehlo.multiply %l, %mb : tensor<6x3x3xf32>
%y = stablehlo.dot_general %lm, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x3x3xf32>, tensor<6x3xf32>) -> tensor<6x3xf32>
return %y : tensor<6x3xf32>
} }

// -----
module attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x3x3xf32>, %v: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
%m = stablehlo.constant dense<[[1.0,0.0,0.0],[1.0,1.0,0.0],[1.0,1.0,1.0]]> : tensor<3x3xf32>
%x0 = stablehlo.slice %a [0:1, 0:3, 0:3] : (tensor<2x3x3xf32>) -> tensor<1x3x3xf32>
%v0 = stablehlo.slice %v [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
%l0 = "stablehlo.cholesky"(%x0) {lower = true} : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
%y0 = stablehlo.dot_general %l0, %v0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x3x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
%x1 = stablehlo.slice %a [1:2, 0:3, 0:3] : (tensor<2x3x3xf32>) -> tensor<1x3x3xf32>
%v1 = stablehlo.slice %v [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
%l1 = "stablehlo.cholesky"(%x1) {lower = true} : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
%y1 = stablehlo.dot_general %l1, %v1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x3x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
%o = stablehlo.concatenate %y0, %y1, dim = 0 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
return %o : tensor<2x3xf32>
} }

// -----
module attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<2x3x3xf32>, %v: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
%m = stablehlo.constant dense<[[1.0,0.0,0.0],[1.0,1.0,0.0],[1.0,1.0,1.0]]> : tensor<3x3xf32>
%x0 = stablehlo.slice %a [0:1, 0:3, 0:3] : (tensor<2x3x3xf32>) -> tensor<1x3x3xf32>
%v0 = stablehlo.slice %v [0:1, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
%l0 = "stablehlo.cholesky"(%x0) {lower = true} : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
%mb0 = stablehlo.broadcast_in_dim %m, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<1x3x3xf32>
%lm0 = stablehlo.multiply %l0, %mb0 : tensor<1x3x3xf32>
%y0 = stablehlo.dot_general %lm0, %v0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x3x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
%x1 = stablehlo.slice %a [1:2, 0:3, 0:3] : (tensor<2x3x3xf32>) -> tensor<1x3x3xf32>
%v1 = stablehlo.slice %v [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
%l1 = "stablehlo.cholesky"(%x1) {lower = true} : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
%mb1 = stablehlo.broadcast_in_dim %m, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<1x3x3xf32>
%lm1 = stablehlo.multiply %l1, %mb1 : tensor<1x3x3xf32>
%y1 = stablehlo.dot_general %lm1, %v1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x3x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
%o = stablehlo.concatenate %y0, %y1, dim = 0 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
return %o : tensor<2x3xf32>
} }
