module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<4xf32>
    %4 = stablehlo.exponential %3 : tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>) -> (tensor<4xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.slice %0 [0:1, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x4xf32>) -> tensor<4xf32>
    %3 = stablehlo.slice %0 [1:2, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x4xf32>) -> tensor<4xf32>
    %5 = stablehlo.add %2, %4 : tensor<4xf32>
    %6 = stablehlo.slice %0 [2:3, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x4xf32>) -> tensor<4xf32>
    %8 = stablehlo.add %5, %7 : tensor<4xf32>
    %9 = stablehlo.slice %0 [3:4, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %10 = stablehlo.reshape %9 : (tensor<1x4xf32>) -> tensor<4xf32>
    %11 = stablehlo.add %8, %10 : tensor<4xf32>
    %12 = stablehlo.slice %0 [4:5, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x4xf32>) -> tensor<4xf32>
    %14 = stablehlo.add %11, %13 : tensor<4xf32>
    %15 = stablehlo.slice %0 [5:6, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %16 = stablehlo.reshape %15 : (tensor<1x4xf32>) -> tensor<4xf32>
    %17 = stablehlo.add %14, %16 : tensor<4xf32>
    %18 = stablehlo.slice %0 [6:7, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %19 = stablehlo.reshape %18 : (tensor<1x4xf32>) -> tensor<4xf32>
    %20 = stablehlo.add %17, %19 : tensor<4xf32>
    %21 = stablehlo.slice %0 [7:8, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %22 = stablehlo.reshape %21 : (tensor<1x4xf32>) -> tensor<4xf32>
    %23 = stablehlo.add %20, %22 : tensor<4xf32>
    %24 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
    %25 = stablehlo.reverse %24, dims = [0] : tensor<8x4xf32>
    %26 = stablehlo.slice %25 [0:1, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x4xf32>) -> tensor<4xf32>
    %28 = stablehlo.slice %25 [1:2, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %29 = stablehlo.reshape %28 : (tensor<1x4xf32>) -> tensor<4xf32>
    %30 = stablehlo.add %27, %29 : tensor<4xf32>
    %31 = stablehlo.slice %25 [2:3, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %32 = stablehlo.reshape %31 : (tensor<1x4xf32>) -> tensor<4xf32>
    %33 = stablehlo.add %30, %32 : tensor<4xf32>
    %34 = stablehlo.slice %25 [3:4, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %35 = stablehlo.reshape %34 : (tensor<1x4xf32>) -> tensor<4xf32>
    %36 = stablehlo.add %33, %35 : tensor<4xf32>
    %37 = stablehlo.slice %25 [4:5, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %38 = stablehlo.reshape %37 : (tensor<1x4xf32>) -> tensor<4xf32>
    %39 = stablehlo.add %36, %38 : tensor<4xf32>
    %40 = stablehlo.slice %25 [5:6, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %41 = stablehlo.reshape %40 : (tensor<1x4xf32>) -> tensor<4xf32>
    %42 = stablehlo.add %39, %41 : tensor<4xf32>
    %43 = stablehlo.slice %25 [6:7, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %44 = stablehlo.reshape %43 : (tensor<1x4xf32>) -> tensor<4xf32>
    %45 = stablehlo.add %42, %44 : tensor<4xf32>
    %46 = stablehlo.slice %25 [7:8, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %47 = stablehlo.reshape %46 : (tensor<1x4xf32>) -> tensor<4xf32>
    %48 = stablehlo.add %45, %47 : tensor<4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %51 = stablehlo.subtract %23, %50 : tensor<4xf32>
    %52 = stablehlo.exponential %51 : tensor<4xf32>
    return %52 : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>) -> (tensor<4xf32>) {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.slice %0 [0:1, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x4xf32>) -> tensor<4xf32>
    %3 = stablehlo.slice %0 [1:2, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x4xf32>) -> tensor<4xf32>
    %5 = stablehlo.add %2, %4 : tensor<4xf32>
    %6 = stablehlo.slice %0 [2:3, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x4xf32>) -> tensor<4xf32>
    %8 = stablehlo.add %5, %7 : tensor<4xf32>
    %9 = stablehlo.slice %0 [3:4, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %10 = stablehlo.reshape %9 : (tensor<1x4xf32>) -> tensor<4xf32>
    %11 = stablehlo.add %8, %10 : tensor<4xf32>
    %12 = stablehlo.slice %0 [4:5, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x4xf32>) -> tensor<4xf32>
    %14 = stablehlo.add %11, %13 : tensor<4xf32>
    %15 = stablehlo.slice %0 [5:6, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %16 = stablehlo.reshape %15 : (tensor<1x4xf32>) -> tensor<4xf32>
    %17 = stablehlo.add %14, %16 : tensor<4xf32>
    %18 = stablehlo.slice %0 [6:7, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %19 = stablehlo.reshape %18 : (tensor<1x4xf32>) -> tensor<4xf32>
    %20 = stablehlo.add %17, %19 : tensor<4xf32>
    %21 = stablehlo.slice %0 [7:8, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %22 = stablehlo.reshape %21 : (tensor<1x4xf32>) -> tensor<4xf32>
    %23 = stablehlo.add %20, %22 : tensor<4xf32>
    %24 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
    %25 = stablehlo.slice %24 [0:1, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %26 = stablehlo.reshape %25 : (tensor<1x4xf32>) -> tensor<4xf32>
    %27 = stablehlo.slice %24 [1:2, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %28 = stablehlo.reshape %27 : (tensor<1x4xf32>) -> tensor<4xf32>
    %29 = stablehlo.add %26, %28 : tensor<4xf32>
    %30 = stablehlo.slice %24 [2:3, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %31 = stablehlo.reshape %30 : (tensor<1x4xf32>) -> tensor<4xf32>
    %32 = stablehlo.add %29, %31 : tensor<4xf32>
    %33 = stablehlo.slice %24 [3:4, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %34 = stablehlo.reshape %33 : (tensor<1x4xf32>) -> tensor<4xf32>
    %35 = stablehlo.add %32, %34 : tensor<4xf32>
    %36 = stablehlo.slice %24 [4:5, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %37 = stablehlo.reshape %36 : (tensor<1x4xf32>) -> tensor<4xf32>
    %38 = stablehlo.add %35, %37 : tensor<4xf32>
    %39 = stablehlo.slice %24 [5:6, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %40 = stablehlo.reshape %39 : (tensor<1x4xf32>) -> tensor<4xf32>
    %41 = stablehlo.add %38, %40 : tensor<4xf32>
    %42 = stablehlo.slice %24 [6:7, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %43 = stablehlo.reshape %42 : (tensor<1x4xf32>) -> tensor<4xf32>
    %44 = stablehlo.add %41, %43 : tensor<4xf32>
    %45 = stablehlo.slice %24 [7:8, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
    %46 = stablehlo.reshape %45 : (tensor<1x4xf32>) -> tensor<4xf32>
    %47 = stablehlo.add %44, %46 : tensor<4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %50 = stablehlo.subtract %23, %49 : tensor<4xf32>
    %51 = stablehlo.exponential %50 : tensor<4xf32>
    return %51 : tensor<4xf32>
  }
}
