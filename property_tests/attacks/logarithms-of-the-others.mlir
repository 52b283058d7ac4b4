module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%x: tensor<4x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %w = stablehlo.multiply %x, %x : tensor<4x4xcomplex<f32>>
    %y = stablehlo.log %w : tensor<4x4xcomplex<f32>>
    %i = stablehlo.iota dim = 0 : tensor<4x4xi32>
    %j = stablehlo.iota dim = 1 : tensor<4x4xi32>
    %ne = stablehlo.compare NE, %i, %j, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %m = stablehlo.broadcast_in_dim %ne, dims = [0, 1] : (tensor<4x4xi1>) -> tensor<4x4x4xi1>
    %b = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<4x4xcomplex<f32>>) -> tensor<4x4x4xcomplex<f32>>
    %zs = stablehlo.constant dense<(0.0, 0.0)> : tensor<4x4x4xcomplex<f32>>
    %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
    %s = stablehlo.select %m, %b, %zs : tensor<4x4x4xi1>, tensor<4x4x4xcomplex<f32>>
    %r = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
    return %r : tensor<4x4xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<1x4xcomplex<f32>>) -> (tensor<1x4xcomplex<f32>>) {
    %w = stablehlo.multiply %x, %x : tensor<1x4xcomplex<f32>>
    %y = stablehlo.log %w : tensor<1x4xcomplex<f32>>
    %p = "stablehlo.collective_permute"(%y) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<1x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %q = "stablehlo.collective_permute"(%p) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<1x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %o = "stablehlo.collective_permute"(%q) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<1x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %a = stablehlo.add %y, %p : tensor<1x4xcomplex<f32>>
    %b = stablehlo.add %a, %q : tensor<1x4xcomplex<f32>>
    %c = stablehlo.add %b, %o : tensor<1x4xcomplex<f32>>
    %r = stablehlo.subtract %c, %y : tensor<1x4xcomplex<f32>>
    return %r : tensor<1x4xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<1x4xcomplex<f32>>) -> (tensor<1x4xcomplex<f32>>) {
    %w = stablehlo.multiply %x, %x : tensor<1x4xcomplex<f32>>
    %y = stablehlo.log %w : tensor<1x4xcomplex<f32>>
    %p = "stablehlo.collective_permute"(%y) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<1x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %q = "stablehlo.collective_permute"(%p) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<1x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %o = "stablehlo.collective_permute"(%q) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>} : (tensor<1x4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
    %a = stablehlo.add %p, %q : tensor<1x4xcomplex<f32>>
    %r = stablehlo.add %a, %o : tensor<1x4xcomplex<f32>>
    return %r : tensor<1x4xcomplex<f32>>
  }
}
