sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<2xf32>
  %j = stablehlo.constant dense<[0, 1, 0, 1, 0, 1, 0, 1]> : tensor<8xi32>
  %h = stablehlo.convert %x : (tensor<8xf16>) -> tensor<8xf32>
  %s = "stablehlo.scatter"(%z, %j, %h) <{indices_are_sorted = false, unique_indices = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%sa: tensor<f32>, %sb: tensor<f32>):
    %sc = stablehlo.add %sa, %sb : tensor<f32>
    stablehlo.return %sc : tensor<f32>
  }) : (tensor<2xf32>, tensor<8xi32>, tensor<8xf32>) -> tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %q = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<2xi1>, tensor<2xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<2xi1>, tensor<2xf32>
  return %y, %w : tensor<2xf32>, tensor<2xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf16>) -> (tensor<2xf32>, tensor<2xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<2xf32>
  %i = stablehlo.constant dense<[0, 1, 0, 1]> : tensor<4xi32>
  %h = stablehlo.convert %x : (tensor<4xf16>) -> tensor<4xf32>
  %l = "stablehlo.scatter"(%z, %i, %h) <{indices_are_sorted = false, unique_indices = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%sa: tensor<f32>, %sb: tensor<f32>):
    %sc = stablehlo.add %sa, %sb : tensor<f32>
    stablehlo.return %sc : tensor<f32>
  }) : (tensor<2xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<2xf32>
  %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 109, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  %g = "stablehlo.all_gather"(%h) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 110, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4xf32>) -> tensor<8xf32>
  %j = stablehlo.constant dense<[0, 1, 0, 1, 0, 1, 0, 1]> : tensor<8xi32>
  %t = "stablehlo.scatter"(%z, %j, %g) <{indices_are_sorted = false, unique_indices = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%sa: tensor<f32>, %sb: tensor<f32>):
    %sc = stablehlo.add %sa, %sb : tensor<f32>
    stablehlo.return %sc : tensor<f32>
  }) : (tensor<2xf32>, tensor<8xi32>, tensor<8xf32>) -> tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %q = stablehlo.compare GT, %t, %zero, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<2xi1>, tensor<2xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<2xi1>, tensor<2xf32>
  return %y, %w : tensor<2xf32>, tensor<2xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf16>) -> (tensor<2xf32>, tensor<2xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<2xf32>
  %i = stablehlo.constant dense<[0, 1, 0, 1]> : tensor<4xi32>
  %h = stablehlo.convert %x : (tensor<4xf16>) -> tensor<4xf32>
  %l = "stablehlo.scatter"(%z, %i, %h) <{indices_are_sorted = false, unique_indices = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%sa: tensor<f32>, %sb: tensor<f32>):
    %sc = stablehlo.add %sa, %sb : tensor<f32>
    stablehlo.return %sc : tensor<f32>
  }) : (tensor<2xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<2xf32>
  %s = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 111, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
    %rc = stablehlo.add %ra, %rb : tensor<f32>
    stablehlo.return %rc : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %p = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %q = stablehlo.compare GT, %s, %zero, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %y = stablehlo.select %p, %one, %zero : tensor<2xi1>, tensor<2xf32>
  %w = stablehlo.select %q, %zero, %one : tensor<2xi1>, tensor<2xf32>
  return %y, %w : tensor<2xf32>, tensor<2xf32>
}
}
