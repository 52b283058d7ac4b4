module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = stablehlo.iota dim = 0 : tensor<16xi64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<16xi64>) -> tensor<16x1xi64>
    %c = stablehlo.constant dense<3> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<16x1xi64>
    %3 = stablehlo.compare EQ, %1, %2, SIGNED : (tensor<16x1xi64>, tensor<16x1xi64>) -> tensor<16x1xi1>
    %4 = stablehlo.iota dim = 0 : tensor<32xi64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<32xi64>) -> tensor<1x32xi64>
    %c_0 = stablehlo.constant dense<2> : tensor<i64>
    %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<1x32xi64>
    %7 = stablehlo.compare LT, %5, %6, SIGNED : (tensor<1x32xi64>, tensor<1x32xi64>) -> tensor<1x32xi1>
    %8 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<16x1xi1>) -> tensor<16x32xi1>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x32xi1>) -> tensor<16x32xi1>
    %10 = stablehlo.and %8, %9 : tensor<16x32xi1>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %11 = call @_where(%10, %c_1, %arg0) : (tensor<16x32xi1>, tensor<i64>, tensor<16x32xf32>) -> tensor<16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    return %12 : tensor<f32>
  }
  func.func private @_where(%arg0: tensor<16x32xi1>, %arg1: tensor<i64>, %arg2: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<16x32xi1>, tensor<16x32xf32>
    return %2 : tensor<16x32xf32>
  }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg1: tensor<8x32xf32>) -> (tensor<f32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.iota dim = 0 : tensor<8xi64>
      %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xi64>) -> tensor<8x1xi64>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %4 = stablehlo.partition_id : tensor<ui32>
      %5 = stablehlo.divide %4, %c : tensor<ui32>
      %6 = stablehlo.remainder %5, %c_0 : tensor<ui32>
      %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<8> : tensor<i32>
      %8 = stablehlo.multiply %7, %c_1 : tensor<i32>
      %9 = stablehlo.convert %8 : (tensor<i32>) -> tensor<i64>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i64>) -> tensor<8x1xi64>
      %11 = stablehlo.add %3, %10 : tensor<8x1xi64>
      %c_2 = stablehlo.constant dense<3> : tensor<i64>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<8x1xi64>
      %13 = stablehlo.compare EQ, %11, %12, SIGNED : (tensor<8x1xi64>, tensor<8x1xi64>) -> tensor<8x1xi1>
      %14 = stablehlo.iota dim = 0 : tensor<32xi64>
      %15 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<32xi64>) -> tensor<1x32xi64>
      %c_3 = stablehlo.constant dense<2> : tensor<i64>
      %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<1x32xi64>
      %17 = stablehlo.compare LT, %15, %16, SIGNED : (tensor<1x32xi64>, tensor<1x32xi64>) -> tensor<1x32xi1>
      %18 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<8x1xi1>) -> tensor<8x32xi1>
      %19 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x32xi1>) -> tensor<8x32xi1>
      %20 = stablehlo.and %18, %19 : tensor<8x32xi1>
      %21 = stablehlo.convert %20 : (tensor<8x32xi1>) -> tensor<8x32xf32>
      %22 = stablehlo.dot_general %arg1, %21, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<f32>
      %23 = stablehlo.subtract %1, %22 : tensor<f32>
      %24 = "stablehlo.all_reduce"(%23) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %25 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %25 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      return %24 : tensor<f32>
    }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg1: tensor<8x32xf32>) -> (tensor<f32>) {
      %1 = stablehlo.iota dim = 0 : tensor<8xi64>
      %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xi64>) -> tensor<8x1xi64>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %3 = stablehlo.partition_id : tensor<ui32>
      %4 = stablehlo.divide %3, %c : tensor<ui32>
      %5 = stablehlo.remainder %4, %c_0 : tensor<ui32>
      %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<8> : tensor<i32>
      %7 = stablehlo.multiply %6, %c_1 : tensor<i32>
      %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<i64>
      %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i64>) -> tensor<8x1xi64>
      %10 = stablehlo.add %2, %9 : tensor<8x1xi64>
      %c_2 = stablehlo.constant dense<3> : tensor<i64>
      %11 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<8x1xi64>
      %12 = stablehlo.compare EQ, %10, %11, SIGNED : (tensor<8x1xi64>, tensor<8x1xi64>) -> tensor<8x1xi1>
      %13 = stablehlo.iota dim = 0 : tensor<32xi64>
      %14 = stablehlo.broadcast_in_dim %13, dims = [1] : (tensor<32xi64>) -> tensor<1x32xi64>
      %c_3 = stablehlo.constant dense<2> : tensor<i64>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<1x32xi64>
      %16 = stablehlo.compare LT, %14, %15, SIGNED : (tensor<1x32xi64>, tensor<1x32xi64>) -> tensor<1x32xi1>
      %17 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<8x1xi1>) -> tensor<8x32xi1>
      %18 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x32xi1>) -> tensor<8x32xi1>
      %19 = stablehlo.and %17, %18 : tensor<8x32xi1>
      %c_4 = stablehlo.constant dense<0> : tensor<i64>
      %20 = func.call @_where(%19, %c_4, %arg1) : (tensor<8x32xi1>, tensor<i64>, tensor<8x32xf32>) -> tensor<8x32xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %21 = stablehlo.reduce(%20 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<f32>
      %22 = "stablehlo.all_reduce"(%21) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %23 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %23 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      return %22 : tensor<f32>
    }
  func.func private @_where(%arg0: tensor<8x32xi1>, %arg1: tensor<i64>, %arg2: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<8x32xi1>, tensor<8x32xf32>
    return %2 : tensor<8x32xf32>
  }
}
