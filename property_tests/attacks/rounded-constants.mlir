sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%p = stablehlo.compare LT, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%a = stablehlo.constant dense<1.0> : tensor<4xf32>
%b = stablehlo.constant dense<2.0> : tensor<4xf32>
%z = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>
return %z : tensor<4xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>) {
%xr = stablehlo.reduce_precision %x, format = e8m20 : tensor<2xf32>
%p = stablehlo.compare LT, %xr, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
%a = stablehlo.constant dense<1.0> : tensor<2xf32>
%b = stablehlo.constant dense<2.0> : tensor<2xf32>
%z = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>
return %z : tensor<2xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>) {
%p = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
%a = stablehlo.constant dense<1.0> : tensor<2xf32>
%b = stablehlo.constant dense<2.0> : tensor<2xf32>
%z = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>
return %z : tensor<2xf32>
}
}
