module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<24x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.convert %a0 : (tensor<24x64xbf16>) -> tensor<24x64xf32>
    %v2 = stablehlo.exponential %v1 : tensor<24x64xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<24x64xf32>, tensor<f32>) -> tensor<64xf32>
    %v5 = stablehlo.convert %v4 : (tensor<64xf32>) -> tensor<64xbf16>
    return %v5 : tensor<64xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<24x16xbf16>) -> (tensor<16xbf16>) {
    %v1 = stablehlo.convert %a0 : (tensor<24x16xbf16>) -> tensor<24x16xf32>
    %v2 = stablehlo.exponential %v1 : tensor<24x16xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<16xbf16>
    %v4 = stablehlo.constant dense<0> : tensor<i32>
    %v5w:2 = stablehlo.while(%v5wp0 = %v4, %v5wp1 = %v3) : tensor<i32>, tensor<16xbf16>
    cond {
      %v6 = stablehlo.constant dense<24> : tensor<i32>
      %v7 = stablehlo.compare LT, %v5wp0, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v7 : tensor<i1>
    } do {
      %v8 = stablehlo.constant dense<0> : tensor<i32>
      %v9 = stablehlo.dynamic_slice %v2, %v5wp0, %v8, sizes = [1, 16] : (tensor<24x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %v10 = stablehlo.reshape %v9 : (tensor<1x16xf32>) -> tensor<16xf32>
      %v11 = stablehlo.convert %v10 : (tensor<16xf32>) -> tensor<16xbf16>
      %v12 = stablehlo.add %v5wp1, %v11 : tensor<16xbf16>
      %v13 = stablehlo.constant dense<1> : tensor<i32>
      %v14 = stablehlo.add %v5wp0, %v13 : tensor<i32>
      stablehlo.return %v14, %v12 : tensor<i32>, tensor<16xbf16>
    }
    return %v5w#1 : tensor<16xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<24x16xbf16>) -> (tensor<16xbf16>) {
    %v1 = stablehlo.convert %a0 : (tensor<24x16xbf16>) -> tensor<24x16xf32>
    %v2 = stablehlo.exponential %v1 : tensor<24x16xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<16xf32>
    %v4 = stablehlo.constant dense<0> : tensor<i32>
    %v5w:2 = stablehlo.while(%v5wp0 = %v4, %v5wp1 = %v3) : tensor<i32>, tensor<16xf32>
    cond {
      %v6 = stablehlo.constant dense<24> : tensor<i32>
      %v7 = stablehlo.compare LT, %v5wp0, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v7 : tensor<i1>
    } do {
      %v8 = stablehlo.constant dense<0> : tensor<i32>
      %v9 = stablehlo.dynamic_slice %v2, %v5wp0, %v8, sizes = [1, 16] : (tensor<24x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %v10 = stablehlo.reshape %v9 : (tensor<1x16xf32>) -> tensor<16xf32>
      %v11 = stablehlo.add %v5wp1, %v10 : tensor<16xf32>
      %v12 = stablehlo.constant dense<1> : tensor<i32>
      %v13 = stablehlo.add %v5wp0, %v12 : tensor<i32>
      stablehlo.return %v13, %v11 : tensor<i32>, tensor<16xf32>
    }
    %v14 = stablehlo.convert %v5w#1 : (tensor<16xf32>) -> tensor<16xbf16>
    return %v14 : tensor<16xbf16>
  }
}
