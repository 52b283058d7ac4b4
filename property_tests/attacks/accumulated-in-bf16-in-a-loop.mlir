module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<24x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.add across dimensions = [0] : (tensor<24x64xf32>, tensor<f32>) -> tensor<64xf32>
    %v3 = stablehlo.convert %v2 : (tensor<64xf32>) -> tensor<64xbf16>
    return %v3 : tensor<64xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<24x16xf32>) -> (tensor<16xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<16xbf16>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v3w:2 = stablehlo.while(%v3wp0 = %v2, %v3wp1 = %v1) : tensor<i32>, tensor<16xbf16>
    cond {
      %v4 = stablehlo.constant dense<24> : tensor<i32>
      %v5 = stablehlo.compare LT, %v3wp0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v5 : tensor<i1>
    } do {
      %v6 = stablehlo.constant dense<0> : tensor<i32>
      %v7 = stablehlo.dynamic_slice %a0, %v3wp0, %v6, sizes = [1, 16] : (tensor<24x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %v8 = stablehlo.reshape %v7 : (tensor<1x16xf32>) -> tensor<16xf32>
      %v9 = stablehlo.convert %v8 : (tensor<16xf32>) -> tensor<16xbf16>
      %v10 = stablehlo.add %v3wp1, %v9 : tensor<16xbf16>
      %v11 = stablehlo.constant dense<1> : tensor<i32>
      %v12 = stablehlo.add %v3wp0, %v11 : tensor<i32>
      stablehlo.return %v12, %v10 : tensor<i32>, tensor<16xbf16>
    }
    return %v3w#1 : tensor<16xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<24x16xf32>) -> (tensor<16xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<16xf32>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v3w:2 = stablehlo.while(%v3wp0 = %v2, %v3wp1 = %v1) : tensor<i32>, tensor<16xf32>
    cond {
      %v4 = stablehlo.constant dense<24> : tensor<i32>
      %v5 = stablehlo.compare LT, %v3wp0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v5 : tensor<i1>
    } do {
      %v6 = stablehlo.constant dense<0> : tensor<i32>
      %v7 = stablehlo.dynamic_slice %a0, %v3wp0, %v6, sizes = [1, 16] : (tensor<24x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %v8 = stablehlo.reshape %v7 : (tensor<1x16xf32>) -> tensor<16xf32>
      %v9 = stablehlo.add %v3wp1, %v8 : tensor<16xf32>
      %v10 = stablehlo.constant dense<1> : tensor<i32>
      %v11 = stablehlo.add %v3wp0, %v10 : tensor<i32>
      stablehlo.return %v11, %v9 : tensor<i32>, tensor<16xf32>
    }
    %v12 = stablehlo.convert %v3w#1 : (tensor<16xf32>) -> tensor<16xbf16>
    return %v12 : tensor<16xbf16>
  }
}
