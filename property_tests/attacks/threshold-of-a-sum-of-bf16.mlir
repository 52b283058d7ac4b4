module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v3 = stablehlo.slice %a0 [1:2:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v4 = stablehlo.reshape %v3 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v5 = stablehlo.add %v2, %v4 : tensor<8xf32>
    %v6 = stablehlo.slice %a0 [2:3:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v8 = stablehlo.add %v5, %v7 : tensor<8xf32>
    %v9 = stablehlo.slice %a0 [3:4:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v10 = stablehlo.reshape %v9 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v11 = stablehlo.add %v8, %v10 : tensor<8xf32>
    %v12 = stablehlo.slice %a0 [4:5:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v13 = stablehlo.reshape %v12 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v14 = stablehlo.add %v11, %v13 : tensor<8xf32>
    %v15 = stablehlo.slice %a0 [5:6:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v16 = stablehlo.reshape %v15 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v17 = stablehlo.add %v14, %v16 : tensor<8xf32>
    %v18 = stablehlo.slice %a0 [6:7:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v19 = stablehlo.reshape %v18 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v20 = stablehlo.add %v17, %v19 : tensor<8xf32>
    %v21 = stablehlo.slice %a0 [7:8:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v22 = stablehlo.reshape %v21 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v23 = stablehlo.add %v20, %v22 : tensor<8xf32>
    %v24 = stablehlo.slice %a0 [8:9:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v25 = stablehlo.reshape %v24 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v26 = stablehlo.add %v23, %v25 : tensor<8xf32>
    %v27 = stablehlo.slice %a0 [9:10:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v28 = stablehlo.reshape %v27 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v29 = stablehlo.add %v26, %v28 : tensor<8xf32>
    %v30 = stablehlo.slice %a0 [10:11:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v31 = stablehlo.reshape %v30 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v32 = stablehlo.add %v29, %v31 : tensor<8xf32>
    %v33 = stablehlo.slice %a0 [11:12:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v34 = stablehlo.reshape %v33 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v35 = stablehlo.add %v32, %v34 : tensor<8xf32>
    %v36 = stablehlo.slice %a0 [12:13:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v38 = stablehlo.add %v35, %v37 : tensor<8xf32>
    %v39 = stablehlo.slice %a0 [13:14:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v40 = stablehlo.reshape %v39 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v41 = stablehlo.add %v38, %v40 : tensor<8xf32>
    %v42 = stablehlo.slice %a0 [14:15:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v43 = stablehlo.reshape %v42 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v44 = stablehlo.add %v41, %v43 : tensor<8xf32>
    %v45 = stablehlo.slice %a0 [15:16:1, 0:8:1] : (tensor<16x8xf32>) -> tensor<1x8xf32>
    %v46 = stablehlo.reshape %v45 : (tensor<1x8xf32>) -> tensor<8xf32>
    %v47 = stablehlo.add %v44, %v46 : tensor<8xf32>
    %v48 = stablehlo.convert %v47 : (tensor<8xf32>) -> tensor<8xbf16>
    %v49 = stablehlo.constant dense<1.000000000e+00> : tensor<8xbf16>
    %v50 = stablehlo.compare GT, %v48, %v49 : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xi1>
    %v51 = stablehlo.constant dense<1.000000000e+02> : tensor<8xbf16>
    %v52 = stablehlo.constant dense<0.000000000e+00> : tensor<8xbf16>
    %v53 = stablehlo.select %v50, %v51, %v52 : tensor<8xi1>, tensor<8xbf16>
    %v54 = stablehlo.convert %v53 : (tensor<8xbf16>) -> tensor<8xf32>
    return %v54 : tensor<8xf32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v3 = stablehlo.convert %v2 : (tensor<4xf32>) -> tensor<4xbf16>
    %v4 = stablehlo.slice %a0 [1:2:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v5 = stablehlo.reshape %v4 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v6 = stablehlo.convert %v5 : (tensor<4xf32>) -> tensor<4xbf16>
    %v7 = stablehlo.add %v3, %v6 : tensor<4xbf16>
    %v8 = stablehlo.slice %a0 [2:3:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v9 = stablehlo.reshape %v8 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v10 = stablehlo.convert %v9 : (tensor<4xf32>) -> tensor<4xbf16>
    %v11 = stablehlo.add %v7, %v10 : tensor<4xbf16>
    %v12 = stablehlo.slice %a0 [3:4:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v13 = stablehlo.reshape %v12 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v14 = stablehlo.convert %v13 : (tensor<4xf32>) -> tensor<4xbf16>
    %v15 = stablehlo.add %v11, %v14 : tensor<4xbf16>
    %v16 = stablehlo.slice %a0 [4:5:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v17 = stablehlo.reshape %v16 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v18 = stablehlo.convert %v17 : (tensor<4xf32>) -> tensor<4xbf16>
    %v19 = stablehlo.add %v15, %v18 : tensor<4xbf16>
    %v20 = stablehlo.slice %a0 [5:6:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v21 = stablehlo.reshape %v20 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v22 = stablehlo.convert %v21 : (tensor<4xf32>) -> tensor<4xbf16>
    %v23 = stablehlo.add %v19, %v22 : tensor<4xbf16>
    %v24 = stablehlo.slice %a0 [6:7:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v25 = stablehlo.reshape %v24 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v26 = stablehlo.convert %v25 : (tensor<4xf32>) -> tensor<4xbf16>
    %v27 = stablehlo.add %v23, %v26 : tensor<4xbf16>
    %v28 = stablehlo.slice %a0 [7:8:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v29 = stablehlo.reshape %v28 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v30 = stablehlo.convert %v29 : (tensor<4xf32>) -> tensor<4xbf16>
    %v31 = stablehlo.add %v27, %v30 : tensor<4xbf16>
    %v32 = stablehlo.slice %a0 [8:9:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v33 = stablehlo.reshape %v32 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v34 = stablehlo.convert %v33 : (tensor<4xf32>) -> tensor<4xbf16>
    %v35 = stablehlo.add %v31, %v34 : tensor<4xbf16>
    %v36 = stablehlo.slice %a0 [9:10:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v38 = stablehlo.convert %v37 : (tensor<4xf32>) -> tensor<4xbf16>
    %v39 = stablehlo.add %v35, %v38 : tensor<4xbf16>
    %v40 = stablehlo.slice %a0 [10:11:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v41 = stablehlo.reshape %v40 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v42 = stablehlo.convert %v41 : (tensor<4xf32>) -> tensor<4xbf16>
    %v43 = stablehlo.add %v39, %v42 : tensor<4xbf16>
    %v44 = stablehlo.slice %a0 [11:12:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v45 = stablehlo.reshape %v44 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v46 = stablehlo.convert %v45 : (tensor<4xf32>) -> tensor<4xbf16>
    %v47 = stablehlo.add %v43, %v46 : tensor<4xbf16>
    %v48 = stablehlo.slice %a0 [12:13:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v49 = stablehlo.reshape %v48 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v50 = stablehlo.convert %v49 : (tensor<4xf32>) -> tensor<4xbf16>
    %v51 = stablehlo.add %v47, %v50 : tensor<4xbf16>
    %v52 = stablehlo.slice %a0 [13:14:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v53 = stablehlo.reshape %v52 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v54 = stablehlo.convert %v53 : (tensor<4xf32>) -> tensor<4xbf16>
    %v55 = stablehlo.add %v51, %v54 : tensor<4xbf16>
    %v56 = stablehlo.slice %a0 [14:15:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v57 = stablehlo.reshape %v56 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v58 = stablehlo.convert %v57 : (tensor<4xf32>) -> tensor<4xbf16>
    %v59 = stablehlo.add %v55, %v58 : tensor<4xbf16>
    %v60 = stablehlo.slice %a0 [15:16:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v61 = stablehlo.reshape %v60 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v62 = stablehlo.convert %v61 : (tensor<4xf32>) -> tensor<4xbf16>
    %v63 = stablehlo.add %v59, %v62 : tensor<4xbf16>
    %v64 = stablehlo.convert %v63 : (tensor<4xbf16>) -> tensor<4xf32>
    %v65 = stablehlo.convert %v64 : (tensor<4xf32>) -> tensor<4xbf16>
    %v66 = stablehlo.constant dense<1.000000000e+00> : tensor<4xbf16>
    %v67 = stablehlo.compare GT, %v65, %v66 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
    %v68 = stablehlo.constant dense<1.000000000e+02> : tensor<4xbf16>
    %v69 = stablehlo.constant dense<0.000000000e+00> : tensor<4xbf16>
    %v70 = stablehlo.select %v67, %v68, %v69 : tensor<4xi1>, tensor<4xbf16>
    %v71 = stablehlo.convert %v70 : (tensor<4xbf16>) -> tensor<4xf32>
    return %v71 : tensor<4xf32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v3 = stablehlo.slice %a0 [1:2:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v4 = stablehlo.reshape %v3 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v5 = stablehlo.add %v2, %v4 : tensor<4xf32>
    %v6 = stablehlo.slice %a0 [2:3:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v8 = stablehlo.add %v5, %v7 : tensor<4xf32>
    %v9 = stablehlo.slice %a0 [3:4:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v10 = stablehlo.reshape %v9 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v11 = stablehlo.add %v8, %v10 : tensor<4xf32>
    %v12 = stablehlo.slice %a0 [4:5:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v13 = stablehlo.reshape %v12 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v14 = stablehlo.add %v11, %v13 : tensor<4xf32>
    %v15 = stablehlo.slice %a0 [5:6:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v16 = stablehlo.reshape %v15 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v17 = stablehlo.add %v14, %v16 : tensor<4xf32>
    %v18 = stablehlo.slice %a0 [6:7:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v19 = stablehlo.reshape %v18 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v20 = stablehlo.add %v17, %v19 : tensor<4xf32>
    %v21 = stablehlo.slice %a0 [7:8:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v22 = stablehlo.reshape %v21 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v23 = stablehlo.add %v20, %v22 : tensor<4xf32>
    %v24 = stablehlo.slice %a0 [8:9:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v25 = stablehlo.reshape %v24 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v26 = stablehlo.add %v23, %v25 : tensor<4xf32>
    %v27 = stablehlo.slice %a0 [9:10:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v28 = stablehlo.reshape %v27 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v29 = stablehlo.add %v26, %v28 : tensor<4xf32>
    %v30 = stablehlo.slice %a0 [10:11:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v31 = stablehlo.reshape %v30 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v32 = stablehlo.add %v29, %v31 : tensor<4xf32>
    %v33 = stablehlo.slice %a0 [11:12:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v34 = stablehlo.reshape %v33 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v35 = stablehlo.add %v32, %v34 : tensor<4xf32>
    %v36 = stablehlo.slice %a0 [12:13:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v38 = stablehlo.add %v35, %v37 : tensor<4xf32>
    %v39 = stablehlo.slice %a0 [13:14:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v40 = stablehlo.reshape %v39 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v41 = stablehlo.add %v38, %v40 : tensor<4xf32>
    %v42 = stablehlo.slice %a0 [14:15:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v43 = stablehlo.reshape %v42 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v44 = stablehlo.add %v41, %v43 : tensor<4xf32>
    %v45 = stablehlo.slice %a0 [15:16:1, 0:4:1] : (tensor<16x4xf32>) -> tensor<1x4xf32>
    %v46 = stablehlo.reshape %v45 : (tensor<1x4xf32>) -> tensor<4xf32>
    %v47 = stablehlo.add %v44, %v46 : tensor<4xf32>
    %v48 = stablehlo.convert %v47 : (tensor<4xf32>) -> tensor<4xbf16>
    %v49 = stablehlo.constant dense<1.000000000e+00> : tensor<4xbf16>
    %v50 = stablehlo.compare GT, %v48, %v49 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
    %v51 = stablehlo.constant dense<1.000000000e+02> : tensor<4xbf16>
    %v52 = stablehlo.constant dense<0.000000000e+00> : tensor<4xbf16>
    %v53 = stablehlo.select %v50, %v51, %v52 : tensor<4xi1>, tensor<4xbf16>
    %v54 = stablehlo.convert %v53 : (tensor<4xbf16>) -> tensor<4xf32>
    return %v54 : tensor<4xf32>
  }
}
