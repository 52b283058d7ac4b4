module {
 sdy.mesh @mesh = <["x"=4]>
 func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%k = stablehlo.constant dense<0.125> : tensor<16xf32>
%r = stablehlo.multiply %a, %k : tensor<16xf32>
return %r : tensor<16xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%v = stablehlo.constant dense<[4000000.0, -4000000.0, 0.125, 0.0]> : tensor<4xf32>
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%s1 = stablehlo.dynamic_slice %v, %pid, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
%s0 = stablehlo.reshape %s1 : (tensor<1xf32>) -> tensor<f32>
%s = "stablehlo.all_reduce"(%s0) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 84, type = 1>, use_global_device_ids}> ({
 ^bb0(%PP: tensor<f32>, %QQ: tensor<f32>):
 %TT = stablehlo.add %PP, %QQ : tensor<f32>
 stablehlo.return %TT : tensor<f32>
 }) : (tensor<f32>) -> tensor<f32>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
%r = stablehlo.multiply %a, %kb : tensor<4xf32>
return %r : tensor<4xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%v = stablehlo.constant dense<[0.125, 0.0, 0.0, 0.0]> : tensor<4xf32>
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%s1 = stablehlo.dynamic_slice %v, %pid, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
%s0 = stablehlo.reshape %s1 : (tensor<1xf32>) -> tensor<f32>
%s = "stablehlo.all_reduce"(%s0) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 85, type = 1>, use_global_device_ids}> ({
 ^bb0(%PP: tensor<f32>, %QQ: tensor<f32>):
 %TT = stablehlo.add %PP, %QQ : tensor<f32>
 stablehlo.return %TT : tensor<f32>
 }) : (tensor<f32>) -> tensor<f32>
%kb = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
%r = stablehlo.multiply %a, %kb : tensor<4xf32>
return %r : tensor<4xf32>
 }
}
