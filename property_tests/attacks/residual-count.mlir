sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
 %h = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16>
 %f = stablehlo.convert %h : (tensor<8xbf16>) -> tensor<8xf32>
 %r = stablehlo.subtract %x, %f : tensor<8xf32>
 %q = stablehlo.multiply %r, %r : tensor<8xf32>
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%q init: %z_l) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
 %c = stablehlo.constant dense<8.0> : tensor<f32>
 %y = stablehlo.divide %l, %c : tensor<f32>
 return %y : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>) -> (tensor<f32>) {
 %h = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
 %f = stablehlo.convert %h : (tensor<4xbf16>) -> tensor<4xf32>
 %r = stablehlo.subtract %x, %f : tensor<4xf32>
 %q = stablehlo.multiply %r, %r : tensor<4xf32>
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%q init: %z_l) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
 %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 38, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
 %c = stablehlo.constant dense<4.0> : tensor<f32>
 %y = stablehlo.divide %s, %c : tensor<f32>
 return %y : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>) -> (tensor<f32>) {
 %h = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
 %f = stablehlo.convert %h : (tensor<4xbf16>) -> tensor<4xf32>
 %r = stablehlo.subtract %x, %f : tensor<4xf32>
 %q = stablehlo.multiply %r, %r : tensor<4xf32>
 %z_l = stablehlo.constant dense<0.0> : tensor<f32>
 %l = stablehlo.reduce(%q init: %z_l) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
 %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 39, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
 %c = stablehlo.constant dense<8.0> : tensor<f32>
 %y = stablehlo.divide %s, %c : tensor<f32>
 return %y : tensor<f32>
}
}
