module {
 sdy.mesh @mesh = <["x"=2]>
 func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%m1 = stablehlo.multiply %a, %a : tensor<8xf32>
%m2 = stablehlo.multiply %m1, %a : tensor<8xf32>
return %m2 : tensor<8xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%pid_u = stablehlo.partition_id : tensor<ui32>
%pid = stablehlo.convert %pid_u : (tensor<ui32>) -> tensor<i32>
%w9 = stablehlo.constant dense<32> : tensor<i32>
%two = stablehlo.constant dense<2> : tensor<i32>
%pp = stablehlo.add %pid, %one : tensor<i32>
%sh = stablehlo.multiply %pp, %w9 : tensor<i32>
%q = stablehlo.shift_left %one, %sh : tensor<i32>
%n = stablehlo.add %two, %q : tensor<i32>
%w:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<4xf32>
 cond { %k = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
 stablehlo.return %k : tensor<i1> } do { %j = stablehlo.add %i, %one : tensor<i32>
 %y = stablehlo.multiply %x, %a : tensor<4xf32>
 stablehlo.return %j, %y : tensor<i32>, tensor<4xf32> }
return %w#1 : tensor<4xf32>
 }
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
 func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%n = stablehlo.constant dense<2> : tensor<i32>
%w:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<4xf32>
 cond { %k = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
 stablehlo.return %k : tensor<i1> } do { %j = stablehlo.add %i, %one : tensor<i32>
 %y = stablehlo.multiply %x, %a : tensor<4xf32>
 stablehlo.return %j, %y : tensor<i32>, tensor<4xf32> }
return %w#1 : tensor<4xf32>
 }
}
