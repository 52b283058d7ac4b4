module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %0 = stablehlo.slice %arg1 [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %1 = stablehlo.slice %arg1 [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %2 = stablehlo.concatenate %arg0, %0, %1, dim = 0 : (tensor<16xf32>, tensor<300xf32>, tensor<211xf32>) -> tensor<527xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<527xf32>, tensor<f32>) -> tensor<f32>
    %4 = stablehlo.slice %arg1 [1:2] : (tensor<512xf32>) -> tensor<1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %7 = stablehlo.add %arg1, %6 : tensor<512xf32>
    %8 = stablehlo.subtract %7, %arg1 : tensor<512xf32>
    return %3, %8 : tensor<f32>, tensor<512xf32>
  }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg2: tensor<8xf32>, %arg3: tensor<512xf32>) -> (tensor<f32>, tensor<512xf32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.slice %arg3 [300:301] : (tensor<512xf32>) -> tensor<1xf32>
      %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
      %4 = stablehlo.add %1, %3 : tensor<f32>
      %5 = stablehlo.slice %arg3 [300:301] : (tensor<512xf32>) -> tensor<1xf32>
      %6 = stablehlo.reshape %5 : (tensor<1xf32>) -> tensor<f32>
      %7 = stablehlo.subtract %4, %6 : tensor<f32>
      %8 = stablehlo.slice %arg3 [0:300] : (tensor<512xf32>) -> tensor<300xf32>
      %9 = stablehlo.slice %arg3 [301:512] : (tensor<512xf32>) -> tensor<211xf32>
      %10 = stablehlo.concatenate %8, %9, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
      %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %12 = stablehlo.multiply %11, %cst_1 : tensor<f32>
      %13 = stablehlo.add %7, %12 : tensor<f32>
      %14 = "stablehlo.all_reduce"(%13) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %20 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %20 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %15 = stablehlo.slice %arg3 [1:2] : (tensor<512xf32>) -> tensor<1xf32>
      %16 = stablehlo.reshape %15 : (tensor<1xf32>) -> tensor<f32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<512xf32>
      %18 = stablehlo.add %arg3, %17 : tensor<512xf32>
      %19 = stablehlo.subtract %18, %arg3 : tensor<512xf32>
      return %14, %19 : tensor<f32>, tensor<512xf32>
    }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg2: tensor<8xf32>, %arg3: tensor<512xf32>) -> (tensor<f32>, tensor<512xf32>) {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %8 = stablehlo.slice %arg3 [0:300] : (tensor<512xf32>) -> tensor<300xf32>
      %9 = stablehlo.slice %arg3 [301:512] : (tensor<512xf32>) -> tensor<211xf32>
      %10 = stablehlo.concatenate %8, %9, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
      %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %12 = stablehlo.multiply %11, %cst_1 : tensor<f32>
      %13 = stablehlo.add %1, %12 : tensor<f32>
      %14 = "stablehlo.all_reduce"(%13) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %20 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %20 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %15 = stablehlo.slice %arg3 [1:2] : (tensor<512xf32>) -> tensor<1xf32>
      %16 = stablehlo.reshape %15 : (tensor<1xf32>) -> tensor<f32>
      %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<512xf32>
      %18 = stablehlo.add %arg3, %17 : tensor<512xf32>
      %19 = stablehlo.subtract %18, %arg3 : tensor<512xf32>
      return %14, %19 : tensor<f32>, tensor<512xf32>
    }
}
