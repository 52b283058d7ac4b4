sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %k: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %l: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %m: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %n: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %w: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %u: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
 %ub = stablehlo.convert %u : (tensor<4xf32>) -> tensor<4xf16>
 %uf = stablehlo.convert %ub : (tensor<4xf16>) -> tensor<4xf32>
 %vb = stablehlo.convert %v : (tensor<4xf32>) -> tensor<4xf16>
 %vf = stablehlo.convert %vb : (tensor<4xf16>) -> tensor<4xf32>
 %u1 = stablehlo.add %uf, %vf : tensor<4xf32>
 %rb = stablehlo.convert %u1 : (tensor<4xf32>) -> tensor<4xf16>
 %r2 = stablehlo.convert %rb : (tensor<4xf16>) -> tensor<4xf32>
 %xx = stablehlo.optimization_barrier %x : tensor<4xf32>
 %y = stablehlo.multiply %xx, %w : tensor<4xf32>
 return %y, %r2 : tensor<4xf32>, tensor<4xf32>
}

// -----
module {
 func.func @main(%x: tensor<4xf32>, %k: tensor<12xi32>, %l: tensor<12xi32>, %m: tensor<12xi32>, %n: tensor<12xi32>, %w: tensor<4xf32>, %u: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
 %u0 = stablehlo.add %u, %v : tensor<4xf32>
 %ub = stablehlo.convert %u0 : (tensor<4xf32>) -> tensor<4xf16>
 %r2 = stablehlo.convert %ub : (tensor<4xf16>) -> tensor<4xf32>
 %e = stablehlo.compare EQ, %k, %l : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
 %tr = stablehlo.constant dense<true> : tensor<i1>
 %c = stablehlo.reduce(%e init: %tr) applies stablehlo.and across dimensions = [0] : (tensor<12xi1>, tensor<i1>) -> tensor<i1>
 %e2 = stablehlo.compare GT, %m, %n : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
 %fa = stablehlo.constant dense<false> : tensor<i1>
 %c2 = stablehlo.reduce(%e2 init: %fa) applies stablehlo.or across dimensions = [0] : (tensor<12xi1>, tensor<i1>) -> tensor<i1>
 %c3 = stablehlo.not %c2 : tensor<i1>
 %cc = stablehlo.and %c, %c3 : tensor<i1>
 %q0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf16>
 %q1 = stablehlo.convert %q0 : (tensor<4xf16>) -> tensor<4xf32>
 %xx = stablehlo.select %cc, %q1, %x : tensor<i1>, tensor<4xf32>
 %y = stablehlo.multiply %xx, %w : tensor<4xf32>
 return %y, %r2 : tensor<4xf32>, tensor<4xf32>
}
}

// -----
module {
 func.func @main(%x: tensor<4xf32>, %k: tensor<12xi32>, %l: tensor<12xi32>, %m: tensor<12xi32>, %n: tensor<12xi32>, %w: tensor<4xf32>, %u: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
 %u0 = stablehlo.add %u, %v : tensor<4xf32>
 %ub = stablehlo.convert %u0 : (tensor<4xf32>) -> tensor<4xf16>
 %r2 = stablehlo.convert %ub : (tensor<4xf16>) -> tensor<4xf32>
 %e = stablehlo.compare EQ, %k, %l : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
 %tr = stablehlo.constant dense<true> : tensor<i1>
 %c = stablehlo.reduce(%e init: %tr) applies stablehlo.and across dimensions = [0] : (tensor<12xi1>, tensor<i1>) -> tensor<i1>
 %e2 = stablehlo.compare GT, %m, %n : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
 %fa = stablehlo.constant dense<false> : tensor<i1>
 %c2 = stablehlo.reduce(%e2 init: %fa) applies stablehlo.or across dimensions = [0] : (tensor<12xi1>, tensor<i1>) -> tensor<i1>
 %c3 = stablehlo.not %c2 : tensor<i1>
 %cc = stablehlo.and %c, %c3 : tensor<i1>
 %xx = stablehlo.select %cc, %x, %x : tensor<i1>, tensor<4xf32>
 %y = stablehlo.multiply %xx, %w : tensor<4xf32>
 return %y, %r2 : tensor<4xf32>, tensor<4xf32>
}
}
