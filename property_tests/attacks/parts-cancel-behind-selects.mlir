module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8xf32>, %y: tensor<4xf32>, %f: tensor<16xi1>) -> tensor<4xf32> {
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
 %s0 = stablehlo.slice %m [0:1] : (tensor<16xi1>) -> tensor<1xi1>
 %e0 = stablehlo.reshape %s0 : (tensor<1xi1>) -> tensor<i1>
 %w0 = stablehlo.select %e0, %true, %false : tensor<i1>, tensor<i1>
 %s1 = stablehlo.slice %m [1:2] : (tensor<16xi1>) -> tensor<1xi1>
 %e1 = stablehlo.reshape %s1 : (tensor<1xi1>) -> tensor<i1>
 %w1 = stablehlo.select %e1, %w0, %false : tensor<i1>, tensor<i1>
 %s2 = stablehlo.slice %m [2:3] : (tensor<16xi1>) -> tensor<1xi1>
 %e2 = stablehlo.reshape %s2 : (tensor<1xi1>) -> tensor<i1>
 %w2 = stablehlo.select %e2, %w1, %false : tensor<i1>, tensor<i1>
 %s3 = stablehlo.slice %m [3:4] : (tensor<16xi1>) -> tensor<1xi1>
 %e3 = stablehlo.reshape %s3 : (tensor<1xi1>) -> tensor<i1>
 %w3 = stablehlo.select %e3, %w2, %false : tensor<i1>, tensor<i1>
 %s4 = stablehlo.slice %m [4:5] : (tensor<16xi1>) -> tensor<1xi1>
 %e4 = stablehlo.reshape %s4 : (tensor<1xi1>) -> tensor<i1>
 %w4 = stablehlo.select %e4, %w3, %false : tensor<i1>, tensor<i1>
 %s5 = stablehlo.slice %m [5:6] : (tensor<16xi1>) -> tensor<1xi1>
 %e5 = stablehlo.reshape %s5 : (tensor<1xi1>) -> tensor<i1>
 %w5 = stablehlo.select %e5, %w4, %false : tensor<i1>, tensor<i1>
 %s6 = stablehlo.slice %m [6:7] : (tensor<16xi1>) -> tensor<1xi1>
 %e6 = stablehlo.reshape %s6 : (tensor<1xi1>) -> tensor<i1>
 %w6 = stablehlo.select %e6, %w5, %false : tensor<i1>, tensor<i1>
 %s7 = stablehlo.slice %m [7:8] : (tensor<16xi1>) -> tensor<1xi1>
 %e7 = stablehlo.reshape %s7 : (tensor<1xi1>) -> tensor<i1>
 %w7 = stablehlo.select %e7, %w6, %false : tensor<i1>, tensor<i1>
 %s8 = stablehlo.slice %m [8:9] : (tensor<16xi1>) -> tensor<1xi1>
 %e8 = stablehlo.reshape %s8 : (tensor<1xi1>) -> tensor<i1>
 %w8 = stablehlo.select %e8, %w7, %false : tensor<i1>, tensor<i1>
 %s9 = stablehlo.slice %m [9:10] : (tensor<16xi1>) -> tensor<1xi1>
 %e9 = stablehlo.reshape %s9 : (tensor<1xi1>) -> tensor<i1>
 %w9 = stablehlo.select %e9, %w8, %false : tensor<i1>, tensor<i1>
 %s10 = stablehlo.slice %m [10:11] : (tensor<16xi1>) -> tensor<1xi1>
 %e10 = stablehlo.reshape %s10 : (tensor<1xi1>) -> tensor<i1>
 %w10 = stablehlo.select %e10, %w9, %false : tensor<i1>, tensor<i1>
 %s11 = stablehlo.slice %m [11:12] : (tensor<16xi1>) -> tensor<1xi1>
 %e11 = stablehlo.reshape %s11 : (tensor<1xi1>) -> tensor<i1>
 %w11 = stablehlo.select %e11, %w10, %false : tensor<i1>, tensor<i1>
 %s12 = stablehlo.slice %m [12:13] : (tensor<16xi1>) -> tensor<1xi1>
 %e12 = stablehlo.reshape %s12 : (tensor<1xi1>) -> tensor<i1>
 %w12 = stablehlo.select %e12, %w11, %false : tensor<i1>, tensor<i1>
 %s13 = stablehlo.slice %m [13:14] : (tensor<16xi1>) -> tensor<1xi1>
 %e13 = stablehlo.reshape %s13 : (tensor<1xi1>) -> tensor<i1>
 %w13 = stablehlo.select %e13, %w12, %false : tensor<i1>, tensor<i1>
 %s14 = stablehlo.slice %m [14:15] : (tensor<16xi1>) -> tensor<1xi1>
 %e14 = stablehlo.reshape %s14 : (tensor<1xi1>) -> tensor<i1>
 %w14 = stablehlo.select %e14, %w13, %false : tensor<i1>, tensor<i1>
 %s15 = stablehlo.slice %m [15:16] : (tensor<16xi1>) -> tensor<1xi1>
 %e15 = stablehlo.reshape %s15 : (tensor<1xi1>) -> tensor<i1>
 %w15 = stablehlo.select %e15, %w14, %false : tensor<i1>, tensor<i1>
 %w = stablehlo.or %w15, %w15 : tensor<i1>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %a = stablehlo.slice %x [0:4] : (tensor<8xf32>) -> tensor<4xf32>
 %b = stablehlo.slice %x [4:8] : (tensor<8xf32>) -> tensor<4xf32>
 %c = stablehlo.add %a, %b : tensor<4xf32>
 %r = stablehlo.select %w, %c, %z : tensor<i1>, tensor<4xf32>
 %ty = stablehlo.tanh %y : tensor<4xf32>
 %o = stablehlo.add %r, %ty : tensor<4xf32>
 return %o : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{replicated}"}, %f: tensor<16xi1> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
 %s0 = stablehlo.slice %m [0:1] : (tensor<16xi1>) -> tensor<1xi1>
 %e0 = stablehlo.reshape %s0 : (tensor<1xi1>) -> tensor<i1>
 %w0 = stablehlo.select %e0, %true, %false : tensor<i1>, tensor<i1>
 %s1 = stablehlo.slice %m [1:2] : (tensor<16xi1>) -> tensor<1xi1>
 %e1 = stablehlo.reshape %s1 : (tensor<1xi1>) -> tensor<i1>
 %w1 = stablehlo.select %e1, %w0, %false : tensor<i1>, tensor<i1>
 %s2 = stablehlo.slice %m [2:3] : (tensor<16xi1>) -> tensor<1xi1>
 %e2 = stablehlo.reshape %s2 : (tensor<1xi1>) -> tensor<i1>
 %w2 = stablehlo.select %e2, %w1, %false : tensor<i1>, tensor<i1>
 %s3 = stablehlo.slice %m [3:4] : (tensor<16xi1>) -> tensor<1xi1>
 %e3 = stablehlo.reshape %s3 : (tensor<1xi1>) -> tensor<i1>
 %w3 = stablehlo.select %e3, %w2, %false : tensor<i1>, tensor<i1>
 %s4 = stablehlo.slice %m [4:5] : (tensor<16xi1>) -> tensor<1xi1>
 %e4 = stablehlo.reshape %s4 : (tensor<1xi1>) -> tensor<i1>
 %w4 = stablehlo.select %e4, %w3, %false : tensor<i1>, tensor<i1>
 %s5 = stablehlo.slice %m [5:6] : (tensor<16xi1>) -> tensor<1xi1>
 %e5 = stablehlo.reshape %s5 : (tensor<1xi1>) -> tensor<i1>
 %w5 = stablehlo.select %e5, %w4, %false : tensor<i1>, tensor<i1>
 %s6 = stablehlo.slice %m [6:7] : (tensor<16xi1>) -> tensor<1xi1>
 %e6 = stablehlo.reshape %s6 : (tensor<1xi1>) -> tensor<i1>
 %w6 = stablehlo.select %e6, %w5, %false : tensor<i1>, tensor<i1>
 %s7 = stablehlo.slice %m [7:8] : (tensor<16xi1>) -> tensor<1xi1>
 %e7 = stablehlo.reshape %s7 : (tensor<1xi1>) -> tensor<i1>
 %w7 = stablehlo.select %e7, %w6, %false : tensor<i1>, tensor<i1>
 %s8 = stablehlo.slice %m [8:9] : (tensor<16xi1>) -> tensor<1xi1>
 %e8 = stablehlo.reshape %s8 : (tensor<1xi1>) -> tensor<i1>
 %w8 = stablehlo.select %e8, %w7, %false : tensor<i1>, tensor<i1>
 %s9 = stablehlo.slice %m [9:10] : (tensor<16xi1>) -> tensor<1xi1>
 %e9 = stablehlo.reshape %s9 : (tensor<1xi1>) -> tensor<i1>
 %w9 = stablehlo.select %e9, %w8, %false : tensor<i1>, tensor<i1>
 %s10 = stablehlo.slice %m [10:11] : (tensor<16xi1>) -> tensor<1xi1>
 %e10 = stablehlo.reshape %s10 : (tensor<1xi1>) -> tensor<i1>
 %w10 = stablehlo.select %e10, %w9, %false : tensor<i1>, tensor<i1>
 %s11 = stablehlo.slice %m [11:12] : (tensor<16xi1>) -> tensor<1xi1>
 %e11 = stablehlo.reshape %s11 : (tensor<1xi1>) -> tensor<i1>
 %w11 = stablehlo.select %e11, %w10, %false : tensor<i1>, tensor<i1>
 %s12 = stablehlo.slice %m [12:13] : (tensor<16xi1>) -> tensor<1xi1>
 %e12 = stablehlo.reshape %s12 : (tensor<1xi1>) -> tensor<i1>
 %w12 = stablehlo.select %e12, %w11, %false : tensor<i1>, tensor<i1>
 %s13 = stablehlo.slice %m [13:14] : (tensor<16xi1>) -> tensor<1xi1>
 %e13 = stablehlo.reshape %s13 : (tensor<1xi1>) -> tensor<i1>
 %w13 = stablehlo.select %e13, %w12, %false : tensor<i1>, tensor<i1>
 %s14 = stablehlo.slice %m [14:15] : (tensor<16xi1>) -> tensor<1xi1>
 %e14 = stablehlo.reshape %s14 : (tensor<1xi1>) -> tensor<i1>
 %w14 = stablehlo.select %e14, %w13, %false : tensor<i1>, tensor<i1>
 %s15 = stablehlo.slice %m [15:16] : (tensor<16xi1>) -> tensor<1xi1>
 %e15 = stablehlo.reshape %s15 : (tensor<1xi1>) -> tensor<i1>
 %w15 = stablehlo.select %e15, %w14, %false : tensor<i1>, tensor<i1>
 %w = stablehlo.or %w15, %w15 : tensor<i1>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %pid = stablehlo.partition_id : tensor<ui32>
%u0 = stablehlo.constant dense<0> : tensor<ui32>
 %isz = stablehlo.compare EQ, %pid, %u0 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
 %ny = stablehlo.negate %y : tensor<4xf32>
 %yy = stablehlo.select %isz, %y, %ny : tensor<i1>, tensor<4xf32>
 %xx = stablehlo.add %x, %yy : tensor<4xf32>
 %r0 = stablehlo.select %w, %xx, %z : tensor<i1>, tensor<4xf32>
%r = "stablehlo.all_reduce"(%r0) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<f32>, %xb0: tensor<f32>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<f32>
 stablehlo.return %xs0 : tensor<f32>
}) : (tensor<4xf32>) -> tensor<4xf32>
 %ty = stablehlo.tanh %y : tensor<4xf32>
 %o = stablehlo.add %r, %ty : tensor<4xf32>
 return %o : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<4xf32> {mhlo.sharding = "{replicated}"}, %f: tensor<16xi1> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
