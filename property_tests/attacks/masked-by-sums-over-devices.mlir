sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<4x4xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %h = stablehlo.convert %x : (tensor<4x4xf16>) -> tensor<4x4xf32>
  %z_s = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%h init: %z_s) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %q = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<4xi1>, tensor<4xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<4xi1>, tensor<4xf32>
  return %y, %w : tensor<4xf32>, tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<1x4xf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %x1 = stablehlo.reshape %x : (tensor<1x4xf16>) -> tensor<4xf16>
  %h = stablehlo.convert %x1 : (tensor<4xf16>) -> tensor<4xf32>
  %s1 = "stablehlo.all_reduce"(%h) <{channel_handle = #stablehlo.channel_handle<handle = 112, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %s = "stablehlo.all_reduce"(%s1) <{channel_handle = #stablehlo.channel_handle<handle = 113, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %t1 = "stablehlo.all_reduce"(%h) <{channel_handle = #stablehlo.channel_handle<handle = 114, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %t = "stablehlo.all_reduce"(%t1) <{channel_handle = #stablehlo.channel_handle<handle = 115, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
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

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<1x4xf16>) -> (tensor<4xf32>, tensor<4xf32>) {
  %x1 = stablehlo.reshape %x : (tensor<1x4xf16>) -> tensor<4xf16>
  %h = stablehlo.convert %x1 : (tensor<4xf16>) -> tensor<4xf32>
  %s1 = "stablehlo.all_reduce"(%h) <{channel_handle = #stablehlo.channel_handle<handle = 116, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %s = "stablehlo.all_reduce"(%s1) <{channel_handle = #stablehlo.channel_handle<handle = 117, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %t1 = "stablehlo.all_reduce"(%h) <{channel_handle = #stablehlo.channel_handle<handle = 118, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %t = "stablehlo.all_reduce"(%t1) <{channel_handle = #stablehlo.channel_handle<handle = 119, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %q = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<4xi1>, tensor<4xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<4xi1>, tensor<4xf32>
  return %y, %w : tensor<4xf32>, tensor<4xf32>
}
}
