// RUN: partir-opt %s --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a type from 2 operands to 1 result}}
  %0 = stablehlo.add %x, %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %m: tensor<f32>) {
  // expected-error @+2 {{'stablehlo.abs' op requires a single operand}}
  // expected-error @+1 {{cannot apply stablehlo.abs}}
  %0 = stablehlo.reduce(%x init: %m) applies stablehlo.abs across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{expected DEFAULT, HIGH or HIGHEST}}
  %0 = stablehlo.dot %x, %y, precision = [LOW] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'stablehlo.constant' op has value of type 'tensor<2xf32>' but result type 'tensor<3xf32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'permutation' failed to satisfy constraint: list of 64-bit integers}}
  %0 = "stablehlo.transpose"(%x) <{permutation = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce' op has 1 operands, which are not inputs and as many initial values}}
  %0 = "stablehlo.reduce"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<f32>
  return
}
