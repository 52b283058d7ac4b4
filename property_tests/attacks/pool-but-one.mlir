module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["d"=4]>
func.func public @main(%a0: tensor<2x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2048xf32>, tensor<f32>) -> tensor<2xf32>
return %v2 : tensor<2xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<2x512xf32>) -> (tensor<2xf32>) {
%v1 = stablehlo.slice %a0 [0:2:1, 0:100:1] : (tensor<2x512xf32>) -> tensor<2x100xf32>
%v2 = stablehlo.slice %a0 [0:2:1, 99:100:1] : (tensor<2x512xf32>) -> tensor<2x1xf32>
%v3 = stablehlo.slice %a0 [0:2:1, 101:512:1] : (tensor<2x512xf32>) -> tensor<2x411xf32>
%v4 = stablehlo.concatenate %v1, %v2, %v3, dim = 1 : (tensor<2x100xf32>, tensor<2x1xf32>, tensor<2x411xf32>) -> tensor<2x512xf32>
%v5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.maximum across dimensions = [1] : (tensor<2x512xf32>, tensor<f32>) -> tensor<2xf32>
%v7 = "stablehlo.all_reduce"(%v6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
 %r = stablehlo.maximum %p, %q : tensor<f32>
 stablehlo.return %r : tensor<f32>
}) : (tensor<2xf32>) -> tensor<2xf32>
return %v7 : tensor<2xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<2x512xf32>) -> (tensor<2xf32>) {
%v1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.maximum across dimensions = [1] : (tensor<2x512xf32>, tensor<f32>) -> tensor<2xf32>
%v3 = "stablehlo.all_reduce"(%v2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
 %r = stablehlo.maximum %p, %q : tensor<f32>
 stablehlo.return %r : tensor<f32>
}) : (tensor<2xf32>) -> tensor<2xf32>
return %v3 : tensor<2xf32>
}
}
