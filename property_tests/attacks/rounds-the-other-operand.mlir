module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<16xi16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %j: tensor<16xi16> {mhlo.sharding = "{devices=[2]<=[2]}"}, %u: tensor<16xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %v: tensor<16xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<16xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
    %a = stablehlo.convert %i : (tensor<16xi16>) -> tensor<16xf32>
    %b = stablehlo.convert %j : (tensor<16xi16>) -> tensor<16xf32>
    %h = stablehlo.convert %a : (tensor<16xf32>) -> tensor<16xbf16>
    %r = stablehlo.convert %h : (tensor<16xbf16>) -> tensor<16xf32>
    %one = stablehlo.constant dense<1.0> : tensor<16xf32>
    %a1 = stablehlo.add %r, %one : tensor<16xf32>
    %b1 = stablehlo.add %b, %one : tensor<16xf32>
    %p = stablehlo.compare GT, %a1, %b1 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
    %r1 = stablehlo.select %p, %u, %v : tensor<16xi1>, tensor<16xf32>
    return %r1 : tensor<16xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<8xi16>, %j: tensor<8xi16>, %u: tensor<8xf32>, %v: tensor<8xf32>) -> (tensor<8xf32>) {
    %a = stablehlo.convert %i : (tensor<8xi16>) -> tensor<8xf32>
    %b = stablehlo.convert %j : (tensor<8xi16>) -> tensor<8xf32>
    %h = stablehlo.convert %b : (tensor<8xf32>) -> tensor<8xbf16>
    %r = stablehlo.convert %h : (tensor<8xbf16>) -> tensor<8xf32>
    %one = stablehlo.constant dense<1.0> : tensor<8xf32>
    %a1 = stablehlo.add %a, %one : tensor<8xf32>
    %b1 = stablehlo.add %r, %one : tensor<8xf32>
    %p = stablehlo.compare GT, %a1, %b1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %r1 = stablehlo.select %p, %u, %v : tensor<8xi1>, tensor<8xf32>
    return %r1 : tensor<8xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%i: tensor<8xi16>, %j: tensor<8xi16>, %u: tensor<8xf32>, %v: tensor<8xf32>) -> (tensor<8xf32>) {
    %a = stablehlo.convert %i : (tensor<8xi16>) -> tensor<8xf32>
    %b = stablehlo.convert %j : (tensor<8xi16>) -> tensor<8xf32>
    %h = stablehlo.convert %a : (tensor<8xf32>) -> tensor<8xbf16>
    %r = stablehlo.convert %h : (tensor<8xbf16>) -> tensor<8xf32>
    %one = stablehlo.constant dense<1.0> : tensor<8xf32>
    %a1 = stablehlo.add %r, %one : tensor<8xf32>
    %b1 = stablehlo.add %b, %one : tensor<8xf32>
    %p = stablehlo.compare GT, %a1, %b1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %r1 = stablehlo.select %p, %u, %v : tensor<8xi1>, tensor<8xf32>
    return %r1 : tensor<8xf32>
  }
}
