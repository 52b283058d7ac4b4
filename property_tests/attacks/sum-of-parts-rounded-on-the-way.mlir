sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f16>
    %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf16>, tensor<f16>) -> tensor<4xf16>
    %r = stablehlo.floor %s : tensor<4xf16>
    return %r : tensor<4xf16>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4x4xf16>) -> (tensor<4xf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<f16>
    %h = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf16>, tensor<f16>) -> tensor<4xf16>
    %g = stablehlo.convert %h : (tensor<4xf16>) -> tensor<4xf32>
    %p = stablehlo.reduce_precision %g, format = e8m12 : tensor<4xf32>
    %t = "stablehlo.all_reduce"(%p) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %q = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %q : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %k = stablehlo.reduce_precision %t, format = e8m12 : tensor<4xf32>
    %s = stablehlo.convert %k : (tensor<4xf32>) -> tensor<4xf16>
    %r = stablehlo.floor %s : tensor<4xf16>
    return %r : tensor<4xf16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4x4xf16>) -> (tensor<4xf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<f16>
    %p = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf16>, tensor<f16>) -> tensor<4xf16>
    %t = "stablehlo.all_reduce"(%p) ({
    ^bb0(%x: tensor<f16>, %y: tensor<f16>):
      %q = stablehlo.add %x, %y : tensor<f16>
      stablehlo.return %q : tensor<f16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf16>) -> tensor<4xf16>
    %s = stablehlo.optimization_barrier %t : tensor<4xf16>
    %r = stablehlo.floor %s : tensor<4xf16>
    return %r : tensor<4xf16>
}
}
