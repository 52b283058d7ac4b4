module {
sdy.mesh @m = <["x"=2]>
func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
%f = stablehlo.constant dense<5.0> : tensor<f32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%r = stablehlo.add %s, %f : tensor<f32>
%t = stablehlo.reduce(%a init: %f) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
return %r, %t : tensor<f32>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
%f = stablehlo.constant dense<5.0> : tensor<f32>
%r = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%t = stablehlo.reduce(%a init: %f) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
return %r, %t : tensor<f32>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
%f = stablehlo.constant dense<5.0> : tensor<f32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%r = stablehlo.add %s, %f : tensor<f32>
%t = stablehlo.reduce(%a init: %f) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
return %r, %t : tensor<f32>, tensor<f32>
}
}
