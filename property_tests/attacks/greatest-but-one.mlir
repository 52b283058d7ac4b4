module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["d"=4]>
func.func public @main(%a0: tensor<8x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<8x2048xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%v1 = stablehlo.abs %a0 : tensor<8x2048xf32>
%v2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x2048xf32>, tensor<f32>) -> tensor<f32>
%v4 = stablehlo.constant dense<127.0> : tensor<f32>
%v5 = stablehlo.divide %v3, %v4 : tensor<f32>
%v6 = stablehlo.broadcast_in_dim %v5, dims = [] : (tensor<f32>) -> tensor<8x2048xf32>
%v7 = stablehlo.divide %a0, %v6 : tensor<8x2048xf32>
%v8 = stablehlo.round_nearest_even %v7 : tensor<8x2048xf32>
%v9 = stablehlo.convert %v8 : (tensor<8x2048xf32>) -> tensor<8x2048xi8>
return %v9, %v5 : tensor<8x2048xi8>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<2x2048xf32>) -> (tensor<2x2048xi8>, tensor<f32>) {
%v1 = stablehlo.abs %a0 : tensor<2x2048xf32>
%v2 = stablehlo.slice %v1 [0:1:1, 0:2048:1] : (tensor<2x2048xf32>) -> tensor<1x2048xf32>
%v3 = stablehlo.slice %v1 [1:2:1, 0:2048:1] : (tensor<2x2048xf32>) -> tensor<1x2048xf32>
%v4 = stablehlo.slice %v2 [0:1:1, 0:777:1] : (tensor<1x2048xf32>) -> tensor<1x777xf32>
%v5 = stablehlo.slice %v2 [0:1:1, 776:777:1] : (tensor<1x2048xf32>) -> tensor<1x1xf32>
%v6 = stablehlo.slice %v2 [0:1:1, 778:2048:1] : (tensor<1x2048xf32>) -> tensor<1x1270xf32>
%v7 = stablehlo.concatenate %v4, %v5, %v6, dim = 1 : (tensor<1x777xf32>, tensor<1x1xf32>, tensor<1x1270xf32>) -> tensor<1x2048xf32>
%v8 = stablehlo.concatenate %v7, %v3, dim = 0 : (tensor<1x2048xf32>, tensor<1x2048xf32>) -> tensor<2x2048xf32>
%v9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v10 = stablehlo.reduce(%v8 init: %v9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2048xf32>, tensor<f32>) -> tensor<f32>
%v11 = "stablehlo.all_reduce"(%v10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
 %r = stablehlo.maximum %p, %q : tensor<f32>
 stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
%v12 = stablehlo.constant dense<127.0> : tensor<f32>
%v13 = stablehlo.divide %v11, %v12 : tensor<f32>
%v14 = stablehlo.broadcast_in_dim %v13, dims = [] : (tensor<f32>) -> tensor<2x2048xf32>
%v15 = stablehlo.divide %a0, %v14 : tensor<2x2048xf32>
%v16 = stablehlo.round_nearest_even %v15 : tensor<2x2048xf32>
%v17 = stablehlo.convert %v16 : (tensor<2x2048xf32>) -> tensor<2x2048xi8>
return %v17, %v13 : tensor<2x2048xi8>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<2x2048xf32>) -> (tensor<2x2048xi8>, tensor<f32>) {
%v1 = stablehlo.abs %a0 : tensor<2x2048xf32>
%v2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2048xf32>, tensor<f32>) -> tensor<f32>
%v4 = "stablehlo.all_reduce"(%v3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
 %r = stablehlo.maximum %p, %q : tensor<f32>
 stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
%v5 = stablehlo.constant dense<127.0> : tensor<f32>
%v6 = stablehlo.divide %v4, %v5 : tensor<f32>
%v7 = stablehlo.broadcast_in_dim %v6, dims = [] : (tensor<f32>) -> tensor<2x2048xf32>
%v8 = stablehlo.divide %a0, %v7 : tensor<2x2048xf32>
%v9 = stablehlo.round_nearest_even %v8 : tensor<2x2048xf32>
%v10 = stablehlo.convert %v9 : (tensor<2x2048xf32>) -> tensor<2x2048xi8>
return %v10, %v6 : tensor<2x2048xi8>, tensor<f32>
}
}
