sdy.mesh @mesh = <["x"=3]>
func.func @main(%x: tensor<5x15xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %io = stablehlo.iota dim = 1 : tensor<5x15xi32>
%m_v0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %m_i0 = stablehlo.constant dense<0> : tensor<i32>
  %m:2 = stablehlo.reduce(%x init: %m_v0), (%io init: %m_i0) across dimensions = [1] : (tensor<5x15xf32>, tensor<5x15xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%_a: tensor<f32>, %_c: tensor<f32>) (%_b: tensor<i32>, %_d: tensor<i32>) {
    %_g = stablehlo.compare LT, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_ne = stablehlo.compare NE, %_a, %_a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_gn = stablehlo.or %_g, %_ne : tensor<i1>
    %_q = stablehlo.compare EQ, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_l = stablehlo.compare LT, %_b, %_d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %_ql = stablehlo.and %_q, %_l : tensor<i1>
    %_p = stablehlo.or %_gn, %_ql : tensor<i1>
    %_v = stablehlo.select %_gn, %_a, %_c : tensor<i1>, tensor<f32>
    %_i = stablehlo.select %_p, %_b, %_d : tensor<i1>, tensor<i32>
    stablehlo.return %_v, %_i : tensor<f32>, tensor<i32>
  }

  return %m#0, %m#1 : tensor<5xf32>, tensor<5xi32>
}

// -----

func.func @main(%x: tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %tab = stablehlo.iota dim = 0 : tensor<15xi32>
%pid = stablehlo.partition_id : tensor<ui32>
  %dev = stablehlo.convert %pid : (tensor<ui32>) -> tensor<i32>
%hh = stablehlo.constant dense<5> : tensor<i32>
%off = stablehlo.multiply %dev, %hh : tensor<i32>
%tl = stablehlo.dynamic_slice %tab, %off, sizes = [5] : (tensor<15xi32>, tensor<i32>) -> tensor<5xi32>
%num = stablehlo.broadcast_in_dim %tl, dims = [1] : (tensor<5xi32>) -> tensor<5x5xi32>
%fl = stablehlo.constant dense<[0, 0, 0, 1, 0]> : tensor<5xi32>
%flb = stablehlo.broadcast_in_dim %fl, dims = [1] : (tensor<5xi32>) -> tensor<5x5xi32>
%q_v0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %q_i0 = stablehlo.constant dense<0> : tensor<i32>
  %q:2 = stablehlo.reduce(%x init: %q_v0), (%flb init: %q_i0) across dimensions = [1] : (tensor<5x5xf32>, tensor<5x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%_a: tensor<f32>, %_c: tensor<f32>) (%_b: tensor<i32>, %_d: tensor<i32>) {
    %_g = stablehlo.compare LT, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_ne = stablehlo.compare NE, %_a, %_a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_gn = stablehlo.or %_g, %_ne : tensor<i1>
    %_q = stablehlo.compare EQ, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_l = stablehlo.compare LT, %_b, %_d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %_ql = stablehlo.and %_q, %_l : tensor<i1>
    %_p = stablehlo.or %_gn, %_ql : tensor<i1>
    %_v = stablehlo.select %_gn, %_a, %_c : tensor<i1>, tensor<f32>
    %_i = stablehlo.select %_p, %_b, %_d : tensor<i1>, tensor<i32>
    stablehlo.return %_v, %_i : tensor<f32>, tensor<i32>
  }
%row_i = stablehlo.constant dense<2147483647> : tensor<i32>
  %row = stablehlo.reduce(%q#1 init: %row_i) applies stablehlo.minimum across dimensions = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<i32>
%all = "stablehlo.all_reduce"(%row) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%_a: tensor<i32>, %_b: tensor<i32>):
    %_s = stablehlo.minimum %_a, %_b : tensor<i32>
    stablehlo.return %_s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
%allb = stablehlo.broadcast_in_dim %all, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
%num2 = stablehlo.add %num, %allb : tensor<5x5xi32>
%lm_v0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %lm_i0 = stablehlo.constant dense<0> : tensor<i32>
  %lm:2 = stablehlo.reduce(%x init: %lm_v0), (%num2 init: %lm_i0) across dimensions = [1] : (tensor<5x5xf32>, tensor<5x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%_a: tensor<f32>, %_c: tensor<f32>) (%_b: tensor<i32>, %_d: tensor<i32>) {
    %_g = stablehlo.compare LT, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_ne = stablehlo.compare NE, %_a, %_a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_gn = stablehlo.or %_g, %_ne : tensor<i1>
    %_q = stablehlo.compare EQ, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_l = stablehlo.compare LT, %_b, %_d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %_ql = stablehlo.and %_q, %_l : tensor<i1>
    %_p = stablehlo.or %_gn, %_ql : tensor<i1>
    %_v = stablehlo.select %_gn, %_a, %_c : tensor<i1>, tensor<f32>
    %_i = stablehlo.select %_p, %_b, %_d : tensor<i1>, tensor<i32>
    stablehlo.return %_v, %_i : tensor<f32>, tensor<i32>
  }
%lv = stablehlo.reshape %lm#0 : (tensor<5xf32>) -> tensor<5x1xf32>
%lx = stablehlo.reshape %lm#1 : (tensor<5xi32>) -> tensor<5x1xi32>
%gv = "stablehlo.all_gather"(%lv) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<5x1xf32>) -> tensor<5x3xf32>
%gi = "stablehlo.all_gather"(%lx) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<5x1xi32>) -> tensor<5x3xi32>
%f_v0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %f_i0 = stablehlo.constant dense<0> : tensor<i32>
  %f:2 = stablehlo.reduce(%gv init: %f_v0), (%gi init: %f_i0) across dimensions = [1] : (tensor<5x3xf32>, tensor<5x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%_a: tensor<f32>, %_c: tensor<f32>) (%_b: tensor<i32>, %_d: tensor<i32>) {
    %_g = stablehlo.compare LT, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_ne = stablehlo.compare NE, %_a, %_a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_gn = stablehlo.or %_g, %_ne : tensor<i1>
    %_q = stablehlo.compare EQ, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_l = stablehlo.compare LT, %_b, %_d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %_ql = stablehlo.and %_q, %_l : tensor<i1>
    %_p = stablehlo.or %_gn, %_ql : tensor<i1>
    %_v = stablehlo.select %_gn, %_a, %_c : tensor<i1>, tensor<f32>
    %_i = stablehlo.select %_p, %_b, %_d : tensor<i1>, tensor<i32>
    stablehlo.return %_v, %_i : tensor<f32>, tensor<i32>
  }

  return %f#0, %f#1 : tensor<5xf32>, tensor<5xi32>
}

