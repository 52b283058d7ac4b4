module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<32x6xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %v: tensor<6xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f64> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %d = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<32x6xf64>, tensor<6xf64>) -> tensor<32xf64>
    %n = stablehlo.convert %d : (tensor<32xf64>) -> tensor<32xf32>
    %m = stablehlo.convert %n : (tensor<32xf32>) -> tensor<32xf64>
    %zr = stablehlo.constant dense<0.0> : tensor<f64>
    %r = stablehlo.reduce(%m init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<32xf64>, tensor<f64>) -> tensor<f64>
    return %r : tensor<f64>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<32x3xf64>, %v: tensor<3xf64>) -> tensor<f64> {
    %b = stablehlo.convert %a : (tensor<32x3xf64>) -> tensor<32x3xf32>
    %w = stablehlo.convert %v : (tensor<3xf64>) -> tensor<3xf32>
    %d = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<32x3xf32>, tensor<3xf32>) -> tensor<32xf32>
    %m = stablehlo.convert %d : (tensor<32xf32>) -> tensor<32xf64>
    %all1 = "stablehlo.all_reduce"(%m) ({
    ^bb0(%p: tensor<f64>, %q: tensor<f64>):
      %s = stablehlo.add %p, %q : tensor<f64>
      stablehlo.return %s : tensor<f64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<32xf64>) -> tensor<32xf64>
    %n = stablehlo.convert %all1 : (tensor<32xf64>) -> tensor<32xf32>
    %k = stablehlo.convert %n : (tensor<32xf32>) -> tensor<32xf64>
    %zr = stablehlo.constant dense<0.0> : tensor<f64>
    %r = stablehlo.reduce(%k init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<32xf64>, tensor<f64>) -> tensor<f64>
    return %r : tensor<f64>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<32x3xf64>, %v: tensor<3xf64>) -> tensor<f64> {
    %d = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<32x3xf64>, tensor<3xf64>) -> tensor<32xf64>
    %all1 = "stablehlo.all_reduce"(%d) ({
    ^bb0(%p: tensor<f64>, %q: tensor<f64>):
      %s = stablehlo.add %p, %q : tensor<f64>
      stablehlo.return %s : tensor<f64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<32xf64>) -> tensor<32xf64>
    %n = stablehlo.convert %all1 : (tensor<32xf64>) -> tensor<32xf32>
    %k = stablehlo.convert %n : (tensor<32xf32>) -> tensor<32xf64>
    %zr = stablehlo.constant dense<0.0> : tensor<f64>
    %r = stablehlo.reduce(%k init: %zr) applies stablehlo.add across dimensions = [0] : (tensor<32xf64>, tensor<f64>) -> tensor<f64>
    return %r : tensor<f64>
  }
}
