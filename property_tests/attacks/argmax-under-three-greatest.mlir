sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x60xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %m_io = stablehlo.iota dim = 1 : tensor<4x60xi32>
  %m_v0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m_i0 = stablehlo.constant dense<0> : tensor<i32>
  %m:2 = stablehlo.reduce(%x init: %m_v0), (%m_io init: %m_i0) across dimensions = [1] : (tensor<4x60xf32>, tensor<4x60xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %g = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ne = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %gn = stablehlo.or %g, %ne : tensor<i1>
    %q = stablehlo.compare EQ, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %l = stablehlo.compare LT, %b, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %ql = stablehlo.and %q, %l : tensor<i1>
    %p = stablehlo.or %gn, %ql : tensor<i1>
    %v = stablehlo.select %gn, %a, %c : tensor<i1>, tensor<f32>
    %i = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %i : tensor<f32>, tensor<i32>
  }

  return %m#0, %m#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

func.func @main(%x: tensor<4x30xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %lm_i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %lm = stablehlo.reduce(%x init: %lm_i) applies stablehlo.maximum across dimensions = [1] : (tensor<4x30xf32>, tensor<f32>) -> tensor<4xf32>
%M = "stablehlo.all_reduce"(%lm) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%_a: tensor<f32>, %_b: tensor<f32>):
    %_s = stablehlo.maximum %_a, %_b : tensor<f32>
    stablehlo.return %_s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
%Mb = stablehlo.broadcast_in_dim %M, dims = [0] : (tensor<4xf32>) -> tensor<4x30xf32>
%e = stablehlo.compare EQ, %x, %Mb : (tensor<4x30xf32>, tensor<4x30xf32>) -> tensor<4x30xi1>
%nn = stablehlo.compare NE, %x, %x : (tensor<4x30xf32>, tensor<4x30xf32>) -> tensor<4x30xi1>
%p = stablehlo.or %e, %nn : tensor<4x30xi1>
%tab = stablehlo.iota dim = 0 : tensor<60xi32>
%pid = stablehlo.partition_id : tensor<ui32>
  %dev = stablehlo.convert %pid : (tensor<ui32>) -> tensor<i32>
%hh = stablehlo.constant dense<30> : tensor<i32>
%off = stablehlo.multiply %dev, %hh : tensor<i32>
%tl = stablehlo.dynamic_slice %tab, %off, sizes = [30] : (tensor<60xi32>, tensor<i32>) -> tensor<30xi32>
%num = stablehlo.broadcast_in_dim %tl, dims = [1] : (tensor<30xi32>) -> tensor<4x30xi32>
%big = stablehlo.constant dense<60> : tensor<4x30xi32>
%tab2 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 55, 57, 58, 59]> : tensor<60xi32>
%tl2 = stablehlo.dynamic_slice %tab2, %off, sizes = [30] : (tensor<60xi32>, tensor<i32>) -> tensor<30xi32>
%num2 = stablehlo.broadcast_in_dim %tl2, dims = [1] : (tensor<30xi32>) -> tensor<4x30xi32>
%lmb = stablehlo.broadcast_in_dim %lm, dims = [0] : (tensor<4xf32>) -> tensor<4x30xf32>
%e2 = stablehlo.compare EQ, %x, %lmb : (tensor<4x30xf32>, tensor<4x30xf32>) -> tensor<4x30xi1>
%e2p = "stablehlo.collective_permute"(%e2) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4x30xi1>) -> tensor<4x30xi1>
%x3 = stablehlo.reshape %x : (tensor<4x30xf32>) -> tensor<4x2x15xf32>
%m3_i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m3 = stablehlo.reduce(%x3 init: %m3_i) applies stablehlo.maximum across dimensions = [2] : (tensor<4x2x15xf32>, tensor<f32>) -> tensor<4x2xf32>
%m3b = stablehlo.broadcast_in_dim %m3, dims = [0, 1] : (tensor<4x2xf32>) -> tensor<4x2x15xf32>
%e3 = stablehlo.compare EQ, %x3, %m3b : (tensor<4x2x15xf32>, tensor<4x2x15xf32>) -> tensor<4x2x15xi1>
%e3t = stablehlo.transpose %e3, dims = [0, 2, 1] : (tensor<4x2x15xi1>) -> tensor<4x15x2xi1>
%e3p = stablehlo.reshape %e3t : (tensor<4x15x2xi1>) -> tensor<4x30xi1>
%w1 = stablehlo.select %e3p, %num2, %num : tensor<4x30xi1>, tensor<4x30xi32>
%w2 = stablehlo.select %e2p, %w1, %num : tensor<4x30xi1>, tensor<4x30xi32>
%cand = stablehlo.select %p, %w2, %big : tensor<4x30xi1>, tensor<4x30xi32>
%li_i = stablehlo.constant dense<2147483647> : tensor<i32>
  %li = stablehlo.reduce(%cand init: %li_i) applies stablehlo.minimum across dimensions = [1] : (tensor<4x30xi32>, tensor<i32>) -> tensor<4xi32>
