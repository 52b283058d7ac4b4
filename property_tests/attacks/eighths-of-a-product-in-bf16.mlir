module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<16x384xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %a1: tensor<384x32xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<16x32xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %v1 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<16x384xbf16>, tensor<384x32xbf16>) -> tensor<16x32xf32>
    %v2 = stablehlo.convert %v1 : (tensor<16x32xf32>) -> tensor<16x32xbf16>
    return %v2 : tensor<16x32xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<16x384xbf16>, %a1: tensor<384x8xbf16>) -> (tensor<16x8xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<16x8xbf16>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v3w:2 = stablehlo.while(%v3wp0 = %v2, %v3wp1 = %v1) : tensor<i32>, tensor<16x8xbf16>
    cond {
      %v4 = stablehlo.constant dense<48> : tensor<i32>
      %v5 = stablehlo.compare LT, %v3wp0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v5 : tensor<i1>
    } do {
      %v6 = stablehlo.constant dense<0> : tensor<i32>
      %v7 = stablehlo.constant dense<8> : tensor<i32>
      %v8 = stablehlo.multiply %v3wp0, %v7 : tensor<i32>
      %v9 = stablehlo.dynamic_slice %a0, %v6, %v8, sizes = [16, 8] : (tensor<16x384xbf16>, tensor<i32>, tensor<i32>) -> tensor<16x8xbf16>
      %v10 = stablehlo.dynamic_slice %a1, %v8, %v6, sizes = [8, 8] : (tensor<384x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<8x8xbf16>
      %v11 = stablehlo.dot_general %v9, %v10, contracting_dims = [1] x [0] : (tensor<16x8xbf16>, tensor<8x8xbf16>) -> tensor<16x8xbf16>
      %v12 = stablehlo.add %v3wp1, %v11 : tensor<16x8xbf16>
      %v13 = stablehlo.constant dense<1> : tensor<i32>
      %v14 = stablehlo.add %v3wp0, %v13 : tensor<i32>
      stablehlo.return %v14, %v12 : tensor<i32>, tensor<16x8xbf16>
    }
    return %v3w#1 : tensor<16x8xbf16>
  }
}

// -----

module {
  func.func @main(%a0: tensor<16x384xbf16>, %a1: tensor<384x8xbf16>) -> (tensor<16x8xbf16>) {
    %v1 = stablehlo.constant dense<0.000000e+00> : tensor<16x8xf32>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v3w:2 = stablehlo.while(%v3wp0 = %v2, %v3wp1 = %v1) : tensor<i32>, tensor<16x8xf32>
    cond {
      %v4 = stablehlo.constant dense<48> : tensor<i32>
      %v5 = stablehlo.compare LT, %v3wp0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %v5 : tensor<i1>
    } do {
      %v6 = stablehlo.constant dense<0> : tensor<i32>
      %v7 = stablehlo.constant dense<8> : tensor<i32>
      %v8 = stablehlo.multiply %v3wp0, %v7 : tensor<i32>
      %v9 = stablehlo.dynamic_slice %a0, %v6, %v8, sizes = [16, 8] : (tensor<16x384xbf16>, tensor<i32>, tensor<i32>) -> tensor<16x8xbf16>
      %v10 = stablehlo.dynamic_slice %a1, %v8, %v6, sizes = [8, 8] : (tensor<384x8xbf16>, tensor<i32>, tensor<i32>) -> tensor<8x8xbf16>
      %v11 = stablehlo.dot_general %v9, %v10, contracting_dims = [1] x [0] : (tensor<16x8xbf16>, tensor<8x8xbf16>) -> tensor<16x8xf32>
      %v12 = stablehlo.add %v3wp1, %v11 : tensor<16x8xf32>
      %v13 = stablehlo.constant dense<1> : tensor<i32>
      %v14 = stablehlo.add %v3wp0, %v13 : tensor<i32>
      stablehlo.return %v14, %v12 : tensor<i32>, tensor<16x8xf32>
    }
    %v15 = stablehlo.convert %v3w#1 : (tensor<16x8xf32>) -> tensor<16x8xbf16>
    return %v15 : tensor<16x8xbf16>
  }
}
