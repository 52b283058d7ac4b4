// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt --mlir-print-op-generic %s | partir-opt | FileCheck %s

module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {

// CHECK-LABEL: func @collectives
func.func @collectives(%x: tensor<16x8xf32>) {
  // CHECK: partir_hlo.all_slice [{"B", "M"}, {}] %{{.*}} : tensor<16x8xf32> -> tensor<2x8xf32>
  %0 = partir_hlo.all_slice [{"B", "M"}, {}] %x : tensor<16x8xf32> -> tensor<2x8xf32>
  // CHECK: partir_hlo.all_gather [{}, {"B"}] %{{.*}} : tensor<16x8xf32> -> tensor<16x32xf32>
  %1 = partir_hlo.all_gather [{}, {"B"}] %x : tensor<16x8xf32> -> tensor<16x32xf32>
  // CHECK: partir_hlo.all_reduce <add> {"B", "M"} %{{.*}} : tensor<16x8xf32>
  %2 = partir_hlo.all_reduce <add> {"B", "M"} %x : tensor<16x8xf32>
  // CHECK: partir_hlo.reduce_scatter <max> [{"B"}, {"M"}] %{{.*}} {a.b} : tensor<16x8xf32> -> tensor<4x4xf32>
  %3 = partir_hlo.reduce_scatter <max> [{"B"}, {"M"}] %x {a.b} : tensor<16x8xf32> -> tensor<4x4xf32>
  // CHECK: partir_hlo.all_to_all [0 -> 1 : {"B"}] %{{.*}} : tensor<16x8xf32> -> tensor<64x2xf32>
  %4 = partir_hlo.all_to_all [0 -> 1 : {"B"}] %x : tensor<16x8xf32> -> tensor<64x2xf32>
  return
}

// Only what is divided must not be empty.
// CHECK-LABEL: func @empty
func.func @empty(%x: tensor<16x0xf32>) {
  // CHECK: partir_hlo.all_slice [{"B"}, {}] %{{.*}} : tensor<16x0xf32> -> tensor<4x0xf32>
  %0 = partir_hlo.all_slice [{"B"}, {}] %x : tensor<16x0xf32> -> tensor<4x0xf32>
  return
}

// CHECK-LABEL: func @distributed
// CHECK-SAME: %{{.*}}: tensor<16x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>}
// CHECK-SAME: -> (tensor<16x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}], partial<add> {"M"}>})
func.func @distributed(%x: tensor<16x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>})
    -> (tensor<16x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}], partial<add> {"M"}>}) {
  return %x : tensor<16x8xf32>
}
}
