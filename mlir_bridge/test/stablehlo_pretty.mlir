// The pretty form of every op, as StableHLO prints it, is a fixed point of reading and printing,
// also by way of the generic form.
// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt --mlir-print-op-generic %s | partir-opt | FileCheck %s

// CHECK: module @all attributes {jax.uses_shape_polymorphism = false, mhlo.num_replicas = 1 : i32}
module @all attributes {jax.uses_shape_polymorphism = false, mhlo.num_replicas = 1 : i32} {

// CHECK-LABEL: func @unary
func.func @unary(%x: tensor<4xf32>, %i: tensor<4xi32>, %z: tensor<4xcomplex<f32>>) {
  // CHECK: stablehlo.abs %{{.*}} : tensor<4xf32>
  %abs = stablehlo.abs %x : tensor<4xf32>
  // CHECK: stablehlo.abs %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %abs_z = stablehlo.abs %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: stablehlo.cbrt %{{.*}} : tensor<4xf32>
  %cbrt = stablehlo.cbrt %x : tensor<4xf32>
  // CHECK: stablehlo.ceil %{{.*}} : tensor<4xf32>
  %ceil = stablehlo.ceil %x : tensor<4xf32>
  // CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xi8>
  %convert = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi8>
  // CHECK: stablehlo.convert %{{.*}} : tensor<4xf32>
  %same = stablehlo.convert %x : tensor<4xf32>
  // CHECK: stablehlo.cosine %{{.*}} : tensor<4xf32>
  %cosine = stablehlo.cosine %x : tensor<4xf32>
  // CHECK: stablehlo.count_leading_zeros %{{.*}} : tensor<4xi32>
  %clz = stablehlo.count_leading_zeros %i : tensor<4xi32>
  // CHECK: stablehlo.exponential %{{.*}} : tensor<4xf32>
  %exponential = stablehlo.exponential %x : tensor<4xf32>
  // CHECK: stablehlo.exponential_minus_one %{{.*}} : tensor<4xf32>
  %expm1 = stablehlo.exponential_minus_one %x : tensor<4xf32>
  // CHECK: stablehlo.floor %{{.*}} : tensor<4xf32>
  %floor = stablehlo.floor %x : tensor<4xf32>
  // CHECK: stablehlo.imag %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %imag = stablehlo.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: stablehlo.is_finite %{{.*}} : (tensor<4xf32>) -> tensor<4xi1>
  %finite = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.log %{{.*}} : tensor<4xf32>
  %log = stablehlo.log %x : tensor<4xf32>
  // CHECK: stablehlo.log_plus_one %{{.*}} : tensor<4xf32>
  %log1p = stablehlo.log_plus_one %x : tensor<4xf32>
  // CHECK: stablehlo.logistic %{{.*}} : tensor<4xf32>
  %logistic = stablehlo.logistic %x : tensor<4xf32>
  // CHECK: stablehlo.negate %{{.*}} : tensor<4xf32>
  %negate = stablehlo.negate %x : tensor<4xf32>
  // CHECK: stablehlo.not %{{.*}} : tensor<4xi32>
  %not = stablehlo.not %i : tensor<4xi32>
  // CHECK: stablehlo.popcnt %{{.*}} : tensor<4xi32>
  %popcnt = stablehlo.popcnt %i : tensor<4xi32>
  // CHECK: stablehlo.real %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %real = stablehlo.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: stablehlo.round_nearest_afz %{{.*}} : tensor<4xf32>
  %afz = stablehlo.round_nearest_afz %x : tensor<4xf32>
  // CHECK: stablehlo.round_nearest_even %{{.*}} : tensor<4xf32>
  %even = stablehlo.round_nearest_even %x : tensor<4xf32>
  // CHECK: stablehlo.rsqrt %{{.*}} : tensor<4xf32>
  %rsqrt = stablehlo.rsqrt %x : tensor<4xf32>
  // CHECK: stablehlo.sign %{{.*}} : tensor<4xf32>
  %sign = stablehlo.sign %x : tensor<4xf32>
  // CHECK: stablehlo.sine %{{.*}} : tensor<4xf32>
  %sine = stablehlo.sine %x : tensor<4xf32>
  // CHECK: stablehlo.sqrt %{{.*}} : tensor<4xf32>
  %sqrt = stablehlo.sqrt %x : tensor<4xf32>
  // CHECK: stablehlo.tan %{{.*}} : tensor<4xf32>
  %tan = stablehlo.tan %x : tensor<4xf32>
  // CHECK: stablehlo.tanh %{{.*}} {mhlo.frontend_attributes = {a = "b"}} : tensor<4xf32>
  %tanh = stablehlo.tanh %x {mhlo.frontend_attributes = {a = "b"}} : tensor<4xf32>
  return
}

// CHECK-LABEL: func @binary
func.func @binary(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
  %add = stablehlo.add %x, %x : tensor<4xf32>
  // CHECK: stablehlo.and %{{.*}}, %{{.*}} : tensor<4xi32>
  %and = stablehlo.and %i, %i : tensor<4xi32>
  // CHECK: stablehlo.atan2 %{{.*}}, %{{.*}} : tensor<4xf32>
  %atan2 = stablehlo.atan2 %x, %x : tensor<4xf32>
  // CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<4xcomplex<f32>>
  %complex = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  // CHECK: stablehlo.divide %{{.*}}, %{{.*}} : tensor<4xf32>
  %divide = stablehlo.divide %x, %x : tensor<4xf32>
  // CHECK: stablehlo.maximum %{{.*}}, %{{.*}} : tensor<4xf32>
  %maximum = stablehlo.maximum %x, %x : tensor<4xf32>
  // CHECK: stablehlo.minimum %{{.*}}, %{{.*}} : tensor<4xf32>
  %minimum = stablehlo.minimum %x, %x : tensor<4xf32>
  // CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
  %multiply = stablehlo.multiply %x, %x : tensor<4xf32>
  // CHECK: stablehlo.or %{{.*}}, %{{.*}} : tensor<4xi32>
  %or = stablehlo.or %i, %i : tensor<4xi32>
  // CHECK: stablehlo.power %{{.*}}, %{{.*}} : tensor<4xf32>
  %power = stablehlo.power %x, %x : tensor<4xf32>
  // CHECK: stablehlo.remainder %{{.*}}, %{{.*}} : tensor<4xf32>
  %remainder = stablehlo.remainder %x, %x : tensor<4xf32>
  // CHECK: stablehlo.shift_left %{{.*}}, %{{.*}} : tensor<4xi32>
  %left = stablehlo.shift_left %i, %i : tensor<4xi32>
  // CHECK: stablehlo.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xi32>
  %sra = stablehlo.shift_right_arithmetic %i, %i : tensor<4xi32>
  // CHECK: stablehlo.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xi32>
  %srl = stablehlo.shift_right_logical %i, %i : tensor<4xi32>
  // CHECK: stablehlo.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
  %subtract = stablehlo.subtract %x, %x : tensor<4xf32>
  // CHECK: stablehlo.xor %{{.*}}, %{{.*}} : tensor<4xi32>
  %xor = stablehlo.xor %i, %i : tensor<4xi32>
  return
}

// CHECK-LABEL: func @selection
func.func @selection(%x: tensor<4xf32>, %p: tensor<4xi1>, %s: tensor<i1>, %m: tensor<f32>) {
  // CHECK: stablehlo.compare {{ ?}}EQ, %{{.*}}, %{{.*}}, {{ ?}}FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %eq = stablehlo.compare  EQ, %x, %x,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare {{ ?}}LT, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %lt = stablehlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare {{ ?}}GE, %{{.*}}, %{{.*}}, {{ ?}}TOTALORDER {a.b} : (
  %ge = stablehlo.compare GE, %x, %x, TOTALORDER {a.b} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
  %select = stablehlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
  %scalar = stablehlo.select %s, %x, %x : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>
  %clamp = stablehlo.clamp %x, %x, %x : tensor<4xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %clamp_m = stablehlo.clamp %m, %x, %m : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @data
func.func @data(%x: tensor<4x6xf32>, %m: tensor<f32>, %i: tensor<i32>, %v: tensor<4xf32>) {
  // CHECK: %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: %c = stablehlo.constant {jax.tag = "t"} dense<[1, 2]> : tensor<2xi32>
  %ints = stablehlo.constant {jax.tag = "t"} dense<[1, 2]> : tensor<2xi32>
  // CHECK: stablehlo.constant dense<1> : tensor<3xui8>
  %splat = stablehlo.constant dense<1> : tensor<3xui8>
  // CHECK: stablehlo.constant dense<> : tensor<0x2xf32>
  %empty = stablehlo.constant dense<> : tensor<0x2xf32>
  // CHECK: stablehlo.iota dim = 0 : tensor<4xi32>
  %iota = stablehlo.iota dim = 0 : tensor<4xi32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  %bcast = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  %bcast_m = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<4x6xf32>) -> tensor<24xf32>
  %reshape = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4x6xf32>) -> tensor<4x6xi32>
  %bits = stablehlo.bitcast_convert %x : (tensor<4x6xf32>) -> tensor<4x6xi32>
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[6,4]{0,1}"} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %transpose = stablehlo.transpose %x, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[6,4]{0,1}"} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  // CHECK: stablehlo.reverse %{{.*}}, dims = [0, 1] : tensor<4x6xf32>
  %reverse = stablehlo.reverse %x, dims = [0, 1] : tensor<4x6xf32>
  // CHECK: stablehlo.slice %{{.*}} [0:1, 0:6:2] : (tensor<4x6xf32>) -> tensor<1x3xf32>
  %slice = stablehlo.slice %x [0:1, 0:6:2] : (tensor<4x6xf32>) -> tensor<1x3xf32>
  // CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %dynamic = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %update = stablehlo.dynamic_update_slice %x, %dynamic, %i, %i : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [0, -1], high = [2, 1], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x6xf32>
  %pad = stablehlo.pad %x, %m, low = [0, -1], high = [2, 1], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x6xf32>
  // CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, %{{.*}}, dim = 1 : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x18xf32>
  %concatenate = stablehlo.concatenate %x, %x, %x, dim = 1 : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x18xf32>
  return
}

