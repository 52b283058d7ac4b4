module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = "stablehlo.multiply"(%arg0, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v2 = "stablehlo.add"(%arg1, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v3 = "stablehlo.concatenate"(%v1, %v2)  {dimension = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
    return %v3 : tensor<8xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  
  func.func public @main(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xcomplex<f32>>) -> (tensor<8xcomplex<f32>>) {
    %v1 = "stablehlo.multiply"(%arg0, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v2 = stablehlo.constant dense<0> : tensor<i32>
    %v15, %v16, %v17 = "stablehlo.while"(%v2, %v1, %arg1) ({ ^bb0(%v3: tensor<i32>, %v4: tensor<4xcomplex<f32>>, %v5: tensor<4xcomplex<f32>>):
    %v6 = stablehlo.constant dense<2> : tensor<i32>
    %v7 = "stablehlo.compare"(%v3, %v6)  {comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type SIGNED>} : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
 "stablehlo.return"(%v7) : (tensor<i1>) -> () }, { ^bb0(%v8: tensor<i32>, %v9: tensor<4xcomplex<f32>>, %v10: tensor<4xcomplex<f32>>):
    %v11 = stablehlo.constant dense<1> : tensor<i32>
    %v12 = "stablehlo.add"(%v8, %v11)  {} : (tensor<i32>, tensor<i32>) -> (tensor<i32>)
    %v13 = "stablehlo.add"(%v9, %v10)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v14 = "stablehlo.negate"(%v10)  {} : (tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
 "stablehlo.return"(%v12, %v13, %v14) : (tensor<i32>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> () }) {} : (tensor<i32>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<i32>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>)
    %v18 = "stablehlo.add"(%arg1, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v19 = "stablehlo.concatenate"(%v16, %v18)  {dimension = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
    return %v19 : tensor<8xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  
  func.func public @main(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xcomplex<f32>>) -> (tensor<8xcomplex<f32>>) {
    %v1 = "stablehlo.multiply"(%arg0, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v2 = "stablehlo.add"(%arg1, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v3 = "stablehlo.concatenate"(%v1, %v2)  {dimension = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
    return %v3 : tensor<8xcomplex<f32>>
  }
}
