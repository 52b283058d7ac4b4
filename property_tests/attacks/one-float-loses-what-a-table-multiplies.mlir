sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %k1 = stablehlo.constant dense<1.152921504606846976e+18> : tensor<2xf32>
  %k3 = stablehlo.convert %a1 : (tensor<2xi32>) -> tensor<2xf32>
  %k4 = stablehlo.multiply %k3, %k1 : tensor<2xf32>
  %v1 = stablehlo.constant dense<[[1.0, -2.0]]> : tensor<1x2xf32>
  %q3 = stablehlo.reshape %k4 : (tensor<2xf32>) -> tensor<2x1xf32>
  %q4 = stablehlo.dot_general %v1, %q3, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  %v2 = stablehlo.reshape %q4 : (tensor<1x1xf32>) -> tensor<1xf32>
  %v3 = stablehlo.iota dim = 0 : tensor<4096xi32>
  %v4 = stablehlo.constant dense<2048> : tensor<4096xi32>
  %v5 = stablehlo.remainder %v3, %v4 : tensor<4096xi32>
  %v6 = stablehlo.abs %a0 : tensor<4096xf32>
  %v7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.maximum across dimensions = [0] : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  return %v8, %v2 : tensor<f32>, tensor<1xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<2048xf32>, %a1: tensor<2xi32>) -> (tensor<f32>, tensor<1xf32>) {
  %k1 = stablehlo.constant dense<1.152921504606846976e+18> : tensor<2xf32>
  %k3 = stablehlo.convert %a1 : (tensor<2xi32>) -> tensor<2xf32>
  %k4 = stablehlo.multiply %k3, %k1 : tensor<2xf32>
  %v1 = stablehlo.constant dense<[[1.0, -2.0]]> : tensor<1x2xf32>
  %q3 = stablehlo.reshape %k4 : (tensor<2xf32>) -> tensor<2x1xf32>
  %q4 = stablehlo.dot_general %v1, %q3, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  %v2 = stablehlo.reshape %q4 : (tensor<1x1xf32>) -> tensor<1xf32>
  %v3 = stablehlo.iota dim = 0 : tensor<2048xi32>
  %v4 = stablehlo.constant dense<2048> : tensor<2048xi32>
  %v5 = stablehlo.remainder %v3, %v4 : tensor<2048xi32>
  %v6 = stablehlo.slice %a0 [333:334:1] : (tensor<2048xf32>) -> tensor<1xf32>
  %v7 = stablehlo.slice %k4 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v8 = stablehlo.add %v6, %v7 : tensor<1xf32>
  %v12 = stablehlo.subtract %v8, %v7 : tensor<1xf32>
  %v13 = stablehlo.slice %a0 [0:333:1] : (tensor<2048xf32>) -> tensor<333xf32>
  %v14 = stablehlo.slice %a0 [334:1000:1] : (tensor<2048xf32>) -> tensor<666xf32>
  %v15 = stablehlo.concatenate %v13, %v12, %v14, dim = 0 : (tensor<333xf32>, tensor<1xf32>, tensor<666xf32>) -> tensor<1000xf32>
  %v16 = stablehlo.abs %v15 : tensor<1000xf32>
  %v17 = stablehlo.slice %a0 [1000:2048:1] : (tensor<2048xf32>) -> tensor<1048xf32>
  %v18 = stablehlo.abs %v17 : tensor<1048xf32>
  %v19 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %v20 = "stablehlo.reduce_window"(%v16, %v19) <{window_dimensions = array<i64: 1000>, window_strides = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %z = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<1000xf32>, tensor<f32>) -> tensor<1xf32>
  %v21 = stablehlo.reshape %v20 : (tensor<1xf32>) -> tensor<f32>
  %v22 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %v23 = "stablehlo.reduce_window"(%v18, %v22) <{window_dimensions = array<i64: 1048>, window_strides = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %z = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<1048xf32>, tensor<f32>) -> tensor<1xf32>
  %v24 = stablehlo.reshape %v23 : (tensor<1xf32>) -> tensor<f32>
  %v25 = stablehlo.maximum %v21, %v24 : tensor<f32>
  %v26 = "stablehlo.all_reduce"(%v25) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %z = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %v26, %v2 : tensor<f32>, tensor<1xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<2048xf32>, %a1: tensor<2xi32>) -> (tensor<f32>, tensor<1xf32>) {
  %k1 = stablehlo.constant dense<1.152921504606846976e+18> : tensor<2xf32>
  %k3 = stablehlo.convert %a1 : (tensor<2xi32>) -> tensor<2xf32>
  %k4 = stablehlo.multiply %k3, %k1 : tensor<2xf32>
  %v1 = stablehlo.constant dense<[[1.0, -2.0]]> : tensor<1x2xf32>
  %q3 = stablehlo.reshape %k4 : (tensor<2xf32>) -> tensor<2x1xf32>
  %q4 = stablehlo.dot_general %v1, %q3, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  %v2 = stablehlo.reshape %q4 : (tensor<1x1xf32>) -> tensor<1xf32>
  %v3 = stablehlo.iota dim = 0 : tensor<2048xi32>
  %v4 = stablehlo.constant dense<2048> : tensor<2048xi32>
  %v5 = stablehlo.remainder %v3, %v4 : tensor<2048xi32>
  %v6 = stablehlo.slice %a0 [333:334:1] : (tensor<2048xf32>) -> tensor<1xf32>
  %v7 = stablehlo.slice %a0 [0:333:1] : (tensor<2048xf32>) -> tensor<333xf32>
  %v8 = stablehlo.slice %a0 [334:1000:1] : (tensor<2048xf32>) -> tensor<666xf32>
  %v9 = stablehlo.concatenate %v7, %v6, %v8, dim = 0 : (tensor<333xf32>, tensor<1xf32>, tensor<666xf32>) -> tensor<1000xf32>
  %v10 = stablehlo.abs %v9 : tensor<1000xf32>
  %v11 = stablehlo.slice %a0 [1000:2048:1] : (tensor<2048xf32>) -> tensor<1048xf32>
  %v12 = stablehlo.abs %v11 : tensor<1048xf32>
  %v13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %v14 = "stablehlo.reduce_window"(%v10, %v13) <{window_dimensions = array<i64: 1000>, window_strides = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %z = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<1000xf32>, tensor<f32>) -> tensor<1xf32>
  %v15 = stablehlo.reshape %v14 : (tensor<1xf32>) -> tensor<f32>
  %v16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %v17 = "stablehlo.reduce_window"(%v12, %v16) <{window_dimensions = array<i64: 1048>, window_strides = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %z = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<1048xf32>, tensor<f32>) -> tensor<1xf32>
  %v18 = stablehlo.reshape %v17 : (tensor<1xf32>) -> tensor<f32>
  %v19 = stablehlo.maximum %v15, %v18 : tensor<f32>
  %v20 = "stablehlo.all_reduce"(%v19) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %z = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %v20, %v2 : tensor<f32>, tensor<1xf32>
}
}
