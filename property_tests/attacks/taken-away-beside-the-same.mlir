sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{},{}]>}, %y: tensor<bf16> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x2: tensor<bf16> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i0: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %i1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<1x1xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{},{}]>}, tensor<bf16> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<8x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{},{}]>}, tensor<8x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{},{}]>}) {
%x2b = stablehlo.broadcast_in_dim %x2, dims = [] : (tensor<bf16>) -> tensor<8x8xbf16>
%xs = stablehlo.add %x, %x2b : tensor<8x8xbf16>
%ny = stablehlo.negate %y : tensor<bf16>
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<bf16>) -> tensor<8x8xbf16>
%sxy = stablehlo.add %xs, %yb : tensor<8x8xbf16>
%t0 = stablehlo.add %x2, %y : tensor<bf16>
%t = stablehlo.subtract %t0, %y : tensor<bf16>
%r = stablehlo.dynamic_slice %xs, %i0, %i1, sizes = [1, 1] : (tensor<8x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x1xbf16>
%w = stablehlo.subtract %sxy, %yb : tensor<8x8xbf16>
return %r, %ny, %sxy, %w : tensor<1x1xbf16>, tensor<bf16>, tensor<8x8xbf16>, tensor<8x8xbf16>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<8x8xbf16>, %y: tensor<bf16>, %x2: tensor<bf16>, %i0: tensor<i32>, %i1: tensor<i32>) -> (tensor<1x1xbf16>, tensor<bf16>, tensor<8x8xbf16>, tensor<8x8xbf16>) {
%x2b = stablehlo.broadcast_in_dim %x2, dims = [] : (tensor<bf16>) -> tensor<8x8xbf16>
%xs = stablehlo.add %x, %x2b : tensor<8x8xbf16>
%ny = stablehlo.negate %y : tensor<bf16>
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<bf16>) -> tensor<8x8xbf16>
%sxy = stablehlo.add %xs, %yb : tensor<8x8xbf16>
%t0 = stablehlo.add %x2, %y : tensor<bf16>
%t = stablehlo.subtract %t0, %y : tensor<bf16>
%nyb = stablehlo.broadcast_in_dim %ny, dims = [] : (tensor<bf16>) -> tensor<8x8xbf16>
%io = stablehlo.iota dim = 0 : tensor<64xi32>
%pl = stablehlo.constant dense<37> : tensor<64xi32>
%mk0 = stablehlo.compare EQ, %io, %pl, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
%mk = stablehlo.reshape %mk0 : (tensor<64xi1>) -> tensor<8x8xi1>
%zt = stablehlo.constant dense<0.0> : tensor<8x8xbf16>
%ym = stablehlo.select %mk, %yb, %zt : tensor<8x8xi1>, tensor<8x8xbf16>
%nym = stablehlo.select %mk, %nyb, %zt : tensor<8x8xi1>, tensor<8x8xbf16>
%p_p = stablehlo.partition_id : tensor<ui32>
%p = stablehlo.convert %p_p : (tensor<ui32>) -> tensor<i32>
%zi = stablehlo.constant dense<0> : tensor<i32>
%f = stablehlo.compare EQ, %p, %zi, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%aa = stablehlo.add %xs, %ym : tensor<8x8xbf16>
%own = stablehlo.select %f, %aa, %nym : tensor<i1>, tensor<8x8xbf16>
%v = stablehlo.dynamic_slice %own, %i0, %i1, sizes = [1, 1] : (tensor<8x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x1xbf16>
%r = "stablehlo.all_reduce"(%v) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids}> ({
^bb0(%a_: tensor<bf16>, %b_: tensor<bf16>):
 %s_ = stablehlo.add %a_, %b_ : tensor<bf16>
 stablehlo.return %s_ : tensor<bf16>
}) : (tensor<1x1xbf16>) -> tensor<1x1xbf16>
%w = stablehlo.subtract %sxy, %yb : tensor<8x8xbf16>
return %r, %ny, %sxy, %w : tensor<1x1xbf16>, tensor<bf16>, tensor<8x8xbf16>, tensor<8x8xbf16>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<8x8xbf16>, %y: tensor<bf16>, %x2: tensor<bf16>, %i0: tensor<i32>, %i1: tensor<i32>) -> (tensor<1x1xbf16>, tensor<bf16>, tensor<8x8xbf16>, tensor<8x8xbf16>) {
%x2b = stablehlo.broadcast_in_dim %x2, dims = [] : (tensor<bf16>) -> tensor<8x8xbf16>
%xs = stablehlo.add %x, %x2b : tensor<8x8xbf16>
%ny = stablehlo.negate %y : tensor<bf16>
%yb = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<bf16>) -> tensor<8x8xbf16>
%sxy = stablehlo.add %xs, %yb : tensor<8x8xbf16>
%t0 = stablehlo.add %x2, %y : tensor<bf16>
%t = stablehlo.subtract %t0, %y : tensor<bf16>
%nyb = stablehlo.broadcast_in_dim %ny, dims = [] : (tensor<bf16>) -> tensor<8x8xbf16>
%io = stablehlo.iota dim = 0 : tensor<64xi32>
%pl = stablehlo.constant dense<37> : tensor<64xi32>
%mk0 = stablehlo.compare EQ, %io, %pl, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
%mk = stablehlo.reshape %mk0 : (tensor<64xi1>) -> tensor<8x8xi1>
%zt = stablehlo.constant dense<0.0> : tensor<8x8xbf16>
%ym = stablehlo.select %mk, %zt, %zt : tensor<8x8xi1>, tensor<8x8xbf16>
%nym = stablehlo.select %mk, %zt, %zt : tensor<8x8xi1>, tensor<8x8xbf16>
%p_p = stablehlo.partition_id : tensor<ui32>
%p = stablehlo.convert %p_p : (tensor<ui32>) -> tensor<i32>
%zi = stablehlo.constant dense<0> : tensor<i32>
%f = stablehlo.compare EQ, %p, %zi, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%aa = stablehlo.add %xs, %ym : tensor<8x8xbf16>
%own = stablehlo.select %f, %aa, %nym : tensor<i1>, tensor<8x8xbf16>
%v = stablehlo.dynamic_slice %own, %i0, %i1, sizes = [1, 1] : (tensor<8x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x1xbf16>
%r = "stablehlo.all_reduce"(%v) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids}> ({
^bb0(%a_: tensor<bf16>, %b_: tensor<bf16>):
 %s_ = stablehlo.add %a_, %b_ : tensor<bf16>
 stablehlo.return %s_ : tensor<bf16>
}) : (tensor<1x1xbf16>) -> tensor<1x1xbf16>
%w = stablehlo.subtract %sxy, %yb : tensor<8x8xbf16>
return %r, %ny, %sxy, %w : tensor<1x1xbf16>, tensor<bf16>, tensor<8x8xbf16>, tensor<8x8xbf16>
}
}
