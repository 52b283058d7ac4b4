module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a1: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.subtract %a0, %a1 : tensor<8x2xf32>
    %v2 = stablehlo.is_finite %v1 : (tensor<8x2xf32>) -> tensor<8x2xi1>
    %v3 = stablehlo.constant dense<0.000000000e+00> : tensor<8x2xf32>
    %v4 = stablehlo.select %v2, %v1, %v3 : tensor<8x2xi1>, tensor<8x2xf32>
    %v5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
    %v7 = stablehlo.constant dense<2.500000000e-01> : tensor<f32>
    %v8 = stablehlo.multiply %v6, %v7 : tensor<f32>
    return %v8 : tensor<f32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a1: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.subtract %a0, %a1 : tensor<2x2xf32>
    %v2 = stablehlo.is_finite %v1 : (tensor<2x2xf32>) -> tensor<2x2xi1>
    %v3 = stablehlo.constant dense<0.000000000e+00> : tensor<2x2xf32>
    %v4 = stablehlo.select %v2, %v1, %v3 : tensor<2x2xi1>, tensor<2x2xf32>
    %v5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    %v7 = stablehlo.constant dense<2.500000000e-01> : tensor<f32>
    %v8 = stablehlo.multiply %v6, %v7 : tensor<f32>
    return %v8 : tensor<f32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a1: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.subtract %a0, %a1 : tensor<2x2xf32>
    %v2 = stablehlo.is_finite %v1 : (tensor<2x2xf32>) -> tensor<2x2xi1>
    %v3 = stablehlo.constant dense<0.000000000e+00> : tensor<2x2xf32>
    %v4 = stablehlo.select %v2, %v1, %v3 : tensor<2x2xi1>, tensor<2x2xf32>
    %v5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
    %v7 = "stablehlo.all_reduce"(%v6) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    %v8 = stablehlo.constant dense<2.500000000e-01> : tensor<f32>
    %v9 = stablehlo.multiply %v7, %v8 : tensor<f32>
    return %v9 : tensor<f32>
  }
}
