module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %lo0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi0: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo2: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi2: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo3: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi3: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo4: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi4: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo5: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi5: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo6: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi6: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo7: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi7: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo8: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi8: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo9: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi9: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo10: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi10: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo11: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi11: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo12: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi12: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %lo13: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %hi13: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %l = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %t = stablehlo.negate %l : tensor<f32>
    %q0 = stablehlo.clamp %lo0, %t, %hi0 : tensor<f32>
    %w0 = stablehlo.negate %q0 : tensor<f32>
    %q1 = stablehlo.clamp %lo1, %w0, %hi1 : tensor<f32>
    %w1 = stablehlo.negate %q1 : tensor<f32>
    %q2 = stablehlo.clamp %lo2, %w1, %hi2 : tensor<f32>
    %w2 = stablehlo.negate %q2 : tensor<f32>
    %q3 = stablehlo.clamp %lo3, %w2, %hi3 : tensor<f32>
    %w3 = stablehlo.negate %q3 : tensor<f32>
    %q4 = stablehlo.clamp %lo4, %w3, %hi4 : tensor<f32>
    %w4 = stablehlo.negate %q4 : tensor<f32>
    %q5 = stablehlo.clamp %lo5, %w4, %hi5 : tensor<f32>
    %w5 = stablehlo.negate %q5 : tensor<f32>
    %q6 = stablehlo.clamp %lo6, %w5, %hi6 : tensor<f32>
    %w6 = stablehlo.negate %q6 : tensor<f32>
    %q7 = stablehlo.clamp %lo7, %w6, %hi7 : tensor<f32>
    %w7 = stablehlo.negate %q7 : tensor<f32>
    %q8 = stablehlo.clamp %lo8, %w7, %hi8 : tensor<f32>
    %w8 = stablehlo.negate %q8 : tensor<f32>
    %q9 = stablehlo.clamp %lo9, %w8, %hi9 : tensor<f32>
    %w9 = stablehlo.negate %q9 : tensor<f32>
    %q10 = stablehlo.clamp %lo10, %w9, %hi10 : tensor<f32>
    %w10 = stablehlo.negate %q10 : tensor<f32>
    %q11 = stablehlo.clamp %lo11, %w10, %hi11 : tensor<f32>
    %w11 = stablehlo.negate %q11 : tensor<f32>
    %q12 = stablehlo.clamp %lo12, %w11, %hi12 : tensor<f32>
    %w12 = stablehlo.negate %q12 : tensor<f32>
    %q13 = stablehlo.clamp %lo13, %w12, %hi13 : tensor<f32>
    %r = stablehlo.negate %q13 : tensor<f32>
    return %r : tensor<f32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4xf32>, %lo0: tensor<f32>, %hi0: tensor<f32>, %lo1: tensor<f32>, %hi1: tensor<f32>, %lo2: tensor<f32>, %hi2: tensor<f32>, %lo3: tensor<f32>, %hi3: tensor<f32>, %lo4: tensor<f32>, %hi4: tensor<f32>, %lo5: tensor<f32>, %hi5: tensor<f32>, %lo6: tensor<f32>, %hi6: tensor<f32>, %lo7: tensor<f32>, %hi7: tensor<f32>, %lo8: tensor<f32>, %hi8: tensor<f32>, %lo9: tensor<f32>, %hi9: tensor<f32>, %lo10: tensor<f32>, %hi10: tensor<f32>, %lo11: tensor<f32>, %hi11: tensor<f32>, %lo12: tensor<f32>, %hi12: tensor<f32>, %lo13: tensor<f32>, %hi13: tensor<f32>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %l = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %g = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %t = stablehlo.negate %g : tensor<f32>
    %q0 = stablehlo.clamp %lo0, %t, %hi0 : tensor<f32>
    %w0 = stablehlo.negate %q0 : tensor<f32>
    %q1 = stablehlo.clamp %lo1, %w0, %hi1 : tensor<f32>
    %w1 = stablehlo.negate %q1 : tensor<f32>
    %q2 = stablehlo.clamp %lo2, %w1, %hi2 : tensor<f32>
    %w2 = stablehlo.negate %q2 : tensor<f32>
    %q3 = stablehlo.clamp %lo3, %w2, %hi3 : tensor<f32>
    %w3 = stablehlo.negate %q3 : tensor<f32>
    %q4 = stablehlo.clamp %lo4, %w3, %hi4 : tensor<f32>
    %w4 = stablehlo.negate %q4 : tensor<f32>
    %q5 = stablehlo.clamp %lo5, %w4, %hi5 : tensor<f32>
    %w5 = stablehlo.negate %q5 : tensor<f32>
    %q6 = stablehlo.clamp %lo6, %w5, %hi6 : tensor<f32>
    %w6 = stablehlo.negate %q6 : tensor<f32>
    %q7 = stablehlo.clamp %lo7, %w6, %hi7 : tensor<f32>
    %w7 = stablehlo.negate %q7 : tensor<f32>
    %q8 = stablehlo.clamp %lo8, %w7, %hi8 : tensor<f32>
    %w8 = stablehlo.negate %q8 : tensor<f32>
    %q9 = stablehlo.clamp %lo9, %w8, %hi9 : tensor<f32>
    %w9 = stablehlo.negate %q9 : tensor<f32>
    %q10 = stablehlo.clamp %lo10, %w9, %hi10 : tensor<f32>
    %w10 = stablehlo.negate %q10 : tensor<f32>
    %q11 = stablehlo.clamp %lo11, %w10, %hi11 : tensor<f32>
    %w11 = stablehlo.negate %q11 : tensor<f32>
    %q12 = stablehlo.clamp %lo12, %w11, %hi12 : tensor<f32>
    %w12 = stablehlo.negate %q12 : tensor<f32>
    %q13 = stablehlo.clamp %lo13, %w12, %hi13 : tensor<f32>
    %r = stablehlo.negate %q13 : tensor<f32>
    return %r : tensor<f32>
  }
}

