// Collectives have the generic form only.
// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt %s --mlir-print-op-generic | partir-opt | FileCheck %s

// CHECK-LABEL: func @collectives
func.func @collectives(%x: tensor<4x4xf32>) {
  // CHECK: "stablehlo.all_reduce"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
  // CHECK-NEXT: stablehlo.add
  // CHECK-NEXT: stablehlo.return
  // CHECK-NEXT: }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.all_gather"(%{{.*}}) <{all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x4xf32>
  %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<8x4xf32>
  // CHECK: "stablehlo.reduce_scatter"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  // CHECK: }) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  %2 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<type = 0, handle = 2>} : (tensor<4x4xf32>) -> tensor<4x2xf32>
  // CHECK: "stablehlo.all_to_all"(%{{.*}}) <{concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  %3 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  // CHECK: "stablehlo.collective_permute"(%{{.*}}) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.collective_broadcast"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, replica_groups = dense<{{\[\[}}2, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle=0, type=0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.cross-replica-sum"(%{{.*}}) <{replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func @variadic_collectives
func.func @variadic_collectives(%x: tensor<4x4xf32>, %y: tensor<4x4xi32>, %root: tensor<2xi32>) {
  // CHECK: "stablehlo.all_reduce"(%{{.*}}, %{{.*}}) <{replica_groups = dense<-1> : tensor<2x2xi64>}> ({
  %0:2 = "stablehlo.all_reduce"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {replica_groups = dense<-1> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  // CHECK: "stablehlo.all_gather"(%{{.*}}, %{{.*}}) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>, tensor<4x4xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  %1:2 = "stablehlo.all_gather"(%x, %y) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<4x4xf32>, tensor<4x4xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  // CHECK: "stablehlo.all_to_all"(%{{.*}}, %{{.*}}) <{concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x4xf32>, tensor<4x4xi32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
  %2:2 = "stablehlo.all_to_all"(%x, %y) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>, tensor<4x4xi32>) -> (tensor<8x2xf32>, tensor<8x2xi32>)
  // CHECK: "stablehlo.collective_broadcast"(%{{.*}}, %{{.*}}, %{{.*}}) <{has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> :
  %3:2 = "stablehlo.collective_broadcast"(%x, %y, %root) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4x4xf32>, tensor<4x4xi32>, tensor<2xi32>) -> (tensor<4x4xf32>, tensor<4x4xi32>)
  // CHECK: "stablehlo.collective_reduce"(%{{.*}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
  %4 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func @transfers
func.func @transfers(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // CHECK: "stablehlo.send"(%{{.*}}, %{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.send"(%{{.*}}, %{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> :
  %1 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.recv"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %2:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // CHECK: "stablehlo.infeed"(%{{.*}}) <{infeed_config = "a", layout = {{\[\[}}0]]}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %3:2 = "stablehlo.infeed"(%t) {infeed_config = "a", layout = [[0]]} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // CHECK: "stablehlo.infeed"(%{{.*}}) : (!stablehlo.token) -> !stablehlo.token
  %4 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.outfeed"(%{{.*}}, %{{.*}}) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %5 = "stablehlo.outfeed"(%x, %t) {outfeed_config = ""} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.outfeed"(%{{.*}}) : (!stablehlo.token) -> !stablehlo.token
  %6 = "stablehlo.outfeed"(%t) : (!stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.async_start"(%{{.*}}) ({
  // CHECK: }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %7 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %g = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %g : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  // CHECK: "stablehlo.async_done"(%{{.*}}) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  %8 = "stablehlo.async_done"(%7) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return
}
