module @m {
  func.func public @main(%t: tensor<2048xcomplex<f32>>, %y: tensor<complex<f32>>, %i: tensor<i32>) -> (tensor<1xcomplex<f32>>, tensor<complex<f32>>) {
    %r = stablehlo.dynamic_slice %t, %i, sizes = [1] : (tensor<2048xcomplex<f32>>, tensor<i32>) -> tensor<1xcomplex<f32>>
    %n = stablehlo.negate %y : tensor<complex<f32>>
    return %r, %n : tensor<1xcomplex<f32>>, tensor<complex<f32>>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%t: tensor<2048xcomplex<f32>> {mhlo.sharding = "{replicated}"}, %y: tensor<complex<f32>> {mhlo.sharding = "{replicated}"}, %i: tensor<i32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xcomplex<f32>> {mhlo.sharding = "{replicated}"}, tensor<complex<f32>> {mhlo.sharding = "{replicated}"}) {
    %n = stablehlo.negate %y : tensor<complex<f32>>
    %h = stablehlo.slice %t [0:1234] : (tensor<2048xcomplex<f32>>) -> tensor<1234xcomplex<f32>>
    %m = stablehlo.slice %t [1234:1235] : (tensor<2048xcomplex<f32>>) -> tensor<1xcomplex<f32>>
    %l = stablehlo.slice %t [1235:2048] : (tensor<2048xcomplex<f32>>) -> tensor<813xcomplex<f32>>
    %k = stablehlo.constant dense<(1.0e9,0.0)> : tensor<1xcomplex<f32>>
    %nk = stablehlo.constant dense<(-1.0e9,0.0)> : tensor<1xcomplex<f32>>
    %a1 = stablehlo.add %m, %k : tensor<1xcomplex<f32>>
    %mm = stablehlo.add %a1, %nk : tensor<1xcomplex<f32>>
    %tt = stablehlo.concatenate %h, %mm, %l, dim = 0 : (tensor<1234xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<813xcomplex<f32>>) -> tensor<2048xcomplex<f32>>
    %r = stablehlo.dynamic_slice %tt, %i, sizes = [1] : (tensor<2048xcomplex<f32>>, tensor<i32>) -> tensor<1xcomplex<f32>>
    return %r, %n : tensor<1xcomplex<f32>>, tensor<complex<f32>>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%t: tensor<2048xcomplex<f32>> {mhlo.sharding = "{replicated}"}, %y: tensor<complex<f32>> {mhlo.sharding = "{replicated}"}, %i: tensor<i32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xcomplex<f32>> {mhlo.sharding = "{replicated}"}, tensor<complex<f32>> {mhlo.sharding = "{replicated}"}) {
    %r = stablehlo.dynamic_slice %t, %i, sizes = [1] : (tensor<2048xcomplex<f32>>, tensor<i32>) -> tensor<1xcomplex<f32>>
    %n = stablehlo.negate %y : tensor<complex<f32>>
    return %r, %n : tensor<1xcomplex<f32>>, tensor<complex<f32>>
  }
}
