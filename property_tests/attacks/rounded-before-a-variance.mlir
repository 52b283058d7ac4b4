module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<bf16> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<16.0> : tensor<f32>
    %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %m = stablehlo.divide %s, %n : tensor<f32>
    %k = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %d = stablehlo.subtract %a, %k : tensor<16xf32>
    %e = stablehlo.multiply %d, %d : tensor<16xf32>
    %u = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %f = stablehlo.divide %u, %n : tensor<f32>
    %r = stablehlo.convert %f : (tensor<f32>) -> tensor<bf16>
    return %r : tensor<bf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<8xf32>) -> (tensor<bf16>) {
    %h = stablehlo.convert %a : (tensor<8xf32>) -> tensor<8xbf16>
    %w = stablehlo.convert %h : (tensor<8xbf16>) -> tensor<8xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<16.0> : tensor<f32>
    %s = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.all_reduce"(%s) ({ ^bb0(%pt: tensor<f32>, %qt: tensor<f32>): %ct = stablehlo.add %pt, %qt : tensor<f32> "stablehlo.return"(%ct) : (tensor<f32>) -> () }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
    %m = stablehlo.divide %t, %n : tensor<f32>
    %k = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %d = stablehlo.subtract %w, %k : tensor<8xf32>
    %e = stablehlo.multiply %d, %d : tensor<8xf32>
    %u = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %v = "stablehlo.all_reduce"(%u) ({ ^bb0(%pv: tensor<f32>, %qv: tensor<f32>): %cv = stablehlo.add %pv, %qv : tensor<f32> "stablehlo.return"(%cv) : (tensor<f32>) -> () }) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
    %f = stablehlo.divide %v, %n : tensor<f32>
    %r = stablehlo.convert %f : (tensor<f32>) -> tensor<bf16>
    return %r : tensor<bf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<8xf32>) -> (tensor<bf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<16.0> : tensor<f32>
    %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.all_reduce"(%s) ({ ^bb0(%pt: tensor<f32>, %qt: tensor<f32>): %ct = stablehlo.add %pt, %qt : tensor<f32> "stablehlo.return"(%ct) : (tensor<f32>) -> () }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
    %m = stablehlo.divide %t, %n : tensor<f32>
    %k = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %d = stablehlo.subtract %a, %k : tensor<8xf32>
    %e = stablehlo.multiply %d, %d : tensor<8xf32>
    %u = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %v = "stablehlo.all_reduce"(%u) ({ ^bb0(%pv: tensor<f32>, %qv: tensor<f32>): %cv = stablehlo.add %pv, %qv : tensor<f32> "stablehlo.return"(%cv) : (tensor<f32>) -> () }) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>
    %f = stablehlo.divide %v, %n : tensor<f32>
    %r = stablehlo.convert %f : (tensor<f32>) -> tensor<bf16>
    return %r : tensor<bf16>
  }
}
