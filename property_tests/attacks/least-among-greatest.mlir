sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %z: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {

 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %zero = stablehlo.constant dense<0.0> : tensor<f32>
 %x0 = stablehlo.slice %x [0:16] : (tensor<32xf32>) -> tensor<16xf32>
 %x1 = stablehlo.slice %x [16:32] : (tensor<32xf32>) -> tensor<16xf32>
 %s = stablehlo.reduce(%x1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mx0 = stablehlo.reduce(%x0 init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mn0 = stablehlo.reduce(%x0 init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mx1 = stablehlo.reduce(%x1 init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mn1 = stablehlo.reduce(%x1 init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%m = stablehlo.add %mx0, %z : tensor<f32>
 %o = stablehlo.add %m, %s : tensor<f32>
 return %o : tensor<f32>
}

// -----
module {
 func.func @main(%x: tensor<32xf32>, %z: tensor<f32>) -> (tensor<f32>) {

 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %zero = stablehlo.constant dense<0.0> : tensor<f32>
 %x0 = stablehlo.slice %x [0:16] : (tensor<32xf32>) -> tensor<16xf32>
 %x1 = stablehlo.slice %x [16:32] : (tensor<32xf32>) -> tensor<16xf32>
 %s = stablehlo.reduce(%x1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mx0 = stablehlo.reduce(%x0 init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mn0 = stablehlo.reduce(%x0 init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mx1 = stablehlo.reduce(%x1 init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mn1 = stablehlo.reduce(%x1 init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>

 %n1 = stablehlo.reshape %mn1 : (tensor<f32>) -> tensor<1xf32>
 %a = stablehlo.slice %x0 [0:4] : (tensor<16xf32>) -> tensor<4xf32>
 %b = stablehlo.slice %x0 [4:16] : (tensor<16xf32>) -> tensor<12xf32>
 %c = stablehlo.concatenate %a, %n1, %b, dim = 0 : (tensor<4xf32>, tensor<1xf32>, tensor<12xf32>) -> tensor<17xf32>
 %m0 = stablehlo.reduce(%c init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<17xf32>, tensor<f32>) -> tensor<f32>
%m = stablehlo.add %m0, %z : tensor<f32>
 %o = stablehlo.add %m, %s : tensor<f32>
 return %o : tensor<f32>
}
}

// -----
module {
 func.func @main(%x: tensor<32xf32>, %z: tensor<f32>) -> (tensor<f32>) {

 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %zero = stablehlo.constant dense<0.0> : tensor<f32>
 %x0 = stablehlo.slice %x [0:16] : (tensor<32xf32>) -> tensor<16xf32>
 %x1 = stablehlo.slice %x [16:32] : (tensor<32xf32>) -> tensor<16xf32>
 %s = stablehlo.reduce(%x1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mx0 = stablehlo.reduce(%x0 init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mn0 = stablehlo.reduce(%x0 init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mx1 = stablehlo.reduce(%x1 init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %mn1 = stablehlo.reduce(%x1 init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>

 %n1 = stablehlo.reshape %mn0 : (tensor<f32>) -> tensor<1xf32>
 %a = stablehlo.slice %x0 [0:4] : (tensor<16xf32>) -> tensor<4xf32>
 %b = stablehlo.slice %x0 [4:16] : (tensor<16xf32>) -> tensor<12xf32>
 %c = stablehlo.concatenate %a, %n1, %b, dim = 0 : (tensor<4xf32>, tensor<1xf32>, tensor<12xf32>) -> tensor<17xf32>
 %m0 = stablehlo.reduce(%c init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<17xf32>, tensor<f32>) -> tensor<f32>
%m = stablehlo.add %m0, %z : tensor<f32>
 %o = stablehlo.add %m, %s : tensor<f32>
 return %o : tensor<f32>
}
}
