module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%arg0: tensor<128xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<false> : tensor<i1>
    %v3 = "stablehlo.reduce"(%arg0, %v1) ({
      ^bb0(%a2: tensor<i1>, %b2: tensor<i1>):
        %r2 = stablehlo.or %a2, %b2 : tensor<i1>
        stablehlo.return %r2 : tensor<i1>
    }) {dimensions = array<i64: 0>} : (tensor<128xi1>, tensor<i1>) -> tensor<i1>
    return %v3 : tensor<i1>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<128xi1>) -> (tensor<i1>) {
    %v1 = "stablehlo.convert"(%arg0) : (tensor<128xi1>) -> tensor<128xi8>
    %v2 = stablehlo.constant dense<0> : tensor<i8>
    %v4 = "stablehlo.reduce"(%v1, %v2) ({
      ^bb0(%a3: tensor<i8>, %b3: tensor<i8>):
        %r3 = stablehlo.add %a3, %b3 : tensor<i8>
        stablehlo.return %r3 : tensor<i8>
    }) {dimensions = array<i64: 0>} : (tensor<128xi8>, tensor<i8>) -> tensor<i8>
    %v5 = stablehlo.constant dense<0> : tensor<i8>
    %v6 = "stablehlo.compare"(%v4, %v5) {comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<i8>, tensor<i8>) -> tensor<i1>
    return %v6 : tensor<i1>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<128xi1>) -> (tensor<i1>) {
    %v1 = "stablehlo.convert"(%arg0) : (tensor<128xi1>) -> tensor<128xi32>
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v4 = "stablehlo.reduce"(%v1, %v2) ({
      ^bb0(%a3: tensor<i32>, %b3: tensor<i32>):
        %r3 = stablehlo.add %a3, %b3 : tensor<i32>
        stablehlo.return %r3 : tensor<i32>
    }) {dimensions = array<i64: 0>} : (tensor<128xi32>, tensor<i32>) -> tensor<i32>
    %v5 = stablehlo.constant dense<0> : tensor<i32>
    %v6 = "stablehlo.compare"(%v4, %v5) {comparison_direction = #stablehlo<comparison_direction NE>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    return %v6 : tensor<i1>
  }
}