%idx = "stablehlo.all_reduce"(%li) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%_a: tensor<i32>, %_b: tensor<i32>):
    %_s = stablehlo.minimum %_a, %_b : tensor<i32>
    stablehlo.return %_s : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<4xi32>

  return %M, %idx : tensor<4xf32>, tensor<4xi32>
}

// -----

func.func @main(%x: tensor<4x30xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %lm_i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %lm = stablehlo.reduce(%x init: %lm_i) applies stablehlo.maximum across dimensions = [1] : (tensor<4x30xf32>, tensor<f32>) -> tensor<4xf32>
%M = "stablehlo.all_reduce"(%lm) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%_a: tensor<f32>, %_b: tensor<f32>):
    %_s = stablehlo.maximum %_a, %_b : tensor<f32>
    stablehlo.return %_s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
%Mb = stablehlo.broadcast_in_dim %M, dims = [0] : (tensor<4xf32>) -> tensor<4x30xf32>
%e = stablehlo.compare EQ, %x, %Mb : (tensor<4x30xf32>, tensor<4x30xf32>) -> tensor<4x30xi1>
%nn = stablehlo.compare NE, %x, %x : (tensor<4x30xf32>, tensor<4x30xf32>) -> tensor<4x30xi1>
%p = stablehlo.or %e, %nn : tensor<4x30xi1>
%tab = stablehlo.iota dim = 0 : tensor<60xi32>
%pid = stablehlo.partition_id : tensor<ui32>
  %dev = stablehlo.convert %pid : (tensor<ui32>) -> tensor<i32>
%hh = stablehlo.constant dense<30> : tensor<i32>
%off = stablehlo.multiply %dev, %hh : tensor<i32>
%tl = stablehlo.dynamic_slice %tab, %off, sizes = [30] : (tensor<60xi32>, tensor<i32>) -> tensor<30xi32>
%num = stablehlo.broadcast_in_dim %tl, dims = [1] : (tensor<30xi32>) -> tensor<4x30xi32>
%big = stablehlo.constant dense<60> : tensor<4x30xi32>
%cand = stablehlo.select %p, %num, %big : tensor<4x30xi1>, tensor<4x30xi32>
%li_i = stablehlo.constant dense<2147483647> : tensor<i32>
  %li = stablehlo.reduce(%cand init: %li_i) applies stablehlo.minimum across dimensions = [1] : (tensor<4x30xi32>, tensor<i32>) -> tensor<4xi32>
%idx = "stablehlo.all_reduce"(%li) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%_a: tensor<i32>, %_b: tensor<i32>):
    %_s = stablehlo.minimum %_a, %_b : tensor<i32>
    stablehlo.return %_s : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<4xi32>

  return %M, %idx : tensor<4xf32>, tensor<4xi32>
}
