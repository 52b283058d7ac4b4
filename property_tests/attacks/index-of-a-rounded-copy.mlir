sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},{}]>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i0: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<1x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},{}]>}, tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},{}]>}, tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},{}]>}) {
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%x3 = stablehlo.multiply %x, %x : tensor<64x64xf32>
%io = stablehlo.iota dim = 0 : tensor<4096xi32>
%pl = stablehlo.constant dense<1234> : tensor<4096xi32>
%mk0 = stablehlo.compare EQ, %io, %pl, SIGNED : (tensor<4096xi32>, tensor<4096xi32>) -> tensor<4096xi1>
%mk = stablehlo.reshape %mk0 : (tensor<4096xi1>) -> tensor<64x64xi1>
%zt = stablehlo.constant dense<0.0> : tensor<64x64xf32>
%ym = stablehlo.select %mk, %yb, %zt : tensor<64x64xi1>, tensor<64x64xf32>
%a = stablehlo.add %x3, %ym : tensor<64x64xf32>
%s = stablehlo.subtract %a, %ym : tensor<64x64xf32>
%r = stablehlo.dynamic_slice %x3, %i0, %i1, sizes = [1, 1] : (tensor<64x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
return %r, %s, %x3 : tensor<1x1xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<64x64xf32>, %y: tensor<f32>, %i0: tensor<i32>, %i1: tensor<i32>) -> (tensor<1x1xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%x3 = stablehlo.multiply %x, %x : tensor<64x64xf32>
%io = stablehlo.iota dim = 0 : tensor<4096xi32>
%pl = stablehlo.constant dense<1234> : tensor<4096xi32>
%mk0 = stablehlo.compare EQ, %io, %pl, SIGNED : (tensor<4096xi32>, tensor<4096xi32>) -> tensor<4096xi1>
%mk = stablehlo.reshape %mk0 : (tensor<4096xi1>) -> tensor<64x64xi1>
%zt = stablehlo.constant dense<0.0> : tensor<64x64xf32>
%ym = stablehlo.select %mk, %yb, %zt : tensor<64x64xi1>, tensor<64x64xf32>
%a = stablehlo.add %x3, %ym : tensor<64x64xf32>
%s = stablehlo.subtract %a, %ym : tensor<64x64xf32>
%r = stablehlo.dynamic_slice %s, %i0, %i1, sizes = [1, 1] : (tensor<64x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
return %r, %s, %x3 : tensor<1x1xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<64x64xf32>, %y: tensor<f32>, %i0: tensor<i32>, %i1: tensor<i32>) -> (tensor<1x1xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%x3 = stablehlo.multiply %x, %x : tensor<64x64xf32>
%io = stablehlo.iota dim = 0 : tensor<4096xi32>
%pl = stablehlo.constant dense<1234> : tensor<4096xi32>
%mk0 = stablehlo.compare EQ, %io, %pl, SIGNED : (tensor<4096xi32>, tensor<4096xi32>) -> tensor<4096xi1>
%mk = stablehlo.reshape %mk0 : (tensor<4096xi1>) -> tensor<64x64xi1>
%zt = stablehlo.constant dense<0.0> : tensor<64x64xf32>
%ym = stablehlo.select %mk, %yb, %zt : tensor<64x64xi1>, tensor<64x64xf32>
%a = stablehlo.add %x3, %ym : tensor<64x64xf32>
%s = stablehlo.subtract %a, %ym : tensor<64x64xf32>
%r = stablehlo.dynamic_slice %x3, %i0, %i1, sizes = [1, 1] : (tensor<64x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
return %r, %s, %x3 : tensor<1x1xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
}
