module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<4x280xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.convert %a0 : (tensor<4x280xi1>) -> tensor<4x280xf32>
    %v2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [1] : (tensor<4x280xf32>, tensor<f32>) -> tensor<4xf32>
    %v4 = stablehlo.convert %v3 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v4 : tensor<4xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<1x280xi1>) -> (tensor<1xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<1xbf16>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v3w:2 = stablehlo.while(%v3wp0 = %v2, %v3wp1 = %v1) : tensor<i32>, tensor<1xbf16>
    cond {
      %v4 = stablehlo.constant dense<280> : tensor<i32>
      %v5 = stablehlo.compare LT, %v3wp0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v5 : tensor<i1>
    } do {
      %v6 = stablehlo.constant dense<0> : tensor<i32>
      %v7 = stablehlo.dynamic_slice %a0, %v6, %v3wp0, sizes = [1, 1] : (tensor<1x280xi1>, tensor<i32>, tensor<i32>) -> tensor<1x1xi1>
      %v8 = stablehlo.reshape %v7 : (tensor<1x1xi1>) -> tensor<1xi1>
      %v9 = stablehlo.convert %v8 : (tensor<1xi1>) -> tensor<1xbf16>
      %v10 = stablehlo.add %v3wp1, %v9 : tensor<1xbf16>
      %v11 = stablehlo.constant dense<1> : tensor<i32>
      %v12 = stablehlo.add %v3wp0, %v11 : tensor<i32>
      stablehlo.return %v12, %v10 : tensor<i32>, tensor<1xbf16>
    }
    return %v3w#1 : tensor<1xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<1x280xi1>) -> (tensor<1xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<1xf32>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v3w:2 = stablehlo.while(%v3wp0 = %v2, %v3wp1 = %v1) : tensor<i32>, tensor<1xf32>
    cond {
      %v4 = stablehlo.constant dense<280> : tensor<i32>
      %v5 = stablehlo.compare LT, %v3wp0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v5 : tensor<i1>
    } do {
      %v6 = stablehlo.constant dense<0> : tensor<i32>
      %v7 = stablehlo.dynamic_slice %a0, %v6, %v3wp0, sizes = [1, 1] : (tensor<1x280xi1>, tensor<i32>, tensor<i32>) -> tensor<1x1xi1>
      %v8 = stablehlo.reshape %v7 : (tensor<1x1xi1>) -> tensor<1xi1>
      %v9 = stablehlo.convert %v8 : (tensor<1xi1>) -> tensor<1xf32>
      %v10 = stablehlo.add %v3wp1, %v9 : tensor<1xf32>
      %v11 = stablehlo.constant dense<1> : tensor<i32>
      %v12 = stablehlo.add %v3wp0, %v11 : tensor<i32>
      stablehlo.return %v12, %v10 : tensor<i32>, tensor<1xf32>
    }
    %v13 = stablehlo.convert %v3w#1 : (tensor<1xf32>) -> tensor<1xbf16>
    return %v13 : tensor<1xbf16>
  }
}
