sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %h = stablehlo.convert %x : (tensor<4x8xf16>) -> tensor<4x8xf32>
  %z_s = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%h init: %z_s) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %q = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<4xi1>, tensor<4xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<4xi1>, tensor<4xf32>
  return %y, %w : tensor<4xf32>, tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 101, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf16>) -> tensor<4x8xf16>
  %h = stablehlo.convert %g : (tensor<4x8xf16>) -> tensor<4x8xf32>
  %z_s = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%h init: %z_s) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %r = stablehlo.reverse %h, dims = [1] : tensor<4x8xf32>
  %z_t = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.reduce(%r init: %z_t) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %q = stablehlo.compare GT, %t, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<4xi1>, tensor<4xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<4xi1>, tensor<4xf32>
  return %y, %w : tensor<4xf32>, tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 102, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf16>) -> tensor<4x8xf16>
  %h = stablehlo.convert %g : (tensor<4x8xf16>) -> tensor<4x8xf32>
  %z_s = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%h init: %z_s) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %r = stablehlo.reverse %h, dims = [1] : tensor<4x8xf32>
  %z_t = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.reduce(%r init: %z_t) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %q = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<4xi1>, tensor<4xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<4xi1>, tensor<4xf32>
  return %y, %w : tensor<4xf32>, tensor<4xf32>
}
}
