module @spec {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x56xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x15xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4x15xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
%i = stablehlo.iota dim = 1 : tensor<4x56xi32>
%s:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%s0: tensor<i32>, %s1: tensor<i32>, %s2: tensor<i32>, %s3: tensor<i32>):
%s4 = stablehlo.compare GT, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s5 = stablehlo.compare EQ, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s6 = stablehlo.compare LT, %s2, %s3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s7 = stablehlo.and %s5, %s6 : tensor<i1>
%s8 = stablehlo.or %s4, %s7 : tensor<i1>
stablehlo.return %s8 : tensor<i1>
}) : (tensor<4x56xi32>, tensor<4x56xi32>) -> (tensor<4x56xi32>, tensor<4x56xi32>)
%r = stablehlo.slice %s#0 [0:4, 0:15] : (tensor<4x56xi32>) -> tensor<4x15xi32>
%q = stablehlo.slice %s#1 [0:4, 0:15] : (tensor<4x56xi32>) -> tensor<4x15xi32>
return %r, %q : tensor<4x15xi32>, tensor<4x15xi32>
}
}
// -----
module @impl attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4x28xi32>) -> (tensor<4x15xi32>, tensor<4x15xi32>) {
%du = stablehlo.partition_id : tensor<ui32>
%d = stablehlo.convert %du : (tensor<ui32>) -> tensor<i32>
%db = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<i32>) -> tensor<4x28xi32>
%i0 = stablehlo.iota dim = 1 : tensor<4x28xi32>
%i1 = stablehlo.add %i0, %i0 : tensor<4x28xi32>
%i = stablehlo.add %i1, %db : tensor<4x28xi32>
%x1 = stablehlo.reshape %x : (tensor<4x28xi32>) -> tensor<4x14x2xi32>
%x2 = "stablehlo.all_to_all"(%x1) <{split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>}> : (tensor<4x14x2xi32>) -> tensor<4x28x1xi32>
%y = stablehlo.reshape %x2 : (tensor<4x28x1xi32>) -> tensor<4x28xi32>
%s:2 = "stablehlo.sort"(%y, %i) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%s0: tensor<i32>, %s1: tensor<i32>, %s2: tensor<i32>, %s3: tensor<i32>):
%s4 = stablehlo.compare GT, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s5 = stablehlo.compare EQ, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s6 = stablehlo.compare LT, %s2, %s3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s7 = stablehlo.and %s5, %s6 : tensor<i1>
%s8 = stablehlo.or %s4, %s7 : tensor<i1>
stablehlo.return %s8 : tensor<i1>
}) : (tensor<4x28xi32>, tensor<4x28xi32>) -> (tensor<4x28xi32>, tensor<4x28xi32>)
%ga = "stablehlo.all_to_all"(%s#0) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (tensor<4x28xi32>) -> tensor<4x28xi32>
%gb = "stablehlo.all_to_all"(%s#1) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>}> : (tensor<4x28xi32>) -> tensor<4x28xi32>
%t:2 = "stablehlo.sort"(%ga, %gb) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%s0: tensor<i32>, %s1: tensor<i32>, %s2: tensor<i32>, %s3: tensor<i32>):
%s4 = stablehlo.compare GT, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s5 = stablehlo.compare EQ, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s6 = stablehlo.compare LT, %s2, %s3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s7 = stablehlo.and %s5, %s6 : tensor<i1>
%s8 = stablehlo.or %s4, %s7 : tensor<i1>
stablehlo.return %s8 : tensor<i1>
}) : (tensor<4x28xi32>, tensor<4x28xi32>) -> (tensor<4x28xi32>, tensor<4x28xi32>)
%r0 = stablehlo.slice %t#0 [0:4, 0:15] : (tensor<4x28xi32>) -> tensor<4x15xi32>
%q0 = stablehlo.slice %t#1 [0:4, 0:15] : (tensor<4x28xi32>) -> tensor<4x15xi32>
%r = "stablehlo.collective_broadcast"(%r0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 91, type = 1>}> : (tensor<4x15xi32>) -> tensor<4x15xi32>
%q = "stablehlo.collective_broadcast"(%q0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 92, type = 1>}> : (tensor<4x15xi32>) -> tensor<4x15xi32>
return %r, %q : tensor<4x15xi32>, tensor<4x15xi32>
}
}
// -----
module @impl attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4x28xi32>) -> (tensor<4x15xi32>, tensor<4x15xi32>) {
%du = stablehlo.partition_id : tensor<ui32>
%d = stablehlo.convert %du : (tensor<ui32>) -> tensor<i32>
%db = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<i32>) -> tensor<4x28xi32>
%i0 = stablehlo.iota dim = 1 : tensor<4x28xi32>
%i1 = stablehlo.add %i0, %i0 : tensor<4x28xi32>
%i = stablehlo.add %i1, %db : tensor<4x28xi32>
%x1 = stablehlo.reshape %x : (tensor<4x28xi32>) -> tensor<4x14x2xi32>
%x2 = "stablehlo.all_to_all"(%x1) <{split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4x14x2xi32>) -> tensor<4x28x1xi32>
%y = stablehlo.reshape %x2 : (tensor<4x28x1xi32>) -> tensor<4x28xi32>
%s:2 = "stablehlo.sort"(%y, %i) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%s0: tensor<i32>, %s1: tensor<i32>, %s2: tensor<i32>, %s3: tensor<i32>):
%s4 = stablehlo.compare GT, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s5 = stablehlo.compare EQ, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s6 = stablehlo.compare LT, %s2, %s3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s7 = stablehlo.and %s5, %s6 : tensor<i1>
%s8 = stablehlo.or %s4, %s7 : tensor<i1>
stablehlo.return %s8 : tensor<i1>
}) : (tensor<4x28xi32>, tensor<4x28xi32>) -> (tensor<4x28xi32>, tensor<4x28xi32>)
%a = stablehlo.slice %s#0 [0:4, 0:15] : (tensor<4x28xi32>) -> tensor<4x15xi32>
%b = stablehlo.slice %s#1 [0:4, 0:15] : (tensor<4x28xi32>) -> tensor<4x15xi32>
%ga = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids}> : (tensor<4x15xi32>) -> tensor<4x30xi32>
%gb = "stablehlo.all_gather"(%b) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids}> : (tensor<4x15xi32>) -> tensor<4x30xi32>
%t:2 = "stablehlo.sort"(%ga, %gb) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%s0: tensor<i32>, %s1: tensor<i32>, %s2: tensor<i32>, %s3: tensor<i32>):
%s4 = stablehlo.compare GT, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s5 = stablehlo.compare EQ, %s0, %s1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s6 = stablehlo.compare LT, %s2, %s3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%s7 = stablehlo.and %s5, %s6 : tensor<i1>
%s8 = stablehlo.or %s4, %s7 : tensor<i1>
stablehlo.return %s8 : tensor<i1>
}) : (tensor<4x30xi32>, tensor<4x30xi32>) -> (tensor<4x30xi32>, tensor<4x30xi32>)
%r = stablehlo.slice %t#0 [0:4, 0:15] : (tensor<4x30xi32>) -> tensor<4x15xi32>
%q = stablehlo.slice %t#1 [0:4, 0:15] : (tensor<4x30xi32>) -> tensor<4x15xi32>

return %r, %q : tensor<4x15xi32>, tensor<4x15xi32>
}
}