// CHECK-LABEL: func @contraction
func.func @contraction(%a: tensor<2x4x6xf32>, %b: tensor<2x6x8xf32>, %x: tensor<4x6xf32>, %y: tensor<6x8xf32>) {
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x4x6xf32>, tensor<2x6x8xf32>) -> tensor<2x4x8xf32>
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] {mhlo.frontend_attributes = {g = "h"}} : (
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] {mhlo.frontend_attributes = {g = "h"}} : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (
  %2 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.dot %{{.*}}, %{{.*}}, precision = [HIGH, DEFAULT] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.dot %x, %y, precision = [HIGH, DEFAULT] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  // CHECK: stablehlo.dot %{{.*}}, %{{.*}} : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.dot %x, %y : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func @reduction
func.func @reduction(%x: tensor<4x6xf32>, %i: tensor<4x6xi32>, %m: tensor<f32>, %n: tensor<i32>) {
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %m) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  // A body that is one plain op is printed in the short form.
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.maximum across dimensions = [0, 1] {a.b = 1 : i32} : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%x init: %m) across dimensions = [0, 1] {a.b = 1 : i32} : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %max = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %max : tensor<f32>
  }
  // Not so where the arguments are swapped.
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)  {
  // CHECK-NEXT: stablehlo.subtract %[[B]], %[[A]] : tensor<f32>
  %2 = stablehlo.reduce(%x init: %m) across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
    reducer(%a: tensor<f32> loc("a"), %b: tensor<f32> loc("b")) {
    %sub = stablehlo.subtract %b, %a : tensor<f32>
    stablehlo.return %sub : tensor<f32>
  } loc("reduce")
  // CHECK: %{{.*}}:2 = stablehlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  // CHECK-NEXT: reducer(%[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>) (%[[I:.*]]: tensor<i32>, %[[J:.*]]: tensor<i32>)  {
  // CHECK-NEXT: stablehlo.maximum %[[X]], %[[Y]] : tensor<f32>
  // CHECK-NEXT: stablehlo.minimum %[[I]], %[[J]] : tensor<i32>
  // CHECK-NEXT: stablehlo.return %{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>
  %3:2 = stablehlo.reduce(%x init: %m), (%i init: %n) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %max = stablehlo.maximum %a, %b : tensor<f32>
    %min = stablehlo.minimum %j, %k : tensor<i32>
    stablehlo.return %max, %min : tensor<f32>, tensor<i32>
  }
  return
}

