module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x2048xbf16>, %w: tensor<2x2048x4xbf16>) -> (tensor<4x4xbf16>, tensor<4x4xbf16>) {

 %w0 = stablehlo.slice %w [0:1, 0:2048, 0:4] : (tensor<2x2048x4xbf16>) -> tensor<1x2048x4xbf16>
 %w1 = stablehlo.slice %w [1:2, 0:2048, 0:4] : (tensor<2x2048x4xbf16>) -> tensor<1x2048x4xbf16>
 %q0 = stablehlo.reshape %w0 : (tensor<1x2048x4xbf16>) -> tensor<2048x4xbf16>
 %q1 = stablehlo.reshape %w1 : (tensor<1x2048x4xbf16>) -> tensor<2048x4xbf16>
 %a = stablehlo.dot_general %x, %q0, contracting_dims = [1] x [0] : (tensor<4x2048xbf16>, tensor<2048x4xbf16>) -> tensor<4x4xbf16>
 %b = stablehlo.dot_general %x, %q1, contracting_dims = [1] x [0] : (tensor<4x2048xbf16>, tensor<2048x4xbf16>) -> tensor<4x4xf32>
 %b1 = stablehlo.convert %b : (tensor<4x4xf32>) -> tensor<4x4xbf16>
 return %a, %b1 : tensor<4x4xbf16>, tensor<4x4xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x1024xbf16> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %w: tensor<2x1024x4xbf16> {mhlo.sharding = "{devices=[1,2,1]<=[2]}"}) -> (tensor<4x4xbf16> {mhlo.sharding = "{replicated}"}, tensor<4x4xbf16> {mhlo.sharding = "{replicated}"}) {

 %w0 = stablehlo.slice %w [0:1, 0:1024, 0:4] : (tensor<2x1024x4xbf16>) -> tensor<1x1024x4xbf16>
 %w1 = stablehlo.slice %w [1:2, 0:1024, 0:4] : (tensor<2x1024x4xbf16>) -> tensor<1x1024x4xbf16>
 %q0 = stablehlo.reshape %w0 : (tensor<1x1024x4xbf16>) -> tensor<1024x4xbf16>
 %q1 = stablehlo.reshape %w1 : (tensor<1x1024x4xbf16>) -> tensor<1024x4xbf16>
 %a = stablehlo.dot_general %x, %q0, contracting_dims = [1] x [0] : (tensor<4x1024xbf16>, tensor<1024x4xbf16>) -> tensor<4x4xbf16>
 %b = stablehlo.dot_general %x, %q1, contracting_dims = [1] x [0] : (tensor<4x1024xbf16>, tensor<1024x4xbf16>) -> tensor<4x4xbf16>
%a1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<bf16>, %xb0: tensor<bf16>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<bf16>
 stablehlo.return %xs0 : tensor<bf16>
}) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
%b1 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<bf16>, %xb0: tensor<bf16>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<bf16>
 stablehlo.return %xs0 : tensor<bf16>
}) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
 return %a1, %b1 : tensor<4x4xbf16>, tensor<4x4xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x1024xbf16> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %w: tensor<2x1024x4xbf16> {mhlo.sharding = "{devices=[1,2,1]<=[2]}"}) -> (tensor<4x4xbf16> {mhlo.sharding = "{replicated}"}, tensor<4x4xbf16> {mhlo.sharding = "{replicated}"}) {

 %w0 = stablehlo.slice %w [0:1, 0:1024, 0:4] : (tensor<2x1024x4xbf16>) -> tensor<1x1024x4xbf16>
 %w1 = stablehlo.slice %w [1:2, 0:1024, 0:4] : (tensor<2x1024x4xbf16>) -> tensor<1x1024x4xbf16>
 %q0 = stablehlo.reshape %w0 : (tensor<1x1024x4xbf16>) -> tensor<1024x4xbf16>
 %q1 = stablehlo.reshape %w1 : (tensor<1x1024x4xbf16>) -> tensor<1024x4xbf16>
 %a = stablehlo.dot_general %x, %q0, contracting_dims = [1] x [0] : (tensor<4x1024xbf16>, tensor<1024x4xbf16>) -> tensor<4x4xbf16>
 %b = stablehlo.dot_general %x, %q1, contracting_dims = [1] x [0] : (tensor<4x1024xbf16>, tensor<1024x4xbf16>) -> tensor<4x4xf32>
%a1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<bf16>, %xb0: tensor<bf16>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<bf16>
 stablehlo.return %xs0 : tensor<bf16>
}) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
%b0 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<f32>, %xb0: tensor<f32>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<f32>
 stablehlo.return %xs0 : tensor<f32>
}) : (tensor<4x4xf32>) -> tensor<4x4xf32>
 %b1 = stablehlo.convert %b0 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
 return %a1, %b1 : tensor<4x4xbf16>, tensor<4x4xbf16>
  }
}
