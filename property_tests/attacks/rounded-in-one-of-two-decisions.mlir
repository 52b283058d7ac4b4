module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<16xi16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %j: tensor<16xi16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %u: tensor<16xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %v: tensor<16xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<16xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<16xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, tensor<16xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
    %a = stablehlo.convert %i : (tensor<16xi16>) -> tensor<16xf32>
    %b = stablehlo.convert %j : (tensor<16xi16>) -> tensor<16xf32>
    %one = stablehlo.constant dense<1.0> : tensor<16xf32>
    %a1 = stablehlo.add %a, %one : tensor<16xf32>
    %b1 = stablehlo.add %b, %one : tensor<16xf32>
    %p = stablehlo.compare GT, %a1, %b1 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %r1 = stablehlo.select %p, %u, %v : tensor<16xi1>, tensor<16xf32>
    %r2 = stablehlo.select %p, %v, %u : tensor<16xi1>, tensor<16xf32>
    %w1 = stablehlo.convert %u : (tensor<16xf32>) -> tensor<16xbf16>
    %w2 = stablehlo.convert %w1 : (tensor<16xbf16>) -> tensor<16xf32>
    %r3 = stablehlo.multiply %w2, %v : tensor<16xf32>
    return %r1, %r2, %r3 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<8xi16>, %j: tensor<8xi16>, %u: tensor<8xf32>, %v: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %a = stablehlo.convert %i : (tensor<8xi16>) -> tensor<8xf32>
    %b = stablehlo.convert %j : (tensor<8xi16>) -> tensor<8xf32>
    %one = stablehlo.constant dense<1.0> : tensor<8xf32>
    %a1 = stablehlo.add %a, %one : tensor<8xf32>
    %b1 = stablehlo.add %b, %one : tensor<8xf32>
    %p = stablehlo.compare GT, %a1, %b1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %ah = stablehlo.convert %a : (tensor<8xf32>) -> tensor<8xbf16>
    %bh = stablehlo.convert %b : (tensor<8xf32>) -> tensor<8xbf16>
    %ar = stablehlo.convert %ah : (tensor<8xbf16>) -> tensor<8xf32>
    %br = stablehlo.convert %bh : (tensor<8xbf16>) -> tensor<8xf32>
    %a2 = stablehlo.add %ar, %one : tensor<8xf32>
    %b2 = stablehlo.add %br, %one : tensor<8xf32>
    %q = stablehlo.compare GT, %a2, %b2 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %r1 = stablehlo.select %p, %u, %v : tensor<8xi1>, tensor<8xf32>
    %r2 = stablehlo.select %q, %v, %u : tensor<8xi1>, tensor<8xf32>
    %w1 = stablehlo.convert %u : (tensor<8xf32>) -> tensor<8xbf16>
    %w2 = stablehlo.convert %w1 : (tensor<8xbf16>) -> tensor<8xf32>
    %r3 = stablehlo.multiply %w2, %v : tensor<8xf32>
    return %r1, %r2, %r3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<8xi16>, %j: tensor<8xi16>, %u: tensor<8xf32>, %v: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %a = stablehlo.convert %i : (tensor<8xi16>) -> tensor<8xf32>
    %b = stablehlo.convert %j : (tensor<8xi16>) -> tensor<8xf32>
    %one = stablehlo.constant dense<1.0> : tensor<8xf32>
    %a1 = stablehlo.add %a, %one : tensor<8xf32>
    %b1 = stablehlo.add %b, %one : tensor<8xf32>
    %p = stablehlo.compare GT, %a1, %b1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %r1 = stablehlo.select %p, %u, %v : tensor<8xi1>, tensor<8xf32>
    %r2 = stablehlo.select %p, %v, %u : tensor<8xi1>, tensor<8xf32>
    %w1 = stablehlo.convert %u : (tensor<8xf32>) -> tensor<8xbf16>
    %w2 = stablehlo.convert %w1 : (tensor<8xbf16>) -> tensor<8xf32>
    %r3 = stablehlo.multiply %w2, %v : tensor<8xf32>
    return %r1, %r2, %r3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
}
