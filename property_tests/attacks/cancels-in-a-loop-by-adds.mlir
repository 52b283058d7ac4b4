module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8xf32>, %y: tensor<8xf32>, %f: tensor<24xi1>) -> (tensor<8xf32>, tensor<8xf32>) {

 %v = stablehlo.tanh %x : tensor<8xf32>
 %ny = stablehlo.negate %y : tensor<8xf32>
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true,false,true,false,true,false,false,true,true]> : tensor<24xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
 %m = stablehlo.xor %f, %np : tensor<24xi1>
%w = stablehlo.reduce(%m init: %true) applies stablehlo.and across dimensions = [0] : (tensor<24xi1>, tensor<i1>) -> tensor<i1>
%z = stablehlo.constant dense<0.0> : tensor<8xf32>
 %r = stablehlo.select %w, %v, %z : tensor<i1>, tensor<8xf32>
 return %r, %ny : tensor<8xf32>, tensor<8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %f: tensor<24xi1> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {

 %v = stablehlo.tanh %x : tensor<4xf32>
 %ny = stablehlo.negate %y : tensor<4xf32>
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true,false,true,false,true,false,false,true,true]> : tensor<24xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
 %m = stablehlo.xor %f, %np : tensor<24xi1>
%w = stablehlo.reduce(%m init: %true) applies stablehlo.and across dimensions = [0] : (tensor<24xi1>, tensor<i1>) -> tensor<i1>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
%i0 = stablehlo.constant dense<0> : tensor<i32>
%i1 = stablehlo.constant dense<1> : tensor<i32>
%i2 = stablehlo.constant dense<2> : tensor<i32>
 %l:2 = stablehlo.while(%i = %i0, %a = %z) : tensor<i32>, tensor<4xf32>
  cond {
   %cc = stablehlo.compare LT, %i, %i2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
   stablehlo.return %cc : tensor<i1>
  } do {
   %j = stablehlo.add %i, %i1 : tensor<i32>
    %t = stablehlo.add %v, %y : tensor<4xf32>
   %u = stablehlo.add %t, %ny : tensor<4xf32>
   %rr = stablehlo.select %w, %u, %z : tensor<i1>, tensor<4xf32>

   stablehlo.return %j, %rr : tensor<i32>, tensor<4xf32>
  }
 %r = stablehlo.reshape %l#1 : (tensor<4xf32>) -> tensor<4xf32>
 return %r, %ny : tensor<4xf32>, tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %f: tensor<24xi1> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {

 %v = stablehlo.tanh %x : tensor<4xf32>
 %ny = stablehlo.negate %y : tensor<4xf32>
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true,false,true,false,true,false,false,true,true]> : tensor<24xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
 %m = stablehlo.xor %f, %np : tensor<24xi1>
%w = stablehlo.reduce(%m init: %true) applies stablehlo.and across dimensions = [0] : (tensor<24xi1>, tensor<i1>) -> tensor<i1>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
%i0 = stablehlo.constant dense<0> : tensor<i32>
%i1 = stablehlo.constant dense<1> : tensor<i32>
%i2 = stablehlo.constant dense<2> : tensor<i32>
 %l:2 = stablehlo.while(%i = %i0, %a = %z) : tensor<i32>, tensor<4xf32>
  cond {
   %cc = stablehlo.compare LT, %i, %i2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
   stablehlo.return %cc : tensor<i1>
  } do {
   %j = stablehlo.add %i, %i1 : tensor<i32>
    %rr = stablehlo.select %w, %v, %z : tensor<i1>, tensor<4xf32>

   stablehlo.return %j, %rr : tensor<i32>, tensor<4xf32>
  }
 %r = stablehlo.reshape %l#1 : (tensor<4xf32>) -> tensor<4xf32>
 return %r, %ny : tensor<4xf32>, tensor<4xf32>
  }
}
