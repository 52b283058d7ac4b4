// RUN: partir-opt %s --verify-diagnostics --split-input-file

func.func @f() {
  // expected-error @+1 {{'chlo.constant' op has value of type 'tensor<2xf32>' but result type 'tensor<3xf32>'}}
  %0 = "chlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{requires attribute 'k'}}
  %0:2 = "chlo.top_k"(%x) : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{requires attribute 'comparison_direction'}}
  %0 = chlo.broadcast_compare %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'comparison_direction' failed to satisfy constraint}}
  %0 = chlo.broadcast_compare %x, %x {comparison_direction = #stablehlo<comparison_direction NE>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{2 operands but 1 types}}
  %0:2 = chlo.scan(%x) inits(%c) dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{1 carries but 0 results}}
  chlo.scan(%x) inits(%c) dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return
  } : (tensor<4xf32>, tensor<f32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %c: tensor<f32>) {
  // expected-error @+1 {{has 1 initial values but 2 carries}}
  %0:2 = "chlo.scan"(%x, %c) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 0, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "chlo.scan"(%x) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// The region's value would stand for the operand, which it cannot be.
func.func @f(%c: tensor<f32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0:2 = chlo.scan(%s) inits(%c) dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  return
}
