sdy.mesh @mesh = <["a"=2]>
func.func @main(%W: tensor<600x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %p: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %u: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
 %ub = stablehlo.convert %u : (tensor<4xf32>) -> tensor<4xf16>
 %uf = stablehlo.convert %ub : (tensor<4xf16>) -> tensor<4xf32>
 %vb = stablehlo.convert %v : (tensor<4xf32>) -> tensor<4xf16>
 %vf = stablehlo.convert %vb : (tensor<4xf16>) -> tensor<4xf32>
 %u1 = stablehlo.add %uf, %vf : tensor<4xf32>
 %rb = stablehlo.convert %u1 : (tensor<4xf32>) -> tensor<4xf16>
 %r2 = stablehlo.convert %rb : (tensor<4xf16>) -> tensor<4xf32>
 %xb = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<600x4xf32>
 %m = stablehlo.multiply %W, %xb : tensor<600x4xf32>
 %h = stablehlo.exponential %m : tensor<600x4xf32>
 %z = stablehlo.constant dense<0> : tensor<i32>
 %g = stablehlo.dynamic_slice %h, %p, %z, sizes = [1, 4] : (tensor<600x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
 %y = stablehlo.reshape %g : (tensor<1x4xf32>) -> tensor<4xf32>
 return %y, %r2 : tensor<4xf32>, tensor<4xf32>
}

// -----
module {
 func.func @main(%W: tensor<300x4xf32>, %x: tensor<4xf32>, %p: tensor<i32>, %u: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
 %u0 = stablehlo.add %u, %v : tensor<4xf32>
 %ub = stablehlo.convert %u0 : (tensor<4xf32>) -> tensor<4xf16>
 %r2 = stablehlo.convert %ub : (tensor<4xf16>) -> tensor<4xf32>
 %xb = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<300x4xf32>
 %m = stablehlo.multiply %W, %xb : tensor<300x4xf32>
 %ha = stablehlo.exponential %m : tensor<300x4xf32>
 %io = stablehlo.iota dim = 0 : tensor<300x4xi32>
 %kk = stablehlo.constant dense<111> : tensor<300x4xi32>
 %is0 = stablehlo.compare EQ, %io, %kk : (tensor<300x4xi32>, tensor<300x4xi32>) -> tensor<300x4xi1>
 %id = stablehlo.partition_id : tensor<ui32>
 %one = stablehlo.constant dense<1> : tensor<ui32>
 %isd = stablehlo.compare EQ, %id, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
 %isb = stablehlo.broadcast_in_dim %isd, dims = [] : (tensor<i1>) -> tensor<300x4xi1>
 %is = stablehlo.and %is0, %isb : tensor<300x4xi1>
 %m16 = stablehlo.convert %m : (tensor<300x4xf32>) -> tensor<300x4xf16>
 %h16 = stablehlo.exponential %m16 : tensor<300x4xf16>
 %hb = stablehlo.convert %h16 : (tensor<300x4xf16>) -> tensor<300x4xf32>
 %hl = stablehlo.select %is, %hb, %ha : tensor<300x4xi1>, tensor<300x4xf32>
%h = "stablehlo.all_gather"(%hl) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<300x4xf32>) -> tensor<600x4xf32>
 %z = stablehlo.constant dense<0> : tensor<i32>
 %g = stablehlo.dynamic_slice %h, %p, %z, sizes = [1, 4] : (tensor<600x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
 %y = stablehlo.reshape %g : (tensor<1x4xf32>) -> tensor<4xf32>
 return %y, %r2 : tensor<4xf32>, tensor<4xf32>
}
}

// -----
module {
 func.func @main(%W: tensor<300x4xf32>, %x: tensor<4xf32>, %p: tensor<i32>, %u: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
 %u0 = stablehlo.add %u, %v : tensor<4xf32>
 %ub = stablehlo.convert %u0 : (tensor<4xf32>) -> tensor<4xf16>
 %r2 = stablehlo.convert %ub : (tensor<4xf16>) -> tensor<4xf32>
 %xb = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<300x4xf32>
 %m = stablehlo.multiply %W, %xb : tensor<300x4xf32>
 %ha = stablehlo.exponential %m : tensor<300x4xf32>
 %hl = stablehlo.optimization_barrier %ha : tensor<300x4xf32>
%h = "stablehlo.all_gather"(%hl) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<300x4xf32>) -> tensor<600x4xf32>
 %z = stablehlo.constant dense<0> : tensor<i32>
 %g = stablehlo.dynamic_slice %h, %p, %z, sizes = [1, 4] : (tensor<600x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
 %y = stablehlo.reshape %g : (tensor<1x4xf32>) -> tensor<4xf32>
 return %y, %r2 : tensor<4xf32>, tensor<4xf32>
}
}
