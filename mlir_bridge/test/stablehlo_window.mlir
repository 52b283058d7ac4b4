// Windows, contractions, solvers, transforms and random numbers.
// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt %s --mlir-print-op-generic | partir-opt | FileCheck %s

// CHECK-LABEL: func @convolution
func.func @convolution(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x16xf32>) {
  // CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = {{\[\[}}0, 1], [-1, 0]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1x?x?x16xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {rhs_dilate = [2, 1], stride = [1, 2], pad = [[0, 1], [-1, 0]], lhs_dilate = [1, 2], reverse = [1, 0]}
    {feature_group_count = 2 : i64, batch_group_count = 1 : i64,
     precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}
    : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1x?x?x16xf32>
  // No window, and places that are not the usual ones.
  // CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [1, b, f, 0]x[i, o, 1, 0]->[f, 1, b, 0], window = {} {
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [1, b, f, 0]x[i, o, 1, 0]->[f, 1, b, 0], window = {}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1xf32>
  // CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = []} {
  %2 = stablehlo.convolution(%x, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = []}
    {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1xf32>
  return
}

// CHECK-LABEL: func @generic_convolution
func.func @generic_convolution(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x2x16xf32>) {
  // CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [4, 4], pad = {{\[\[}}0, 0], [0, 0]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {
  %0 = "stablehlo.convolution"(%x, %k) {
    window_strides = dense<4> : tensor<2xi64>, padding = dense<0> : tensor<2x2xi64>,
    lhs_dilation = dense<2> : tensor<2xi64>, rhs_dilation = array<i64: 1, 1>,
    window_reversal = dense<false> : tensor<2xi1>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1xf32>
  // CHECK: dim_numbers = [b, 1, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true, false]} {
  %1 = "stablehlo.convolution"(%x, %k) <{
    window_reversal = array<i1: true, false>,
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0,
      input_feature_dimension = 3,
      input_spatial_dimensions = [2, 1],
      kernel_output_feature_dimension = 3,
      kernel_input_feature_dimension = 2,
      kernel_spatial_dimensions = [0, 1],
      output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1xf32>
  // Dimensions that are no permutation are for the shape rule to refuse; they stay as they are.
  // CHECK: dim_numbers = <raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [7], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [-1], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = []>, window = {} {
  %2 = "stablehlo.convolution"(%x, %k) <{
    dimension_numbers = #stablehlo.conv<raw input_spatial_dimensions = [7], kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [-1], output_feature_dimension = 1>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>) -> tensor<1xf32>
  // CHECK: "stablehlo.dynamic_conv"(%{{.*}}) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 4, 4>}> :
  %p = stablehlo.constant dense<0> : tensor<2x2xi32>
  %3 = "stablehlo.dynamic_conv"(%x, %k, %p) {
    window_strides = array<i64: 4, 4>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  } : (tensor<1x8x8x4xf32>, tensor<3x3x2x16xf32>, tensor<2x2xi32>) -> tensor<1xf32>
  return
}

// CHECK-LABEL: func @windows
func.func @windows(%x: tensor<4x6xf32>, %y: tensor<4x6xi32>, %a: tensor<f32>, %b: tensor<i32>) {
  // CHECK: "stablehlo.reduce_window"(%{{.*}}, %{{.*}}) <{padding = dense<{{\[\[}}0, 1], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>}> ({
  %0 = "stablehlo.reduce_window"(%x, %a) <{padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: "stablehlo.reduce_window"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{base_dilations = dense<2> : tensor<2xi64>, window_dilations = array<i64: 1, 2>, window_dimensions = dense<[2, 1]> : tensor<2xi64>}> ({
  %1:2 = "stablehlo.reduce_window"(%x, %y, %a, %b) ({
  ^bb0(%l: tensor<f32>, %m: tensor<i32>, %r: tensor<f32>, %q: tensor<i32>):
    stablehlo.return %l, %q : tensor<f32>, tensor<i32>
  }) {window_dimensions = dense<[2, 1]> : tensor<2xi64>, base_dilations = dense<2> : tensor<2xi64>, window_dilations = array<i64: 1, 2>} : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  // CHECK: "stablehlo.select_and_scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
  // CHECK: compare {{ ?}}GE
  // CHECK: }, {
  // CHECK: stablehlo.add
  %2 = "stablehlo.select_and_scatter"(%x, %0, %a) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.compare  GE, %l, %r,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// CHECK-LABEL: func @contractions
func.func @contractions(%x: tensor<4x4xf32>, %c: tensor<4xcomplex<f32>>) {
  // CHECK: stablehlo.einsum %{{.*}}, %{{.*}}, config = "ab,bc->ac" : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = stablehlo.einsum %x, %x, config = "ab,bc->ac" : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: stablehlo.unary_einsum %{{.*}}, config = "ab->a" : (tensor<4x4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->a"} : (tensor<4x4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.cholesky %{{.*}}, lower = true : tensor<4x4xf32>
  %2 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
  // CHECK: stablehlo.cholesky %{{[^,]*}} : tensor<4x4xf32>
  %3 = stablehlo.cholesky %x : tensor<4x4xf32>
  // CHECK: "stablehlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = "stablehlo.triangular_solve"(%x, %x) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: stablehlo.fft %{{.*}}, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %5 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  // CHECK: stablehlo.fft %{{.*}}, type = IRFFT, length = [6] : (tensor<4xcomplex<f32>>) -> tensor<6xf32>
  %6 = "stablehlo.fft"(%c) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = dense<6> : tensor<1xi64>} : (tensor<4xcomplex<f32>>) -> tensor<6xf32>
  return
}

// CHECK-LABEL: func @batch_norm
func.func @batch_norm(%x: tensor<2x2xf32>, %v: tensor<2xf32>) {
  // CHECK: "stablehlo.batch_norm_inference"(%{{.*}}) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> :
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  // CHECK: "stablehlo.batch_norm_training"(%{{.*}}) <{epsilon = 0.000000e+00 : f32, feature_index = 0 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %1:3 = "stablehlo.batch_norm_training"(%x, %v, %v) <{epsilon = 0.0 : f32, feature_index = 0 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  // CHECK: "stablehlo.batch_norm_grad"(%{{.*}}) <{epsilon = 0.000000e+00 : f32, feature_index = 0 : i64}> :
  %2:3 = "stablehlo.batch_norm_grad"(%x, %v, %v, %v, %x) <{epsilon = 0.0 : f32, feature_index = 0 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// CHECK-LABEL: func @random
func.func @random(%a: tensor<f32>, %shape: tensor<2xi64>, %state: tensor<2xui64>) {
  // CHECK: stablehlo.rng %{{.*}}, %{{.*}}, %{{.*}}, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %0 = stablehlo.rng %a, %a, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  // CHECK: stablehlo.rng %{{.*}}, distribution = NORMAL :
  %1 = "stablehlo.rng"(%a, %a, %shape) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  // CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  %2:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  // CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = PHILOX :
  %3:2 = "stablehlo.rng_bit_generator"(%state) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  return
}