// CHECK-LABEL: func @calls
// CHECK-SAME: %{{.*}}: tensor<4xf32> {jax.buffer_donor = true, mhlo.layout_mode = "default", tf.aliasing_output = 0 : i32}
// CHECK-SAME: -> (tensor<4xf32> {jax.result_info = "x"})
func.func @calls(%x: tensor<4xf32> {jax.buffer_donor = true, mhlo.layout_mode = "default", tf.aliasing_output = 0 : i32}) -> (tensor<4xf32> {jax.result_info = "x"}) attributes {mhlo.tag} {
  // CHECK: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>
  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<4xf32>, tensor<4xf32>
  // CHECK: stablehlo.custom_call @Sharding(%{{.*}}) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.custom_call @check.expect_eq(%{{.*}}, %{{.*}}) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%0#0, %1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  // CHECK: stablehlo.partition_id : tensor<ui32>
  %2 = stablehlo.partition_id : tensor<ui32>
  // CHECK: stablehlo.replica_id : tensor<ui32>
  %3 = stablehlo.replica_id : tensor<ui32>
  // CHECK: call @callee(
  %4 = func.call @callee(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: arith.constant dense<1.0
  %c = arith.constant dense<1.0> : tensor<4xf32>
  return %c : tensor<4xf32>
}
}
