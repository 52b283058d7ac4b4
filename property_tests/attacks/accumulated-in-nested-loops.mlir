module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<49x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.convert %a0 : (tensor<49x64xbf16>) -> tensor<49x64xf32>
    %v2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.add across dimensions = [0] : (tensor<49x64xf32>, tensor<f32>) -> tensor<64xf32>
    %v4 = stablehlo.convert %v3 : (tensor<64xf32>) -> tensor<64xbf16>
    return %v4 : tensor<64xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<49x16xbf16>) -> (tensor<16xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<16xbf16>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v3w:2 = stablehlo.while(%v3wp0 = %v2, %v3wp1 = %v1) : tensor<i32>, tensor<16xbf16>
    cond {
      %v4 = stablehlo.constant dense<7> : tensor<i32>
      %v5 = stablehlo.compare LT, %v3wp0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v5 : tensor<i1>
    } do {
      %v6 = stablehlo.constant dense<0> : tensor<i32>
      %v7w:2 = stablehlo.while(%v7wp0 = %v6, %v7wp1 = %v3wp1) : tensor<i32>, tensor<16xbf16>
      cond {
        %v8 = stablehlo.constant dense<7> : tensor<i32>
        %v9 = stablehlo.compare LT, %v7wp0, %v8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %v9 : tensor<i1>
      } do {
        %v10 = stablehlo.constant dense<0> : tensor<i32>
        %v11 = stablehlo.constant dense<7> : tensor<i32>
        %v12 = stablehlo.multiply %v3wp0, %v11 : tensor<i32>
        %v13 = stablehlo.add %v12, %v7wp0 : tensor<i32>
        %v14 = stablehlo.dynamic_slice %a0, %v13, %v10, sizes = [1, 16] : (tensor<49x16xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x16xbf16>
        %v15 = stablehlo.reshape %v14 : (tensor<1x16xbf16>) -> tensor<16xbf16>
        %v16 = stablehlo.add %v7wp1, %v15 : tensor<16xbf16>
        %v17 = stablehlo.constant dense<1> : tensor<i32>
        %v18 = stablehlo.add %v7wp0, %v17 : tensor<i32>
        stablehlo.return %v18, %v16 : tensor<i32>, tensor<16xbf16>
      }
      %v19 = stablehlo.constant dense<1> : tensor<i32>
      %v20 = stablehlo.add %v3wp0, %v19 : tensor<i32>
      stablehlo.return %v20, %v7w#1 : tensor<i32>, tensor<16xbf16>
    }
    return %v3w#1 : tensor<16xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<49x16xbf16>) -> (tensor<16xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<16xf32>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v3w:2 = stablehlo.while(%v3wp0 = %v2, %v3wp1 = %v1) : tensor<i32>, tensor<16xf32>
    cond {
      %v4 = stablehlo.constant dense<7> : tensor<i32>
      %v5 = stablehlo.compare LT, %v3wp0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v5 : tensor<i1>
    } do {
      %v6 = stablehlo.constant dense<0> : tensor<i32>
      %v7w:2 = stablehlo.while(%v7wp0 = %v6, %v7wp1 = %v3wp1) : tensor<i32>, tensor<16xf32>
      cond {
        %v8 = stablehlo.constant dense<7> : tensor<i32>
        %v9 = stablehlo.compare LT, %v7wp0, %v8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %v9 : tensor<i1>
      } do {
        %v10 = stablehlo.constant dense<0> : tensor<i32>
        %v11 = stablehlo.constant dense<7> : tensor<i32>
        %v12 = stablehlo.multiply %v3wp0, %v11 : tensor<i32>
        %v13 = stablehlo.add %v12, %v7wp0 : tensor<i32>
        %v14 = stablehlo.dynamic_slice %a0, %v13, %v10, sizes = [1, 16] : (tensor<49x16xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x16xbf16>
        %v15 = stablehlo.reshape %v14 : (tensor<1x16xbf16>) -> tensor<16xbf16>
        %v16 = stablehlo.convert %v15 : (tensor<16xbf16>) -> tensor<16xf32>
        %v17 = stablehlo.add %v7wp1, %v16 : tensor<16xf32>
        %v18 = stablehlo.constant dense<1> : tensor<i32>
        %v19 = stablehlo.add %v7wp0, %v18 : tensor<i32>
        stablehlo.return %v19, %v17 : tensor<i32>, tensor<16xf32>
      }
      %v20 = stablehlo.constant dense<1> : tensor<i32>
      %v21 = stablehlo.add %v3wp0, %v20 : tensor<i32>
      stablehlo.return %v21, %v7w#1 : tensor<i32>, tensor<16xf32>
    }
    %v22 = stablehlo.convert %v3w#1 : (tensor<16xf32>) -> tensor<16xbf16>
    return %v22 : tensor<16xbf16>
  }
}
