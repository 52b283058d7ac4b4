module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<3x8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f64>
    %0 = call @_where(%arg1, %arg0, %cst) : (tensor<3x8xi1>, tensor<3x8xf32>, tensor<f64>) -> tensor<3x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %3 = stablehlo.maximum %2, %1 : tensor<3xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x8xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<3x8xf32>
    %7 = stablehlo.exponential %6 : tensor<3x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<3xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x8xf32>
    %11 = stablehlo.divide %7, %10 : tensor<3x8xf32>
    return %11 : tensor<3x8xf32>
  }
  func.func private @_where(%arg0: tensor<3x8xi1>, %arg1: tensor<3x8xf32>, %arg2: tensor<f64>) -> tensor<3x8xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<3x8xi1>, tensor<3x8xf32>
    return %2 : tensor<3x8xf32>
  }
}

// -----
module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg2: tensor<3x2xf32>, %arg3: tensor<3x2xi1>) -> (tensor<3x2xf32>) {
      %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f64>
      %1 = func.call @_where(%arg3, %arg2, %cst) : (tensor<3x2xi1>, tensor<3x2xf32>, tensor<f64>) -> tensor<3x2xf32>
      %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
      %h3 = stablehlo.convert %3 : (tensor<3x1xf32>) -> tensor<3x1xbf16>
      %r3 = stablehlo.convert %h3 : (tensor<3x1xbf16>) -> tensor<3x1xf32>
      %4 = "stablehlo.all_reduce"(%r3) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %13 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
        stablehlo.return %13 : tensor<f32>
      }) : (tensor<3x1xf32>) -> tensor<3x1xf32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
      %6 = stablehlo.subtract %1, %5 : tensor<3x2xf32>
      %7 = stablehlo.exponential %6 : tensor<3x2xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
      %10 = "stablehlo.all_reduce"(%9) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %13 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %13 : tensor<f32>
      }) : (tensor<3x1xf32>) -> tensor<3x1xf32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
      %12 = stablehlo.divide %7, %11 : tensor<3x2xf32>
      return %12 : tensor<3x2xf32>
  }
  func.func private @_where(%arg0: tensor<3x2xi1>, %arg1: tensor<3x2xf32>, %arg2: tensor<f64>) -> tensor<3x2xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<3x2xi1>, tensor<3x2xf32>
    return %2 : tensor<3x2xf32>
  }
}

// -----
module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg2: tensor<3x2xf32>, %arg3: tensor<3x2xi1>) -> (tensor<3x2xf32>) {
      %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f64>
      %1 = func.call @_where(%arg3, %arg2, %cst) : (tensor<3x2xi1>, tensor<3x2xf32>, tensor<f64>) -> tensor<3x2xf32>
      %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
      %4 = "stablehlo.all_reduce"(%3) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %13 = stablehlo.maximum %arg4, %arg5 : tensor<f32>
        stablehlo.return %13 : tensor<f32>
      }) : (tensor<3x1xf32>) -> tensor<3x1xf32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
      %6 = stablehlo.subtract %1, %5 : tensor<3x2xf32>
      %7 = stablehlo.exponential %6 : tensor<3x2xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
      %10 = "stablehlo.all_reduce"(%9) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %13 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %13 : tensor<f32>
      }) : (tensor<3x1xf32>) -> tensor<3x1xf32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
      %12 = stablehlo.divide %7, %11 : tensor<3x2xf32>
      return %12 : tensor<3x2xf32>
  }
  func.func private @_where(%arg0: tensor<3x2xi1>, %arg1: tensor<3x2xf32>, %arg2: tensor<f64>) -> tensor<3x2xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<3x2xi1>, tensor<3x2xf32>
    return %2 : tensor<3x2xf32>
  }
}
