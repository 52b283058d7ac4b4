sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<15x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<15x64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<15x64xf32>, tensor<f32>) -> tensor<64xf32>
  %r = stablehlo.convert %s : (tensor<64xf32>) -> tensor<64xbf16>
  %t = stablehlo.reduce(%b init: %y) applies stablehlo.add across dimensions = [0] : (tensor<15x64xi32>, tensor<i32>) -> tensor<64xi32>
  return %r, %t : tensor<64xbf16>, tensor<64xi32>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%a: tensor<15x16xf32>, %b: tensor<15x16xi32>) -> (tensor<16xbf16>, tensor<16xi32>) {
  %c = stablehlo.convert %a : (tensor<15x16xf32>) -> tensor<15x16xbf16>
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %s:2 = "stablehlo.reduce"(%b, %c, %y, %z) <{dimensions = array<i64: 0>}> ({
    ^bb0(%i: tensor<i32>, %f: tensor<bf16>, %j: tensor<i32>, %g: tensor<bf16>):
      %k = stablehlo.add %i, %j : tensor<i32>
      %h = stablehlo.add %f, %g : tensor<bf16>
      stablehlo.return %k, %h : tensor<i32>, tensor<bf16>
    }) : (tensor<15x16xi32>, tensor<15x16xbf16>, tensor<i32>, tensor<bf16>) -> (tensor<16xi32>, tensor<16xbf16>)
  return %s#1, %s#0 : tensor<16xbf16>, tensor<16xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%a: tensor<15x16xf32>, %b: tensor<15x16xi32>) -> (tensor<16xbf16>, tensor<16xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.constant dense<0> : tensor<i32>
  %s:2 = "stablehlo.reduce"(%b, %a, %y, %z) <{dimensions = array<i64: 0>}> ({
    ^bb0(%i: tensor<i32>, %f: tensor<f32>, %j: tensor<i32>, %g: tensor<f32>):
      %k = stablehlo.add %i, %j : tensor<i32>
      %h = stablehlo.add %f, %g : tensor<f32>
      stablehlo.return %k, %h : tensor<i32>, tensor<f32>
    }) : (tensor<15x16xi32>, tensor<15x16xf32>, tensor<i32>, tensor<f32>) -> (tensor<16xi32>, tensor<16xf32>)
  %o = stablehlo.convert %s#1 : (tensor<16xf32>) -> tensor<16xbf16>
  return %o, %s#0 : tensor<16xbf16>, tensor<16xi32>
}
}
