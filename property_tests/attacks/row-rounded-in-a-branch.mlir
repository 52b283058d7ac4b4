module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<2000x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %at: tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %ts: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<2000x2xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %e = stablehlo.exponential %a : tensor<2000x2xf32>
    %qh = stablehlo.convert %e : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %q = stablehlo.convert %qh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %g = "stablehlo.gather"(%e, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
    %c2 = stablehlo.constant dense<2.0> : tensor<8xf32>
    %t1 = stablehlo.multiply %ts, %c2 : tensor<8xf32>
    %t2 = stablehlo.convert %t1 : (tensor<8xf32>) -> tensor<8xbf16>
    return %g, %qh, %t2 : tensor<2x2xf32>, tensor<2000x2xbf16>, tensor<8xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2000x2xf32>, %at: tensor<1xi32>, %ts: tensor<8xf32>) -> (tensor<1x2xf32>, tensor<2000x2xbf16>, tensor<8xbf16>) {
    %e = stablehlo.exponential %a : tensor<2000x2xf32>
    %qh = stablehlo.convert %e : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %q = stablehlo.convert %qh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %m0 = stablehlo.slice %e [0:777, 0:2] : (tensor<2000x2xf32>) -> tensor<777x2xf32>
    %m1 = stablehlo.slice %q [777:778, 0:2] : (tensor<2000x2xf32>) -> tensor<1x2xf32>
    %m2 = stablehlo.slice %e [778:2000, 0:2] : (tensor<2000x2xf32>) -> tensor<1222x2xf32>
    %m = stablehlo.concatenate %m0, %m1, %m2, dim = 0 : (tensor<777x2xf32>, tensor<1x2xf32>, tensor<1222x2xf32>) -> tensor<2000x2xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %w = "stablehlo.case"(%k) ({
      stablehlo.return %e : tensor<2000x2xf32>
    }, {
      stablehlo.return %m : tensor<2000x2xf32>
    }) : (tensor<i32>) -> tensor<2000x2xf32>
    %g = "stablehlo.gather"(%w, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
    %c2 = stablehlo.constant dense<2.0> : tensor<8xbf16>
    %t1 = stablehlo.convert %ts : (tensor<8xf32>) -> tensor<8xbf16>
    %t2 = stablehlo.multiply %t1, %c2 : tensor<8xbf16>
    return %g, %qh, %t2 : tensor<1x2xf32>, tensor<2000x2xbf16>, tensor<8xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<2000x2xf32>, %at: tensor<1xi32>, %ts: tensor<8xf32>) -> (tensor<1x2xf32>, tensor<2000x2xbf16>, tensor<8xbf16>) {
    %e = stablehlo.exponential %a : tensor<2000x2xf32>
    %qh = stablehlo.convert %e : (tensor<2000x2xf32>) -> tensor<2000x2xbf16>
    %q = stablehlo.convert %qh : (tensor<2000x2xbf16>) -> tensor<2000x2xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %w = "stablehlo.case"(%k) ({
      stablehlo.return %e : tensor<2000x2xf32>
    }, {
      stablehlo.return %e : tensor<2000x2xf32>
    }) : (tensor<i32>) -> tensor<2000x2xf32>
    %g = "stablehlo.gather"(%w, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false} : (tensor<2000x2xf32>, tensor<1xi32>) -> tensor<1x2xf32>
    %c2 = stablehlo.constant dense<2.0> : tensor<8xbf16>
    %t1 = stablehlo.convert %ts : (tensor<8xf32>) -> tensor<8xbf16>
    %t2 = stablehlo.multiply %t1, %c2 : tensor<8xbf16>
    return %g, %qh, %t2 : tensor<1x2xf32>, tensor<2000x2xbf16>, tensor<8xbf16>
  }
}
