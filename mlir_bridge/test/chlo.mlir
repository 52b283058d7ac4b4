// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt %s --mlir-print-op-generic | partir-opt | FileCheck %s

// CHECK-LABEL: func @unary
func.func @unary(%x: tensor<4xf32>, %c: tensor<4xcomplex<f32>>) {
  // CHECK: chlo.acos %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %0 = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.acosh %{{.*}} : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %1 = "chlo.acosh"(%c) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  // One type stands for both.
  // CHECK: chlo.asin %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.asin %x : tensor<4xf32>
  // CHECK: chlo.asinh
  %3 = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.atan
  %4 = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.atanh
  %5 = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.bessel_i1e
  %6 = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.conj
  %7 = chlo.conj %c : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  // CHECK: chlo.cosh
  %8 = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.sinh
  %9 = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.square
  %10 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.digamma
  %11 = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erf %
  %12 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erfc
  %13 = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.erf_inv
  %14 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.lgamma
  %15 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.tan %
  %16 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.is_inf %{{.*}} : tensor<4xf32> -> tensor<4xi1>
  %17 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: chlo.is_neg_inf
  %18 = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: chlo.is_pos_inf
  %19 = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  // CHECK: chlo._asin_acos_kernel
  %20 = "chlo._asin_acos_kernel"(%c) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func @binary
func.func @binary(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // CHECK: chlo.next_after %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %0 = chlo.next_after %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.polygamma %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %1 = "chlo.polygamma"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: chlo.zeta
  %2 = chlo.zeta %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.mulhi
  %3 = chlo.mulhi %i, %i : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  return
}

// CHECK-LABEL: func @broadcasting
func.func @broadcasting(%x: tensor<4xf32>, %s: tensor<f32>, %i: tensor<4xi32>, %p: tensor<i1>) {
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = chlo.broadcast_add %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_atan2 %{{.*}}, %{{.*}} {broadcast_dimensions = array<i64>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = chlo.broadcast_atan2 %x, %s {broadcast_dimensions = array<i64>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_divide
  %2 = "chlo.broadcast_divide"(%x, %s) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_maximum
  %3 = chlo.broadcast_maximum %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_minimum
  %4 = chlo.broadcast_minimum %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_multiply
  %5 = chlo.broadcast_multiply %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_next_after
  %6 = chlo.broadcast_next_after %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_polygamma
  %7 = chlo.broadcast_polygamma %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_power
  %8 = chlo.broadcast_power %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_remainder
  %9 = chlo.broadcast_remainder %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_shift_left
  %10 = chlo.broadcast_shift_left %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: chlo.broadcast_shift_right_arithmetic
  %11 = chlo.broadcast_shift_right_arithmetic %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: chlo.broadcast_shift_right_logical
  %12 = chlo.broadcast_shift_right_logical %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: chlo.broadcast_subtract
  %13 = chlo.broadcast_subtract %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_zeta
  %14 = chlo.broadcast_zeta %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_and
  %15 = chlo.broadcast_and %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: chlo.broadcast_or
  %16 = chlo.broadcast_or %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: chlo.broadcast_xor
  %17 = chlo.broadcast_xor %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  // CHECK: chlo.broadcast_complex %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  %18 = chlo.broadcast_complex %x, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction NE>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %19 = chlo.broadcast_compare %x, %s {comparison_direction = #chlo<comparison_direction NE>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: chlo.broadcast_select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %20 = chlo.broadcast_select %p, %x, %s : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @others
func.func @others(%x: tensor<5x3xi1>, %l: tensor<4x2xf32>, %r: tensor<2x2x1xf32>, %g: tensor<2xi32>) {
  // CHECK: chlo.constant dense<1> : tensor<2xi32>
  %0 = chlo.constant dense<1> : tensor<2xi32>
  // CHECK: "chlo.constant_like"(%{{.*}}) <{value = 3.200000e+00 : f32}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = "chlo.constant_like"(%l) {value = 3.2 : f32} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<5x3xi1> -> (tensor<5x2xi1>, tensor<5x2xi32>)
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<5x3xi1> -> (tensor<5x2xi1>, tensor<5x2xi32>)
  // CHECK: chlo.top_k(%{{.*}}, k = 1) {largest = false} : tensor<5x3xi1> -> (tensor<5x1xi1>, tensor<5x1xi32>)
  %2:2 = "chlo.top_k"(%x) {k = 1 : i64, largest = false} : (tensor<5x3xi1>) -> (tensor<5x1xi1>, tensor<5x1xi32>)
  // CHECK: "chlo.ragged_dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> :
  %3 = "chlo.ragged_dot"(%l, %r, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>]} : (tensor<4x2xf32>, tensor<2x2x1xf32>, tensor<2xi32>) -> tensor<4x1xf32>
  // CHECK: chlo.minimum_broadcast_shapes %{{.*}}, %{{.*}} : tensor<2xi32>, tensor<2xi32> -> tensor<1xi32>, tensor<1xi32>
  %4:2 = chlo.minimum_broadcast_shapes %g, %g : tensor<2xi32>, tensor<2xi32> -> tensor<1xi32>, tensor<1xi32>
  return
}

// CHECK-LABEL: func @scan
func.func @scan(%x: tensor<4x2xi32>, %y: tensor<4xf32>, %c: tensor<2xi32>) {
  // CHECK: chlo.scan(%{{.*}}, %{{.*}}) inits (%{{.*}}) dimension=0 attributes {is_associative = true, is_reverse = true} {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<2xi32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<2xi32>):
  // CHECK: } : (tensor<4x2xi32>, tensor<4xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>)
  %0:2 = chlo.scan(%x, %y) inits(%c) dimension = 0 attributes {is_reverse = true, is_associative = true} {
  ^bb0(%a: tensor<2xi32>, %b: tensor<f32>, %d: tensor<2xi32>):
    %s = stablehlo.add %a, %d : tensor<2xi32>
    stablehlo.return %b, %s : tensor<f32>, tensor<2xi32>
  } : (tensor<4x2xi32>, tensor<4xf32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>)
  // CHECK: chlo.scan(%{{.*}}) inits () dimension=0 {
  // CHECK: } : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "chlo.scan"(%y) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 0>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
