module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.multiply %arg0, %arg2 : tensor<8x4xf32>
    %v2 = stablehlo.convert %v1 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    %v3 = stablehlo.convert %v2 : (tensor<8x4xbf16>) -> tensor<8x4xf32>
    %v4 = stablehlo.slice %arg1 [0:1] : (tensor<12xi32>) -> tensor<1xi32>
    %v5 = stablehlo.reshape %v4 : (tensor<1xi32>) -> tensor<i32>
    %v6 = stablehlo.constant dense<0> : tensor<i32>
    %v7 = stablehlo.compare LT, %v5, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v9 = stablehlo.select %v8, %v1, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v10 = stablehlo.slice %arg1 [1:2] : (tensor<12xi32>) -> tensor<1xi32>
    %v11 = stablehlo.reshape %v10 : (tensor<1xi32>) -> tensor<i32>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %v13 = stablehlo.compare GT, %v11, %v12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v14 = stablehlo.broadcast_in_dim %v13, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v15 = stablehlo.select %v14, %v9, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v16 = stablehlo.slice %arg1 [2:3] : (tensor<12xi32>) -> tensor<1xi32>
    %v17 = stablehlo.reshape %v16 : (tensor<1xi32>) -> tensor<i32>
    %v18 = stablehlo.constant dense<0> : tensor<i32>
    %v19 = stablehlo.compare LT, %v17, %v18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v20 = stablehlo.broadcast_in_dim %v19, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v21 = stablehlo.select %v20, %v15, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v22 = stablehlo.slice %arg1 [3:4] : (tensor<12xi32>) -> tensor<1xi32>
    %v23 = stablehlo.reshape %v22 : (tensor<1xi32>) -> tensor<i32>
    %v24 = stablehlo.constant dense<0> : tensor<i32>
    %v25 = stablehlo.compare GT, %v23, %v24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v26 = stablehlo.broadcast_in_dim %v25, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v27 = stablehlo.select %v26, %v21, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v28 = stablehlo.slice %arg1 [4:5] : (tensor<12xi32>) -> tensor<1xi32>
    %v29 = stablehlo.reshape %v28 : (tensor<1xi32>) -> tensor<i32>
    %v30 = stablehlo.constant dense<0> : tensor<i32>
    %v31 = stablehlo.compare LT, %v29, %v30, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v32 = stablehlo.broadcast_in_dim %v31, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v33 = stablehlo.select %v32, %v27, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v34 = stablehlo.slice %arg1 [5:6] : (tensor<12xi32>) -> tensor<1xi32>
    %v35 = stablehlo.reshape %v34 : (tensor<1xi32>) -> tensor<i32>
    %v36 = stablehlo.constant dense<0> : tensor<i32>
    %v37 = stablehlo.compare GT, %v35, %v36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v38 = stablehlo.broadcast_in_dim %v37, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v39 = stablehlo.select %v38, %v33, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v40 = stablehlo.slice %arg1 [6:7] : (tensor<12xi32>) -> tensor<1xi32>
    %v41 = stablehlo.reshape %v40 : (tensor<1xi32>) -> tensor<i32>
    %v42 = stablehlo.constant dense<0> : tensor<i32>
    %v43 = stablehlo.compare LT, %v41, %v42, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v44 = stablehlo.broadcast_in_dim %v43, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v45 = stablehlo.select %v44, %v39, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v46 = stablehlo.slice %arg1 [7:8] : (tensor<12xi32>) -> tensor<1xi32>
    %v47 = stablehlo.reshape %v46 : (tensor<1xi32>) -> tensor<i32>
    %v48 = stablehlo.constant dense<0> : tensor<i32>
    %v49 = stablehlo.compare GT, %v47, %v48, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v50 = stablehlo.broadcast_in_dim %v49, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v51 = stablehlo.select %v50, %v45, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v52 = stablehlo.slice %arg1 [8:9] : (tensor<12xi32>) -> tensor<1xi32>
    %v53 = stablehlo.reshape %v52 : (tensor<1xi32>) -> tensor<i32>
    %v54 = stablehlo.constant dense<0> : tensor<i32>
    %v55 = stablehlo.compare LT, %v53, %v54, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v56 = stablehlo.broadcast_in_dim %v55, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v57 = stablehlo.select %v56, %v51, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v58 = stablehlo.slice %arg1 [9:10] : (tensor<12xi32>) -> tensor<1xi32>
    %v59 = stablehlo.reshape %v58 : (tensor<1xi32>) -> tensor<i32>
    %v60 = stablehlo.constant dense<0> : tensor<i32>
    %v61 = stablehlo.compare GT, %v59, %v60, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v62 = stablehlo.broadcast_in_dim %v61, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v63 = stablehlo.select %v62, %v57, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v64 = stablehlo.slice %arg1 [10:11] : (tensor<12xi32>) -> tensor<1xi32>
    %v65 = stablehlo.reshape %v64 : (tensor<1xi32>) -> tensor<i32>
    %v66 = stablehlo.constant dense<0> : tensor<i32>
    %v67 = stablehlo.compare LT, %v65, %v66, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v68 = stablehlo.broadcast_in_dim %v67, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v69 = stablehlo.select %v68, %v63, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v70 = stablehlo.slice %arg1 [11:12] : (tensor<12xi32>) -> tensor<1xi32>
    %v71 = stablehlo.reshape %v70 : (tensor<1xi32>) -> tensor<i32>
    %v72 = stablehlo.constant dense<0> : tensor<i32>
    %v73 = stablehlo.compare GT, %v71, %v72, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v74 = stablehlo.broadcast_in_dim %v73, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v75 = stablehlo.select %v74, %v69, %arg2 : tensor<8x4xi1>, tensor<8x4xf32>
    %v76 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v77 = stablehlo.reduce(%arg3 init: %v76) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v78 = stablehlo.convert %v77 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v75, %v3, %v78 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<12xi32>, %arg2: tensor<4x4xf32>, %arg3: tensor<32x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xbf16>) {
    %v1 = stablehlo.multiply %arg0, %arg2 : tensor<4x4xf32>
    %v2 = stablehlo.convert %v1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v3 = stablehlo.convert %v2 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %v4 = stablehlo.slice %arg1 [0:1] : (tensor<12xi32>) -> tensor<1xi32>
    %v5 = stablehlo.reshape %v4 : (tensor<1xi32>) -> tensor<i32>
    %v6 = stablehlo.constant dense<0> : tensor<i32>
    %v7 = stablehlo.compare LT, %v5, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v9 = stablehlo.select %v8, %v3, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v10 = stablehlo.slice %arg1 [1:2] : (tensor<12xi32>) -> tensor<1xi32>
    %v11 = stablehlo.reshape %v10 : (tensor<1xi32>) -> tensor<i32>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %v13 = stablehlo.compare GT, %v11, %v12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v14 = stablehlo.broadcast_in_dim %v13, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v15 = stablehlo.select %v14, %v9, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v16 = stablehlo.slice %arg1 [2:3] : (tensor<12xi32>) -> tensor<1xi32>
    %v17 = stablehlo.reshape %v16 : (tensor<1xi32>) -> tensor<i32>
    %v18 = stablehlo.constant dense<0> : tensor<i32>
    %v19 = stablehlo.compare LT, %v17, %v18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v20 = stablehlo.broadcast_in_dim %v19, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v21 = stablehlo.select %v20, %v15, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v22 = stablehlo.slice %arg1 [3:4] : (tensor<12xi32>) -> tensor<1xi32>
    %v23 = stablehlo.reshape %v22 : (tensor<1xi32>) -> tensor<i32>
    %v24 = stablehlo.constant dense<0> : tensor<i32>
    %v25 = stablehlo.compare GT, %v23, %v24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v26 = stablehlo.broadcast_in_dim %v25, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v27 = stablehlo.select %v26, %v21, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v28 = stablehlo.slice %arg1 [4:5] : (tensor<12xi32>) -> tensor<1xi32>
    %v29 = stablehlo.reshape %v28 : (tensor<1xi32>) -> tensor<i32>
    %v30 = stablehlo.constant dense<0> : tensor<i32>
    %v31 = stablehlo.compare LT, %v29, %v30, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v32 = stablehlo.broadcast_in_dim %v31, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v33 = stablehlo.select %v32, %v27, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v34 = stablehlo.slice %arg1 [5:6] : (tensor<12xi32>) -> tensor<1xi32>
    %v35 = stablehlo.reshape %v34 : (tensor<1xi32>) -> tensor<i32>
    %v36 = stablehlo.constant dense<0> : tensor<i32>
    %v37 = stablehlo.compare GT, %v35, %v36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v38 = stablehlo.broadcast_in_dim %v37, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v39 = stablehlo.select %v38, %v33, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v40 = stablehlo.slice %arg1 [6:7] : (tensor<12xi32>) -> tensor<1xi32>
    %v41 = stablehlo.reshape %v40 : (tensor<1xi32>) -> tensor<i32>
    %v42 = stablehlo.constant dense<0> : tensor<i32>
    %v43 = stablehlo.compare LT, %v41, %v42, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v44 = stablehlo.broadcast_in_dim %v43, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v45 = stablehlo.select %v44, %v39, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v46 = stablehlo.slice %arg1 [7:8] : (tensor<12xi32>) -> tensor<1xi32>
    %v47 = stablehlo.reshape %v46 : (tensor<1xi32>) -> tensor<i32>
    %v48 = stablehlo.constant dense<0> : tensor<i32>
    %v49 = stablehlo.compare GT, %v47, %v48, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v50 = stablehlo.broadcast_in_dim %v49, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v51 = stablehlo.select %v50, %v45, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v52 = stablehlo.slice %arg1 [8:9] : (tensor<12xi32>) -> tensor<1xi32>
    %v53 = stablehlo.reshape %v52 : (tensor<1xi32>) -> tensor<i32>
    %v54 = stablehlo.constant dense<0> : tensor<i32>
    %v55 = stablehlo.compare LT, %v53, %v54, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v56 = stablehlo.broadcast_in_dim %v55, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v57 = stablehlo.select %v56, %v51, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v58 = stablehlo.slice %arg1 [9:10] : (tensor<12xi32>) -> tensor<1xi32>
    %v59 = stablehlo.reshape %v58 : (tensor<1xi32>) -> tensor<i32>
    %v60 = stablehlo.constant dense<0> : tensor<i32>
    %v61 = stablehlo.compare GT, %v59, %v60, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v62 = stablehlo.broadcast_in_dim %v61, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v63 = stablehlo.select %v62, %v57, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v64 = stablehlo.slice %arg1 [10:11] : (tensor<12xi32>) -> tensor<1xi32>
    %v65 = stablehlo.reshape %v64 : (tensor<1xi32>) -> tensor<i32>
    %v66 = stablehlo.constant dense<0> : tensor<i32>
    %v67 = stablehlo.compare LT, %v65, %v66, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v68 = stablehlo.broadcast_in_dim %v67, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v69 = stablehlo.select %v68, %v63, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v70 = stablehlo.slice %arg1 [11:12] : (tensor<12xi32>) -> tensor<1xi32>
    %v71 = stablehlo.reshape %v70 : (tensor<1xi32>) -> tensor<i32>
    %v72 = stablehlo.constant dense<0> : tensor<i32>
    %v73 = stablehlo.compare GT, %v71, %v72, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v74 = stablehlo.broadcast_in_dim %v73, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v75 = stablehlo.select %v74, %v69, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v76 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v77 = stablehlo.reduce(%arg3 init: %v76) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v78 = stablehlo.convert %v77 : (tensor<4xf32>) -> tensor<4xbf16>
    %v79 = "stablehlo.all_reduce"(%v78) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 79, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v75, %v3, %v79 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<12xi32>, %arg2: tensor<4x4xf32>, %arg3: tensor<32x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xbf16>) {
    %v1 = stablehlo.multiply %arg0, %arg2 : tensor<4x4xf32>
    %v2 = stablehlo.convert %v1 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v3 = stablehlo.convert %v2 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %v4 = stablehlo.slice %arg1 [0:1] : (tensor<12xi32>) -> tensor<1xi32>
    %v5 = stablehlo.reshape %v4 : (tensor<1xi32>) -> tensor<i32>
    %v6 = stablehlo.constant dense<0> : tensor<i32>
    %v7 = stablehlo.compare LT, %v5, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v9 = stablehlo.select %v8, %v1, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v10 = stablehlo.slice %arg1 [1:2] : (tensor<12xi32>) -> tensor<1xi32>
    %v11 = stablehlo.reshape %v10 : (tensor<1xi32>) -> tensor<i32>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %v13 = stablehlo.compare GT, %v11, %v12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v14 = stablehlo.broadcast_in_dim %v13, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v15 = stablehlo.select %v14, %v9, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v16 = stablehlo.slice %arg1 [2:3] : (tensor<12xi32>) -> tensor<1xi32>
    %v17 = stablehlo.reshape %v16 : (tensor<1xi32>) -> tensor<i32>
    %v18 = stablehlo.constant dense<0> : tensor<i32>
    %v19 = stablehlo.compare LT, %v17, %v18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v20 = stablehlo.broadcast_in_dim %v19, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v21 = stablehlo.select %v20, %v15, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v22 = stablehlo.slice %arg1 [3:4] : (tensor<12xi32>) -> tensor<1xi32>
    %v23 = stablehlo.reshape %v22 : (tensor<1xi32>) -> tensor<i32>
    %v24 = stablehlo.constant dense<0> : tensor<i32>
    %v25 = stablehlo.compare GT, %v23, %v24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v26 = stablehlo.broadcast_in_dim %v25, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v27 = stablehlo.select %v26, %v21, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v28 = stablehlo.slice %arg1 [4:5] : (tensor<12xi32>) -> tensor<1xi32>
    %v29 = stablehlo.reshape %v28 : (tensor<1xi32>) -> tensor<i32>
    %v30 = stablehlo.constant dense<0> : tensor<i32>
    %v31 = stablehlo.compare LT, %v29, %v30, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v32 = stablehlo.broadcast_in_dim %v31, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v33 = stablehlo.select %v32, %v27, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v34 = stablehlo.slice %arg1 [5:6] : (tensor<12xi32>) -> tensor<1xi32>
    %v35 = stablehlo.reshape %v34 : (tensor<1xi32>) -> tensor<i32>
    %v36 = stablehlo.constant dense<0> : tensor<i32>
    %v37 = stablehlo.compare GT, %v35, %v36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v38 = stablehlo.broadcast_in_dim %v37, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v39 = stablehlo.select %v38, %v33, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v40 = stablehlo.slice %arg1 [6:7] : (tensor<12xi32>) -> tensor<1xi32>
    %v41 = stablehlo.reshape %v40 : (tensor<1xi32>) -> tensor<i32>
    %v42 = stablehlo.constant dense<0> : tensor<i32>
    %v43 = stablehlo.compare LT, %v41, %v42, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v44 = stablehlo.broadcast_in_dim %v43, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v45 = stablehlo.select %v44, %v39, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v46 = stablehlo.slice %arg1 [7:8] : (tensor<12xi32>) -> tensor<1xi32>
    %v47 = stablehlo.reshape %v46 : (tensor<1xi32>) -> tensor<i32>
    %v48 = stablehlo.constant dense<0> : tensor<i32>
    %v49 = stablehlo.compare GT, %v47, %v48, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v50 = stablehlo.broadcast_in_dim %v49, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v51 = stablehlo.select %v50, %v45, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v52 = stablehlo.slice %arg1 [8:9] : (tensor<12xi32>) -> tensor<1xi32>
    %v53 = stablehlo.reshape %v52 : (tensor<1xi32>) -> tensor<i32>
    %v54 = stablehlo.constant dense<0> : tensor<i32>
    %v55 = stablehlo.compare LT, %v53, %v54, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v56 = stablehlo.broadcast_in_dim %v55, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v57 = stablehlo.select %v56, %v51, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v58 = stablehlo.slice %arg1 [9:10] : (tensor<12xi32>) -> tensor<1xi32>
    %v59 = stablehlo.reshape %v58 : (tensor<1xi32>) -> tensor<i32>
    %v60 = stablehlo.constant dense<0> : tensor<i32>
    %v61 = stablehlo.compare GT, %v59, %v60, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v62 = stablehlo.broadcast_in_dim %v61, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v63 = stablehlo.select %v62, %v57, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v64 = stablehlo.slice %arg1 [10:11] : (tensor<12xi32>) -> tensor<1xi32>
    %v65 = stablehlo.reshape %v64 : (tensor<1xi32>) -> tensor<i32>
    %v66 = stablehlo.constant dense<0> : tensor<i32>
    %v67 = stablehlo.compare LT, %v65, %v66, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v68 = stablehlo.broadcast_in_dim %v67, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v69 = stablehlo.select %v68, %v63, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v70 = stablehlo.slice %arg1 [11:12] : (tensor<12xi32>) -> tensor<1xi32>
    %v71 = stablehlo.reshape %v70 : (tensor<1xi32>) -> tensor<i32>
    %v72 = stablehlo.constant dense<0> : tensor<i32>
    %v73 = stablehlo.compare GT, %v71, %v72, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v74 = stablehlo.broadcast_in_dim %v73, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v75 = stablehlo.select %v74, %v69, %arg2 : tensor<4x4xi1>, tensor<4x4xf32>
    %v76 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v77 = stablehlo.reduce(%arg3 init: %v76) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v78 = stablehlo.convert %v77 : (tensor<4xf32>) -> tensor<4xbf16>
    %v79 = "stablehlo.all_reduce"(%v78) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 79, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v75, %v3, %v79 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xbf16>
  }
}
