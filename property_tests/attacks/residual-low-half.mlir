sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w: tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
 %h = stablehlo.convert %x : (tensor<4x8xf32>) -> tensor<4x8xbf16>
 %f = stablehlo.convert %h : (tensor<4x8xbf16>) -> tensor<4x8xf32>
 %r = stablehlo.subtract %x, %f : tensor<4x8xf32>
 %lo = stablehlo.convert %r : (tensor<4x8xf32>) -> tensor<4x8xbf16>
 %d1 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
 %d2 = stablehlo.dot_general %lo, %w, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
 %y = stablehlo.add %d1, %d2 : tensor<4x4xf32>
 return %y : tensor<4x4xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xbf16>) -> (tensor<4x4xf32>) {
 %h = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
 %d1 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
 %y = "stablehlo.all_reduce"(%d1) <{channel_handle = #stablehlo.channel_handle<handle = 10, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
 return %y : tensor<4x4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xbf16>) -> (tensor<4x4xf32>) {
 %h = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
 %d1 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
 %f = stablehlo.convert %h : (tensor<4x4xbf16>) -> tensor<4x4xf32>
 %r = stablehlo.subtract %x, %f : tensor<4x4xf32>
 %lo = stablehlo.convert %r : (tensor<4x4xf32>) -> tensor<4x4xbf16>
 %d2 = stablehlo.dot_general %lo, %w, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
 %ys = stablehlo.add %d1, %d2 : tensor<4x4xf32>
 %y = "stablehlo.all_reduce"(%ys) <{channel_handle = #stablehlo.channel_handle<handle = 11, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
 return %y : tensor<4x4xf32>
}
}
