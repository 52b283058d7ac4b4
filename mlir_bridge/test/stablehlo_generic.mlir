// Generic forms, with properties (`<{..}>`) and in the older way with attributes behind the
// operands, dimension lists being arrays or dense elements, print as the pretty form does.
// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC
// RUN: partir-opt --mlir-print-op-generic %s | partir-opt | FileCheck %s

// CHECK-LABEL: func @generic
func.func @generic(%x: tensor<4x6xf32>, %y: tensor<6x8xf32>, %m: tensor<f32>, %v: tensor<6xf32>) {
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<4x6xf32>
  // GENERIC: "stablehlo.add"(%{{.*}}, %{{.*}}) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = "stablehlo.add"(%x, %x) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  // CHECK: stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  // GENERIC: "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
  %1 = "stablehlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<2xf32>
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] : (
  // GENERIC: "stablehlo.transpose"(%{{.*}}) <{permutation = array<i64: 1, 0>}>
  %2 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}> : (tensor<4x6xf32>) -> tensor<6x4xf32>
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] : (
  %3 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (
  %4 = "stablehlo.broadcast_in_dim"(%v) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<6xf32>) -> tensor<4x6xf32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (
  %5 = "stablehlo.broadcast_in_dim"(%m) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>) -> tensor<4x6xf32>
  // CHECK: stablehlo.slice %{{.*}} [0:4:2, 1:6] : (
  %6 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 1>, limit_indices = array<i64: 4, 6>, strides = array<i64: 2, 1>}> : (tensor<4x6xf32>) -> tensor<2x5xf32>
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [1, 0], high = [0, 0], interior = [0, 0] : (
  %7 = "stablehlo.pad"(%x, %m) {edge_padding_low = dense<[1, 0]> : tensor<2xi64>, edge_padding_high = dense<0> : tensor<2xi64>, interior_padding = array<i64: 0, 0>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x6xf32>
  // CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (
  %8 = "stablehlo.concatenate"(%x, %x) { dimension = 0 : i64 } : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  // CHECK: stablehlo.compare {{ ?}}LT, %{{.*}}, %{{.*}}, {{ ?}}FLOAT : (
  // GENERIC: "stablehlo.compare"(%{{.*}}, %{{.*}}) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}>
  %9 = "stablehlo.compare"(%x, %x) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xi1>
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [DEFAULT, HIGH] : (
  // GENERIC: "stablehlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}>
  %10 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16,
  %11 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = true>}> : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.iota dim = 1 : tensor<4x6xi32>
  %12 = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<4x6xi32>
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (
  %13 = "stablehlo.reduce"(%x, %m) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.custom_call @Sharding(%{{.*}}) {api_version = 2 : i32, called_computations = [], has_side_effect = false} : (
  %14 = "stablehlo.custom_call"(%x) <{call_target_name = "Sharding", api_version = 2 : i32, has_side_effect = false, called_computations = []}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
