module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = stablehlo.slice %arg1 [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %1 = stablehlo.slice %arg1 [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %2 = stablehlo.concatenate %arg0, %0, %1, dim = 0 : (tensor<16xf32>, tensor<300xf32>, tensor<211xf32>) -> tensor<527xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<527xf32>, tensor<f32>) -> tensor<f32>
    return %3 : tensor<f32>
  }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg2: tensor<8xf32>, %arg3: tensor<512xf32>) -> (tensor<f32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.slice %arg3 [300:301] : (tensor<512xf32>) -> tensor<1xf32>
      %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %4 = stablehlo.partition_id : tensor<ui32>
      %5 = stablehlo.divide %4, %c : tensor<ui32>
      %6 = stablehlo.remainder %5, %c_0 : tensor<ui32>
      %7 = stablehlo.convert %6 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %8 = stablehlo.compare EQ, %7, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_2 = stablehlo.constant dense<0> : tensor<i64>
      %9 = func.call @_where(%8, %3, %c_2) : (tensor<i1>, tensor<f32>, tensor<i64>) -> tensor<f32>
      %10 = stablehlo.add %1, %9 : tensor<f32>
      %c_3 = stablehlo.constant dense<1> : tensor<ui32>
      %c_4 = stablehlo.constant dense<2> : tensor<ui32>
      %11 = stablehlo.partition_id : tensor<ui32>
      %12 = stablehlo.divide %11, %c_3 : tensor<ui32>
      %13 = stablehlo.remainder %12, %c_4 : tensor<ui32>
      %14 = stablehlo.convert %13 : (tensor<ui32>) -> tensor<i32>
      %c_5 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.compare EQ, %14, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %16 = func.call @_where_0(%15, %cst_6, %cst_7) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
      %17 = stablehlo.convert %16 : (tensor<f64>) -> tensor<f32>
      %18 = stablehlo.multiply %17, %3 : tensor<f32>
      %19 = stablehlo.subtract %10, %18 : tensor<f32>
      %20 = stablehlo.slice %arg3 [0:300] : (tensor<512xf32>) -> tensor<300xf32>
      %21 = stablehlo.slice %arg3 [301:512] : (tensor<512xf32>) -> tensor<211xf32>
      %22 = stablehlo.concatenate %20, %21, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
      %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %23 = stablehlo.reduce(%22 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
      %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %24 = stablehlo.multiply %23, %cst_9 : tensor<f32>
      %25 = stablehlo.add %19, %24 : tensor<f32>
      %26 = "stablehlo.all_reduce"(%25) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %27 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %27 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      return %26 : tensor<f32>
    }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i64>) -> tensor<f32> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<i1>, tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<f64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f64>
    return %0 : tensor<f64>
  }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg2: tensor<8xf32>, %arg3: tensor<512xf32>) -> (tensor<f32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %2 = "stablehlo.all_reduce"(%1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %9 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %3 = stablehlo.slice %arg3 [0:300] : (tensor<512xf32>) -> tensor<300xf32>
      %4 = stablehlo.slice %arg3 [301:512] : (tensor<512xf32>) -> tensor<211xf32>
      %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.reduce(%5 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
      %7 = stablehlo.add %2, %6 : tensor<f32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.add %7, %cst_1 : tensor<f32>
      return %8 : tensor<f32>
    }
}
