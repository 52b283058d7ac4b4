sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%c = stablehlo.constant dense<1.0e6> : tensor<8xf32>
%x = stablehlo.add %a, %c : tensor<8xf32>
%m = stablehlo.multiply %x, %x : tensor<8xf32>
%r = stablehlo.log %m : tensor<8xf32>
return %r : tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%c = stablehlo.constant dense<1.0e6> : tensor<4xf32>
%x = stablehlo.add %a, %c : tensor<4xf32>
%m = stablehlo.log %x : tensor<4xf32>
%r = stablehlo.add %m, %m : tensor<4xf32>
return %r : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%c = stablehlo.constant dense<1.0e6> : tensor<4xf32>
%x = stablehlo.add %a, %c : tensor<4xf32>
%y = stablehlo.add %c, %a : tensor<4xf32>
%m = stablehlo.multiply %x, %y : tensor<4xf32>
%r = stablehlo.log %m : tensor<4xf32>
return %r : tensor<4xf32>
}
}
