module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = stablehlo.slice %arg0 [0:2] : (tensor<8xf32>) -> tensor<2xf32>
    %1 = stablehlo.slice %arg0 [2:4] : (tensor<8xf32>) -> tensor<2xf32>
    %2 = stablehlo.slice %arg0 [4:8] : (tensor<8xf32>) -> tensor<4xf32>
    %3 = stablehlo.concatenate %0, %1, %2, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}

// -----
module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg1: tensor<2xf32>) -> (tensor<2xf32>) {
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_0 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<2> : tensor<i32>
      %5 = stablehlo.compare LT, %4, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_2 = stablehlo.constant dense<2> : tensor<i64>
      %c_3 = stablehlo.constant dense<0> : tensor<i64>
      %6 = func.call @_where(%5, %c_2, %c_3) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %7:3 = stablehlo.while(%iterArg = %6, %iterArg_5 = %c_4, %iterArg_6 = %arg1) : tensor<i64>, tensor<i32>, tensor<2xf32>
      cond {
        %8 = stablehlo.convert %iterArg : (tensor<i64>) -> tensor<i32>
        %9 = stablehlo.compare LT, %iterArg_5, %8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %9 : tensor<i1>
      } do {
        %c_7 = stablehlo.constant dense<1> : tensor<i32>
        %8 = stablehlo.add %iterArg_5, %c_7 : tensor<i32>
        %9 = "stablehlo.collective_permute"(%iterArg_6) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<2xf32>
        stablehlo.return %iterArg, %8, %9 : tensor<i64>, tensor<i32>, tensor<2xf32>
      }
      return %7#2 : tensor<2xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
    return %0 : tensor<i64>
  }
}

// -----
module @impl attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg1: tensor<2xf32>) -> (tensor<2xf32>) {
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_0 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %c_1 = stablehlo.constant dense<2> : tensor<i32>
      %5 = stablehlo.compare LT, %4, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_2 = stablehlo.constant dense<2> : tensor<i64>
      %c_3 = stablehlo.constant dense<0> : tensor<i64>
      %6 = func.call @_where(%5, %c_2, %c_3) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
      %7 = "stablehlo.collective_permute"(%arg1) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<2xf32>
      %8 = "stablehlo.collective_permute"(%7) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<2xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<ui32>
      %c_5 = stablehlo.constant dense<4> : tensor<ui32>
      %9 = stablehlo.partition_id : tensor<ui32>
      %10 = stablehlo.divide %9, %c_4 : tensor<ui32>
      %11 = stablehlo.remainder %10, %c_5 : tensor<ui32>
      %12 = stablehlo.convert %11 : (tensor<ui32>) -> tensor<i32>
      %c_6 = stablehlo.constant dense<2> : tensor<i32>
      %13 = stablehlo.compare LT, %12, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %14 = func.call @_where_0(%13, %8, %arg1) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %14 : tensor<2xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
    return %0 : tensor<i64>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
