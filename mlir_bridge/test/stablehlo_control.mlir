// Control flow, tuples, tokens and checks as StableHLO prints them are fixed points of reading and
// printing, also by way of the generic form.
// RUN: partir-opt --split-input-file %s | FileCheck %s
// RUN: partir-opt --split-input-file %s | partir-opt --split-input-file | FileCheck %s
// RUN: partir-opt --split-input-file --mlir-print-op-generic %s | partir-opt --split-input-file | FileCheck %s

// CHECK-LABEL: func @loops
func.func @loops(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %[[R:[0-9]+]]:2 = stablehlo.while(%[[I:.+]] = %{{.*}}, %[[S:.+]] = %{{.*}}) : tensor<i32>, tensor<4xf32>
  // CHECK-NEXT: cond {
  // CHECK: stablehlo.compare LT, %[[I]], %{{.*}}
  // CHECK: } do {
  // CHECK: stablehlo.add %[[I]], %[[I]] : tensor<i32>
  // CHECK: stablehlo.add %[[S]], %{{.*}} : tensor<4xf32>
  // CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<i32>, tensor<4xf32>
  %i, %sum = stablehlo.while(%k = %zero, %s = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %less = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %k, %k : tensor<i32>
    %more = stablehlo.add %s, %x : tensor<4xf32>
    stablehlo.return %next, %more : tensor<i32>, tensor<4xf32>
  }
  // CHECK: stablehlo.while() attributes {a.b = 1 : i32}
  stablehlo.while() attributes {a.b = 1 : i32} cond {
    %no = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %no : tensor<i1>
  } do {
    stablehlo.return
  }
  // CHECK: return %[[R]]#1
  return %sum : tensor<4xf32>
}

// CHECK-LABEL: func @branches
func.func @branches(%p: tensor<i1>, %i: tensor<i32>) -> tensor<i32> {
  // CHECK: "stablehlo.if"(%{{.*}}) ({
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %i : tensor<i32>
  // CHECK: }, {
  }, {
    %1 = stablehlo.negate %i : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  // CHECK: }) : (tensor<i1>) -> tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  // CHECK: "stablehlo.case"(%{{.*}}) ({
  %2 = "stablehlo.case"(%0) ({
    stablehlo.return %i : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %2 : tensor<i32>
}

// CHECK-LABEL: func @tuples
func.func @tuples(%x: tensor<i1>) {
  // CHECK: %[[A:.*]] = stablehlo.after_all : !stablehlo.token
  %a = stablehlo.after_all : !stablehlo.token
  // CHECK: %[[B:.*]] = stablehlo.create_token : !stablehlo.token
  %b = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.after_all %[[A]], %[[B]] : !stablehlo.token
  %c = stablehlo.after_all %a, %b : !stablehlo.token
  // CHECK: %[[T:.*]] = stablehlo.tuple %{{.*}}, %{{.*}} : tuple<tensor<i1>, !stablehlo.token>
  %t = stablehlo.tuple %x, %c : tuple<tensor<i1>, !stablehlo.token>
  // CHECK: stablehlo.get_tuple_element %[[T]][1] : (tuple<tensor<i1>, !stablehlo.token>) -> !stablehlo.token
  %d = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i1>, !stablehlo.token>) -> !stablehlo.token
  // CHECK: stablehlo.tuple : tuple<>
  %e = stablehlo.tuple : tuple<>
  return
}

// CHECK-LABEL: func @calls
func.func @calls(%x: tensor<i32>) -> tensor<i32> {
  // CHECK: stablehlo.composite "own.twice" %{{.*}} {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<i32>) -> tensor<i32>
  %0 = stablehlo.composite "own.twice" %x {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func @checks
func.func @checks(%x: tensor<2xf32>, %y: tensor<2xf32>) {
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} : tensor<2xf32>
  check.expect_eq %x, %y : tensor<2xf32>
  // CHECK: check.expect_eq_const %{{.*}}, dense<1.000000e+00> : tensor<2xf32>
  check.expect_eq_const %x, dense<1.0> : tensor<2xf32>
  // CHECK: check.expect_almost_eq %{{.*}}, %{{.*}} : tensor<2xf32>
  check.expect_almost_eq %x, %y : tensor<2xf32>
  // CHECK: check.expect_almost_eq %{{.*}}, %{{.*}}, tolerance = 1.000000e-03 : tensor<2xf32>
  check.expect_almost_eq %x, %y, tolerance = 0.001 : tensor<2xf32>
  // CHECK: check.expect_almost_eq_const %{{.*}}, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  check.expect_almost_eq_const %x, dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: check.expect_close %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xf32>
  check.expect_close %x, %y : tensor<2xf32>, tensor<2xf32>
  // CHECK: check.expect_close %{{.*}}, %{{.*}}, max_ulp_difference = 5, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %x, %y, max_ulp_difference = 5, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  // CHECK: check.expect_close %{{.*}}, %{{.*}}, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %x, %y, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  return
}
