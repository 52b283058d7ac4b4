// RUN: partir-opt %s --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{requires attribute 'slice_sizes'}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<index_vector_dim = 0>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{attribute 'dimension_numbers' failed to satisfy constraint}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.scatter<index_vector_dim = 0>, slice_sizes = array<i64: 1>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<f32>
  return
}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: offset}}
func.func @f() attributes {x = #stablehlo.gather<offset = [1]>} { return }

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{has 2 operands, which are not inputs, indices and as many updates}}
  %0 = "stablehlo.scatter"(%x, %i) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{region #0 ('update_computation') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.scatter"(%x, %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({}) : (tensor<4xf32>, tensor<1xi64>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{requires one region}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{Invalid attribute `is_stable` in property conversion: 1 : i64}}
  %0 = "stablehlo.sort"(%x) <{is_stable = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{requires attribute 'dimensions'}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a format such as e5m10}}
  %0 = stablehlo.reduce_precision %x, format = e5 : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a format such as e5m10}}
  %0 = stablehlo.reduce_precision %x, format = e99999999999m1 : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.reduce_precision"(%x) {exponent_bits = 8 : i32, mantissa_bits = -1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'result_accuracy' failed to satisfy constraint}}
  %0 = stablehlo.tan %x {result_accuracy = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{expected integer value}}
func.func private @f(tensor<?xf32, #stablehlo.bounds<a>>)

// -----

// expected-error @+1 {{expected 'bounds'}}
func.func private @f(tensor<?xf32, #stablehlo.type_extensions<[4]>>)
