module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<2000x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %b: tensor<2000x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %at: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %xs: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2000x2xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %rh = stablehlo.convert %a : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %r = stablehlo.convert %rh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %t = stablehlo.multiply %r, %b : tensor<2000x2xf32>
    %qh = stablehlo.convert %t : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %q = stablehlo.convert %qh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %e = stablehlo.exponential %t : tensor<2000x2xf32>
    %g = "stablehlo.gather"(%e, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
    %s0 = stablehlo.constant dense<0.0> : tensor<f32>
    %s1 = stablehlo.reduce(%xs init: %s0) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
    %s2 = stablehlo.convert %s1 : (tensor<4xf32>) -> tensor<4xbf16>
    return %g, %qh, %s2 : tensor<2x2xf32>, tensor<2000x2xbf16>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2000x2xf32>, %b: tensor<2000x2xf32>, %at: tensor<1xi32>, %xs: tensor<32x4xf32>) -> (tensor<1x2xf32>, tensor<2000x2xbf16>, tensor<4xbf16>) {
    %rh = stablehlo.convert %a : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %r = stablehlo.convert %rh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %t = stablehlo.multiply %r, %b : tensor<2000x2xf32>
    %qh = stablehlo.convert %t : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %q = stablehlo.convert %qh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %m0 = stablehlo.slice %t [0:777, 0:2] : (tensor<2000x2xf32>) -> tensor<777x2xf32>
    %m1 = stablehlo.slice %q [777:778, 0:2] : (tensor<2000x2xf32>) -> tensor<1x2xf32>
    %m2 = stablehlo.slice %t [778:2000, 0:2] : (tensor<2000x2xf32>) -> tensor<1222x2xf32>
    %m = stablehlo.concatenate %m0, %m1, %m2, dim = 0 : (tensor<777x2xf32>, tensor<1x2xf32>, tensor<1222x2xf32>) -> tensor<2000x2xf32>
    %e = stablehlo.exponential %m : tensor<2000x2xf32>
    %g = "stablehlo.gather"(%e, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
    %s0 = stablehlo.constant dense<0.0> : tensor<f32>
    %s1 = stablehlo.reduce(%xs init: %s0) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %s2 = stablehlo.convert %s1 : (tensor<4xf32>) -> tensor<4xbf16>
    %s3 = "stablehlo.all_reduce"(%s2) ({
    ^bb0(%a_: tensor<bf16>, %b_: tensor<bf16>):
      %s = stablehlo.add %a_, %b_ : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %g, %qh, %s3 : tensor<1x2xf32>, tensor<2000x2xbf16>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2000x2xf32>, %b: tensor<2000x2xf32>, %at: tensor<1xi32>, %xs: tensor<32x4xf32>) -> (tensor<1x2xf32>, tensor<2000x2xbf16>, tensor<4xbf16>) {
    %rh = stablehlo.convert %a : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %r = stablehlo.convert %rh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %t = stablehlo.multiply %r, %b : tensor<2000x2xf32>
    %qh = stablehlo.convert %t : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %q = stablehlo.convert %qh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %e = stablehlo.exponential %t : tensor<2000x2xf32>
    %g = "stablehlo.gather"(%e, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
    %s0 = stablehlo.constant dense<0.0> : tensor<f32>
    %s1 = stablehlo.reduce(%xs init: %s0) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %s2 = stablehlo.convert %s1 : (tensor<4xf32>) -> tensor<4xbf16>
    %s3 = "stablehlo.all_reduce"(%s2) ({
    ^bb0(%a_: tensor<bf16>, %b_: tensor<bf16>):
      %s = stablehlo.add %a_, %b_ : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %g, %qh, %s3 : tensor<1x2xf32>, tensor<2000x2xbf16>, tensor<4xbf16>
  }
}
