module @m {
  func.func public @main(%x: tensor<4x64xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    %m = stablehlo.reduce(%s init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %q = stablehlo.divide %s, %mb : tensor<4xf32>
    %f = stablehlo.floor %q : tensor<4xf32>
    %r = stablehlo.multiply %f, %v : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x16xf32> {mhlo.sharding = "{devices=[1,4]<=[4]}"}, %v: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %s0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
    %s = "stablehlo.all_reduce"(%s0) <{replica_groups = dense<[[0,1,2,3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a_s: tensor<f32>, %b_s: tensor<f32>):
      %s_s = stablehlo.add %a_s, %b_s : tensor<f32>
      stablehlo.return %s_s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0,1,2,3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids}> : (tensor<4x16xf32>) -> tensor<4x64xf32>
    %s9 = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
    %m = stablehlo.reduce(%s9 init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %q = stablehlo.divide %s, %mb : tensor<4xf32>
    %f = stablehlo.floor %q : tensor<4xf32>
    %r = stablehlo.multiply %f, %v : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x16xf32> {mhlo.sharding = "{devices=[1,4]<=[4]}"}, %v: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %s0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
    %s = "stablehlo.all_reduce"(%s0) <{replica_groups = dense<[[0,1,2,3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%a_s: tensor<f32>, %b_s: tensor<f32>):
      %s_s = stablehlo.add %a_s, %b_s : tensor<f32>
      stablehlo.return %s_s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %m = stablehlo.reduce(%s init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %q = stablehlo.divide %s, %mb : tensor<4xf32>
    %f = stablehlo.floor %q : tensor<4xf32>
    %r = stablehlo.multiply %f, %v : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
