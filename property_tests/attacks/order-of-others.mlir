sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %z1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %z2: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %z3: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %z4: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%iox = stablehlo.iota dim = 0 : tensor<8xi32>
%ivx = stablehlo.constant dense<0xFF800000> : tensor<f32>
%ixx = stablehlo.constant dense<0> : tensor<i32>
%r:2 = stablehlo.reduce(%x init: %ivx), (%iox init: %ixx) across dimensions = [0] : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
 reducer(%p: tensor<f32>, %q: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
 %c0 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c1 = stablehlo.compare NE, %p, %p : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c2 = stablehlo.or %c0, %c1 : tensor<i1>
 %c3 = stablehlo.compare EQ, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c4 = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %c5 = stablehlo.and %c3, %c4 : tensor<i1>
 %c6 = stablehlo.or %c2, %c5 : tensor<i1>
 %s0 = stablehlo.select %c2, %p, %q : tensor<i1>, tensor<f32>
 %s1 = stablehlo.select %c6, %i, %j : tensor<i1>, tensor<i32>
 stablehlo.return %s0, %s1 : tensor<f32>, tensor<i32>
}
return %r#1 : tensor<i32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>, %z0: tensor<f32>, %z1: tensor<f32>, %z2: tensor<f32>, %z3: tensor<f32>, %z4: tensor<f32>) -> (tensor<i32>) {
%iox = stablehlo.iota dim = 0 : tensor<4xi32>
%ivx = stablehlo.constant dense<0xFF800000> : tensor<f32>
%ixx = stablehlo.constant dense<0> : tensor<i32>
%r:2 = stablehlo.reduce(%x init: %ivx), (%iox init: %ixx) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
 reducer(%p: tensor<f32>, %q: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
 %c0 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c1 = stablehlo.compare NE, %p, %p : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c2 = stablehlo.or %c0, %c1 : tensor<i1>
 %c3 = stablehlo.compare EQ, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c4 = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %c5 = stablehlo.and %c3, %c4 : tensor<i1>
 %c6 = stablehlo.or %c2, %c5 : tensor<i1>
 %s0 = stablehlo.select %c2, %p, %q : tensor<i1>, tensor<f32>
 %s1 = stablehlo.select %c6, %i, %j : tensor<i1>, tensor<i32>
 stablehlo.return %s0, %s1 : tensor<f32>, tensor<i32>
}
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%mm = stablehlo.constant dense<4> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%off0 = stablehlo.multiply %pid, %mm : tensor<i32>
%off = stablehlo.add %off0, %one : tensor<i32>
%gi = stablehlo.add %r#1, %off : tensor<i32>
%vm = "stablehlo.all_reduce"(%r#0) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p__: tensor<f32>, %q__: tensor<f32>):
 %s__ = stablehlo.maximum %p__, %q__ : tensor<f32>
 stablehlo.return %s__ : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
%mine = stablehlo.compare EQ, %r#0, %vm : (tensor<f32>, tensor<f32>) -> tensor<i1>
%nan = stablehlo.compare NE, %r#0, %r#0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
%mi = stablehlo.or %mine, %nan : tensor<i1>
%hi = stablehlo.constant dense<100> : tensor<i32>
%lo = stablehlo.constant dense<-100> : tensor<i32>
%c1 = stablehlo.select %mi, %gi, %hi : tensor<i1>, tensor<i32>
%first = "stablehlo.all_reduce"(%c1) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p__: tensor<i32>, %q__: tensor<i32>):
 %s__ = stablehlo.minimum %p__, %q__ : tensor<i32>
 stablehlo.return %s__ : tensor<i32>
}) : (tensor<i32>) -> tensor<i32>
%c2 = stablehlo.select %mi, %gi, %lo : tensor<i1>, tensor<i32>
%last = "stablehlo.all_reduce"(%c2) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p__: tensor<i32>, %q__: tensor<i32>):
 %s__ = stablehlo.maximum %p__, %q__ : tensor<i32>
 stablehlo.return %s__ : tensor<i32>
}) : (tensor<i32>) -> tensor<i32>
%q0 = stablehlo.compare LE, %z1, %z0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
%q1 = stablehlo.compare LE, %z2, %z1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
%q2 = stablehlo.compare LE, %z3, %z2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
%q3 = stablehlo.compare LE, %z4, %z3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
%o1 = stablehlo.or %q0, %q1 : tensor<i1>
%o2 = stablehlo.or %o1, %q2 : tensor<i1>
%o3 = stablehlo.or %o2, %q3 : tensor<i1>
%sel = stablehlo.select %o3, %first, %last : tensor<i1>, tensor<i32>
%mone = stablehlo.constant dense<-1> : tensor<i32>
%res = stablehlo.add %sel, %mone : tensor<i32>
return %res : tensor<i32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>, %z0: tensor<f32>, %z1: tensor<f32>, %z2: tensor<f32>, %z3: tensor<f32>, %z4: tensor<f32>) -> (tensor<i32>) {
%iox = stablehlo.iota dim = 0 : tensor<4xi32>
%ivx = stablehlo.constant dense<0xFF800000> : tensor<f32>
%ixx = stablehlo.constant dense<0> : tensor<i32>
%r:2 = stablehlo.reduce(%x init: %ivx), (%iox init: %ixx) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
 reducer(%p: tensor<f32>, %q: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
 %c0 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c1 = stablehlo.compare NE, %p, %p : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c2 = stablehlo.or %c0, %c1 : tensor<i1>
 %c3 = stablehlo.compare EQ, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %c4 = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %c5 = stablehlo.and %c3, %c4 : tensor<i1>
 %c6 = stablehlo.or %c2, %c5 : tensor<i1>
 %s0 = stablehlo.select %c2, %p, %q : tensor<i1>, tensor<f32>
 %s1 = stablehlo.select %c6, %i, %j : tensor<i1>, tensor<i32>
 stablehlo.return %s0, %s1 : tensor<f32>, tensor<i32>
}
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%mm = stablehlo.constant dense<4> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%off0 = stablehlo.multiply %pid, %mm : tensor<i32>
%off = stablehlo.add %off0, %one : tensor<i32>
%gi = stablehlo.add %r#1, %off : tensor<i32>
%vm = "stablehlo.all_reduce"(%r#0) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p__: tensor<f32>, %q__: tensor<f32>):
 %s__ = stablehlo.maximum %p__, %q__ : tensor<f32>
 stablehlo.return %s__ : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
%mine = stablehlo.compare EQ, %r#0, %vm : (tensor<f32>, tensor<f32>) -> tensor<i1>
%nan = stablehlo.compare NE, %r#0, %r#0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
%mi = stablehlo.or %mine, %nan : tensor<i1>
%hi = stablehlo.constant dense<100> : tensor<i32>
%lo = stablehlo.constant dense<-100> : tensor<i32>
%c1 = stablehlo.select %mi, %gi, %hi : tensor<i1>, tensor<i32>
%first = "stablehlo.all_reduce"(%c1) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p__: tensor<i32>, %q__: tensor<i32>):
 %s__ = stablehlo.minimum %p__, %q__ : tensor<i32>
 stablehlo.return %s__ : tensor<i32>
}) : (tensor<i32>) -> tensor<i32>
%mone = stablehlo.constant dense<-1> : tensor<i32>
%res = stablehlo.add %first, %mone : tensor<i32>
return %res : tensor<i32>
}
}
