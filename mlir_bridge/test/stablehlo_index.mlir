// Gather, scatter, sort, map, and ops whose sizes are operands.
// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt %s --mlir-print-op-generic | partir-opt | FileCheck %s

// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<2x3x4x2xi64>, %i: tensor<2x2x3x2xi64>, %s: tensor<f32>, %n: tensor<0xi64>, %z: tensor<4xi64>) {
  // CHECK: "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>}> :
  %0 = "stablehlo.gather"(%x, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [3, 4],
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [1],
      start_index_map = [2, 1],
      index_vector_dim = 3>,
    slice_sizes = array<i64: 1, 1, 2, 2>,
    indices_are_sorted = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi64>
  // What is empty or 0 is left out; fields come in any order.
  // CHECK: "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = dense<1> : tensor<4xi64>}> :
  %1 = "stablehlo.gather"(%x, %z) <{dimension_numbers = #stablehlo.gather<start_index_map = [0], collapsed_slice_dims = [], index_vector_dim = 0, offset_dims = [0]>, slice_sizes = dense<1> : tensor<4xi64>}> : (tensor<2x3x4x2xi64>, tensor<4xi64>) -> tensor<4xi64>
  // CHECK: "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64>}> :
  %2 = "stablehlo.gather"(%s, %n) <{dimension_numbers = #stablehlo.gather<>, slice_sizes = array<i64>}> : (tensor<f32>, tensor<0xi64>) -> tensor<f32>
  // CHECK: "stablehlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4]>, indices_are_sorted = true}> :
  %3 = "stablehlo.dynamic_gather"(%x, %i, %z) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4]>, indices_are_sorted = true} : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<4xi64>) -> tensor<2x2x3x2x2xi64>
  return
}

// CHECK-LABEL: func @scatter
func.func @scatter(%x: tensor<3x4xi64>, %y: tensor<3x4xf32>, %i: tensor<2xi64>, %u: tensor<2x4xi64>, %w: tensor<2x4xf32>) {
  // CHECK: "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i64>):
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    stablehlo.return %b : tensor<i64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      inserted_window_dims = [0],
      input_batching_dims = [2],
      scatter_indices_batching_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = true
  } : (tensor<3x4xi64>, tensor<2xi64>, tensor<2x4xi64>) -> tensor<3x4xi64>
  // CHECK: "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
  %1:2 = "stablehlo.scatter"(%x, %y, %i, %u, %w) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<f32>, %c: tensor<i64>, %d: tensor<f32>):
    stablehlo.return %a, %d : tensor<i64>, tensor<f32>
  }) : (tensor<3x4xi64>, tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xi64>, tensor<2x4xf32>) -> (tensor<3x4xi64>, tensor<3x4xf32>)
  return
}

// CHECK-LABEL: func @sort_and_map
func.func @sort_and_map(%x: tensor<3x4xi64>, %y: tensor<3x4xf32>) {
  // CHECK: "stablehlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}> ({
  // CHECK: }) : (tensor<3x4xi64>, tensor<3x4xf32>) -> (tensor<3x4xi64>, tensor<3x4xf32>)
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3x4xi64>, tensor<3x4xf32>) -> (tensor<3x4xi64>, tensor<3x4xf32>)
  // CHECK: "stablehlo.sort"(%{{[^,]*}}) ({
  %1 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x4xi64>) -> tensor<3x4xi64>
  // CHECK: "stablehlo.map"(%{{.*}}, %{{.*}}) <{dimensions = array<i64: 0, 1>}> ({
  %2 = "stablehlo.map"(%x, %x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.multiply %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {dimensions = array<i64: 0, 1>} : (tensor<3x4xi64>, tensor<3x4xi64>) -> tensor<3x4xi64>
  return
}

// CHECK-LABEL: func @elementwise
func.func @elementwise(%x: tensor<4xf32>) {
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e5m10 : tensor<4xf32>
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e8m0 : tensor<4xf32>
  %1 = "stablehlo.reduce_precision"(%x) {exponent_bits = 8 : i32, mantissa_bits = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.tan %{{.*}} : tensor<4xf32>
  %2 = stablehlo.tan %x : tensor<4xf32>
  // CHECK: stablehlo.exponential %{{.*}} {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  %3 = "stablehlo.exponential"(%x) {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.tan %{{.*}} {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  %4 = stablehlo.tan %x {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  // CHECK: stablehlo.logistic %{{.*}} {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  %5 = stablehlo.logistic %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  return
}

// CHECK-LABEL: func @movement
func.func @movement(%x: tensor<3x4xf32>, %i: tensor<2xi32>, %n: tensor<i32>, %s: tensor<2xi64>, %z: tensor<f32>) {
  // CHECK: stablehlo.broadcast %{{.*}}, sizes = [1, 2] : (tensor<3x4xf32>) -> tensor<1x2x3x4xf32>
  %0 = stablehlo.broadcast %x, sizes = [1, 2] : (tensor<3x4xf32>) -> tensor<1x2x3x4xf32>
  // CHECK: stablehlo.torch_index_select %{{.*}}, %{{.*}}, dim = 1, batch_dims = 0 : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  %1 = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  // CHECK: stablehlo.get_dimension_size %{{.*}}, dim = 1 : (tensor<3x4xf32>) -> tensor<i32>
  %2 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<3x4xf32>) -> tensor<i32>
  // CHECK: stablehlo.set_dimension_size %{{.*}}, %{{.*}}, dim = 0 : (tensor<3x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<3, ?>>
  %3 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.type_extensions<bounds = [3, ?]>>
  // CHECK: stablehlo.dynamic_iota %{{.*}}, dim = 1 : (tensor<2xi64>) -> tensor<3x4xf32>
  %4 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<3x4xf32>
  // CHECK: stablehlo.dynamic_reshape %{{.*}}, %{{.*}} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<?x?xf32, #stablehlo.bounds<?, 9>>
  %5 = stablehlo.dynamic_reshape %x, %s : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<?x?xf32, #stablehlo.bounds<?, 9>>
  // CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, %{{.*}}, dims = [0, 2] {known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x2x4xf32>
  %6 = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 0, 2>, known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x2x4xf32>
  // CHECK: stablehlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<3x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<7x5xf32>
  %7 = stablehlo.dynamic_pad %x, %z, %s, %s, %s : (tensor<3x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<7x5xf32>
  // CHECK: stablehlo.real_dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xf32>
  %8 = "stablehlo.real_dynamic_slice"(%x, %s, %s, %s) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xf32>
  return
}

// CHECK-LABEL: func @aliases
func.func @aliases(%x: tensor<4xf32>) {
  // CHECK: stablehlo.custom_call @f(%{{.*}}) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>]} : (tensor<4xf32>) -> tensor<4xf32>
  %0 = stablehlo.custom_call @f(%x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
