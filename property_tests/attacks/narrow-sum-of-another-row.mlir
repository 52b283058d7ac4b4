module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x1024xbf16>) -> (tensor<1xbf16>, tensor<1xbf16>) {

 %a = stablehlo.slice %x [0:1, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
 %b = stablehlo.slice %x [1:2, 0:1024] : (tensor<2x1024xbf16>) -> tensor<1x1024xbf16>
%z = stablehlo.constant dense<0.0> : tensor<bf16>
%zf = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1x1024xbf16>, tensor<bf16>) -> tensor<1xbf16>
 %bf = stablehlo.convert %b : (tensor<1x1024xbf16>) -> tensor<1x1024xf32>
%uf = stablehlo.reduce(%bf init: %zf) applies stablehlo.add across dimensions = [1] : (tensor<1x1024xf32>, tensor<f32>) -> tensor<1xf32>
 %s1 = stablehlo.reshape %s : (tensor<1xbf16>) -> tensor<1xbf16>
 %u1 = stablehlo.convert %uf : (tensor<1xf32>) -> tensor<1xbf16>
 return %s1, %u1 : tensor<1xbf16>, tensor<1xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x512xbf16> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<1xbf16> {mhlo.sharding = "{replicated}"}, tensor<1xbf16> {mhlo.sharding = "{replicated}"}) {

 %a = stablehlo.slice %x [0:1, 0:512] : (tensor<2x512xbf16>) -> tensor<1x512xbf16>
 %b = stablehlo.slice %x [1:2, 0:512] : (tensor<2x512xbf16>) -> tensor<1x512xbf16>
%z = stablehlo.constant dense<0.0> : tensor<bf16>
%zf = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1x512xbf16>, tensor<bf16>) -> tensor<1xbf16>
%u = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1x512xbf16>, tensor<bf16>) -> tensor<1xbf16>
%s1 = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<bf16>, %xb0: tensor<bf16>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<bf16>
 stablehlo.return %xs0 : tensor<bf16>
}) : (tensor<1xbf16>) -> tensor<1xbf16>
%u1 = "stablehlo.all_reduce"(%u) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<bf16>, %xb0: tensor<bf16>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<bf16>
 stablehlo.return %xs0 : tensor<bf16>
}) : (tensor<1xbf16>) -> tensor<1xbf16>
 return %s1, %u1 : tensor<1xbf16>, tensor<1xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x512xbf16> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<1xbf16> {mhlo.sharding = "{replicated}"}, tensor<1xbf16> {mhlo.sharding = "{replicated}"}) {

 %a = stablehlo.slice %x [0:1, 0:512] : (tensor<2x512xbf16>) -> tensor<1x512xbf16>
 %b = stablehlo.slice %x [1:2, 0:512] : (tensor<2x512xbf16>) -> tensor<1x512xbf16>
%z = stablehlo.constant dense<0.0> : tensor<bf16>
%zf = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1x512xbf16>, tensor<bf16>) -> tensor<1xbf16>
 %bf = stablehlo.convert %b : (tensor<1x512xbf16>) -> tensor<1x512xf32>
%uf = stablehlo.reduce(%bf init: %zf) applies stablehlo.add across dimensions = [1] : (tensor<1x512xf32>, tensor<f32>) -> tensor<1xf32>
%s1 = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<bf16>, %xb0: tensor<bf16>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<bf16>
 stablehlo.return %xs0 : tensor<bf16>
}) : (tensor<1xbf16>) -> tensor<1xbf16>
%uf1 = "stablehlo.all_reduce"(%uf) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids}> ({
^bb0(%xa0: tensor<f32>, %xb0: tensor<f32>):
 %xs0 = stablehlo.add %xa0, %xb0 : tensor<f32>
 stablehlo.return %xs0 : tensor<f32>
}) : (tensor<1xf32>) -> tensor<1xf32>
 %u1 = stablehlo.convert %uf1 : (tensor<1xf32>) -> tensor<1xbf16>
 return %s1, %u1 : tensor<1xbf16>, tensor<1xbf16>
  }
}
