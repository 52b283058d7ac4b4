module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<18x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %sg = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<18x8xf32>
    %ys = stablehlo.multiply %y, %sg : tensor<18x8xf32>
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %u = stablehlo.reduce(%ys init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<18x8xf32>, tensor<f32>) -> tensor<8xf32>
    %c = stablehlo.constant dense<2.0> : tensor<8xf32>
    %r1 = stablehlo.multiply %x, %c : tensor<8xf32>
    %r = stablehlo.add %r1, %u : tensor<8xf32>

    return %r, %u : tensor<8xf32>, tensor<8xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %y: tensor<18x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %sg = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0]]> : tensor<18x4xf32>
    %ys = stablehlo.multiply %y, %sg : tensor<18x4xf32>
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %u = stablehlo.reduce(%ys init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<18x4xf32>, tensor<f32>) -> tensor<4xf32>
    %c = stablehlo.constant dense<2.0> : tensor<4xf32>
    %x3 = stablehlo.multiply %x, %c : tensor<4xf32>
    %x2 = stablehlo.add %x3, %u : tensor<4xf32>
    %m1 = stablehlo.constant dense<-1.0> : tensor<4xf32>
    %p1 = stablehlo.constant dense<1.0> : tensor<4xf32>
    %um = stablehlo.minimum %u, %p1 : tensor<4xf32>
    %ux = stablehlo.maximum %um, %m1 : tensor<4xf32>
    %D = stablehlo.add %ux, %p1 : tensor<4xf32>
    %w = stablehlo.sqrt %um : tensor<4xf32>
    %ni = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
    %wi = stablehlo.add %w, %ni : tensor<4xf32>
    %we = stablehlo.exponential %wi : tensor<4xf32>
    %r = stablehlo.add %x2, %we : tensor<4xf32>

    return %r, %u : tensor<4xf32>, tensor<4xf32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4xf32>, %y: tensor<18x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %sg = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [-1.0, -1.0, -1.0, -1.0], [1.0, 1.0, 1.0, 1.0]]> : tensor<18x4xf32>
    %ys = stablehlo.multiply %y, %sg : tensor<18x4xf32>
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %u = stablehlo.reduce(%ys init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<18x4xf32>, tensor<f32>) -> tensor<4xf32>
    %c = stablehlo.constant dense<2.0> : tensor<4xf32>
    %r1 = stablehlo.multiply %x, %c : tensor<4xf32>
    %r = stablehlo.add %r1, %u : tensor<4xf32>

    return %r, %u : tensor<4xf32>, tensor<4xf32>
  }
}
