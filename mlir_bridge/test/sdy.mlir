// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt --mlir-print-op-generic %s | partir-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2, "d"=2]>
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2, "d"=2]>
// CHECK: sdy.mesh @permuted = <["a"=2], device_ids=[1, 0]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
sdy.mesh @permuted = <["a"=2], device_ids=[1, 0]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK: sdy.mesh @empty = <[]>
sdy.mesh @empty = <[]>

// CHECK-LABEL: func @shardings
// CHECK-SAME: sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>
// CHECK-SAME: sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}, {?}, {"c":(1)2, ?}p1, {}p0], replicated={"c":(2)1}, unreduced={"d"}>
// CHECK-SAME: sdy.sharding = #sdy.sharding<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}]>
// CHECK-SAME: sdy.sharding = #sdy.sharding<@mesh, [], unreduced=max{"a"}>
func.func @shardings(
    %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>},
    %y: tensor<8x8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}, {?}, {"c":(1)2, ?}p1, {}p0], replicated={"c":(2)1}, unreduced={"d"}>},
    %z: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}]>})
    -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], unreduced=max{"a"}>}) {
  // CHECK: sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0.000000e+00> : tensor<f32>
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0.000000e+00> : tensor<f32>
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %x <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.reshard %{{.*}} <@mesh, [{"a", ?}, {}]> : tensor<8x8xf32>
  %2 = sdy.reshard %x <@mesh, [{"a", ?}, {}]> : tensor<8x8xf32>
  // CHECK: stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>, <@mesh, [{}]>]>} : tensor<16x8xi32>
  %3 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>, <@mesh, [{}]>]>} : tensor<16x8xi32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @collectives
func.func @collectives(%x: tensor<8x8xf32>) {
  // CHECK: sdy.all_gather [{"a", "b"}, {}] %{{.*}} out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %0 = sdy.all_gather [{"a", "b"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.all_slice [{"a":(1)2}, {}] %{{.*}} out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"a":(1)2}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.reduce_scatter [{}, {"a"}] %{{.*}} out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  %2 = sdy.reduce_scatter [{}, {"a"}] %x out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  // CHECK: sdy.all_reduce {"a", "b"} %{{.*}} out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %3 = sdy.all_reduce {"a", "b"} %x out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.all_to_all [{"a"}: 0->1, {"b"}: 1->0] %{{.*}} out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  %4 = sdy.all_to_all [{"a"}: 0->1, {"b"}: 1->0] %x out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  // CHECK: sdy.collective_permute %{{.*}} out_sharding=<@mesh, [{"b"}, {}]> : tensor<8x8xf32>
  %5 = sdy.collective_permute %x out_sharding=<@mesh, [{"b"}, {}]> : tensor<8x8xf32>
  return
}

// CHECK-LABEL: func @manual
func.func @manual(%x: tensor<8x8xf32>, %y: tensor<8xf32>) {
  // CHECK: sdy.manual_computation(%{{.*}}, %{{.*}}) in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}, {"a"}]>] manual_axes={"a", "b"} (%{{[^:]*}}: tensor<4x8xf32>, %{{[^:]*}}: tensor<8xf32>) {
  // CHECK-NEXT: stablehlo.transpose
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: } : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  %0 = sdy.manual_computation(%x, %y)
      in_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{}]>]
      out_shardings=[<@mesh, [{}, {"a"}]>]
      manual_axes={"a", "b"} (%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
    %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    sdy.return %t : tensor<8x4xf32>
  } : (tensor<8x8xf32>, tensor<8xf32>) -> (tensor<8x8xf32>)
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>}> ({
    sdy.return
  }) : () -> ()
  return
}

// CHECK-LABEL: func @sharding_rules
func.func @sharding_rules(%x: tensor<8x4xf32>, %y: tensor<4x6xf32>, %z: tensor<f32>) -> tensor<8x6xf32> {
  // CHECK: stablehlo.dot {{.*}}{sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}>}
  %0 = stablehlo.dot %x, %y {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}>} : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  // CHECK: stablehlo.negate {{.*}}{sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>}
  %1 = stablehlo.negate %z {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : tensor<f32>
  // CHECK: stablehlo.reshape {{.*}}{sdy.sharding_rule = #sdy.op_sharding_rule<([ij, z_1z_2])->([i, j, z_1, z_2]) {i=2, j=4, z_1=2, z_2=2} need_replication={i} permutation={j} blocked_propagation={i, j}, custom>}
  %2 = stablehlo.reshape %x {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, z_1z_2])->([i, j, z_1, z_2]) {i=2, j=4, z_1=2, z_2=2} need_replication={i} permutation={j} blocked_propagation={i, j}, custom>} : (tensor<8x4xf32>) -> tensor<2x4x2x2xf32>
  return %0 : tensor<8x6xf32>
}
