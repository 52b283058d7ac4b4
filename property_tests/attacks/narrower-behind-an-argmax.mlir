module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<8x16xbf16>) -> (tensor<8xbf16>, tensor<8xi32>) {
 %l = stablehlo.convert %x : (tensor<8x16xbf16>) -> tensor<8x16xf32>
%ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
%z0 = stablehlo.constant dense<0> : tensor<i32>
 %io = stablehlo.iota dim = 1 : tensor<8x16xi32>
 %mx, %ix = "stablehlo.reduce"(%l, %io, %ni, %z0) <{dimensions = array<i64: 1>}> ({
 ^bb0(%u: tensor<f32>, %ui: tensor<i32>, %v: tensor<f32>, %vi: tensor<i32>):
  %w = stablehlo.compare GE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %w1 = stablehlo.select %w, %u, %v : tensor<i1>, tensor<f32>
  %w2 = stablehlo.select %w, %ui, %vi : tensor<i1>, tensor<i32>
  stablehlo.return %w1, %w2 : tensor<f32>, tensor<i32>
 }) : (tensor<8x16xf32>, tensor<8x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
 %mb0 = stablehlo.optimization_barrier %mx : tensor<8xf32>
%mb = stablehlo.broadcast_in_dim %mb0, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
 %c = stablehlo.subtract %l, %mb : tensor<8x16xf32>
 %ex = stablehlo.exponential %c : tensor<8x16xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%ex init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
 %lg = stablehlo.log %s : tensor<8xf32>
 %lse = stablehlo.add %lg, %mb0 : tensor<8xf32>
%sx = stablehlo.reduce(%l init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
%k = stablehlo.constant dense<0.0625> : tensor<8xf32>
 %mean = stablehlo.multiply %sx, %k : tensor<8xf32>
 %loss = stablehlo.subtract %lse, %mean : tensor<8xf32>
 %o = stablehlo.convert %loss : (tensor<8xf32>) -> tensor<8xbf16>
 return %o, %ix : tensor<8xbf16>, tensor<8xi32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x16xbf16> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<4xi32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %l = stablehlo.convert %x : (tensor<4x16xbf16>) -> tensor<4x16xf32>
%ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
%z0 = stablehlo.constant dense<0> : tensor<i32>
 %io = stablehlo.iota dim = 1 : tensor<4x16xi32>
 %mx, %ix = "stablehlo.reduce"(%l, %io, %ni, %z0) <{dimensions = array<i64: 1>}> ({
 ^bb0(%u: tensor<f32>, %ui: tensor<i32>, %v: tensor<f32>, %vi: tensor<i32>):
  %w = stablehlo.compare GE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %w1 = stablehlo.select %w, %u, %v : tensor<i1>, tensor<f32>
  %w2 = stablehlo.select %w, %ui, %vi : tensor<i1>, tensor<i32>
  stablehlo.return %w1, %w2 : tensor<f32>, tensor<i32>
 }) : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
 %mb0 = stablehlo.convert %mx : (tensor<4xf32>) -> tensor<4xbf16>
%mb = stablehlo.broadcast_in_dim %mb0, dims = [0] : (tensor<4xbf16>) -> tensor<4x16xbf16>
 %c = stablehlo.subtract %x, %mb : tensor<4x16xbf16>
 %ex = stablehlo.exponential %c : tensor<4x16xbf16>
%z = stablehlo.constant dense<0.0> : tensor<bf16>
%s = stablehlo.reduce(%ex init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x16xbf16>, tensor<bf16>) -> tensor<4xbf16>
 %lg = stablehlo.log %s : tensor<4xbf16>
 %lse = stablehlo.add %lg, %mb0 : tensor<4xbf16>
%sx = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x16xbf16>, tensor<bf16>) -> tensor<4xbf16>
%k = stablehlo.constant dense<0.0625> : tensor<4xbf16>
 %mean = stablehlo.multiply %sx, %k : tensor<4xbf16>
 %loss = stablehlo.subtract %lse, %mean : tensor<4xbf16>
 return %loss, %ix : tensor<4xbf16>, tensor<4xi32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x16xbf16> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<4xi32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %l = stablehlo.convert %x : (tensor<4x16xbf16>) -> tensor<4x16xf32>
%ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
%z0 = stablehlo.constant dense<0> : tensor<i32>
 %io = stablehlo.iota dim = 1 : tensor<4x16xi32>
 %mx, %ix = "stablehlo.reduce"(%l, %io, %ni, %z0) <{dimensions = array<i64: 1>}> ({
 ^bb0(%u: tensor<f32>, %ui: tensor<i32>, %v: tensor<f32>, %vi: tensor<i32>):
  %w = stablehlo.compare GE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %w1 = stablehlo.select %w, %u, %v : tensor<i1>, tensor<f32>
  %w2 = stablehlo.select %w, %ui, %vi : tensor<i1>, tensor<i32>
  stablehlo.return %w1, %w2 : tensor<f32>, tensor<i32>
 }) : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
 %mb0 = stablehlo.optimization_barrier %mx : tensor<4xf32>
%mb = stablehlo.broadcast_in_dim %mb0, dims = [0] : (tensor<4xf32>) -> tensor<4x16xf32>
 %c = stablehlo.subtract %l, %mb : tensor<4x16xf32>
 %ex = stablehlo.exponential %c : tensor<4x16xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%s = stablehlo.reduce(%ex init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
 %lg = stablehlo.log %s : tensor<4xf32>
 %lse = stablehlo.add %lg, %mb0 : tensor<4xf32>
%sx = stablehlo.reduce(%l init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
%k = stablehlo.constant dense<0.0625> : tensor<4xf32>
 %mean = stablehlo.multiply %sx, %k : tensor<4xf32>
 %loss = stablehlo.subtract %lse, %mean : tensor<4xf32>
 %o = stablehlo.convert %loss : (tensor<4xf32>) -> tensor<4xbf16>
 return %o, %ix : tensor<4xbf16>, tensor<4xi32>
  }
}
