sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %h: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return %x, %h : tensor<8xf32>, tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %h: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = stablehlo.add %x, %h : tensor<4xf32>
  %r = "stablehlo.map"(%s, %h) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %k = stablehlo.constant dense<-1.0> : tensor<f32>
    %m = stablehlo.multiply %b, %k : tensor<f32>
    %t = stablehlo.add %a, %m : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r, %h : tensor<4xf32>, tensor<4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %h: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %h : tensor<4xf32>, tensor<4xf32>
}
}
