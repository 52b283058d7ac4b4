module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["d"=4]>
func.func public @main(%a0: tensor<4x16xi8> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %a1: tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}, %a2: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a3: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) {
%v1 = stablehlo.convert %a1 : (tensor<16xi32>) -> tensor<16xf16>
%v2 = stablehlo.slice %a2 [0:1:1] : (tensor<4xi32>) -> tensor<1xi32>
%v3 = stablehlo.reshape %v2 : (tensor<1xi32>) -> tensor<i32>
%v4 = stablehlo.constant dense<-1640531527> : tensor<i32>
%v5 = stablehlo.multiply %v3, %v4 : tensor<i32>
%v6 = stablehlo.constant dense<1048575> : tensor<i32>
%v7 = stablehlo.and %v5, %v6 : tensor<i32>
%v8 = stablehlo.constant dense<77777> : tensor<i32>
%v9 = stablehlo.compare EQ, %v7, %v8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%v10 = stablehlo.slice %a0 [0:1:1, 0:16:1] : (tensor<4x16xi8>) -> tensor<1x16xi8>
%v11 = stablehlo.reshape %v10 : (tensor<1x16xi8>) -> tensor<16xi8>
%v12 = stablehlo.convert %v11 : (tensor<16xi8>) -> tensor<16xf16>
%v13 = stablehlo.select %v9, %v12, %v1 : tensor<i1>, tensor<16xf16>
%v14 = stablehlo.slice %a2 [1:2:1] : (tensor<4xi32>) -> tensor<1xi32>
%v15 = stablehlo.reshape %v14 : (tensor<1xi32>) -> tensor<i32>
%v16 = stablehlo.constant dense<-1640531527> : tensor<i32>
%v17 = stablehlo.multiply %v15, %v16 : tensor<i32>
%v18 = stablehlo.constant dense<1048575> : tensor<i32>
%v19 = stablehlo.and %v17, %v18 : tensor<i32>
%v20 = stablehlo.constant dense<77777> : tensor<i32>
%v21 = stablehlo.compare EQ, %v19, %v20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%v22 = stablehlo.slice %a0 [1:2:1, 0:16:1] : (tensor<4x16xi8>) -> tensor<1x16xi8>
%v23 = stablehlo.reshape %v22 : (tensor<1x16xi8>) -> tensor<16xi8>
%v24 = stablehlo.convert %v23 : (tensor<16xi8>) -> tensor<16xf16>
%v25 = stablehlo.select %v21, %v24, %v13 : tensor<i1>, tensor<16xf16>
%v26 = stablehlo.slice %a2 [2:3:1] : (tensor<4xi32>) -> tensor<1xi32>
%v27 = stablehlo.reshape %v26 : (tensor<1xi32>) -> tensor<i32>
%v28 = stablehlo.constant dense<-1640531527> : tensor<i32>
%v29 = stablehlo.multiply %v27, %v28 : tensor<i32>
%v30 = stablehlo.constant dense<1048575> : tensor<i32>
%v31 = stablehlo.and %v29, %v30 : tensor<i32>
%v32 = stablehlo.constant dense<77777> : tensor<i32>
%v33 = stablehlo.compare EQ, %v31, %v32, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%v34 = stablehlo.slice %a0 [2:3:1, 0:16:1] : (tensor<4x16xi8>) -> tensor<1x16xi8>
%v35 = stablehlo.reshape %v34 : (tensor<1x16xi8>) -> tensor<16xi8>
%v36 = stablehlo.convert %v35 : (tensor<16xi8>) -> tensor<16xf16>
%v37 = stablehlo.select %v33, %v36, %v25 : tensor<i1>, tensor<16xf16>
%v38 = stablehlo.slice %a2 [3:4:1] : (tensor<4xi32>) -> tensor<1xi32>
%v39 = stablehlo.reshape %v38 : (tensor<1xi32>) -> tensor<i32>
%v40 = stablehlo.constant dense<-1640531527> : tensor<i32>
%v41 = stablehlo.multiply %v39, %v40 : tensor<i32>
%v42 = stablehlo.constant dense<1048575> : tensor<i32>
%v43 = stablehlo.and %v41, %v42 : tensor<i32>
%v44 = stablehlo.constant dense<77777> : tensor<i32>
%v45 = stablehlo.compare EQ, %v43, %v44, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%v46 = stablehlo.slice %a0 [3:4:1, 0:16:1] : (tensor<4x16xi8>) -> tensor<1x16xi8>
%v47 = stablehlo.reshape %v46 : (tensor<1x16xi8>) -> tensor<16xi8>
%v48 = stablehlo.convert %v47 : (tensor<16xi8>) -> tensor<16xf16>
%v49 = stablehlo.select %v45, %v48, %v37 : tensor<i1>, tensor<16xf16>
%v50 = stablehlo.convert %v49 : (tensor<16xf16>) -> tensor<16xf32>
%v51 = stablehlo.constant dense<1.7> : tensor<16xf32>
%v52 = stablehlo.multiply %v50, %v51 : tensor<16xf32>
%v53 = stablehlo.add %v52, %a3 : tensor<16xf32>
return %v53 : tensor<16xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<4x4xi8>, %a1: tensor<4xi32>, %a2: tensor<4xi32>, %a3: tensor<4xf32>) -> (tensor<4xf32>) {
%v1 = stablehlo.convert %a1 : (tensor<4xi32>) -> tensor<4xf16>
%v2 = stablehlo.constant dense<0> : tensor<i32>
%w2:2 = stablehlo.while(%w2_0 = %v2, %w2_1 = %v1) : tensor<i32>, tensor<4xf16> cond {
%v4 = stablehlo.constant dense<4> : tensor<i32>
%v5 = stablehlo.compare LT, %w2_0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %v5 : tensor<i1>
} do {
%v6 = stablehlo.dynamic_slice %a2, %w2_0, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
%v7 = stablehlo.reshape %v6 : (tensor<1xi32>) -> tensor<i32>
%v8 = stablehlo.constant dense<-1640531527> : tensor<i32>
%v9 = stablehlo.multiply %v7, %v8 : tensor<i32>
%v10 = stablehlo.constant dense<1048575> : tensor<i32>
%v11 = stablehlo.and %v9, %v10 : tensor<i32>
%v12 = stablehlo.constant dense<77777> : tensor<i32>
%v13 = stablehlo.compare EQ, %v11, %v12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%v14 = stablehlo.constant dense<0> : tensor<i32>
%v15 = stablehlo.dynamic_slice %a0, %w2_0, %v14, sizes = [1, 4] : (tensor<4x4xi8>, tensor<i32>, tensor<i32>) -> tensor<1x4xi8>
%v16 = stablehlo.reshape %v15 : (tensor<1x4xi8>) -> tensor<4xi8>
%v17 = stablehlo.convert %v16 : (tensor<4xi8>) -> tensor<4xf16>
%v18 = stablehlo.subtract %v17, %w2_1 : tensor<4xf16>
%v19 = stablehlo.constant dense<0.0> : tensor<4xf16>
%v20 = stablehlo.select %v13, %v18, %v19 : tensor<i1>, tensor<4xf16>
%v21 = stablehlo.add %w2_1, %v20 : tensor<4xf16>
%v22 = stablehlo.constant dense<1> : tensor<i32>
%v23 = stablehlo.add %w2_0, %v22 : tensor<i32>
stablehlo.return %v23, %v21 : tensor<i32>, tensor<4xf16>
}
%v24 = stablehlo.convert %w2#1 : (tensor<4xf16>) -> tensor<4xf32>
%v25 = stablehlo.constant dense<1.7> : tensor<4xf32>
%v26 = stablehlo.multiply %v24, %v25 : tensor<4xf32>
%v27 = stablehlo.add %v26, %a3 : tensor<4xf32>
return %v27 : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<4x4xi8>, %a1: tensor<4xi32>, %a2: tensor<4xi32>, %a3: tensor<4xf32>) -> (tensor<4xf32>) {
%v1 = stablehlo.convert %a1 : (tensor<4xi32>) -> tensor<4xf16>
%v2 = stablehlo.constant dense<0> : tensor<i32>
%w2:2 = stablehlo.while(%w2_0 = %v2, %w2_1 = %v1) : tensor<i32>, tensor<4xf16> cond {
%v4 = stablehlo.constant dense<4> : tensor<i32>
%v5 = stablehlo.compare LT, %w2_0, %v4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
stablehlo.return %v5 : tensor<i1>
} do {
%v6 = stablehlo.dynamic_slice %a2, %w2_0, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
%v7 = stablehlo.reshape %v6 : (tensor<1xi32>) -> tensor<i32>
%v8 = stablehlo.constant dense<-1640531527> : tensor<i32>
%v9 = stablehlo.multiply %v7, %v8 : tensor<i32>
%v10 = stablehlo.constant dense<1048575> : tensor<i32>
%v11 = stablehlo.and %v9, %v10 : tensor<i32>
%v12 = stablehlo.constant dense<77777> : tensor<i32>
%v13 = stablehlo.compare EQ, %v11, %v12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%v14 = stablehlo.constant dense<0> : tensor<i32>
%v15 = stablehlo.dynamic_slice %a0, %w2_0, %v14, sizes = [1, 4] : (tensor<4x4xi8>, tensor<i32>, tensor<i32>) -> tensor<1x4xi8>
%v16 = stablehlo.reshape %v15 : (tensor<1x4xi8>) -> tensor<4xi8>
%v17 = stablehlo.convert %v16 : (tensor<4xi8>) -> tensor<4xf16>
%v18 = stablehlo.select %v13, %v17, %w2_1 : tensor<i1>, tensor<4xf16>
%v19 = stablehlo.constant dense<1> : tensor<i32>
%v20 = stablehlo.add %w2_0, %v19 : tensor<i32>
stablehlo.return %v20, %v18 : tensor<i32>, tensor<4xf16>
}
%v21 = stablehlo.convert %w2#1 : (tensor<4xf16>) -> tensor<4xf32>
%v22 = stablehlo.constant dense<1.7> : tensor<4xf32>
%v23 = stablehlo.multiply %v21, %v22 : tensor<4xf32>
%v24 = stablehlo.add %v23, %a3 : tensor<4xf32>
return %v24 : tensor<4xf32>
}
}
