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
    %v1 = "stablehlo.partition_id"() : () -> tensor<ui32>
    %v2 = "stablehlo.convert"(%v1)  {} : (tensor<ui32>) -> (tensor<i32>)
    %v3 = "stablehlo.convert"(%v2)  {} : (tensor<i32>) -> (tensor<f32>)
    %v4 = stablehlo.constant dense<1.0> : tensor<f32>
    %v5 = stablehlo.constant dense<2.0> : tensor<f32>
    %v6 = "stablehlo.multiply"(%v3, %v5)  {} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v7 = "stablehlo.subtract"(%v4, %v6)  {} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v8 = stablehlo.constant dense<0.5> : tensor<4xf32>
    %v9 = stablehlo.constant dense<0.0> : tensor<4xf32>
    %v10 = "stablehlo.complex"(%v8, %v9)  {} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xcomplex<f32>>)
    %v11 = "stablehlo.multiply"(%arg0, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v12 = "stablehlo.multiply"(%v11, %v10)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v13 = "stablehlo.broadcast_in_dim"(%v7)  {broadcast_dimensions = array<i64>} : (tensor<f32>) -> (tensor<4xf32>)
    %v14 = stablehlo.constant dense<0.0> : tensor<4xf32>
    %v15 = "stablehlo.complex"(%v13, %v14)  {} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xcomplex<f32>>)
    %v16 = "stablehlo.multiply"(%v15, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v17 = "stablehlo.add"(%v12, %v16)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v19 = "stablehlo.all_reduce"(%v17) ({ ^bb0(%a18: tensor<complex<f32>>, %b18: tensor<complex<f32>>): %c18 = stablehlo.add %a18, %b18 : tensor<complex<f32>> "stablehlo.return"(%c18) : (tensor<complex<f32>>) -> () }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v20 = "stablehlo.add"(%arg1, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v21 = "stablehlo.concatenate"(%v19, %v20)  {dimension = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
    return %v21 : tensor<8xcomplex<f32>>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  
  func.func public @main(%arg0: tensor<4xcomplex<f32>>, %arg1: tensor<4xcomplex<f32>>) -> (tensor<8xcomplex<f32>>) {
    %v1 = "stablehlo.partition_id"() : () -> tensor<ui32>
    %v2 = "stablehlo.convert"(%v1)  {} : (tensor<ui32>) -> (tensor<i32>)
    %v3 = "stablehlo.convert"(%v2)  {} : (tensor<i32>) -> (tensor<f32>)
    %v4 = stablehlo.constant dense<1.0> : tensor<f32>
    %v5 = stablehlo.constant dense<2.0> : tensor<f32>
    %v6 = "stablehlo.multiply"(%v3, %v5)  {} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v7 = "stablehlo.subtract"(%v4, %v6)  {} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    %v8 = stablehlo.constant dense<0.5> : tensor<4xf32>
    %v9 = stablehlo.constant dense<0.0> : tensor<4xf32>
    %v10 = "stablehlo.complex"(%v8, %v9)  {} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xcomplex<f32>>)
    %v11 = "stablehlo.multiply"(%arg0, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v12 = "stablehlo.multiply"(%v11, %v10)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v14 = "stablehlo.all_reduce"(%v12) ({ ^bb0(%a13: tensor<complex<f32>>, %b13: tensor<complex<f32>>): %c13 = stablehlo.add %a13, %b13 : tensor<complex<f32>> "stablehlo.return"(%c13) : (tensor<complex<f32>>) -> () }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v15 = "stablehlo.add"(%arg1, %arg1)  {} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>)
    %v16 = "stablehlo.concatenate"(%v14, %v15)  {dimension = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> (tensor<8xcomplex<f32>>)
    return %v16 : tensor<8xcomplex<f32>>
  }
}
