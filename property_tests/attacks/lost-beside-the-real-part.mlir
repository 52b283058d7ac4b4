module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%u: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %t: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v = stablehlo.convert %t : (tensor<8xi32>) -> tensor<8xf32>
    %c = stablehlo.cosine %v : tensor<8xf32>
    %k = stablehlo.constant dense<1048576.0> : tensor<8xf32>
    %big = stablehlo.multiply %c, %k : tensor<8xf32>
    %r = stablehlo.complex %big, %u : tensor<8xcomplex<f32>>
    return %r : tensor<8xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%u: tensor<4xf32>, %t: tensor<4xi32>) -> (tensor<4xcomplex<f32>>) {
    %v = stablehlo.convert %t : (tensor<4xi32>) -> tensor<4xf32>
    %c = stablehlo.cosine %v : tensor<4xf32>
    %k = stablehlo.constant dense<1048576.0> : tensor<4xf32>
    %big = stablehlo.multiply %c, %k : tensor<4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %uc = stablehlo.add %u, %c : tensor<4xf32>
    %a = stablehlo.complex %big, %uc : tensor<4xcomplex<f32>>
    %b = stablehlo.complex %z, %c : tensor<4xcomplex<f32>>
    %r = stablehlo.subtract %a, %b : tensor<4xcomplex<f32>>
    return %r : tensor<4xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%u: tensor<4xf32>, %t: tensor<4xi32>) -> (tensor<4xcomplex<f32>>) {
    %v = stablehlo.convert %t : (tensor<4xi32>) -> tensor<4xf32>
    %c = stablehlo.cosine %v : tensor<4xf32>
    %k = stablehlo.constant dense<1048576.0> : tensor<4xf32>
    %big = stablehlo.multiply %c, %k : tensor<4xf32>
    %r = stablehlo.complex %big, %u : tensor<4xcomplex<f32>>
    return %r : tensor<4xcomplex<f32>>
  }
}
