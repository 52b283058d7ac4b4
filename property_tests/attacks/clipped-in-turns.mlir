module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %f0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f2: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f3: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f4: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f5: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f6: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f7: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f8: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f9: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f10: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f11: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f12: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f13: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f14: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f15: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f16: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f17: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f18: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f19: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f20: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f21: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f22: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %f23: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %l = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %t = stablehlo.negate %l : tensor<f32>
    %leaf = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %q0 = stablehlo.maximum %leaf, %f0 : tensor<4xf32>
    %q1 = stablehlo.minimum %q0, %f1 : tensor<4xf32>
    %q2 = stablehlo.maximum %q1, %f2 : tensor<4xf32>
    %q3 = stablehlo.minimum %q2, %f3 : tensor<4xf32>
    %q4 = stablehlo.maximum %q3, %f4 : tensor<4xf32>
    %q5 = stablehlo.minimum %q4, %f5 : tensor<4xf32>
    %q6 = stablehlo.maximum %q5, %f6 : tensor<4xf32>
    %q7 = stablehlo.minimum %q6, %f7 : tensor<4xf32>
    %q8 = stablehlo.maximum %q7, %f8 : tensor<4xf32>
    %q9 = stablehlo.minimum %q8, %f9 : tensor<4xf32>
    %q10 = stablehlo.maximum %q9, %f10 : tensor<4xf32>
    %q11 = stablehlo.minimum %q10, %f11 : tensor<4xf32>
    %q12 = stablehlo.maximum %q11, %f12 : tensor<4xf32>
    %q13 = stablehlo.minimum %q12, %f13 : tensor<4xf32>
    %q14 = stablehlo.maximum %q13, %f14 : tensor<4xf32>
    %q15 = stablehlo.minimum %q14, %f15 : tensor<4xf32>
    %q16 = stablehlo.maximum %q15, %f16 : tensor<4xf32>
    %q17 = stablehlo.minimum %q16, %f17 : tensor<4xf32>
    %q18 = stablehlo.maximum %q17, %f18 : tensor<4xf32>
    %q19 = stablehlo.minimum %q18, %f19 : tensor<4xf32>
    %q20 = stablehlo.maximum %q19, %f20 : tensor<4xf32>
    %q21 = stablehlo.minimum %q20, %f21 : tensor<4xf32>
    %q22 = stablehlo.maximum %q21, %f22 : tensor<4xf32>
    %q23 = stablehlo.minimum %q22, %f23 : tensor<4xf32>
    %r = stablehlo.negate %q23 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4xf32>, %f0: tensor<4xf32>, %f1: tensor<4xf32>, %f2: tensor<4xf32>, %f3: tensor<4xf32>, %f4: tensor<4xf32>, %f5: tensor<4xf32>, %f6: tensor<4xf32>, %f7: tensor<4xf32>, %f8: tensor<4xf32>, %f9: tensor<4xf32>, %f10: tensor<4xf32>, %f11: tensor<4xf32>, %f12: tensor<4xf32>, %f13: tensor<4xf32>, %f14: tensor<4xf32>, %f15: tensor<4xf32>, %f16: tensor<4xf32>, %f17: tensor<4xf32>, %f18: tensor<4xf32>, %f19: tensor<4xf32>, %f20: tensor<4xf32>, %f21: tensor<4xf32>, %f22: tensor<4xf32>, %f23: tensor<4xf32>) -> (tensor<4xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %l = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %g = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 14, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %o = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %t = stablehlo.negate %g : tensor<f32>
    %leaf = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %q0 = stablehlo.maximum %leaf, %f0 : tensor<4xf32>
    %q1 = stablehlo.minimum %q0, %f1 : tensor<4xf32>
    %q2 = stablehlo.maximum %q1, %f2 : tensor<4xf32>
    %q3 = stablehlo.minimum %q2, %f3 : tensor<4xf32>
    %q4 = stablehlo.maximum %q3, %f4 : tensor<4xf32>
    %q5 = stablehlo.minimum %q4, %f5 : tensor<4xf32>
    %q6 = stablehlo.maximum %q5, %f6 : tensor<4xf32>
    %q7 = stablehlo.minimum %q6, %f7 : tensor<4xf32>
    %q8 = stablehlo.maximum %q7, %f8 : tensor<4xf32>
    %q9 = stablehlo.minimum %q8, %f9 : tensor<4xf32>
    %q10 = stablehlo.maximum %q9, %f10 : tensor<4xf32>
    %q11 = stablehlo.minimum %q10, %f11 : tensor<4xf32>
    %q12 = stablehlo.maximum %q11, %f12 : tensor<4xf32>
    %q13 = stablehlo.minimum %q12, %f13 : tensor<4xf32>
    %q14 = stablehlo.maximum %q13, %f14 : tensor<4xf32>
    %q15 = stablehlo.minimum %q14, %f15 : tensor<4xf32>
    %q16 = stablehlo.maximum %q15, %f16 : tensor<4xf32>
    %q17 = stablehlo.minimum %q16, %f17 : tensor<4xf32>
    %q18 = stablehlo.maximum %q17, %f18 : tensor<4xf32>
    %q19 = stablehlo.minimum %q18, %f19 : tensor<4xf32>
    %q20 = stablehlo.maximum %q19, %f20 : tensor<4xf32>
    %q21 = stablehlo.minimum %q20, %f21 : tensor<4xf32>
    %q22 = stablehlo.maximum %q21, %f22 : tensor<4xf32>
    %q23 = stablehlo.minimum %q22, %f23 : tensor<4xf32>
    %r = stablehlo.negate %q23 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4xf32>, %f0: tensor<4xf32>, %f1: tensor<4xf32>, %f2: tensor<4xf32>, %f3: tensor<4xf32>, %f4: tensor<4xf32>, %f5: tensor<4xf32>, %f6: tensor<4xf32>, %f7: tensor<4xf32>, %f8: tensor<4xf32>, %f9: tensor<4xf32>, %f10: tensor<4xf32>, %f11: tensor<4xf32>, %f12: tensor<4xf32>, %f13: tensor<4xf32>, %f14: tensor<4xf32>, %f15: tensor<4xf32>, %f16: tensor<4xf32>, %f17: tensor<4xf32>, %f18: tensor<4xf32>, %f19: tensor<4xf32>, %f20: tensor<4xf32>, %f21: tensor<4xf32>, %f22: tensor<4xf32>, %f23: tensor<4xf32>) -> (tensor<4xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %l = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %g = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 13, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %o = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %o : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %t = stablehlo.negate %g : tensor<f32>
    %leaf = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %q0 = stablehlo.maximum %leaf, %f0 : tensor<4xf32>
    %q1 = stablehlo.minimum %q0, %f1 : tensor<4xf32>
    %q2 = stablehlo.maximum %q1, %f2 : tensor<4xf32>
    %q3 = stablehlo.minimum %q2, %f3 : tensor<4xf32>
    %q4 = stablehlo.maximum %q3, %f4 : tensor<4xf32>
    %q5 = stablehlo.minimum %q4, %f5 : tensor<4xf32>
    %q6 = stablehlo.maximum %q5, %f6 : tensor<4xf32>
    %q7 = stablehlo.minimum %q6, %f7 : tensor<4xf32>
    %q8 = stablehlo.maximum %q7, %f8 : tensor<4xf32>
    %q9 = stablehlo.minimum %q8, %f9 : tensor<4xf32>
    %q10 = stablehlo.maximum %q9, %f10 : tensor<4xf32>
    %q11 = stablehlo.minimum %q10, %f11 : tensor<4xf32>
    %q12 = stablehlo.maximum %q11, %f12 : tensor<4xf32>
    %q13 = stablehlo.minimum %q12, %f13 : tensor<4xf32>
    %q14 = stablehlo.maximum %q13, %f14 : tensor<4xf32>
    %q15 = stablehlo.minimum %q14, %f15 : tensor<4xf32>
    %q16 = stablehlo.maximum %q15, %f16 : tensor<4xf32>
    %q17 = stablehlo.minimum %q16, %f17 : tensor<4xf32>
    %q18 = stablehlo.maximum %q17, %f18 : tensor<4xf32>
    %q19 = stablehlo.minimum %q18, %f19 : tensor<4xf32>
    %q20 = stablehlo.maximum %q19, %f20 : tensor<4xf32>
    %q21 = stablehlo.minimum %q20, %f21 : tensor<4xf32>
    %q22 = stablehlo.maximum %q21, %f22 : tensor<4xf32>
    %q23 = stablehlo.minimum %q22, %f23 : tensor<4xf32>
    %r = stablehlo.negate %q23 : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