// -----
module {
  func.func @main(%x: tensor<4xf32>, %lo0: tensor<f32>, %hi0: tensor<f32>, %lo1: tensor<f32>, %hi1: tensor<f32>, %lo2: tensor<f32>, %hi2: tensor<f32>, %lo3: tensor<f32>, %hi3: tensor<f32>, %lo4: tensor<f32>, %hi4: tensor<f32>, %lo5: tensor<f32>, %hi5: tensor<f32>, %lo6: tensor<f32>, %hi6: tensor<f32>, %lo7: tensor<f32>, %hi7: tensor<f32>, %lo8: tensor<f32>, %hi8: tensor<f32>, %lo9: tensor<f32>, %hi9: tensor<f32>, %lo10: tensor<f32>, %hi10: tensor<f32>, %lo11: tensor<f32>, %hi11: tensor<f32>, %lo12: tensor<f32>, %hi12: tensor<f32>, %lo13: tensor<f32>, %hi13: tensor<f32>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %l = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %g = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.add %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %t = stablehlo.negate %g : tensor<f32>
    %q0 = stablehlo.clamp %lo0, %t, %hi0 : tensor<f32>
    %w0 = stablehlo.negate %q0 : tensor<f32>
    %q1 = stablehlo.clamp %lo1, %w0, %hi1 : tensor<f32>
    %w1 = stablehlo.negate %q1 : tensor<f32>
    %q2 = stablehlo.clamp %lo2, %w1, %hi2 : tensor<f32>
    %w2 = stablehlo.negate %q2 : tensor<f32>
    %q3 = stablehlo.clamp %lo3, %w2, %hi3 : tensor<f32>
    %w3 = stablehlo.negate %q3 : tensor<f32>
    %q4 = stablehlo.clamp %lo4, %w3, %hi4 : tensor<f32>
    %w4 = stablehlo.negate %q4 : tensor<f32>
    %q5 = stablehlo.clamp %lo5, %w4, %hi5 : tensor<f32>
    %w5 = stablehlo.negate %q5 : tensor<f32>
    %q6 = stablehlo.clamp %lo6, %w5, %hi6 : tensor<f32>
    %w6 = stablehlo.negate %q6 : tensor<f32>
    %q7 = stablehlo.clamp %lo7, %w6, %hi7 : tensor<f32>
    %w7 = stablehlo.negate %q7 : tensor<f32>
    %q8 = stablehlo.clamp %lo8, %w7, %hi8 : tensor<f32>
    %w8 = stablehlo.negate %q8 : tensor<f32>
    %q9 = stablehlo.clamp %lo9, %w8, %hi9 : tensor<f32>
    %w9 = stablehlo.negate %q9 : tensor<f32>
    %q10 = stablehlo.clamp %lo10, %w9, %hi10 : tensor<f32>
    %w10 = stablehlo.negate %q10 : tensor<f32>
    %q11 = stablehlo.clamp %lo11, %w10, %hi11 : tensor<f32>
    %w11 = stablehlo.negate %q11 : tensor<f32>
    %q12 = stablehlo.clamp %lo12, %w11, %hi12 : tensor<f32>
    %w12 = stablehlo.negate %q12 : tensor<f32>
    %q13 = stablehlo.clamp %lo13, %w12, %hi13 : tensor<f32>
    %r = stablehlo.negate %q13 : tensor<f32>
    return %r : tensor<f32>
  }
}
