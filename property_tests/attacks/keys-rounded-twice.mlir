sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = "stablehlo.convert"(%arg0) : (tensor<8xf64>) -> tensor<8xf16>
  %m5:2 = "stablehlo.sort"(%v1, %arg1) ({
    ^bb0(%s2_0: tensor<f16>, %s2_1: tensor<f16>, %s2_2: tensor<f32>, %s2_3: tensor<f32>):
      %r2 = stablehlo.compare LT, %s2_0, %s2_1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      stablehlo.return %r2 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf16>, tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf32>)
  return %m5#1 : tensor<8xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<8xf64>, %arg1: tensor<8xf32>) -> (tensor<8xf32>) {
    %v1 = "stablehlo.convert"(%arg0) : (tensor<8xf64>) -> tensor<8xf32>
    %v2 = "stablehlo.convert"(%v1) : (tensor<8xf32>) -> tensor<8xf16>
    %m6:2 = "stablehlo.sort"(%v2, %arg1) ({
      ^bb0(%s3_0: tensor<f16>, %s3_1: tensor<f16>, %s3_2: tensor<f32>, %s3_3: tensor<f32>):
        %r3 = stablehlo.compare LT, %s3_0, %s3_1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
        stablehlo.return %r3 : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf16>, tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf32>)
    return %m6#1 : tensor<8xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<8xf64>, %arg1: tensor<8xf32>) -> (tensor<8xf32>) {
    %v1 = "stablehlo.convert"(%arg0) : (tensor<8xf64>) -> tensor<8xf16>
    %m5:2 = "stablehlo.sort"(%v1, %arg1) ({
      ^bb0(%s2_0: tensor<f16>, %s2_1: tensor<f16>, %s2_2: tensor<f32>, %s2_3: tensor<f32>):
        %r2 = stablehlo.compare LT, %s2_0, %s2_1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
        stablehlo.return %r2 : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf16>, tensor<8xf32>) -> (tensor<8xf16>, tensor<8xf32>)
    return %m5#1 : tensor<8xf32>
  }
}
