module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<64x16xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %t: tensor<f32>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16xf32>, tensor<f32>) -> tensor<f32>
    %s2 = stablehlo.optimization_barrier %s : tensor<f32>
    %ns = stablehlo.negate %s : tensor<f32>
    %nt = stablehlo.negate %t : tensor<f32>
    %p = stablehlo.compare LT, %ns, %nt : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %d = stablehlo.subtract %s2, %t : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %sd = stablehlo.select %p, %d, %one : tensor<i1>, tensor<f32>
    %r1 = stablehlo.divide %one, %sd : tensor<f32>
    return %r1 : tensor<f32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<32x16xf32>, %t: tensor<f32>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %k = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x16xf32>, tensor<f32>) -> tensor<f32>
    %s = "stablehlo.all_reduce"(%k) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %q = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %q : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %m = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<32x16xf32>, tensor<f32>) -> tensor<16xf32>
    %mm = "stablehlo.all_reduce"(%m) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %q = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %q : tensor<f32>
    }) : (tensor<16xf32>) -> tensor<16xf32>
    %s2 = stablehlo.reduce(%mm init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %ns = stablehlo.negate %s : tensor<f32>
    %nt = stablehlo.negate %t : tensor<f32>
    %p = stablehlo.compare LT, %ns, %nt : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %d = stablehlo.subtract %s2, %t : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %sd = stablehlo.select %p, %d, %one : tensor<i1>, tensor<f32>
    %r1 = stablehlo.divide %one, %sd : tensor<f32>
    return %r1 : tensor<f32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<32x16xf32>, %t: tensor<f32>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %k = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x16xf32>, tensor<f32>) -> tensor<f32>
    %s = "stablehlo.all_reduce"(%k) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %q = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %q : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %s2 = stablehlo.optimization_barrier %s : tensor<f32>
    %ns = stablehlo.negate %s : tensor<f32>
    %nt = stablehlo.negate %t : tensor<f32>
    %p = stablehlo.compare LT, %ns, %nt : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %d = stablehlo.subtract %s2, %t : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %sd = stablehlo.select %p, %d, %one : tensor<i1>, tensor<f32>
    %r1 = stablehlo.divide %one, %sd : tensor<f32>
    return %r1 : tensor<f32>
  }
}