// -----

func.func @main(%x: tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %tab = stablehlo.iota dim = 0 : tensor<15xi32>
%pid = stablehlo.partition_id : tensor<ui32>
  %dev = stablehlo.convert %pid : (tensor<ui32>) -> tensor<i32>
%hh = stablehlo.constant dense<5> : tensor<i32>
%off = stablehlo.multiply %dev, %hh : tensor<i32>
%tl = stablehlo.dynamic_slice %tab, %off, sizes = [5] : (tensor<15xi32>, tensor<i32>) -> tensor<5xi32>
%num = stablehlo.broadcast_in_dim %tl, dims = [1] : (tensor<5xi32>) -> tensor<5x5xi32>
%lm_v0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %lm_i0 = stablehlo.constant dense<0> : tensor<i32>
  %lm:2 = stablehlo.reduce(%x init: %lm_v0), (%num init: %lm_i0) across dimensions = [1] : (tensor<5x5xf32>, tensor<5x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%_a: tensor<f32>, %_c: tensor<f32>) (%_b: tensor<i32>, %_d: tensor<i32>) {
    %_g = stablehlo.compare LT, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_ne = stablehlo.compare NE, %_a, %_a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_gn = stablehlo.or %_g, %_ne : tensor<i1>
    %_q = stablehlo.compare EQ, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_l = stablehlo.compare LT, %_b, %_d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %_ql = stablehlo.and %_q, %_l : tensor<i1>
    %_p = stablehlo.or %_gn, %_ql : tensor<i1>
    %_v = stablehlo.select %_gn, %_a, %_c : tensor<i1>, tensor<f32>
    %_i = stablehlo.select %_p, %_b, %_d : tensor<i1>, tensor<i32>
    stablehlo.return %_v, %_i : tensor<f32>, tensor<i32>
  }
%lv = stablehlo.reshape %lm#0 : (tensor<5xf32>) -> tensor<5x1xf32>
%lx = stablehlo.reshape %lm#1 : (tensor<5xi32>) -> tensor<5x1xi32>
%gv = "stablehlo.all_gather"(%lv) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<5x1xf32>) -> tensor<5x3xf32>
%gi = "stablehlo.all_gather"(%lx) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<5x1xi32>) -> tensor<5x3xi32>
%f_v0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %f_i0 = stablehlo.constant dense<0> : tensor<i32>
  %f:2 = stablehlo.reduce(%gv init: %f_v0), (%gi init: %f_i0) across dimensions = [1] : (tensor<5x3xf32>, tensor<5x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%_a: tensor<f32>, %_c: tensor<f32>) (%_b: tensor<i32>, %_d: tensor<i32>) {
    %_g = stablehlo.compare LT, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_ne = stablehlo.compare NE, %_a, %_a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_gn = stablehlo.or %_g, %_ne : tensor<i1>
    %_q = stablehlo.compare EQ, %_a, %_c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %_l = stablehlo.compare LT, %_b, %_d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %_ql = stablehlo.and %_q, %_l : tensor<i1>
    %_p = stablehlo.or %_gn, %_ql : tensor<i1>
    %_v = stablehlo.select %_gn, %_a, %_c : tensor<i1>, tensor<f32>
    %_i = stablehlo.select %_p, %_b, %_d : tensor<i1>, tensor<i32>
    stablehlo.return %_v, %_i : tensor<f32>, tensor<i32>
  }

  return %f#0, %f#1 : tensor<5xf32>, tensor<5xi32>
}
