module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = stablehlo.iota dim = 0 : tensor<128xi64>
    %c = stablehlo.constant dense<5> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<128xi64>
    %2 = stablehlo.compare EQ, %0, %1, SIGNED : (tensor<128xi64>, tensor<128xi64>) -> tensor<128xi1>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %3 = call @_where(%2, %c_0, %arg0) : (tensor<128xi1>, tensor<i64>, tensor<128xf32>) -> tensor<128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<f32>
    return %4 : tensor<f32>
  }
  func.func private @_where(%arg0: tensor<128xi1>, %arg1: tensor<i64>, %arg2: tensor<128xf32>) -> tensor<128xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<128xi1>, tensor<128xf32>
    return %2 : tensor<128xf32>
  }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg1: tensor<32xf32>) -> (tensor<f32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.iota dim = 0 : tensor<32xi64>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %3 = stablehlo.partition_id : tensor<ui32>
      %4 = stablehlo.divide %3, %c : tensor<ui32>
      %5 = stablehlo.remainder %4, %c_0 : tensor<ui32>
      %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<32> : tensor<i32>
      %7 = stablehlo.multiply %6, %c_1 : tensor<i32>
      %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<i64>
      %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i64>) -> tensor<32xi64>
      %10 = stablehlo.add %2, %9 : tensor<32xi64>
      %c_2 = stablehlo.constant dense<5> : tensor<i64>
      %11 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<32xi64>
      %12 = stablehlo.compare EQ, %10, %11, SIGNED : (tensor<32xi64>, tensor<32xi64>) -> tensor<32xi1>
      %13 = stablehlo.convert %12 : (tensor<32xi1>) -> tensor<32xf32>
      %14 = stablehlo.dot_general %arg1, %13, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32xf32>, tensor<32xf32>) -> tensor<f32>
      %15 = stablehlo.subtract %1, %14 : tensor<f32>
      %16 = "stablehlo.all_reduce"(%15) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %17 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %17 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      return %16 : tensor<f32>
    }
}

// -----
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg1: tensor<32xf32>) -> (tensor<f32>) {
      %1 = stablehlo.iota dim = 0 : tensor<32xi64>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %2 = stablehlo.partition_id : tensor<ui32>
      %3 = stablehlo.divide %2, %c : tensor<ui32>
      %4 = stablehlo.remainder %3, %c_0 : tensor<ui32>
      %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<32> : tensor<i32>
      %6 = stablehlo.multiply %5, %c_1 : tensor<i32>
      %7 = stablehlo.convert %6 : (tensor<i32>) -> tensor<i64>
      %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i64>) -> tensor<32xi64>
      %9 = stablehlo.add %1, %8 : tensor<32xi64>
      %c_2 = stablehlo.constant dense<5> : tensor<i64>
      %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<32xi64>
      %11 = stablehlo.compare EQ, %9, %10, SIGNED : (tensor<32xi64>, tensor<32xi64>) -> tensor<32xi1>
      %c_3 = stablehlo.constant dense<0> : tensor<i64>
      %12 = func.call @_where(%11, %c_3, %arg1) : (tensor<32xi1>, tensor<i64>, tensor<32xf32>) -> tensor<32xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %13 = stablehlo.reduce(%12 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
      %14 = "stablehlo.all_reduce"(%13) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %15 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      return %14 : tensor<f32>
    }
  func.func private @_where(%arg0: tensor<32xi1>, %arg1: tensor<i64>, %arg2: tensor<32xf32>) -> tensor<32xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<32xi1>, tensor<32xf32>
    return %2 : tensor<32xf32>
  }
}
