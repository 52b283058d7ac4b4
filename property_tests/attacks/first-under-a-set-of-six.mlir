sdy.mesh @mesh = <["x"=3]>
func.func @main(%x: tensor<4x33xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %io = stablehlo.iota dim = 1 : tensor<4x33xi32>
%m:2 = "stablehlo.sort"(%x, %io) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%_a: tensor<f32>, %_b: tensor<f32>, %_c: tensor<i32>, %_d: tensor<i32>):
    %_p = stablehlo.compare LT, %_a, %_b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %_p : tensor<i1>
  }) : (tensor<4x33xf32>, tensor<4x33xi32>) -> (tensor<4x33xf32>, tensor<4x33xi32>)
%mv = stablehlo.slice %m#0 [0:4, 0:1] : (tensor<4x33xf32>) -> tensor<4x1xf32>
%mi = stablehlo.slice %m#1 [0:4, 0:1] : (tensor<4x33xi32>) -> tensor<4x1xi32>

  return %mv, %mi : tensor<4x1xf32>, tensor<4x1xi32>
}

// -----

func.func @main(%x: tensor<4x11xf32>) -> (tensor<4x1xf32>, tensor<4x1xi32>) {
  %io = stablehlo.iota dim = 1 : tensor<4x33xi32>
%f = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<4x11xf32>) -> tensor<4x33xf32>
%flag = stablehlo.constant dense<[0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]> : tensor<33xi32>
%fl = stablehlo.broadcast_in_dim %flag, dims = [1] : (tensor<33xi32>) -> tensor<4x33xi32>
%q:2 = "stablehlo.sort"(%f, %fl) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%_a: tensor<f32>, %_b: tensor<f32>, %_c: tensor<i32>, %_d: tensor<i32>):
    %_p = stablehlo.compare LT, %_a, %_b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %_p : tensor<i1>
  }) : (tensor<4x33xf32>, tensor<4x33xi32>) -> (tensor<4x33xf32>, tensor<4x33xi32>)
%qk = stablehlo.slice %q#1 [0:4, 0:6] : (tensor<4x33xi32>) -> tensor<4x6xi32>
%all_i = stablehlo.constant dense<2147483647> : tensor<i32>
  %all = stablehlo.reduce(%qk init: %all_i) applies stablehlo.minimum across dimensions = [1] : (tensor<4x6xi32>, tensor<i32>) -> tensor<4xi32>
%ab = stablehlo.broadcast_in_dim %all, dims = [0] : (tensor<4xi32>) -> tensor<4x33xi32>
%num = stablehlo.add %io, %ab : tensor<4x33xi32>
%z:2 = "stablehlo.sort"(%f, %num) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%_a: tensor<f32>, %_b: tensor<f32>, %_c: tensor<i32>, %_d: tensor<i32>):
    %_p = stablehlo.compare LT, %_a, %_b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %_p : tensor<i1>
  }) : (tensor<4x33xf32>, tensor<4x33xi32>) -> (tensor<4x33xf32>, tensor<4x33xi32>)
%zv = stablehlo.slice %z#0 [0:4, 0:1] : (tensor<4x33xf32>) -> tensor<4x1xf32>
%zi = stablehlo.slice %z#1 [0:4, 0:1] : (tensor<4x33xi32>) -> tensor<4x1xi32>

  return %zv, %zi : tensor<4x1xf32>, tensor<4x1xi32>
}

// -----

func.func @main(%x: tensor<4x11xf32>) -> (tensor<4x1xf32>, tensor<4x1xi32>) {
  %io = stablehlo.iota dim = 1 : tensor<4x33xi32>
%f = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<4x11xf32>) -> tensor<4x33xf32>
%z:2 = "stablehlo.sort"(%f, %io) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%_a: tensor<f32>, %_b: tensor<f32>, %_c: tensor<i32>, %_d: tensor<i32>):
    %_p = stablehlo.compare LT, %_a, %_b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %_p : tensor<i1>
  }) : (tensor<4x33xf32>, tensor<4x33xi32>) -> (tensor<4x33xf32>, tensor<4x33xi32>)
%zv = stablehlo.slice %z#0 [0:4, 0:1] : (tensor<4x33xf32>) -> tensor<4x1xf32>
%zi = stablehlo.slice %z#1 [0:4, 0:1] : (tensor<4x33xi32>) -> tensor<4x1xi32>

  return %zv, %zi : tensor<4x1xf32>, tensor<4x1xi32>
}
