sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
 %z_s = stablehlo.constant dense<0.0> : tensor<f32>
 %s = stablehlo.reduce(%x init: %z_s) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %e = stablehlo.constant dense<[[-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0]]> : tensor<4x3xf32>
 %f = stablehlo.constant dense<[[0.0, 2.0, 4.0], [0.0, 2.0, 4.0], [0.0, 2.0, 4.0], [0.0, 2.0, 4.0]]> : tensor<4x3xf32>
 %ab = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
 %bb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
 %p = stablehlo.compare GE, %ab, %e, FLOAT : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
 %q = stablehlo.compare LT, %bb, %f, FLOAT : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
 %o = stablehlo.and %p, %q : tensor<4x3xi1>
 %oi = stablehlo.convert %o : (tensor<4x3xi1>) -> tensor<4x3xi32>
 %z_y = stablehlo.constant dense<0> : tensor<i32>
 %y = stablehlo.reduce(%oi init: %z_y) applies stablehlo.add across dimensions = [0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<3xi32>
 return %y : tensor<3xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf32>) -> (tensor<3xi32>) {
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%x init: %z_l) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
 %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 69, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
 %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 70, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
 %gr = stablehlo.reverse %g, dims = [1] : tensor<4x8xf32>
 %z_s2 = stablehlo.constant dense<0.0> : tensor<f32>
 %s2 = stablehlo.reduce(%gr init: %z_s2) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %e = stablehlo.constant dense<[[-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0]]> : tensor<4x3xf32>
 %f = stablehlo.constant dense<[[0.0, 2.0, 4.0], [0.0, 2.0, 4.0], [0.0, 2.0, 4.0], [0.0, 2.0, 4.0]]> : tensor<4x3xf32>
 %ab = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
 %bb = stablehlo.broadcast_in_dim %s2, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
 %p = stablehlo.compare GE, %ab, %e, FLOAT : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
 %q = stablehlo.compare LT, %bb, %f, FLOAT : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
 %o = stablehlo.and %p, %q : tensor<4x3xi1>
 %oi = stablehlo.convert %o : (tensor<4x3xi1>) -> tensor<4x3xi32>
 %z_y = stablehlo.constant dense<0> : tensor<i32>
 %y = stablehlo.reduce(%oi init: %z_y) applies stablehlo.add across dimensions = [0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<3xi32>
 return %y : tensor<3xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf32>) -> (tensor<3xi32>) {
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%x init: %z_l) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
 %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 71, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
 %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 72, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
 %gr = stablehlo.reverse %g, dims = [1] : tensor<4x8xf32>
 %z_s2 = stablehlo.constant dense<0.0> : tensor<f32>
 %s2 = stablehlo.reduce(%gr init: %z_s2) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %e = stablehlo.constant dense<[[-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0], [-2.0, 0.0, 2.0]]> : tensor<4x3xf32>
 %f = stablehlo.constant dense<[[0.0, 2.0, 4.0], [0.0, 2.0, 4.0], [0.0, 2.0, 4.0], [0.0, 2.0, 4.0]]> : tensor<4x3xf32>
 %ab = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
 %bb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
 %p = stablehlo.compare GE, %ab, %e, FLOAT : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
 %q = stablehlo.compare LT, %bb, %f, FLOAT : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
 %o = stablehlo.and %p, %q : tensor<4x3xi1>
 %oi = stablehlo.convert %o : (tensor<4x3xi1>) -> tensor<4x3xi32>
 %z_y = stablehlo.constant dense<0> : tensor<i32>
 %y = stablehlo.reduce(%oi init: %z_y) applies stablehlo.add across dimensions = [0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<3xi32>
 return %y : tensor<3xi32>
}
}
