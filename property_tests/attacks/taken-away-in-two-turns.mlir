sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},{},{}]>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x2: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i0: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i2: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<1x1x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},{},{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{},{},{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%x2b = stablehlo.broadcast_in_dim %x2, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
%xs = stablehlo.add %x, %x2b : tensor<16x16x16xf32>
%ny = stablehlo.negate %y : tensor<f32>
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
%sxy = stablehlo.add %xs, %yb : tensor<16x16x16xf32>
%t0 = stablehlo.add %x2, %y : tensor<f32>
%t = stablehlo.subtract %t0, %y : tensor<f32>
%r = stablehlo.dynamic_slice %xs, %i0, %i1, %i2, sizes = [1, 1, 1] : (tensor<16x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1xf32>
return %r, %ny, %sxy, %t : tensor<1x1x1xf32>, tensor<f32>, tensor<16x16x16xf32>, tensor<f32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<16x16x16xf32>, %y: tensor<f32>, %x2: tensor<f32>, %i0: tensor<i32>, %i1: tensor<i32>, %i2: tensor<i32>) -> (tensor<1x1x1xf32>, tensor<f32>, tensor<16x16x16xf32>, tensor<f32>) {
%x2b = stablehlo.broadcast_in_dim %x2, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
%xs = stablehlo.add %x, %x2b : tensor<16x16x16xf32>
%ny = stablehlo.negate %y : tensor<f32>
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
%sxy = stablehlo.add %xs, %yb : tensor<16x16x16xf32>
%t0 = stablehlo.add %x2, %y : tensor<f32>
%t = stablehlo.subtract %t0, %y : tensor<f32>
%nyb = stablehlo.broadcast_in_dim %ny, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
%io = stablehlo.iota dim = 0 : tensor<4096xi32>
%pl = stablehlo.constant dense<1234> : tensor<4096xi32>
%mk0 = stablehlo.compare EQ, %io, %pl, SIGNED : (tensor<4096xi32>, tensor<4096xi32>) -> tensor<4096xi1>
%mk = stablehlo.reshape %mk0 : (tensor<4096xi1>) -> tensor<16x16x16xi1>
%zt = stablehlo.constant dense<0.0> : tensor<16x16x16xf32>
%i_ = stablehlo.constant dense<0> : tensor<i32>
%o_ = stablehlo.constant dense<0.0> : tensor<1x1x1xf32>
%T1 = stablehlo.constant dense<true> : tensor<i1>
%w:4 = stablehlo.while(%fa = %T1, %fb = %T1, %acc = %xs, %out = %o_) : tensor<i1>, tensor<i1>, tensor<16x16x16xf32>, tensor<1x1x1xf32>
 cond {
%fc = stablehlo.and %fa, %T1 : tensor<i1>
stablehlo.return %fc : tensor<i1>
} do {
%yy = stablehlo.select %fb, %yb, %nyb : tensor<i1>, tensor<16x16x16xf32>
%ym = stablehlo.select %mk, %yy, %zt : tensor<16x16x16xi1>, tensor<16x16x16xf32>
%acc2 = stablehlo.add %acc, %ym : tensor<16x16x16xf32>
%out2 = stablehlo.dynamic_slice %acc2, %i0, %i1, %i2, sizes = [1, 1, 1] : (tensor<16x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1xf32>
%F1 = stablehlo.constant dense<false> : tensor<i1>
stablehlo.return %fb, %F1, %acc2, %out2 : tensor<i1>, tensor<i1>, tensor<16x16x16xf32>, tensor<1x1x1xf32>
}
%r = stablehlo.optimization_barrier %w#3 : tensor<1x1x1xf32>
return %r, %ny, %sxy, %t : tensor<1x1x1xf32>, tensor<f32>, tensor<16x16x16xf32>, tensor<f32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<16x16x16xf32>, %y: tensor<f32>, %x2: tensor<f32>, %i0: tensor<i32>, %i1: tensor<i32>, %i2: tensor<i32>) -> (tensor<1x1x1xf32>, tensor<f32>, tensor<16x16x16xf32>, tensor<f32>) {
%x2b = stablehlo.broadcast_in_dim %x2, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
%xs = stablehlo.add %x, %x2b : tensor<16x16x16xf32>
%ny = stablehlo.negate %y : tensor<f32>
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
%sxy = stablehlo.add %xs, %yb : tensor<16x16x16xf32>
%t0 = stablehlo.add %x2, %y : tensor<f32>
%t = stablehlo.subtract %t0, %y : tensor<f32>
%nyb = stablehlo.broadcast_in_dim %ny, dims = [] : (tensor<f32>) -> tensor<16x16x16xf32>
%io = stablehlo.iota dim = 0 : tensor<4096xi32>
%pl = stablehlo.constant dense<1234> : tensor<4096xi32>
%zeros = stablehlo.constant dense<0> : tensor<4096xi32>
%mk0 = stablehlo.compare EQ, %io, %pl, SIGNED : (tensor<4096xi32>, tensor<4096xi32>) -> tensor<4096xi1>
%mk = stablehlo.reshape %mk0 : (tensor<4096xi1>) -> tensor<16x16x16xi1>
%zt = stablehlo.constant dense<0.0> : tensor<16x16x16xf32>
%i_ = stablehlo.constant dense<0> : tensor<i32>
%o_ = stablehlo.constant dense<0.0> : tensor<1x1x1xf32>
%T1 = stablehlo.constant dense<true> : tensor<i1>
%w:4 = stablehlo.while(%fa = %T1, %fb = %T1, %acc = %xs, %out = %o_) : tensor<i1>, tensor<i1>, tensor<16x16x16xf32>, tensor<1x1x1xf32>
 cond {
%fc = stablehlo.and %fa, %T1 : tensor<i1>
stablehlo.return %fc : tensor<i1>
} do {
%yy = stablehlo.select %fb, %yb, %nyb : tensor<i1>, tensor<16x16x16xf32>
%ym = stablehlo.select %mk, %yy, %zt : tensor<16x16x16xi1>, tensor<16x16x16xf32>
%acc2 = stablehlo.optimization_barrier %acc : tensor<16x16x16xf32>
%out2 = stablehlo.dynamic_slice %acc2, %i0, %i1, %i2, sizes = [1, 1, 1] : (tensor<16x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1xf32>
%F1 = stablehlo.constant dense<false> : tensor<i1>
stablehlo.return %fb, %F1, %acc2, %out2 : tensor<i1>, tensor<i1>, tensor<16x16x16xf32>, tensor<1x1x1xf32>
}
%r = stablehlo.optimization_barrier %w#3 : tensor<1x1x1xf32>
return %r, %ny, %sxy, %t : tensor<1x1x1xf32>, tensor<f32>, tensor<16x16x16xf32>, tensor<f32>
}
}
