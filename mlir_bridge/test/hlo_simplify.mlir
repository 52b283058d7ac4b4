// RUN: partir-opt %s -partir-hlo-simplify | FileCheck %s
// RUN: partir-opt %s -partir-hlo-simplify=cse-parameter-gathers | FileCheck %s --check-prefix=ONCE

// In most functions a negation stands between the collectives and the signature, which would take them in.
module attributes {partir_core.mesh = #partir_core.mesh<["A"=2, "B"=4, "M"=3]>} {

// CHECK-LABEL: func @identities
func.func @identities(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK-NEXT: return %{{.*}} : tensor<4x6xf32>
  %0 = partir_hlo.all_slice [{}, {}] %x : tensor<4x6xf32> -> tensor<4x6xf32>
  %1 = partir_hlo.all_gather [{}, {}] %0 : tensor<4x6xf32> -> tensor<4x6xf32>
  %2 = partir_hlo.all_reduce <add> {} %1 : tensor<4x6xf32>
  %3 = partir_hlo.reduce_scatter <add> [{}, {}] %2 : tensor<4x6xf32> -> tensor<4x6xf32>
  %4 = partir_hlo.all_to_all [0 -> 1 : {}] %3 : tensor<4x6xf32> -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

// CHECK-LABEL: func @merges
func.func @merges(%x: tensor<48x6xf32>) -> (tensor<6x6xf32>, tensor<384x6xf32>, tensor<48x6xf32>) {
  %n = stablehlo.negate %x : tensor<48x6xf32>
  // inner axes are major in slices
  // CHECK: %[[S:.*]] = partir_hlo.all_slice [{"B", "A"}, {}] %{{.*}} : tensor<48x6xf32> -> tensor<6x6xf32>
  %0 = partir_hlo.all_slice [{"B"}, {}] %n : tensor<48x6xf32> -> tensor<12x6xf32>
  %1 = partir_hlo.all_slice [{"A"}, {}] %0 : tensor<12x6xf32> -> tensor<6x6xf32>
  %2 = stablehlo.negate %1 : tensor<6x6xf32>
  // outer ones in gathers
  // CHECK: %[[G:.*]] = partir_hlo.all_gather [{"A", "B"}, {}] %{{.*}} : tensor<48x6xf32> -> tensor<384x6xf32>
  %3 = stablehlo.negate %n : tensor<48x6xf32>
  %4 = partir_hlo.all_gather [{"B"}, {}] %3 : tensor<48x6xf32> -> tensor<192x6xf32>
  %5 = partir_hlo.all_gather [{"A"}, {}] %4 : tensor<192x6xf32> -> tensor<384x6xf32>
  %6 = stablehlo.negate %5 : tensor<384x6xf32>
  // CHECK: partir_hlo.all_reduce <add> {"A", "B"} %{{.*}} : tensor<48x6xf32>
  %7 = partir_hlo.all_reduce <add> {"B"} %3 : tensor<48x6xf32>
  %8 = partir_hlo.all_reduce <add> {"A"} %7 : tensor<48x6xf32>
  return %2, %6, %8 : tensor<6x6xf32>, tensor<384x6xf32>, tensor<48x6xf32>
}

// Another semigroup is another reduction; what is read elsewhere stays.
// CHECK-LABEL: func @merges_not
func.func @merges_not(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  // CHECK-NEXT: %[[P:.*]] = partir_hlo.all_reduce <add> {"B"} %{{.*}}
  // CHECK-NEXT: %[[Q:.*]] = partir_hlo.all_reduce <add> {"A"} %[[P]]
  // CHECK-NEXT: %[[R:.*]] = partir_hlo.all_reduce <max> {"M"} %[[Q]]
  // CHECK-NEXT: return %[[P]], %[[Q]], %[[R]]
  %0 = partir_hlo.all_reduce <add> {"B"} %x : tensor<6xf32>
  %1 = partir_hlo.all_reduce <add> {"A"} %0 : tensor<6xf32>
  %2 = partir_hlo.all_reduce <max> {"M"} %1 : tensor<6xf32>
  return %0, %1, %2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// Only prefixes cancel.
// CHECK-LABEL: func @slice_of_gather
func.func @slice_of_gather(%x: tensor<48x6xf32>) -> (tensor<96x6xf32>, tensor<24x6xf32>, tensor<192x3xf32>, tensor<96x6xf32>) {
  %n = stablehlo.negate %x : tensor<48x6xf32>
  // CHECK: %[[G:.*]] = partir_hlo.all_gather [{"A"}, {}] %{{.*}} : tensor<48x6xf32> -> tensor<96x6xf32>
  // CHECK-NEXT: stablehlo.abs %[[G]]
  %0 = partir_hlo.all_gather [{"B", "A"}, {}] %n : tensor<48x6xf32> -> tensor<384x6xf32>
  %1 = partir_hlo.all_slice [{"B"}, {}] %0 : tensor<384x6xf32> -> tensor<96x6xf32>
  %a1 = stablehlo.abs %1 : tensor<96x6xf32>
  // CHECK: %[[S:.*]] = partir_hlo.all_slice [{"A"}, {}] %{{.*}} : tensor<48x6xf32> -> tensor<24x6xf32>
  // CHECK-NEXT: stablehlo.abs %[[S]]
  %2 = partir_hlo.all_gather [{"B"}, {}] %n : tensor<48x6xf32> -> tensor<192x6xf32>
  %3 = partir_hlo.all_slice [{"B", "A"}, {}] %2 : tensor<192x6xf32> -> tensor<24x6xf32>
  %a3 = stablehlo.abs %3 : tensor<24x6xf32>
  // on another dimension, the slice goes first
  // CHECK: %[[F:.*]] = partir_hlo.all_slice [{}, {"A"}] %{{.*}} : tensor<48x6xf32> -> tensor<48x3xf32>
  // CHECK-NEXT: %[[GF:.*]] = partir_hlo.all_gather [{"B"}, {}] %[[F]] : tensor<48x3xf32> -> tensor<192x3xf32>
  // CHECK-NEXT: stablehlo.abs %[[GF]]
  %4 = partir_hlo.all_gather [{"B"}, {}] %n : tensor<48x6xf32> -> tensor<192x6xf32>
  %5 = partir_hlo.all_slice [{}, {"A"}] %4 : tensor<192x6xf32> -> tensor<192x3xf32>
  %a5 = stablehlo.abs %5 : tensor<192x3xf32>
  // CHECK: %[[K:.*]] = partir_hlo.all_gather [{"B", "A"}, {}] %{{.*}} : tensor<48x6xf32> -> tensor<384x6xf32>
  // CHECK-NEXT: partir_hlo.all_slice [{"A"}, {}] %[[K]] : tensor<384x6xf32> -> tensor<192x6xf32>
  %m = stablehlo.negate %n : tensor<48x6xf32>
  %6 = partir_hlo.all_gather [{"B", "A"}, {}] %m : tensor<48x6xf32> -> tensor<384x6xf32>
  %7 = partir_hlo.all_slice [{"A"}, {}] %6 : tensor<384x6xf32> -> tensor<192x6xf32>
  %8 = stablehlo.slice %7 [0:96, 0:6] : (tensor<192x6xf32>) -> tensor<96x6xf32>
  return %a1, %a3, %a5, %8 : tensor<96x6xf32>, tensor<24x6xf32>, tensor<192x3xf32>, tensor<96x6xf32>
}

// CHECK-LABEL: func @scatters
func.func @scatters(%x: tensor<48x6xf32>) -> (tensor<12x6xf32>, tensor<4x6xf32>) {
  %n = stablehlo.negate %x : tensor<48x6xf32>
  // CHECK: %[[S:.*]] = partir_hlo.reduce_scatter <add> [{"B"}, {}] %{{.*}} : tensor<48x6xf32> -> tensor<12x6xf32>
  // CHECK-NEXT: partir_hlo.all_reduce <add> {"A"} %[[S]] : tensor<12x6xf32>
  %0 = partir_hlo.all_reduce <add> {"A", "B"} %n : tensor<48x6xf32>
  %1 = partir_hlo.all_slice [{"B"}, {}] %0 : tensor<48x6xf32> -> tensor<12x6xf32>
  // CHECK: %[[M:.*]] = partir_hlo.all_slice [{"M"}, {}] %{{.*}} : tensor<48x6xf32> -> tensor<16x6xf32>
  // CHECK-NEXT: %[[R:.*]] = partir_hlo.reduce_scatter <max> [{"B"}, {}] %[[M]] : tensor<16x6xf32> -> tensor<4x6xf32>
  // CHECK-NEXT: return %{{.*}}, %[[R]]
  %2 = partir_hlo.all_reduce <max> {"B"} %n : tensor<48x6xf32>
  %3 = partir_hlo.all_slice [{"M", "B"}, {}] %2 : tensor<48x6xf32> -> tensor<4x6xf32>
  return %1, %3 : tensor<12x6xf32>, tensor<4x6xf32>
}

// A gather goes behind a reduction over other axes; over its own it does not.
// CHECK-LABEL: func @gathers_before_reductions
// CHECK-SAME: -> (tensor<48x6xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>}, tensor<192x6xf32>)
func.func @gathers_before_reductions(%x: tensor<48x6xf32>) -> (tensor<192x6xf32>, tensor<192x6xf32>) {
  %n = stablehlo.negate %x : tensor<48x6xf32>
  // CHECK: %[[R:.*]] = partir_hlo.all_reduce <add> {"A"} %{{.*}} : tensor<48x6xf32>
  // CHECK: %[[G:.*]] = partir_hlo.all_gather [{"B"}, {}] %{{.*}} : tensor<48x6xf32> -> tensor<192x6xf32>
  // CHECK-NEXT: %[[S:.*]] = partir_hlo.all_reduce <add> {"B"} %[[G]] : tensor<192x6xf32>
  // CHECK-NEXT: return %[[R]], %[[S]]
  %0 = partir_hlo.all_gather [{"B"}, {}] %n : tensor<48x6xf32> -> tensor<192x6xf32>
  %1 = partir_hlo.all_reduce <add> {"A"} %0 : tensor<192x6xf32>
  %m = stablehlo.abs %n : tensor<48x6xf32>
  %2 = partir_hlo.all_gather [{"B"}, {}] %m : tensor<48x6xf32> -> tensor<192x6xf32>
  %3 = partir_hlo.all_reduce <add> {"B"} %2 : tensor<192x6xf32>
  return %1, %3 : tensor<192x6xf32>, tensor<192x6xf32>
}

// CHECK-LABEL: func @moves
func.func @moves(%x: tensor<48x8xf32>) -> tensor<96x2xf32> {
  %n = stablehlo.negate %x : tensor<48x8xf32>
  // the minor end of what is gathered, the major end of what is sliced
  // CHECK: %[[T:.*]] = partir_hlo.all_to_all [0 -> 1 : {"B"}] %{{.*}} : tensor<48x8xf32> -> tensor<192x2xf32>
  // CHECK-NEXT: %[[G:.*]] = partir_hlo.all_gather [{"A"}, {}] %[[T]] : tensor<192x2xf32> -> tensor<384x2xf32>
  // CHECK-NEXT: stablehlo.slice %[[G]]
  %0 = partir_hlo.all_gather [{"A", "B"}, {}] %n : tensor<48x8xf32> -> tensor<384x8xf32>
  %1 = partir_hlo.all_slice [{}, {"B"}] %0 : tensor<384x8xf32> -> tensor<384x2xf32>
  %2 = stablehlo.slice %1 [0:96, 0:2] : (tensor<384x2xf32>) -> tensor<96x2xf32>
  return %2 : tensor<96x2xf32>
}

// A parameter comes as all of its uses slice it; gathers of it stay one for each use.
// CHECK-LABEL: func @signature
// CHECK-SAME: (%[[X:.*]]: tensor<12x6xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>}, %[[Y:.*]]: tensor<48x6xf32>)
// CHECK-SAME: -> (tensor<12x6xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>}, tensor<48x6xf32>, tensor<12x6xf32>)
// ONCE-LABEL: func @signature
func.func @signature(%x: tensor<48x6xf32>, %y: tensor<48x6xf32>) -> (tensor<48x6xf32>, tensor<48x6xf32>, tensor<12x6xf32>) {
  // CHECK-NEXT: %[[NX:.*]] = stablehlo.negate %[[X]] : tensor<12x6xf32>
  // CHECK-NEXT: %[[G1:.*]] = partir_hlo.all_gather [{"B"}, {}] %[[X]]
  // CHECK-NEXT: %[[G2:.*]] = partir_hlo.all_gather [{"B"}, {}] %[[X]]
  // CHECK-NEXT: %[[A:.*]] = stablehlo.add %[[G1]], %[[G2]]
  // CHECK-NEXT: %[[YS:.*]] = partir_hlo.all_slice [{"B"}, {}] %[[Y]]
  // CHECK-NEXT: %[[NY:.*]] = stablehlo.negate %[[YS]]
  // CHECK-NEXT: %[[AY:.*]] = stablehlo.add %[[A]], %[[Y]]
  // CHECK-NEXT: return %[[NX]], %[[AY]], %[[NY]]
  // ONCE: all_gather
  // ONCE-NOT: all_gather
  // ONCE: return
  %0 = partir_hlo.all_slice [{"B"}, {}] %x : tensor<48x6xf32> -> tensor<12x6xf32>
  %1 = stablehlo.negate %0 : tensor<12x6xf32>
  %2 = partir_hlo.all_gather [{"B"}, {}] %1 : tensor<12x6xf32> -> tensor<48x6xf32>
  %3 = partir_hlo.all_gather [{"B"}, {}] %0 : tensor<12x6xf32> -> tensor<48x6xf32>
  %4 = partir_hlo.all_slice [{"B"}, {}] %x : tensor<48x6xf32> -> tensor<12x6xf32>
  %5 = partir_hlo.all_gather [{"B"}, {}] %4 : tensor<12x6xf32> -> tensor<48x6xf32>
  %6 = stablehlo.add %3, %5 : tensor<48x6xf32>
  %7 = partir_hlo.all_slice [{"B"}, {}] %y : tensor<48x6xf32> -> tensor<12x6xf32>
  %8 = stablehlo.negate %7 : tensor<12x6xf32>
  %9 = stablehlo.add %6, %y : tensor<48x6xf32>
  return %2, %9, %8 : tensor<48x6xf32>, tensor<48x6xf32>, tensor<12x6xf32>
}

// S-SliceGather: what is alike on all devices of "B" need not be gathered over it; what is not, must.
// CHECK-LABEL: func @alike
func.func @alike(%x: tensor<48xf32>, %y: tensor<48xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}]>}) -> (tensor<24xf32>, tensor<48xf32>) {
  // CHECK-NEXT: %[[A:.*]] = partir_hlo.all_slice [{"A"}] %{{.*}} : tensor<48xf32> -> tensor<24xf32>
  // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[A]]
  // CHECK-NEXT: %[[X:.*]] = stablehlo.slice
  // CHECK: %[[S:.*]] = partir_hlo.all_slice [{"B"}] %{{.*}} : tensor<48xf32> -> tensor<12xf32>
  // CHECK-NEXT: partir_hlo.all_gather [{"B"}] %[[S]]
  %0 = partir_hlo.all_slice [{"A", "B"}] %x : tensor<48xf32> -> tensor<6xf32>
  %1 = partir_hlo.all_gather [{"B"}] %0 : tensor<6xf32> -> tensor<24xf32>
  %2 = stablehlo.negate %1 : tensor<24xf32>
  %k = stablehlo.slice %x [0:24] : (tensor<48xf32>) -> tensor<24xf32>
  %3 = stablehlo.add %2, %k : tensor<24xf32>
  %4 = stablehlo.negate %y : tensor<48xf32>
  %5 = partir_hlo.all_slice [{"B"}] %4 : tensor<48xf32> -> tensor<12xf32>
  %6 = partir_hlo.all_gather [{"B"}] %5 : tensor<12xf32> -> tensor<48xf32>
  %7 = stablehlo.add %6, %4 : tensor<48xf32>
  return %3, %7 : tensor<24xf32>, tensor<48xf32>
}

// CHECK-LABEL: func @dead_and_common
func.func @dead_and_common(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[R:.*]] = partir_hlo.all_reduce
  // CHECK-NEXT: %[[A:.*]] = stablehlo.add %[[R]], %[[R]]
  // CHECK-NEXT: return %[[A]]
  %0 = partir_hlo.all_reduce <add> {"B"} %x : tensor<4xf32>
  %1 = partir_hlo.all_reduce <add> {"B"} %x : tensor<4xf32>
  %2 = partir_hlo.all_reduce <add> {"A"} %x : tensor<4xf32>
  %3 = stablehlo.add %0, %1 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
// Constants stay in the regions that have them; what only dead ops read is dead.
// CHECK-LABEL: func @regions
func.func @regions(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: stablehlo.while
  // CHECK: cond {
  // CHECK-NEXT: stablehlo.constant
  // CHECK-NOT: stablehlo.negate
  // CHECK: return %
  %0 = stablehlo.while(%a = %x) : tensor<4xf32>
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a : tensor<4xf32>
  }
  %1 = stablehlo.negate %x : tensor<4xf32>
  %2 = stablehlo.abs %1 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
}
