sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
 %z_s = stablehlo.constant dense<0.0> : tensor<f32>
 %s = stablehlo.reduce(%x init: %z_s) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %z_m = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %m = stablehlo.reduce(%s init: %z_m) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
 %mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<4xf32>
 %p = stablehlo.compare EQ, %s, %mb, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
 %io = stablehlo.iota dim = 0 : tensor<4xi32>
 %big = stablehlo.constant dense<4> : tensor<4xi32>
 %w = stablehlo.select %p, %io, %big : tensor<4xi1>, tensor<4xi32>
 %z_y = stablehlo.constant dense<4> : tensor<i32>
 %y = stablehlo.reduce(%w init: %z_y) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
 return %y : tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf32>) -> (tensor<i32>) {
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%x init: %z_l) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
 %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 41, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
 %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 42, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
 %gr = stablehlo.reverse %g, dims = [1] : tensor<4x8xf32>
 %z_s2 = stablehlo.constant dense<0.0> : tensor<f32>
 %s2 = stablehlo.reduce(%gr init: %z_s2) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %z_m = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %m = stablehlo.reduce(%s2 init: %z_m) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
 %mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<4xf32>
 %p = stablehlo.compare EQ, %s, %mb, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
 %io = stablehlo.iota dim = 0 : tensor<4xi32>
 %big = stablehlo.constant dense<4> : tensor<4xi32>
 %w = stablehlo.select %p, %io, %big : tensor<4xi1>, tensor<4xi32>
 %z_y = stablehlo.constant dense<4> : tensor<i32>
 %y = stablehlo.reduce(%w init: %z_y) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
 return %y : tensor<i32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf32>) -> (tensor<i32>) {
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%x init: %z_l) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
 %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 43, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
 %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 44, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
 %gr = stablehlo.reverse %g, dims = [1] : tensor<4x8xf32>
 %z_s2 = stablehlo.constant dense<0.0> : tensor<f32>
 %s2 = stablehlo.reduce(%gr init: %z_s2) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
 %z_m = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %m = stablehlo.reduce(%s init: %z_m) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
 %mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<4xf32>
 %p = stablehlo.compare EQ, %s, %mb, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
 %io = stablehlo.iota dim = 0 : tensor<4xi32>
 %big = stablehlo.constant dense<4> : tensor<4xi32>
 %w = stablehlo.select %p, %io, %big : tensor<4xi1>, tensor<4xi32>
 %z_y = stablehlo.constant dense<4> : tensor<i32>
 %y = stablehlo.reduce(%w init: %z_y) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
 return %y : tensor<i32>
}
}
