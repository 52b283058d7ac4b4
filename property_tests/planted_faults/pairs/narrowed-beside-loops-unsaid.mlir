module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<700x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg2: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.slice %arg0 [0:8, 0:4] : (tensor<700x4xf32>) -> tensor<8x4xf32>
    %v2 = stablehlo.convert %v1 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    %v3 = stablehlo.slice %arg0 [433:434, 0:4] : (tensor<700x4xf32>) -> tensor<1x4xf32>
    %v4 = stablehlo.convert %v3 : (tensor<1x4xf32>) -> tensor<1x4xbf16>
    %v5 = stablehlo.convert %v4 : (tensor<1x4xbf16>) -> tensor<1x4xf32>
    %v6 = "stablehlo.gather"(%arg0, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<700x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
    %v7 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v8 = stablehlo.reduce(%arg2 init: %v7) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v9 = stablehlo.convert %v8 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v6, %v2, %v9 : tensor<2x4xf32>, tensor<8x4xbf16>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<700x4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<32x4xf32>) -> (tensor<1x4xf32>, tensor<8x4xbf16>, tensor<4xbf16>) {
    %v1 = stablehlo.slice %arg0 [0:8, 0:4] : (tensor<700x4xf32>) -> tensor<8x4xf32>
    %v2 = stablehlo.convert %v1 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    %v3 = stablehlo.slice %arg0 [433:434, 0:4] : (tensor<700x4xf32>) -> tensor<1x4xf32>
    %v4 = stablehlo.convert %v3 : (tensor<1x4xf32>) -> tensor<1x4xbf16>
    %v5 = stablehlo.convert %v4 : (tensor<1x4xbf16>) -> tensor<1x4xf32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %row = stablehlo.constant dense<433> : tensor<i32>
    %w:2 = stablehlo.while(%i = %c0, %t = %arg0) : tensor<i32>, tensor<700x4xf32>
     cond {
      %p = stablehlo.compare LT, %i, %c1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %u = stablehlo.dynamic_update_slice %t, %v3, %row, %c0 : (tensor<700x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<700x4xf32>
      %n = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %n, %u : tensor<i32>, tensor<700x4xf32>
    }
    %v9 = "stablehlo.gather"(%w#1, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<700x4xf32>, tensor<1xi32>) -> tensor<1x4xf32>
    %v10 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v11 = stablehlo.reduce(%arg2 init: %v10) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v12 = stablehlo.convert %v11 : (tensor<4xf32>) -> tensor<4xbf16>
    %v13 = "stablehlo.all_reduce"(%v12) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 13, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v9, %v2, %v13 : tensor<1x4xf32>, tensor<8x4xbf16>, tensor<4xbf16>
  }
}
