module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<48x32xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<48x32xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %v1 = stablehlo.convert %a0 : (tensor<48x32xbf16>) -> tensor<48x32xf32>
    %v2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v3 = "stablehlo.reduce_window"(%v1, %v2) <{window_dimensions = array<i64: 48, 1>, padding = dense<[[47, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%sa: tensor<f32>, %sb: tensor<f32>):
      %sr = stablehlo.add %sa, %sb : tensor<f32>
      stablehlo.return %sr : tensor<f32>
    }) : (tensor<48x32xf32>, tensor<f32>) -> tensor<48x32xf32>
    %v4 = stablehlo.convert %v3 : (tensor<48x32xf32>) -> tensor<48x32xbf16>
    return %v4 : tensor<48x32xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<48x8xbf16>) -> (tensor<48x8xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<1x8xbf16>
    %v2 = stablehlo.constant dense<0.000000e+00> : tensor<48x8xbf16>
    %v3 = stablehlo.constant dense<0> : tensor<i32>
    %v4w:3 = stablehlo.while(%v4wp0 = %v3, %v4wp1 = %v1, %v4wp2 = %v2) : tensor<i32>, tensor<1x8xbf16>, tensor<48x8xbf16>
    cond {
      %v5 = stablehlo.constant dense<48> : tensor<i32>
      %v6 = stablehlo.compare LT, %v4wp0, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v6 : tensor<i1>
    } do {
      %v7 = stablehlo.constant dense<0> : tensor<i32>
      %v8 = stablehlo.dynamic_slice %a0, %v4wp0, %v7, sizes = [1, 8] : (tensor<48x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x8xbf16>
      %v9 = stablehlo.add %v4wp1, %v8 : tensor<1x8xbf16>
      %v10 = stablehlo.dynamic_update_slice %v4wp2, %v9, %v4wp0, %v7 : (tensor<48x8xbf16>, tensor<1x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<48x8xbf16>
      %v11 = stablehlo.constant dense<1> : tensor<i32>
      %v12 = stablehlo.add %v4wp0, %v11 : tensor<i32>
      stablehlo.return %v12, %v9, %v10 : tensor<i32>, tensor<1x8xbf16>, tensor<48x8xbf16>
    }
    return %v4w#2 : tensor<48x8xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<48x8xbf16>) -> (tensor<48x8xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<1x8xf32>
    %v2 = stablehlo.constant dense<0.000000e+00> : tensor<48x8xbf16>
    %v3 = stablehlo.constant dense<0> : tensor<i32>
    %v4w:3 = stablehlo.while(%v4wp0 = %v3, %v4wp1 = %v1, %v4wp2 = %v2) : tensor<i32>, tensor<1x8xf32>, tensor<48x8xbf16>
    cond {
      %v5 = stablehlo.constant dense<48> : tensor<i32>
      %v6 = stablehlo.compare LT, %v4wp0, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v6 : tensor<i1>
    } do {
      %v7 = stablehlo.constant dense<0> : tensor<i32>
      %v8 = stablehlo.dynamic_slice %a0, %v4wp0, %v7, sizes = [1, 8] : (tensor<48x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x8xbf16>
      %v9 = stablehlo.convert %v8 : (tensor<1x8xbf16>) -> tensor<1x8xf32>
      %v10 = stablehlo.add %v4wp1, %v9 : tensor<1x8xf32>
      %v11 = stablehlo.convert %v10 : (tensor<1x8xf32>) -> tensor<1x8xbf16>
      %v12 = stablehlo.dynamic_update_slice %v4wp2, %v11, %v4wp0, %v7 : (tensor<48x8xbf16>, tensor<1x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<48x8xbf16>
      %v13 = stablehlo.constant dense<1> : tensor<i32>
      %v14 = stablehlo.add %v4wp0, %v13 : tensor<i32>
      stablehlo.return %v14, %v10, %v12 : tensor<i32>, tensor<1x8xf32>, tensor<48x8xbf16>
    }
    return %v4w#2 : tensor<48x8xbf16>
  }
}
