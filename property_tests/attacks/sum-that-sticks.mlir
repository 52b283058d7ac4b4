sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
 %zf = stablehlo.constant dense<0.0> : tensor<f32>
 %zb = stablehlo.constant dense<0.0> : tensor<bf16>
 %zh = stablehlo.constant dense<0.0> : tensor<f16>
 %s = stablehlo.reduce(%x init: %zf) applies stablehlo.add across dimensions = [0] : (tensor<2048xf32>, tensor<f32>) -> tensor<f32>
 %b = stablehlo.convert %s : (tensor<f32>) -> tensor<bf16>
 %y = stablehlo.convert %b : (tensor<bf16>) -> tensor<f32>
 return %y : tensor<f32>
}

// -----
module {
 func.func @main(%x: tensor<2048xf32>) -> (tensor<f32>) {
 %zf = stablehlo.constant dense<0.0> : tensor<f32>
 %zb = stablehlo.constant dense<0.0> : tensor<bf16>
 %zh = stablehlo.constant dense<0.0> : tensor<f16>
 %xb = stablehlo.convert %x : (tensor<2048xf32>) -> tensor<2048xbf16>
 %b = stablehlo.reduce(%xb init: %zb) applies stablehlo.add across dimensions = [0] : (tensor<2048xbf16>, tensor<bf16>) -> tensor<bf16>
 %y = stablehlo.convert %b : (tensor<bf16>) -> tensor<f32>
 return %y : tensor<f32>
}
}

// -----
module {
 func.func @main(%x: tensor<2048xf32>) -> (tensor<f32>) {
 %zf = stablehlo.constant dense<0.0> : tensor<f32>
 %zb = stablehlo.constant dense<0.0> : tensor<bf16>
 %zh = stablehlo.constant dense<0.0> : tensor<f16>
 %s = stablehlo.reduce(%x init: %zf) applies stablehlo.add across dimensions = [0] : (tensor<2048xf32>, tensor<f32>) -> tensor<f32>
 %b = stablehlo.convert %s : (tensor<f32>) -> tensor<bf16>
 %y = stablehlo.convert %b : (tensor<bf16>) -> tensor<f32>
 return %y : tensor<f32>
}
}
