sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %k: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %l: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %m: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%j17 = stablehlo.constant dense<7654338> : tensor<8xi32>
%a170 = stablehlo.multiply %k, %k : tensor<8xi32>
%a17 = stablehlo.multiply %a170, %l : tensor<8xi32>
%b17 = stablehlo.multiply %m, %m : tensor<8xi32>
%c17 = stablehlo.add %b17, %j17 : tensor<8xi32>
%p17 = stablehlo.compare EQ, %a17, %c17 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%s17 = stablehlo.select %p17, %z, %x : tensor<8xi1>, tensor<8xf32>
%x1 = stablehlo.add %x, %s17 : tensor<8xf32>
%j18 = stablehlo.constant dense<7654339> : tensor<8xi32>
%a180 = stablehlo.multiply %k, %k : tensor<8xi32>
%a18 = stablehlo.multiply %a180, %l : tensor<8xi32>
%b18 = stablehlo.multiply %m, %m : tensor<8xi32>
%c18 = stablehlo.add %b18, %j18 : tensor<8xi32>
%p18 = stablehlo.compare EQ, %a18, %c18 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%s18 = stablehlo.select %p18, %z, %x1 : tensor<8xi1>, tensor<8xf32>
%x2 = stablehlo.add %x1, %s18 : tensor<8xf32>
%j19 = stablehlo.constant dense<7654340> : tensor<8xi32>
%a190 = stablehlo.multiply %k, %k : tensor<8xi32>
%a19 = stablehlo.multiply %a190, %l : tensor<8xi32>
%b19 = stablehlo.multiply %m, %m : tensor<8xi32>
%c19 = stablehlo.add %b19, %j19 : tensor<8xi32>
%p19 = stablehlo.compare EQ, %a19, %c19 : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%s19 = stablehlo.select %p19, %z, %x2 : tensor<8xi1>, tensor<8xf32>
%x3 = stablehlo.add %x2, %s19 : tensor<8xf32>
return %x3 : tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>, %z: tensor<4xf32>, %y: tensor<4xf32>, %k: tensor<4xi32>, %l: tensor<4xi32>, %m: tensor<4xi32>) -> (tensor<4xf32>) {
%i0 = stablehlo.constant dense<7654338> : tensor<i32>
%r:2 = stablehlo.while(%i = %i0, %acc = %x) : tensor<i32>, tensor<4xf32>
 cond {
  %n = stablehlo.constant dense<7654341> : tensor<i32>
  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
 } do {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  %jb = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %a0 = stablehlo.multiply %k, %k : tensor<4xi32>
  %a = stablehlo.multiply %a0, %l : tensor<4xi32>
  %b0 = stablehlo.multiply %m, %m : tensor<4xi32>
  %b = stablehlo.add %b0, %jb : tensor<4xi32>
  %p = stablehlo.compare EQ, %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %k6 = stablehlo.constant dense<1048576.0> : tensor<4xf32>
%k7 = stablehlo.constant dense<9.5367431640625e-07> : tensor<4xf32>
%u0 = stablehlo.multiply %z, %k6 : tensor<4xf32>
%u1 = stablehlo.multiply %u0, %k6 : tensor<4xf32>
%u2 = stablehlo.multiply %u1, %k6 : tensor<4xf32>
%u3 = stablehlo.multiply %u2, %k6 : tensor<4xf32>
%u4 = stablehlo.multiply %u3, %k6 : tensor<4xf32>
%d0 = stablehlo.multiply %u4, %k7 : tensor<4xf32>
%d1 = stablehlo.multiply %d0, %k7 : tensor<4xf32>
%d2 = stablehlo.multiply %d1, %k7 : tensor<4xf32>
%d3 = stablehlo.multiply %d2, %k7 : tensor<4xf32>
%zz = stablehlo.multiply %d3, %k7 : tensor<4xf32>
  %s = stablehlo.select %p, %zz, %acc : tensor<4xi1>, tensor<4xf32>
  %a2 = stablehlo.add %acc, %s : tensor<4xf32>
  stablehlo.return %j, %a2 : tensor<i32>, tensor<4xf32>
 }
return %r#1 : tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xf32>, %z: tensor<4xf32>, %y: tensor<4xf32>, %k: tensor<4xi32>, %l: tensor<4xi32>, %m: tensor<4xi32>) -> (tensor<4xf32>) {
%i0 = stablehlo.constant dense<7654338> : tensor<i32>
%r:2 = stablehlo.while(%i = %i0, %acc = %x) : tensor<i32>, tensor<4xf32>
 cond {
  %n = stablehlo.constant dense<7654341> : tensor<i32>
  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
 } do {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  %jb = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %a0 = stablehlo.multiply %k, %k : tensor<4xi32>
  %a = stablehlo.multiply %a0, %l : tensor<4xi32>
  %b0 = stablehlo.multiply %m, %m : tensor<4xi32>
  %b = stablehlo.add %b0, %jb : tensor<4xi32>
  %p = stablehlo.compare EQ, %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  
  %s = stablehlo.select %p, %z, %acc : tensor<4xi1>, tensor<4xf32>
  %a2 = stablehlo.add %acc, %s : tensor<4xf32>
  stablehlo.return %j, %a2 : tensor<i32>, tensor<4xf32>
 }
return %r#1 : tensor<4xf32>
}
}
