module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%qq: tensor<8xf32>, %x: tensor<8xf32>, %y: tensor<4xf32>, %f: tensor<16xi1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<8xf32>) {
 %qc = stablehlo.constant dense<0.3> : tensor<8xf32>
 %qd = stablehlo.constant dense<1.0> : tensor<8xf32>
 %qp = stablehlo.compare LT, %qq, %qc : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
 %qr = stablehlo.select %qp, %qq, %qd : tensor<8xi1>, tensor<8xf32>
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
%w = stablehlo.reduce(%m init: %true) applies stablehlo.and across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %a = stablehlo.slice %x [0:4] : (tensor<8xf32>) -> tensor<4xf32>
 %b = stablehlo.slice %x [4:8] : (tensor<8xf32>) -> tensor<4xf32>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %c = stablehlo.add %a, %b : tensor<4xf32>
 %r = stablehlo.select %w, %c, %z : tensor<i1>, tensor<4xf32>
 %ny = stablehlo.negate %y : tensor<4xf32>
 return %r, %ny, %qr : tensor<4xf32>, tensor<4xf32>, tensor<8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%qq: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{replicated}"}, %f: tensor<16xi1> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}, tensor<4xf32> {mhlo.sharding = "{replicated}"}, tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %qc = stablehlo.constant dense<0.3> : tensor<4xf32>
 %qd = stablehlo.constant dense<1.0> : tensor<4xf32>
 %qp = stablehlo.compare LT, %qq, %qc : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
 %qr = stablehlo.select %qp, %qq, %qd : tensor<4xi1>, tensor<4xf32>
%np = stablehlo.constant dense<[true,false,true,true,false,false,true,false,true,true,true,false,false,true,false,false]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<false> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
%wn = stablehlo.reduce(%m init: %true) applies stablehlo.or across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %w = stablehlo.not %wn : tensor<i1>
 %ny = stablehlo.negate %y : tensor<4xf32>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %pid = stablehlo.partition_id : tensor<ui32>
%u0 = stablehlo.constant dense<0> : tensor<ui32>
 %isz = stablehlo.compare EQ, %pid, %u0 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
 %yy = stablehlo.select %isz, %y, %ny : tensor<i1>, tensor<4xf32>
 %xx = stablehlo.add %x, %yy : tensor<4xf32>
 %r0 = stablehlo.select %w, %xx, %z : tensor<i1>, tensor<4xf32>
%r = "stablehlo.all_reduce"(%r0) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 14, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<f32>, %xb0: tensor<f32>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<f32>
 stablehlo.return %xs0 : tensor<f32>
}) : (tensor<4xf32>) -> tensor<4xf32>
 return %r, %ny, %qr : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%qq: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{replicated}"}, %f: tensor<16xi1> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}, tensor<4xf32> {mhlo.sharding = "{replicated}"}, tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %qc = stablehlo.constant dense<0.3> : tensor<4xf32>
 %qd = stablehlo.constant dense<1.0> : tensor<4xf32>
 %qp = stablehlo.compare LT, %qq, %qc : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
 %qr = stablehlo.select %qp, %qq, %qd : tensor<4xi1>, tensor<4xf32>
%np = stablehlo.constant dense<[true,false,true,true,false,false,true,false,true,true,true,false,false,true,false,false]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<false> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
%wn = stablehlo.reduce(%m init: %true) applies stablehlo.or across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
 %w = stablehlo.not %wn : tensor<i1>
 %ny = stablehlo.negate %y : tensor<4xf32>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %xx = stablehlo.add %x, %z : tensor<4xf32>
 %r0 = stablehlo.select %w, %xx, %z : tensor<i1>, tensor<4xf32>
%r = "stablehlo.all_reduce"(%r0) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 15, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<f32>, %xb0: tensor<f32>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<f32>
 stablehlo.return %xs0 : tensor<f32>
}) : (tensor<4xf32>) -> tensor<4xf32>
 return %r, %ny, %qr : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
