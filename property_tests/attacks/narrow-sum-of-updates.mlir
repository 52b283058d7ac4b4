module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<512x1xi32> {mhlo.sharding = "{replicated}"}, %g: tensor<512x8xbf16> {mhlo.sharding = "{devices=[1,4]<=[4]}"}) -> (tensor<16x8xbf16> {mhlo.sharding = "{devices=[1,4]<=[4]}"}) {
    %u = stablehlo.convert %g : (tensor<512x8xbf16>) -> tensor<512x8xf32>
%z = stablehlo.constant dense<0.0> : tensor<16x8xf32>
%s = "stablehlo.scatter"(%z, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<16x8xf32>, tensor<512x1xi32>, tensor<512x8xf32>) -> tensor<16x8xf32>
%0 = stablehlo.convert %s : (tensor<16x8xf32>) -> tensor<16x8xbf16>
    return %0 : tensor<16x8xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<512x1xi32>, %g: tensor<512x2xbf16>) -> (tensor<16x2xbf16>) {
    %u = stablehlo.optimization_barrier %g : tensor<512x2xbf16>
%z = stablehlo.constant dense<0.0> : tensor<16x2xbf16>
%s = "stablehlo.scatter"(%z, %i, %u) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %c = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %c : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<16x2xbf16>, tensor<512x1xi32>, tensor<512x2xbf16>) -> tensor<16x2xbf16>
%0 = stablehlo.optimization_barrier %s : tensor<16x2xbf16>

    return %0 : tensor<16x2xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<512x1xi32>, %g: tensor<512x2xbf16>) -> (tensor<16x2xbf16>) {
    %u = stablehlo.convert %g : (tensor<512x2xbf16>) -> tensor<512x2xf32>
%z = stablehlo.constant dense<0.0> : tensor<16x2xf32>
%s = "stablehlo.scatter"(%z, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<16x2xf32>, tensor<512x1xi32>, tensor<512x2xf32>) -> tensor<16x2xf32>
%0 = stablehlo.convert %s : (tensor<16x2xf32>) -> tensor<16x2xbf16>
    return %0 : tensor<16x2xbf16>
  }
}
