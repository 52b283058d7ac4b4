module { sdy.mesh @mesh = <["x"=2]>
func.func @main(%b: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%c = stablehlo.constant dense<5> : tensor<i32>
%z = stablehlo.constant dense<0> : tensor<i32>
%dead = stablehlo.reduce(%b init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
%q0 = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
%q = stablehlo.add %q0, %c : tensor<i32>
return %q : tensor<i32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%b: tensor<8xi32>) -> (tensor<i32>) {
%c = stablehlo.constant dense<5> : tensor<i32>
%z = stablehlo.constant dense<0> : tensor<i32>
%q = stablehlo.reduce(%b init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
return %q : tensor<i32>
} }

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%b: tensor<8xi32>) -> (tensor<i32>) {
%c = stablehlo.constant dense<5> : tensor<i32>
%z = stablehlo.constant dense<0> : tensor<i32>
%q0 = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
%q = stablehlo.add %q0, %c : tensor<i32>
return %q : tensor<i32>
} }
