sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w0: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %h = stablehlo.convert %x : (tensor<4x8xbf16>) -> tensor<4x8xf32>
  %v = stablehlo.convert %w0 : (tensor<8xbf16>) -> tensor<8xf32>
  %s = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
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
func.func @main(%x: tensor<4x4xbf16>, %w0: tensor<4xbf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %h = stablehlo.convert %x : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %v = stablehlo.convert %w0 : (tensor<4xbf16>) -> tensor<4xf32>
  %l = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 103, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %g = "stablehlo.all_gather"(%h) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 104, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  %k = "stablehlo.all_gather"(%v) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 105, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  %t = stablehlo.dot_general %g, %k, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
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
func.func @main(%x: tensor<4x4xbf16>, %w0: tensor<4xbf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %h = stablehlo.convert %x : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  %v = stablehlo.convert %w0 : (tensor<4xbf16>) -> tensor<4xf32>
  %l = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 106, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %g = "stablehlo.all_gather"(%h) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 107, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  %k = "stablehlo.all_gather"(%v) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 108, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  %t = stablehlo.dot_general %g, %k, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %q = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<4xi1>, tensor<4xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<4xi1>, tensor<4xf32>
  return %y, %w : tensor<4xf32>, tensor<4xf32>
}
}
