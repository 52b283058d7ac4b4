module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.is_finite %a0 : (tensor<16xf32>) -> tensor<16xi1>
    %v2 = stablehlo.constant dense<0.000000000e+00> : tensor<16xf32>
    %v3 = stablehlo.select %v1, %a0, %v2 : tensor<16xi1>, tensor<16xf32>
    %v4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v5 = stablehlo.reduce(%v3 init: %v4) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    return %v5 : tensor<f32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.is_finite %a0 : (tensor<4xf32>) -> tensor<4xi1>
    %v2 = stablehlo.convert %v1 : (tensor<4xi1>) -> tensor<4xf32>
    %v3 = stablehlo.multiply %a0, %v2 : tensor<4xf32>
    %v4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v5 = stablehlo.reduce(%v3 init: %v4) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %v6 = "stablehlo.all_reduce"(%v5) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    return %v6 : tensor<f32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.is_finite %a0 : (tensor<4xf32>) -> tensor<4xi1>
    %v2 = stablehlo.constant dense<0.000000000e+00> : tensor<4xf32>
    %v3 = stablehlo.select %v1, %a0, %v2 : tensor<4xi1>, tensor<4xf32>
    %v4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v5 = stablehlo.reduce(%v3 init: %v4) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %v6 = "stablehlo.all_reduce"(%v5) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    return %v6 : tensor<f32>
  }
}
