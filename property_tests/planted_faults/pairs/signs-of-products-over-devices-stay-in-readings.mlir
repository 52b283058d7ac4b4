module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%phases: tensor<2xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<complex<f32>> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
    %product = stablehlo.reduce(%phases init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    return %product : tensor<complex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%phases: tensor<1xcomplex<f32>>) -> tensor<complex<f32>> {
    %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
    %own = stablehlo.reduce(%phases init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    %product = "stablehlo.all_reduce"(%own) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
      %ab = stablehlo.multiply %a, %b : tensor<complex<f32>>
      stablehlo.return %ab : tensor<complex<f32>>
    }) : (tensor<complex<f32>>) -> tensor<complex<f32>>
    return %product : tensor<complex<f32>>
  }
}
