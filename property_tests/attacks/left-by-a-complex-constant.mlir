sdy.mesh @mesh = <["x"=2]>
func.func @main(%c: tensor<512xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<complex<f32>> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %c0 = stablehlo.slice %c [0:300] : (tensor<512xcomplex<f32>>) -> tensor<300xcomplex<f32>>
  %c1 = stablehlo.slice %c [301:512] : (tensor<512xcomplex<f32>>) -> tensor<211xcomplex<f32>>
  %cc = stablehlo.concatenate %c0, %c1, dim = 0 : (tensor<300xcomplex<f32>>, tensor<211xcomplex<f32>>) -> tensor<511xcomplex<f32>>
  %r = stablehlo.reduce(%cc init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%c: tensor<512xcomplex<f32>>) -> (tensor<complex<f32>>) {
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %c0 = stablehlo.slice %c [0:300] : (tensor<512xcomplex<f32>>) -> tensor<300xcomplex<f32>>
  %c1 = stablehlo.slice %c [301:512] : (tensor<512xcomplex<f32>>) -> tensor<211xcomplex<f32>>
  %cc = stablehlo.concatenate %c0, %c1, dim = 0 : (tensor<300xcomplex<f32>>, tensor<211xcomplex<f32>>) -> tensor<511xcomplex<f32>>
  %r = stablehlo.reduce(%cc init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %h0 = stablehlo.slice %c [300:301] : (tensor<512xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %h = stablehlo.reshape %h0 : (tensor<1xcomplex<f32>>) -> tensor<complex<f32>>
  %k = stablehlo.constant dense<(-1.0, 0.0)> : tensor<complex<f32>>
  %m = stablehlo.multiply %h, %k : tensor<complex<f32>>
  %u = stablehlo.add %r, %h : tensor<complex<f32>>
  %v = stablehlo.add %u, %m : tensor<complex<f32>>
  return %v : tensor<complex<f32>>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%c: tensor<512xcomplex<f32>>) -> (tensor<complex<f32>>) {
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %c0 = stablehlo.slice %c [0:300] : (tensor<512xcomplex<f32>>) -> tensor<300xcomplex<f32>>
  %c1 = stablehlo.slice %c [301:512] : (tensor<512xcomplex<f32>>) -> tensor<211xcomplex<f32>>
  %cc = stablehlo.concatenate %c0, %c1, dim = 0 : (tensor<300xcomplex<f32>>, tensor<211xcomplex<f32>>) -> tensor<511xcomplex<f32>>
  %r = stablehlo.reduce(%cc init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %h0 = stablehlo.slice %c [300:301] : (tensor<512xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %h = stablehlo.reshape %h0 : (tensor<1xcomplex<f32>>) -> tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}
}
