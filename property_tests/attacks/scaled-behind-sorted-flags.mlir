module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %pa: tensor<14x8xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %pat = stablehlo.constant dense<[[true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false]]> : tensor<14x8xi1>
    %p = stablehlo.xor %pa, %pat : tensor<14x8xi1>
    %so = "stablehlo.sort"(%p) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i1>, %x1: tensor<i1>):
      %x2 = stablehlo.compare LT, %x0, %x1, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %x2 : tensor<i1>
    }) : (tensor<14x8xi1>) -> tensor<14x8xi1>
    %sf = stablehlo.slice %so [0:1, 0:8] : (tensor<14x8xi1>) -> tensor<1x8xi1>
    %c = stablehlo.reshape %sf : (tensor<1x8xi1>) -> tensor<8xi1>
    %z = stablehlo.constant dense<0.0> : tensor<8xf32>
    %r = stablehlo.select %c, %x, %z : tensor<8xi1>, tensor<8xf32>

    return %r : tensor<8xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %pa: tensor<14x4xi1>) -> (tensor<4xf32>) {
    %pat = stablehlo.constant dense<[[true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [false, false, false, false]]> : tensor<14x4xi1>
    %p = stablehlo.xor %pa, %pat : tensor<14x4xi1>
    %so = "stablehlo.sort"(%p) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i1>, %x1: tensor<i1>):
      %x2 = stablehlo.compare LT, %x0, %x1, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %x2 : tensor<i1>
    }) : (tensor<14x4xi1>) -> tensor<14x4xi1>
    %sf = stablehlo.slice %so [0:1, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %c = stablehlo.reshape %sf : (tensor<1x4xi1>) -> tensor<4xi1>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %k = stablehlo.constant dense<8.8817841970012523e-16> : tensor<4xf32>
    %x1 = stablehlo.multiply %x, %k : tensor<4xf32>
    %x2 = stablehlo.multiply %x1, %k : tensor<4xf32>
    %y = stablehlo.select %c, %x2, %z : tensor<4xi1>, tensor<4xf32>
    %y1 = stablehlo.divide %y, %k : tensor<4xf32>
    %r = stablehlo.divide %y1, %k : tensor<4xf32>

    return %r : tensor<4xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %pa: tensor<14x4xi1>) -> (tensor<4xf32>) {
    %pat = stablehlo.constant dense<[[true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true], [true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [false, false, false, false], [true, true, true, true], [true, true, true, true], [false, false, false, false]]> : tensor<14x4xi1>
    %p = stablehlo.xor %pa, %pat : tensor<14x4xi1>
    %so = "stablehlo.sort"(%p) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i1>, %x1: tensor<i1>):
      %x2 = stablehlo.compare LT, %x0, %x1, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %x2 : tensor<i1>
    }) : (tensor<14x4xi1>) -> tensor<14x4xi1>
    %sf = stablehlo.slice %so [0:1, 0:4] : (tensor<14x4xi1>) -> tensor<1x4xi1>
    %c = stablehlo.reshape %sf : (tensor<1x4xi1>) -> tensor<4xi1>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %r = stablehlo.select %c, %x, %z : tensor<4xi1>, tensor<4xf32>

    return %r : tensor<4xf32>
  }
}
