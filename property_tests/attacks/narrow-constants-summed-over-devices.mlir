module {
 sdy.mesh @mesh = <["x"=4]>
 func.func @main(%a: tensor<16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%k = stablehlo.constant dense<0.125> : tensor<16xbf16>
%r = stablehlo.multiply %a, %k : tensor<16xbf16>
return %r : tensor<16xbf16>
 }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
 func.func @main(%a: tensor<4xbf16>) -> (tensor<4xbf16>) {
%v = stablehlo.constant dense<[64.0, -64.0, 0.125, 0.0]> : tensor<4xbf16>
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%s1 = stablehlo.dynamic_slice %v, %pid, sizes = [1] : (tensor<4xbf16>, tensor<i32>) -> tensor<1xbf16>
%s0 = stablehlo.reshape %s1 : (tensor<1xbf16>) -> tensor<bf16>
%s = "stablehlo.all_reduce"(%s0) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 86, type = 1>, use_global_device_ids}> ({
 ^bb0(%PP: tensor<bf16>, %QQ: tensor<bf16>):
 %TT = stablehlo.add %PP, %QQ : tensor<bf16>
 stablehlo.return %TT : tensor<bf16>
 }) : (tensor<bf16>) -> tensor<bf16>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
%r = stablehlo.multiply %a, %kb : tensor<4xbf16>
return %r : tensor<4xbf16>
 }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
 func.func @main(%a: tensor<4xbf16>) -> (tensor<4xbf16>) {
%v = stablehlo.constant dense<[0.125, 0.0, 0.0, 0.0]> : tensor<4xbf16>
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%s1 = stablehlo.dynamic_slice %v, %pid, sizes = [1] : (tensor<4xbf16>, tensor<i32>) -> tensor<1xbf16>
%s0 = stablehlo.reshape %s1 : (tensor<1xbf16>) -> tensor<bf16>
%s = "stablehlo.all_reduce"(%s0) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 87, type = 1>, use_global_device_ids}> ({
 ^bb0(%PP: tensor<bf16>, %QQ: tensor<bf16>):
 %TT = stablehlo.add %PP, %QQ : tensor<bf16>
 stablehlo.return %TT : tensor<bf16>
 }) : (tensor<bf16>) -> tensor<bf16>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<bf16>) -> tensor<4xbf16>
%r = stablehlo.multiply %a, %kb : tensor<4xbf16>
return %r : tensor<4xbf16>
 }
}
