module @m {
  func.func public @main(%t: tensor<2048xf32>, %b: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>) -> (tensor<1xf32>) {
    %g = stablehlo.dynamic_slice %t, %i, sizes = [1] : (tensor<2048xf32>, tensor<i32>) -> tensor<1xf32>
    %b1 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %r = stablehlo.add %g, %b1 : tensor<1xf32>
    return %r : tensor<1xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%t: tensor<2048xf32> {mhlo.sharding = "{replicated}"}, %b: tensor<f32> {mhlo.sharding = "{replicated}"}, %y: tensor<f32> {mhlo.sharding = "{replicated}"}, %i: tensor<i32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}) {
    %bN = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %tb = stablehlo.add %t, %bN : tensor<2048xf32>
    %h = stablehlo.slice %tb [0:1234] : (tensor<2048xf32>) -> tensor<1234xf32>
    %m = stablehlo.slice %tb [1234:1235] : (tensor<2048xf32>) -> tensor<1xf32>
    %l = stablehlo.slice %tb [1235:2048] : (tensor<2048xf32>) -> tensor<813xf32>
    %k = stablehlo.constant dense<1000000000> : tensor<1xi32>
    %kk = stablehlo.constant dense<-1000000000> : tensor<1xi32>
    %p1 = stablehlo.convert %k : (tensor<1xi32>) -> tensor<1xf32>
    %n1 = stablehlo.convert %kk : (tensor<1xi32>) -> tensor<1xf32>
    %a1 = stablehlo.add %m, %p1 : tensor<1xf32>
    %mm = stablehlo.add %a1, %n1 : tensor<1xf32>
    %tt = stablehlo.concatenate %h, %mm, %l, dim = 0 : (tensor<1234xf32>, tensor<1xf32>, tensor<813xf32>) -> tensor<2048xf32>
    %r = stablehlo.dynamic_slice %tt, %i, sizes = [1] : (tensor<2048xf32>, tensor<i32>) -> tensor<1xf32>
    return %r : tensor<1xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%t: tensor<2048xf32> {mhlo.sharding = "{replicated}"}, %b: tensor<f32> {mhlo.sharding = "{replicated}"}, %y: tensor<f32> {mhlo.sharding = "{replicated}"}, %i: tensor<i32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}) {
    %bN = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %tt = stablehlo.add %t, %bN : tensor<2048xf32>
    %r = stablehlo.dynamic_slice %tt, %i, sizes = [1] : (tensor<2048xf32>, tensor<i32>) -> tensor<1xf32>
    return %r : tensor<1xf32>
  }
}
