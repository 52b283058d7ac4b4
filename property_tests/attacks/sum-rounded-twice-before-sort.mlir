sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8x4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
  %v3 = "stablehlo.reduce"(%arg0, %v1) ({
    ^bb0(%a2: tensor<f64>, %b2: tensor<f64>):
      %r2 = stablehlo.add %a2, %b2 : tensor<f64>
      stablehlo.return %r2 : tensor<f64>
  }) {dimensions = array<i64: 1>} : (tensor<8x4xf64>, tensor<f64>) -> tensor<8xf64>
  %v4 = "stablehlo.convert"(%v3) : (tensor<8xf64>) -> tensor<8xbf16>
  %m8:2 = "stablehlo.sort"(%v4, %arg1) ({
    ^bb0(%s5_0: tensor<bf16>, %s5_1: tensor<bf16>, %s5_2: tensor<f32>, %s5_3: tensor<f32>):
      %r5 = stablehlo.compare LT, %s5_0, %s5_1, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      stablehlo.return %r5 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xbf16>, tensor<8xf32>) -> (tensor<8xbf16>, tensor<8xf32>)
  return %m8#1 : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<8x2xf64>, %arg1: tensor<8xf32>) -> (tensor<8xf32>) {
    %v1 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
    %v3 = "stablehlo.reduce"(%arg0, %v1) ({
      ^bb0(%a2: tensor<f64>, %b2: tensor<f64>):
        %r2 = stablehlo.add %a2, %b2 : tensor<f64>
        stablehlo.return %r2 : tensor<f64>
    }) {dimensions = array<i64: 1>} : (tensor<8x2xf64>, tensor<f64>) -> tensor<8xf64>
    %v5 = "stablehlo.all_reduce"(%v3) ({
      ^bb0(%a4: tensor<f64>, %b4: tensor<f64>):
        %r4 = stablehlo.add %a4, %b4 : tensor<f64>
        stablehlo.return %r4 : tensor<f64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<8xf64>) -> tensor<8xf64>
    %v6 = "stablehlo.convert"(%v5) : (tensor<8xf64>) -> tensor<8xf32>
    %v7 = "stablehlo.convert"(%v6) : (tensor<8xf32>) -> tensor<8xbf16>
    %m11:2 = "stablehlo.sort"(%v7, %arg1) ({
      ^bb0(%s8_0: tensor<bf16>, %s8_1: tensor<bf16>, %s8_2: tensor<f32>, %s8_3: tensor<f32>):
        %r8 = stablehlo.compare LT, %s8_0, %s8_1, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
        stablehlo.return %r8 : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<8xbf16>, tensor<8xf32>) -> (tensor<8xbf16>, tensor<8xf32>)
    return %m11#1 : tensor<8xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<8x2xf64>, %arg1: tensor<8xf32>) -> (tensor<8xf32>) {
    %v1 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
    %v3 = "stablehlo.reduce"(%arg0, %v1) ({
      ^bb0(%a2: tensor<f64>, %b2: tensor<f64>):
        %r2 = stablehlo.add %a2, %b2 : tensor<f64>
        stablehlo.return %r2 : tensor<f64>
    }) {dimensions = array<i64: 1>} : (tensor<8x2xf64>, tensor<f64>) -> tensor<8xf64>
    %v5 = "stablehlo.all_reduce"(%v3) ({
      ^bb0(%a4: tensor<f64>, %b4: tensor<f64>):
        %r4 = stablehlo.add %a4, %b4 : tensor<f64>
        stablehlo.return %r4 : tensor<f64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids} : (tensor<8xf64>) -> tensor<8xf64>
    %v6 = "stablehlo.convert"(%v5) : (tensor<8xf64>) -> tensor<8xbf16>
    %m10:2 = "stablehlo.sort"(%v6, %arg1) ({
      ^bb0(%s7_0: tensor<bf16>, %s7_1: tensor<bf16>, %s7_2: tensor<f32>, %s7_3: tensor<f32>):
        %r7 = stablehlo.compare LT, %s7_0, %s7_1, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
        stablehlo.return %r7 : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<8xbf16>, tensor<8xf32>) -> (tensor<8xbf16>, tensor<8xf32>)
    return %m10#1 : tensor<8xf32>
  }
}