%np = stablehlo.constant dense<[false,true,false,false,true,true,false,true,false,false,false,true,true,false,true,true]> : tensor<16xi1>
 %m = stablehlo.xor %f, %np : tensor<16xi1>
%true = stablehlo.constant dense<true> : tensor<i1>
%false = stablehlo.constant dense<false> : tensor<i1>
 %s0 = stablehlo.slice %m [0:1] : (tensor<16xi1>) -> tensor<1xi1>
 %e0 = stablehlo.reshape %s0 : (tensor<1xi1>) -> tensor<i1>
 %w0 = stablehlo.select %e0, %true, %false : tensor<i1>, tensor<i1>
 %s1 = stablehlo.slice %m [1:2] : (tensor<16xi1>) -> tensor<1xi1>
 %e1 = stablehlo.reshape %s1 : (tensor<1xi1>) -> tensor<i1>
 %w1 = stablehlo.select %e1, %w0, %false : tensor<i1>, tensor<i1>
 %s2 = stablehlo.slice %m [2:3] : (tensor<16xi1>) -> tensor<1xi1>
 %e2 = stablehlo.reshape %s2 : (tensor<1xi1>) -> tensor<i1>
 %w2 = stablehlo.select %e2, %w1, %false : tensor<i1>, tensor<i1>
 %s3 = stablehlo.slice %m [3:4] : (tensor<16xi1>) -> tensor<1xi1>
 %e3 = stablehlo.reshape %s3 : (tensor<1xi1>) -> tensor<i1>
 %w3 = stablehlo.select %e3, %w2, %false : tensor<i1>, tensor<i1>
 %s4 = stablehlo.slice %m [4:5] : (tensor<16xi1>) -> tensor<1xi1>
 %e4 = stablehlo.reshape %s4 : (tensor<1xi1>) -> tensor<i1>
 %w4 = stablehlo.select %e4, %w3, %false : tensor<i1>, tensor<i1>
 %s5 = stablehlo.slice %m [5:6] : (tensor<16xi1>) -> tensor<1xi1>
 %e5 = stablehlo.reshape %s5 : (tensor<1xi1>) -> tensor<i1>
 %w5 = stablehlo.select %e5, %w4, %false : tensor<i1>, tensor<i1>
 %s6 = stablehlo.slice %m [6:7] : (tensor<16xi1>) -> tensor<1xi1>
 %e6 = stablehlo.reshape %s6 : (tensor<1xi1>) -> tensor<i1>
 %w6 = stablehlo.select %e6, %w5, %false : tensor<i1>, tensor<i1>
 %s7 = stablehlo.slice %m [7:8] : (tensor<16xi1>) -> tensor<1xi1>
 %e7 = stablehlo.reshape %s7 : (tensor<1xi1>) -> tensor<i1>
 %w7 = stablehlo.select %e7, %w6, %false : tensor<i1>, tensor<i1>
 %s8 = stablehlo.slice %m [8:9] : (tensor<16xi1>) -> tensor<1xi1>
 %e8 = stablehlo.reshape %s8 : (tensor<1xi1>) -> tensor<i1>
 %w8 = stablehlo.select %e8, %w7, %false : tensor<i1>, tensor<i1>
 %s9 = stablehlo.slice %m [9:10] : (tensor<16xi1>) -> tensor<1xi1>
 %e9 = stablehlo.reshape %s9 : (tensor<1xi1>) -> tensor<i1>
 %w9 = stablehlo.select %e9, %w8, %false : tensor<i1>, tensor<i1>
 %s10 = stablehlo.slice %m [10:11] : (tensor<16xi1>) -> tensor<1xi1>
 %e10 = stablehlo.reshape %s10 : (tensor<1xi1>) -> tensor<i1>
 %w10 = stablehlo.select %e10, %w9, %false : tensor<i1>, tensor<i1>
 %s11 = stablehlo.slice %m [11:12] : (tensor<16xi1>) -> tensor<1xi1>
 %e11 = stablehlo.reshape %s11 : (tensor<1xi1>) -> tensor<i1>
 %w11 = stablehlo.select %e11, %w10, %false : tensor<i1>, tensor<i1>
 %s12 = stablehlo.slice %m [12:13] : (tensor<16xi1>) -> tensor<1xi1>
 %e12 = stablehlo.reshape %s12 : (tensor<1xi1>) -> tensor<i1>
 %w12 = stablehlo.select %e12, %w11, %false : tensor<i1>, tensor<i1>
 %s13 = stablehlo.slice %m [13:14] : (tensor<16xi1>) -> tensor<1xi1>
 %e13 = stablehlo.reshape %s13 : (tensor<1xi1>) -> tensor<i1>
 %w13 = stablehlo.select %e13, %w12, %false : tensor<i1>, tensor<i1>
 %s14 = stablehlo.slice %m [14:15] : (tensor<16xi1>) -> tensor<1xi1>
 %e14 = stablehlo.reshape %s14 : (tensor<1xi1>) -> tensor<i1>
 %w14 = stablehlo.select %e14, %w13, %false : tensor<i1>, tensor<i1>
 %s15 = stablehlo.slice %m [15:16] : (tensor<16xi1>) -> tensor<1xi1>
 %e15 = stablehlo.reshape %s15 : (tensor<1xi1>) -> tensor<i1>
 %w15 = stablehlo.select %e15, %w14, %false : tensor<i1>, tensor<i1>
 %w = stablehlo.or %w15, %w15 : tensor<i1>
%z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %xx = stablehlo.add %x, %z : tensor<4xf32>
 %r0 = stablehlo.select %w, %xx, %z : tensor<i1>, tensor<4xf32>
%r = "stablehlo.all_reduce"(%r0) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<f32>, %xb0: tensor<f32>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<f32>
 stablehlo.return %xs0 : tensor<f32>
}) : (tensor<4xf32>) -> tensor<4xf32>
 %ty = stablehlo.tanh %y : tensor<4xf32>
 %o = stablehlo.add %r, %ty : tensor<4xf32>
 return %o : tensor<4xf32>
  }
}
