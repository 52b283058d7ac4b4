module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8xcomplex<f64>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %n = stablehlo.convert %x : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f32>>
    %w = stablehlo.convert %n : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f64>>
    %d = stablehlo.subtract %x, %w : tensor<8xcomplex<f64>>
    %r = stablehlo.convert %d : (tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f32>>
    return %n, %r : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xcomplex<f64>>) -> (tensor<4xcomplex<f32>> , tensor<4xcomplex<f32>> ) {
    %n = stablehlo.convert %x : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f32>>
    %w = stablehlo.convert %n : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f64>>
    %d = stablehlo.subtract %x, %x : tensor<4xcomplex<f64>>
    %r = stablehlo.convert %d : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f32>>
    return %n, %r : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xcomplex<f64>>) -> (tensor<4xcomplex<f32>> , tensor<4xcomplex<f32>> ) {
    %n = stablehlo.convert %x : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f32>>
    %w = stablehlo.convert %n : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f64>>
    %d = stablehlo.subtract %x, %w : tensor<4xcomplex<f64>>
    %r = stablehlo.convert %d : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f32>>
    return %n, %r : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  }
}
