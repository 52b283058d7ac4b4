module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8xf32>, %y: tensor<8xf32>, %f: tensor<16xi1>) -> tensor<8xf32> {
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
%w = stablehlo.reduce(%m init: %true) applies stablehlo.and across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
%z = stablehlo.constant dense<0.0> : tensor<8xf32>
 %d = stablehlo.select %w, %z, %y : tensor<i1>, tensor<8xf32>
 %r = stablehlo.atan2 %x, %d : tensor<8xf32>
 return %r : tensor<8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %f: tensor<16xi1> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
%w = stablehlo.reduce(%m init: %true) applies stablehlo.and across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
%z = stablehlo.constant dense<-0.0> : tensor<4xf32>
 %d = stablehlo.select %w, %z, %y : tensor<i1>, tensor<4xf32>
 %r = stablehlo.atan2 %x, %d : tensor<4xf32>
 return %r : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %f: tensor<16xi1> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
%w = stablehlo.reduce(%m init: %true) applies stablehlo.and across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %d = stablehlo.select %w, %z, %y : tensor<i1>, tensor<4xf32>
 %r = stablehlo.atan2 %x, %d : tensor<4xf32>
 return %r : tensor<4xf32>
  }
}
