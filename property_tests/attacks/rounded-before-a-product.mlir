module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %h = stablehlo.tanh %x : tensor<8x16xf32>
    %d = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x6xf32>) -> tensor<8x6xf32>
    %r = stablehlo.convert %d : (tensor<8x6xf32>) -> tensor<8x6xbf16>
    return %r : tensor<8x6xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8x8xf32>, %w: tensor<8x6xf32>) -> tensor<8x6xbf16> {
    %h = stablehlo.tanh %x : tensor<8x8xf32>
    %qb = stablehlo.convert %h : (tensor<8x8xf32>) -> tensor<8x8xbf16>
    %q = stablehlo.convert %qb : (tensor<8x8xbf16>) -> tensor<8x8xf32>
    %d = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %all1 = "stablehlo.all_reduce"(%d) ({
    ^bb0(%ra: tensor<f32>, %rb: tensor<f32>):
      %rs = stablehlo.add %ra, %rb : tensor<f32>
      stablehlo.return %rs : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %r = stablehlo.convert %all1 : (tensor<8x6xf32>) -> tensor<8x6xbf16>
    return %r : tensor<8x6xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8x8xf32>, %w: tensor<8x6xf32>) -> tensor<8x6xbf16> {
    %h = stablehlo.tanh %x : tensor<8x8xf32>
    %d = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    %db = stablehlo.convert %d : (tensor<8x6xf32>) -> tensor<8x6xbf16>
    %all1 = "stablehlo.all_reduce"(%db) ({
    ^bb0(%ra: tensor<bf16>, %rb: tensor<bf16>):
      %rs = stablehlo.add %ra, %rb : tensor<bf16>
      stablehlo.return %rs : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<8x6xbf16>) -> tensor<8x6xbf16>
    return %all1 : tensor<8x6xbf16>
  }
}
