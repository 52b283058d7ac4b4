module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %a: tensor<30x4xf32>) -> (tensor<4xf32>) {
%k = stablehlo.constant dense<3.0> : tensor<4xf32>
%sg = stablehlo.constant dense<[1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0]> : tensor<30xf32>
%sgb = stablehlo.broadcast_in_dim %sg, dims=[0] : (tensor<30xf32>) -> tensor<30x4xf32>
%am = stablehlo.multiply %a, %sgb : tensor<30x4xf32>
%z = stablehlo.constant dense<0.0> : tensor<30x4xf32>
%re = stablehlo.maximum %am, %z : tensor<30x4xf32>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%p = stablehlo.reduce(%re init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<30x4xf32>, tensor<f32>) -> tensor<4xf32>
%xk = stablehlo.multiply %x, %k : tensor<4xf32>
%m = stablehlo.multiply %xk, %p : tensor<4xf32>
%o = stablehlo.add %m, %y : tensor<4xf32>
return %o : tensor<4xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%x: tensor<2xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<2xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %a: tensor<30x2xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<2xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%k = stablehlo.constant dense<2.5> : tensor<2xf32>
%sg = stablehlo.constant dense<[1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0]> : tensor<30xf32>
%sgb = stablehlo.broadcast_in_dim %sg, dims=[0] : (tensor<30xf32>) -> tensor<30x2xf32>
%am = stablehlo.multiply %a, %sgb : tensor<30x2xf32>
%z = stablehlo.constant dense<0.0> : tensor<30x2xf32>
%re = stablehlo.maximum %am, %z : tensor<30x2xf32>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%p = stablehlo.reduce(%re init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<30x2xf32>, tensor<f32>) -> tensor<2xf32>
%xk = stablehlo.multiply %x, %k : tensor<2xf32>
%m = stablehlo.multiply %xk, %p : tensor<2xf32>
%o = stablehlo.add %m, %y : tensor<2xf32>
return %o : tensor<2xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%x: tensor<2xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<2xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %a: tensor<30x2xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<2xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%k = stablehlo.constant dense<3.0> : tensor<2xf32>
%sg = stablehlo.constant dense<[1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0,1.0,-1.0]> : tensor<30xf32>
%sgb = stablehlo.broadcast_in_dim %sg, dims=[0] : (tensor<30xf32>) -> tensor<30x2xf32>
%am = stablehlo.multiply %a, %sgb : tensor<30x2xf32>
%z = stablehlo.constant dense<0.0> : tensor<30x2xf32>
%re = stablehlo.maximum %am, %z : tensor<30x2xf32>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%p = stablehlo.reduce(%re init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<30x2xf32>, tensor<f32>) -> tensor<2xf32>
%xk = stablehlo.multiply %x, %k : tensor<2xf32>
%m = stablehlo.multiply %xk, %p : tensor<2xf32>
%o = stablehlo.add %m, %y : tensor<2xf32>
return %o : tensor<2xf32>
}
}
