sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<15x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<15x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<15x64xf32>, tensor<f32>) -> tensor<64xf32>
  %r = stablehlo.convert %s : (tensor<64xf32>) -> tensor<64xbf16>
  %y = stablehlo.constant dense<0.0> : tensor<bf16>
  %t = stablehlo.reduce(%b init: %y) applies stablehlo.add across dimensions = [0] : (tensor<15x64xbf16>, tensor<bf16>) -> tensor<64xbf16>
  return %r, %t : tensor<64xbf16>, tensor<64xbf16>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%a: tensor<15x16xf32>, %b: tensor<15x16xbf16>) -> (tensor<16xbf16>, tensor<16xbf16>) {
  %s0 = stablehlo.slice %a [0:1, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r0 = stablehlo.reshape %s0 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c0 = stablehlo.convert %r0 : (tensor<16xf32>) -> tensor<16xbf16>
  %s1 = stablehlo.slice %a [1:2, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r1 = stablehlo.reshape %s1 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c1 = stablehlo.convert %r1 : (tensor<16xf32>) -> tensor<16xbf16>
  %t1 = stablehlo.add %c0, %c1 : tensor<16xbf16>
  %s2 = stablehlo.slice %a [2:3, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r2 = stablehlo.reshape %s2 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c2 = stablehlo.convert %r2 : (tensor<16xf32>) -> tensor<16xbf16>
  %t2 = stablehlo.add %t1, %c2 : tensor<16xbf16>
  %s3 = stablehlo.slice %a [3:4, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r3 = stablehlo.reshape %s3 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c3 = stablehlo.convert %r3 : (tensor<16xf32>) -> tensor<16xbf16>
  %t3 = stablehlo.add %t2, %c3 : tensor<16xbf16>
  %s4 = stablehlo.slice %a [4:5, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r4 = stablehlo.reshape %s4 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c4 = stablehlo.convert %r4 : (tensor<16xf32>) -> tensor<16xbf16>
  %t4 = stablehlo.add %t3, %c4 : tensor<16xbf16>
  %s5 = stablehlo.slice %a [5:6, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r5 = stablehlo.reshape %s5 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c5 = stablehlo.convert %r5 : (tensor<16xf32>) -> tensor<16xbf16>
  %t5 = stablehlo.add %t4, %c5 : tensor<16xbf16>
  %s6 = stablehlo.slice %a [6:7, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r6 = stablehlo.reshape %s6 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c6 = stablehlo.convert %r6 : (tensor<16xf32>) -> tensor<16xbf16>
  %t6 = stablehlo.add %t5, %c6 : tensor<16xbf16>
  %s7 = stablehlo.slice %a [7:8, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r7 = stablehlo.reshape %s7 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c7 = stablehlo.convert %r7 : (tensor<16xf32>) -> tensor<16xbf16>
  %t7 = stablehlo.add %t6, %c7 : tensor<16xbf16>
  %s8 = stablehlo.slice %a [8:9, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r8 = stablehlo.reshape %s8 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c8 = stablehlo.convert %r8 : (tensor<16xf32>) -> tensor<16xbf16>
  %t8 = stablehlo.add %t7, %c8 : tensor<16xbf16>
  %s9 = stablehlo.slice %a [9:10, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r9 = stablehlo.reshape %s9 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c9 = stablehlo.convert %r9 : (tensor<16xf32>) -> tensor<16xbf16>
  %t9 = stablehlo.add %t8, %c9 : tensor<16xbf16>
  %s10 = stablehlo.slice %a [10:11, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r10 = stablehlo.reshape %s10 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c10 = stablehlo.convert %r10 : (tensor<16xf32>) -> tensor<16xbf16>
  %t10 = stablehlo.add %t9, %c10 : tensor<16xbf16>
  %s11 = stablehlo.slice %a [11:12, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r11 = stablehlo.reshape %s11 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c11 = stablehlo.convert %r11 : (tensor<16xf32>) -> tensor<16xbf16>
  %t11 = stablehlo.add %t10, %c11 : tensor<16xbf16>
  %s12 = stablehlo.slice %a [12:13, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r12 = stablehlo.reshape %s12 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c12 = stablehlo.convert %r12 : (tensor<16xf32>) -> tensor<16xbf16>
  %t12 = stablehlo.add %t11, %c12 : tensor<16xbf16>
  %s13 = stablehlo.slice %a [13:14, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r13 = stablehlo.reshape %s13 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c13 = stablehlo.convert %r13 : (tensor<16xf32>) -> tensor<16xbf16>
  %t13 = stablehlo.add %t12, %c13 : tensor<16xbf16>
  %s14 = stablehlo.slice %a [14:15, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r14 = stablehlo.reshape %s14 : (tensor<1x16xf32>) -> tensor<16xf32>
  %c14 = stablehlo.convert %r14 : (tensor<16xf32>) -> tensor<16xbf16>
  %t14 = stablehlo.add %t13, %c14 : tensor<16xbf16>
  %w = stablehlo.convert %b : (tensor<15x16xbf16>) -> tensor<15x16xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %u = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (tensor<15x16xf32>, tensor<f32>) -> tensor<16xf32>
  %v = stablehlo.convert %u : (tensor<16xf32>) -> tensor<16xbf16>
  return %t14, %v : tensor<16xbf16>, tensor<16xbf16>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%a: tensor<15x16xf32>, %b: tensor<15x16xbf16>) -> (tensor<16xbf16>, tensor<16xbf16>) {
  %s0 = stablehlo.slice %a [0:1, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r0 = stablehlo.reshape %s0 : (tensor<1x16xf32>) -> tensor<16xf32>
  %s1 = stablehlo.slice %a [1:2, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r1 = stablehlo.reshape %s1 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t1 = stablehlo.add %r0, %r1 : tensor<16xf32>
  %s2 = stablehlo.slice %a [2:3, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r2 = stablehlo.reshape %s2 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t2 = stablehlo.add %t1, %r2 : tensor<16xf32>
  %s3 = stablehlo.slice %a [3:4, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r3 = stablehlo.reshape %s3 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t3 = stablehlo.add %t2, %r3 : tensor<16xf32>
  %s4 = stablehlo.slice %a [4:5, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r4 = stablehlo.reshape %s4 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t4 = stablehlo.add %t3, %r4 : tensor<16xf32>
  %s5 = stablehlo.slice %a [5:6, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r5 = stablehlo.reshape %s5 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t5 = stablehlo.add %t4, %r5 : tensor<16xf32>
  %s6 = stablehlo.slice %a [6:7, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r6 = stablehlo.reshape %s6 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t6 = stablehlo.add %t5, %r6 : tensor<16xf32>
  %s7 = stablehlo.slice %a [7:8, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r7 = stablehlo.reshape %s7 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t7 = stablehlo.add %t6, %r7 : tensor<16xf32>
  %s8 = stablehlo.slice %a [8:9, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r8 = stablehlo.reshape %s8 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t8 = stablehlo.add %t7, %r8 : tensor<16xf32>
  %s9 = stablehlo.slice %a [9:10, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r9 = stablehlo.reshape %s9 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t9 = stablehlo.add %t8, %r9 : tensor<16xf32>
  %s10 = stablehlo.slice %a [10:11, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r10 = stablehlo.reshape %s10 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t10 = stablehlo.add %t9, %r10 : tensor<16xf32>
  %s11 = stablehlo.slice %a [11:12, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r11 = stablehlo.reshape %s11 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t11 = stablehlo.add %t10, %r11 : tensor<16xf32>
  %s12 = stablehlo.slice %a [12:13, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r12 = stablehlo.reshape %s12 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t12 = stablehlo.add %t11, %r12 : tensor<16xf32>
  %s13 = stablehlo.slice %a [13:14, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r13 = stablehlo.reshape %s13 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t13 = stablehlo.add %t12, %r13 : tensor<16xf32>
  %s14 = stablehlo.slice %a [14:15, 0:16] : (tensor<15x16xf32>) -> tensor<1x16xf32>
  %r14 = stablehlo.reshape %s14 : (tensor<1x16xf32>) -> tensor<16xf32>
  %t14 = stablehlo.add %t13, %r14 : tensor<16xf32>
  %o = stablehlo.convert %t14 : (tensor<16xf32>) -> tensor<16xbf16>
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %v = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<15x16xbf16>, tensor<bf16>) -> tensor<16xbf16>
  return %o, %v : tensor<16xbf16>, tensor<16xbf16>
}
}
