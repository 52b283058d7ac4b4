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
  func.func public @main(%arg3: tensor<8xf32>, %arg4: tensor<512xf32>) -> (tensor<f32>) {
      %arg2 = stablehlo.constant dense<[1.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<3xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg3 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.slice %arg4 [300:301] : (tensor<512xf32>) -> tensor<1xf32>
      %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
      %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %5 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %6 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %7 = stablehlo.concatenate %4, %5, %6, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
      %8 = stablehlo.multiply %7, %arg2 : tensor<3xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      %10 = stablehlo.slice %arg4 [0:300] : (tensor<512xf32>) -> tensor<300xf32>
      %11 = stablehlo.slice %arg4 [301:512] : (tensor<512xf32>) -> tensor<211xf32>
      %12 = stablehlo.concatenate %10, %11, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %13 = stablehlo.reduce(%12 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
      %cst_3 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %14 = stablehlo.multiply %13, %cst_3 : tensor<f32>
      %15 = stablehlo.add %9, %14 : tensor<f32>
      %16 = "stablehlo.all_reduce"(%15) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
        %17 = stablehlo.add %arg5, %arg6 : tensor<f32>
        stablehlo.return %17 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      return %16 : tensor<f32>
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
