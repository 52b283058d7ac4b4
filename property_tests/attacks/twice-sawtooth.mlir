sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
 %z_s = stablehlo.constant dense<0.0> : tensor<f32>
 %s = stablehlo.reduce(%x init: %z_s) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %f = stablehlo.floor %s : tensor<4xf32>
 %y = stablehlo.subtract %s, %f : tensor<4xf32>
 return %y : tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf32>) -> (tensor<4xf32>) {
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%x init: %z_l) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
 %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 73, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
 %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 74, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
 %gr = stablehlo.reverse %g, dims = [1] : tensor<4x8xf32>
 %z_s2 = stablehlo.constant dense<0.0> : tensor<f32>
 %s2 = stablehlo.reduce(%gr init: %z_s2) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %f = stablehlo.floor %s2 : tensor<4xf32>
 %y = stablehlo.subtract %s, %f : tensor<4xf32>
 return %y : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf32>) -> (tensor<4xf32>) {
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%x init: %z_l) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
 %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 75, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
 %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 76, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
 %gr = stablehlo.reverse %g, dims = [1] : tensor<4x8xf32>
 %z_s2 = stablehlo.constant dense<0.0> : tensor<f32>
 %s2 = stablehlo.reduce(%gr init: %z_s2) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %f = stablehlo.floor %s : tensor<4xf32>
 %y = stablehlo.subtract %s, %f : tensor<4xf32>
 return %y : tensor<4xf32>
}
}
