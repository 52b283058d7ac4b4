sdy.mesh @mesh = <["a"=2]>
func.func @main(%p: tensor<16xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %q: tensor<16xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
 %f = stablehlo.constant dense<false> : tensor<i1>
 %t = stablehlo.constant dense<true> : tensor<i1>
 %a = stablehlo.reduce(%p init: %f) applies stablehlo.or across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %b = stablehlo.reduce(%q init: %t) applies stablehlo.and across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %c = stablehlo.or %a, %b : tensor<i1>
 %d = stablehlo.or %a, %a : tensor<i1>
 return %a, %c : tensor<i1>, tensor<i1>
}

// -----
module {
 func.func @main(%p: tensor<16xi1>, %q: tensor<16xi1>) -> (tensor<i1>, tensor<i1>) {
 %f = stablehlo.constant dense<false> : tensor<i1>
 %t = stablehlo.constant dense<true> : tensor<i1>
 %a = stablehlo.reduce(%p init: %f) applies stablehlo.or across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %b = stablehlo.reduce(%q init: %t) applies stablehlo.and across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %c = stablehlo.or %a, %b : tensor<i1>
 return %c, %c : tensor<i1>, tensor<i1>
}
}

// -----
module {
 func.func @main(%p: tensor<16xi1>, %q: tensor<16xi1>) -> (tensor<i1>, tensor<i1>) {
 %f = stablehlo.constant dense<false> : tensor<i1>
 %t = stablehlo.constant dense<true> : tensor<i1>
 %a = stablehlo.reduce(%p init: %f) applies stablehlo.or across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %b = stablehlo.reduce(%q init: %t) applies stablehlo.and across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %c = stablehlo.or %a, %b : tensor<i1>
 %d = stablehlo.or %a, %c : tensor<i1>
 return %a, %d : tensor<i1>, tensor<i1>
}
}
