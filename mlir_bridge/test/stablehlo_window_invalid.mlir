// RUN: partir-opt %s --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{expected b, f or a spatial dimension}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, i]x[i, o]->[b, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{o is given twice}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f]x[i, o, o]->[b, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{expected b and f}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f]x[i, o]->[f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{expected the spatial dimensions 0 to 1, each once}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, 0, 0, f]x[i, 0, o]->[b, 0, f], window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{stride is given twice}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [], stride = []} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{expected stride, pad, lhs_dilate, rhs_dilate or reverse, found padding}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f]x[i, o]->[b, f], window = {padding = [[0, 0]]} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{expected true or false}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f]x[i, o]->[b, f], window = {reverse = [2]} {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{requires attribute 'feature_group_count'}}
  %0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected-error @+1 {{input_batch_dimension is given twice}}
func.func @f() attributes {x = #stablehlo.conv<raw input_batch_dimension = 0, input_batch_dimension = 1>} { return }

// -----

// expected-error @+1 {{no field batch of a convolution's dimensions}}
func.func @f() attributes {x = #stablehlo.conv<raw batch = 0>} { return }

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{attribute 'padding' failed to satisfy constraint: table of 64-bit integers with two columns}}
  %0 = "stablehlo.convolution"(%x, %x) {padding = dense<0> : tensor<4xi64>, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{attribute 'window_reversal' failed to satisfy constraint: list of truth values}}
  %0 = "stablehlo.convolution"(%x, %x) {window_reversal = array<i64: 1>, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// A splat is a short text; the list that it stands for is not.
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{attribute 'window_strides' failed to satisfy constraint: list of 64-bit integers}}
  %0 = "stablehlo.convolution"(%x, %x) {window_strides = dense<1> : tensor<999999999999xi64>, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{has 1 operands, which are not inputs and as many initial values}}
  "stablehlo.reduce_window"(%x) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return
  }) : (tensor<4x4xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{requires attribute 'window_dimensions'}}
  %0 = "stablehlo.reduce_window"(%x, %a) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    stablehlo.return %l : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{expected 2 regions}}
  %0 = "stablehlo.select_and_scatter"(%x, %x, %a) ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    stablehlo.return %l : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+2 {{expected valid keyword}}
  // expected-error @+1 {{failed to parse FftTypeAttr}}
  %0 = stablehlo.fft %x, type = , length = [4] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+2 {{expected ::partir::dialects::stablehlo::FftType to be one of: FFT, IFFT, RFFT, IRFFT}}
  // expected-error @+1 {{failed to parse FftTypeAttr}}
  %0 = stablehlo.fft %x, type = DFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{requires attribute 'transpose_a'}}
  %0 = "stablehlo.triangular_solve"(%x, %x) {left_side = true, lower = true, unit_diagonal = false} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x2xf32>, %v: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'epsilon' failed to satisfy constraint: 32-bit float attribute}}
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) {epsilon = 0.1 : f64, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x2xf32>, %v: tensor<2xf32>) {
  // expected-error @+1 {{expected 5 operands, but found 4}}
  %0 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return
}
