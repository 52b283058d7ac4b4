module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<4x324xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = "stablehlo.abs"(%arg0)  {} : (tensor<4x324xcomplex<f32>>) -> (tensor<4x324xf32>)
    %v2 = "stablehlo.reshape"(%v1)  {} : (tensor<4x324xf32>) -> (tensor<4x3x3x3x3x4xf32>)
    %v3 = stablehlo.constant dense<0.0> : tensor<f32>
    %v5 = "stablehlo.reduce"(%v2, %v3) ({ ^bb0(%a4: tensor<f32>, %b4: tensor<f32>): %c4 = stablehlo.add %a4, %b4 : tensor<f32> "stablehlo.return"(%c4) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<4x3x3x3x3x4xf32>, tensor<f32>) -> (tensor<4x3x3x3x4xf32>)
    %v6 = stablehlo.constant dense<0.0> : tensor<f32>
    %v8 = "stablehlo.reduce"(%v5, %v6) ({ ^bb0(%a7: tensor<f32>, %b7: tensor<f32>): %c7 = stablehlo.add %a7, %b7 : tensor<f32> "stablehlo.return"(%c7) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<4x3x3x3x4xf32>, tensor<f32>) -> (tensor<4x3x3x4xf32>)
    %v9 = stablehlo.constant dense<0.0> : tensor<f32>
    %v11 = "stablehlo.reduce"(%v8, %v9) ({ ^bb0(%a10: tensor<f32>, %b10: tensor<f32>): %c10 = stablehlo.add %a10, %b10 : tensor<f32> "stablehlo.return"(%c10) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<4x3x3x4xf32>, tensor<f32>) -> (tensor<4x3x4xf32>)
    %v12 = stablehlo.constant dense<0.0> : tensor<f32>
    %v14 = "stablehlo.reduce"(%v11, %v12) ({ ^bb0(%a13: tensor<f32>, %b13: tensor<f32>): %c13 = stablehlo.add %a13, %b13 : tensor<f32> "stablehlo.return"(%c13) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<4x3x4xf32>, tensor<f32>) -> (tensor<4x4xf32>)
    %v15 = stablehlo.constant dense<0.0> : tensor<f32>
    %v17 = "stablehlo.reduce"(%v14, %v15) ({ ^bb0(%a16: tensor<f32>, %b16: tensor<f32>): %c16 = stablehlo.add %a16, %b16 : tensor<f32> "stablehlo.return"(%c16) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> (tensor<4xf32>)
    %v18 = "stablehlo.convert"(%v17)  {} : (tensor<4xf32>) -> (tensor<4xbf16>)
    return %v18 : tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  
  func.func public @main(%arg0: tensor<2x324xcomplex<f32>>) -> (tensor<2xbf16>) {
    %v1 = "stablehlo.abs"(%arg0)  {} : (tensor<2x324xcomplex<f32>>) -> (tensor<2x324xf32>)
    %v2 = stablehlo.constant dense<0.0> : tensor<2xbf16>
    %v3 = stablehlo.constant dense<0> : tensor<i32>
    %v17, %v18 = "stablehlo.while"(%v3, %v2) ({ ^bb0(%v4: tensor<i32>, %v5: tensor<2xbf16>):
    %v6 = stablehlo.constant dense<324> : tensor<i32>
    %v7 = "stablehlo.compare"(%v4, %v6)  {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
 "stablehlo.return"(%v7) : (tensor<i1>) -> () }, { ^bb0(%v8: tensor<i32>, %v9: tensor<2xbf16>):
    %v10 = stablehlo.constant dense<1> : tensor<i32>
    %v11 = "stablehlo.add"(%v8, %v10)  {} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %v13 = "stablehlo.dynamic_slice"(%v1, %v12, %v8)  {slice_sizes = array<i64: 2, 1>} : (tensor<2x324xf32>, tensor<i32>, tensor<i32>) -> (tensor<2x1xf32>)
    %v14 = "stablehlo.reshape"(%v13)  {} : (tensor<2x1xf32>) -> (tensor<2xf32>)
    %v15 = "stablehlo.convert"(%v14)  {} : (tensor<2xf32>) -> (tensor<2xbf16>)
    %v16 = "stablehlo.add"(%v9, %v15)  {} : (tensor<2xbf16>, tensor<2xbf16>) -> (tensor<2xbf16>)
 "stablehlo.return"(%v11, %v16) : (tensor<i32>, tensor<2xbf16>) -> () }) {} : (tensor<i32>, tensor<2xbf16>) -> (tensor<i32>, tensor<2xbf16>)
    return %v18 : tensor<2xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  
  func.func public @main(%arg0: tensor<2x324xcomplex<f32>>) -> (tensor<2xbf16>) {
    %v1 = "stablehlo.abs"(%arg0)  {} : (tensor<2x324xcomplex<f32>>) -> (tensor<2x324xf32>)
    %v2 = "stablehlo.reshape"(%v1)  {} : (tensor<2x324xf32>) -> (tensor<2x3x3x3x3x4xf32>)
    %v3 = stablehlo.constant dense<0.0> : tensor<f32>
    %v5 = "stablehlo.reduce"(%v2, %v3) ({ ^bb0(%a4: tensor<f32>, %b4: tensor<f32>): %c4 = stablehlo.add %a4, %b4 : tensor<f32> "stablehlo.return"(%c4) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3x3x3x3x4xf32>, tensor<f32>) -> (tensor<2x3x3x3x4xf32>)
    %v6 = stablehlo.constant dense<0.0> : tensor<f32>
    %v8 = "stablehlo.reduce"(%v5, %v6) ({ ^bb0(%a7: tensor<f32>, %b7: tensor<f32>): %c7 = stablehlo.add %a7, %b7 : tensor<f32> "stablehlo.return"(%c7) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3x3x3x4xf32>, tensor<f32>) -> (tensor<2x3x3x4xf32>)
    %v9 = stablehlo.constant dense<0.0> : tensor<f32>
    %v11 = "stablehlo.reduce"(%v8, %v9) ({ ^bb0(%a10: tensor<f32>, %b10: tensor<f32>): %c10 = stablehlo.add %a10, %b10 : tensor<f32> "stablehlo.return"(%c10) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3x3x4xf32>, tensor<f32>) -> (tensor<2x3x4xf32>)
    %v12 = stablehlo.constant dense<0.0> : tensor<f32>
    %v14 = "stablehlo.reduce"(%v11, %v12) ({ ^bb0(%a13: tensor<f32>, %b13: tensor<f32>): %c13 = stablehlo.add %a13, %b13 : tensor<f32> "stablehlo.return"(%c13) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
    %v15 = stablehlo.constant dense<0.0> : tensor<f32>
    %v17 = "stablehlo.reduce"(%v14, %v15) ({ ^bb0(%a16: tensor<f32>, %b16: tensor<f32>): %c16 = stablehlo.add %a16, %b16 : tensor<f32> "stablehlo.return"(%c16) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<f32>) -> (tensor<2xf32>)
    %v18 = "stablehlo.convert"(%v17)  {} : (tensor<2xf32>) -> (tensor<2xbf16>)
    return %v18 : tensor<2xbf16>
  }
}
