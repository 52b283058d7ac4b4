module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<16x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.multiply %a0, %a0 : tensor<16x16x4xf32>
    %v2 = stablehlo.slice %v1 [0:1:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v3 = stablehlo.reshape %v2 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v5 = stablehlo.reduce(%v3 init: %v4) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v6 = stablehlo.slice %v1 [1:2:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v9 = stablehlo.reduce(%v7 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v10 = stablehlo.add %v5, %v9 : tensor<4xf32>
    %v11 = stablehlo.slice %v1 [2:3:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v14 = stablehlo.reduce(%v12 init: %v13) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v15 = stablehlo.add %v10, %v14 : tensor<4xf32>
    %v16 = stablehlo.slice %v1 [3:4:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v17 = stablehlo.reshape %v16 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v19 = stablehlo.reduce(%v17 init: %v18) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v20 = stablehlo.add %v15, %v19 : tensor<4xf32>
    %v21 = stablehlo.slice %v1 [4:5:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v22 = stablehlo.reshape %v21 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v24 = stablehlo.reduce(%v22 init: %v23) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v25 = stablehlo.add %v20, %v24 : tensor<4xf32>
    %v26 = stablehlo.slice %v1 [5:6:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v27 = stablehlo.reshape %v26 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v29 = stablehlo.reduce(%v27 init: %v28) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v30 = stablehlo.add %v25, %v29 : tensor<4xf32>
    %v31 = stablehlo.slice %v1 [6:7:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v32 = stablehlo.reshape %v31 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v34 = stablehlo.reduce(%v32 init: %v33) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v35 = stablehlo.add %v30, %v34 : tensor<4xf32>
    %v36 = stablehlo.slice %v1 [7:8:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v39 = stablehlo.reduce(%v37 init: %v38) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v40 = stablehlo.add %v35, %v39 : tensor<4xf32>
    %v41 = stablehlo.slice %v1 [8:9:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v42 = stablehlo.reshape %v41 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v44 = stablehlo.reduce(%v42 init: %v43) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v45 = stablehlo.add %v40, %v44 : tensor<4xf32>
    %v46 = stablehlo.slice %v1 [9:10:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v47 = stablehlo.reshape %v46 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v49 = stablehlo.reduce(%v47 init: %v48) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v50 = stablehlo.add %v45, %v49 : tensor<4xf32>
    %v51 = stablehlo.slice %v1 [10:11:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v52 = stablehlo.reshape %v51 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v54 = stablehlo.reduce(%v52 init: %v53) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v55 = stablehlo.add %v50, %v54 : tensor<4xf32>
    %v56 = stablehlo.slice %v1 [11:12:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v57 = stablehlo.reshape %v56 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v59 = stablehlo.reduce(%v57 init: %v58) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v60 = stablehlo.add %v55, %v59 : tensor<4xf32>
    %v61 = stablehlo.slice %v1 [12:13:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v62 = stablehlo.reshape %v61 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v64 = stablehlo.reduce(%v62 init: %v63) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v65 = stablehlo.add %v60, %v64 : tensor<4xf32>
    %v66 = stablehlo.slice %v1 [13:14:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v67 = stablehlo.reshape %v66 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v69 = stablehlo.reduce(%v67 init: %v68) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v70 = stablehlo.add %v65, %v69 : tensor<4xf32>
    %v71 = stablehlo.slice %v1 [14:15:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v72 = stablehlo.reshape %v71 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v74 = stablehlo.reduce(%v72 init: %v73) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v75 = stablehlo.add %v70, %v74 : tensor<4xf32>
    %v76 = stablehlo.slice %v1 [15:16:1, 0:16:1, 0:4:1] : (tensor<16x16x4xf32>) -> tensor<1x16x4xf32>
    %v77 = stablehlo.reshape %v76 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v79 = stablehlo.reduce(%v77 init: %v78) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v80 = stablehlo.add %v75, %v79 : tensor<4xf32>
    %v81 = stablehlo.convert %v80 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v81 : tensor<4xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<16x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.multiply %a0, %a0 : tensor<16x2x4xf32>
    %v2 = stablehlo.slice %v1 [0:1:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v3 = stablehlo.reshape %v2 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v5 = stablehlo.reduce(%v3 init: %v4) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v6 = stablehlo.slice %v1 [1:2:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v9 = stablehlo.reduce(%v7 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v10 = stablehlo.add %v5, %v9 : tensor<4xf32>
    %v11 = stablehlo.convert %v10 : (tensor<4xf32>) -> tensor<4xbf16>
    %v12 = stablehlo.convert %v11 : (tensor<4xbf16>) -> tensor<4xf32>
    %v13 = stablehlo.slice %v1 [2:3:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v14 = stablehlo.reshape %v13 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v16 = stablehlo.reduce(%v14 init: %v15) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v17 = stablehlo.add %v12, %v16 : tensor<4xf32>
    %v18 = stablehlo.convert %v17 : (tensor<4xf32>) -> tensor<4xbf16>
    %v19 = stablehlo.convert %v18 : (tensor<4xbf16>) -> tensor<4xf32>
    %v20 = stablehlo.slice %v1 [3:4:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v21 = stablehlo.reshape %v20 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v23 = stablehlo.reduce(%v21 init: %v22) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v24 = stablehlo.add %v19, %v23 : tensor<4xf32>
    %v25 = stablehlo.convert %v24 : (tensor<4xf32>) -> tensor<4xbf16>
    %v26 = stablehlo.convert %v25 : (tensor<4xbf16>) -> tensor<4xf32>
    %v27 = stablehlo.slice %v1 [4:5:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v28 = stablehlo.reshape %v27 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v30 = stablehlo.reduce(%v28 init: %v29) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v31 = stablehlo.add %v26, %v30 : tensor<4xf32>
    %v32 = stablehlo.convert %v31 : (tensor<4xf32>) -> tensor<4xbf16>
    %v33 = stablehlo.convert %v32 : (tensor<4xbf16>) -> tensor<4xf32>
    %v34 = stablehlo.slice %v1 [5:6:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v35 = stablehlo.reshape %v34 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v37 = stablehlo.reduce(%v35 init: %v36) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v38 = stablehlo.add %v33, %v37 : tensor<4xf32>
    %v39 = stablehlo.convert %v38 : (tensor<4xf32>) -> tensor<4xbf16>
    %v40 = stablehlo.convert %v39 : (tensor<4xbf16>) -> tensor<4xf32>
    %v41 = stablehlo.slice %v1 [6:7:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v42 = stablehlo.reshape %v41 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v44 = stablehlo.reduce(%v42 init: %v43) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v45 = stablehlo.add %v40, %v44 : tensor<4xf32>
    %v46 = stablehlo.convert %v45 : (tensor<4xf32>) -> tensor<4xbf16>
    %v47 = stablehlo.convert %v46 : (tensor<4xbf16>) -> tensor<4xf32>
    %v48 = stablehlo.slice %v1 [7:8:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v49 = stablehlo.reshape %v48 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v51 = stablehlo.reduce(%v49 init: %v50) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v52 = stablehlo.add %v47, %v51 : tensor<4xf32>
    %v53 = stablehlo.convert %v52 : (tensor<4xf32>) -> tensor<4xbf16>
    %v54 = stablehlo.convert %v53 : (tensor<4xbf16>) -> tensor<4xf32>
    %v55 = stablehlo.slice %v1 [8:9:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v56 = stablehlo.reshape %v55 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v58 = stablehlo.reduce(%v56 init: %v57) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v59 = stablehlo.add %v54, %v58 : tensor<4xf32>
    %v60 = stablehlo.convert %v59 : (tensor<4xf32>) -> tensor<4xbf16>
    %v61 = stablehlo.convert %v60 : (tensor<4xbf16>) -> tensor<4xf32>
    %v62 = stablehlo.slice %v1 [9:10:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v63 = stablehlo.reshape %v62 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v65 = stablehlo.reduce(%v63 init: %v64) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v66 = stablehlo.add %v61, %v65 : tensor<4xf32>
    %v67 = stablehlo.convert %v66 : (tensor<4xf32>) -> tensor<4xbf16>
    %v68 = stablehlo.convert %v67 : (tensor<4xbf16>) -> tensor<4xf32>
    %v69 = stablehlo.slice %v1 [10:11:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v70 = stablehlo.reshape %v69 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v72 = stablehlo.reduce(%v70 init: %v71) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v73 = stablehlo.add %v68, %v72 : tensor<4xf32>
    %v74 = stablehlo.convert %v73 : (tensor<4xf32>) -> tensor<4xbf16>
    %v75 = stablehlo.convert %v74 : (tensor<4xbf16>) -> tensor<4xf32>
    %v76 = stablehlo.slice %v1 [11:12:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v77 = stablehlo.reshape %v76 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v79 = stablehlo.reduce(%v77 init: %v78) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v80 = stablehlo.add %v75, %v79 : tensor<4xf32>
    %v81 = stablehlo.convert %v80 : (tensor<4xf32>) -> tensor<4xbf16>
    %v82 = stablehlo.convert %v81 : (tensor<4xbf16>) -> tensor<4xf32>
    %v83 = stablehlo.slice %v1 [12:13:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v84 = stablehlo.reshape %v83 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v86 = stablehlo.reduce(%v84 init: %v85) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v87 = stablehlo.add %v82, %v86 : tensor<4xf32>
    %v88 = stablehlo.convert %v87 : (tensor<4xf32>) -> tensor<4xbf16>
    %v89 = stablehlo.convert %v88 : (tensor<4xbf16>) -> tensor<4xf32>
    %v90 = stablehlo.slice %v1 [13:14:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v91 = stablehlo.reshape %v90 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v93 = stablehlo.reduce(%v91 init: %v92) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v94 = stablehlo.add %v89, %v93 : tensor<4xf32>
    %v95 = stablehlo.convert %v94 : (tensor<4xf32>) -> tensor<4xbf16>
    %v96 = stablehlo.convert %v95 : (tensor<4xbf16>) -> tensor<4xf32>
    %v97 = stablehlo.slice %v1 [14:15:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v98 = stablehlo.reshape %v97 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v100 = stablehlo.reduce(%v98 init: %v99) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v101 = stablehlo.add %v96, %v100 : tensor<4xf32>
    %v102 = stablehlo.convert %v101 : (tensor<4xf32>) -> tensor<4xbf16>
    %v103 = stablehlo.convert %v102 : (tensor<4xbf16>) -> tensor<4xf32>
    %v104 = stablehlo.slice %v1 [15:16:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v105 = stablehlo.reshape %v104 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v107 = stablehlo.reduce(%v105 init: %v106) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v108 = stablehlo.add %v103, %v107 : tensor<4xf32>
    %v109 = stablehlo.convert %v108 : (tensor<4xf32>) -> tensor<4xbf16>
    %v110 = stablehlo.convert %v109 : (tensor<4xbf16>) -> tensor<4xf32>
    %v111 = "stablehlo.all_reduce"(%v110) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v112 = stablehlo.convert %v111 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v112 : tensor<4xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<16x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.multiply %a0, %a0 : tensor<16x2x4xf32>
    %v2 = stablehlo.slice %v1 [0:1:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v3 = stablehlo.reshape %v2 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v5 = stablehlo.reduce(%v3 init: %v4) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v6 = stablehlo.slice %v1 [1:2:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v9 = stablehlo.reduce(%v7 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v10 = stablehlo.add %v5, %v9 : tensor<4xf32>
    %v11 = stablehlo.slice %v1 [2:3:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v14 = stablehlo.reduce(%v12 init: %v13) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v15 = stablehlo.add %v10, %v14 : tensor<4xf32>
    %v16 = stablehlo.slice %v1 [3:4:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v17 = stablehlo.reshape %v16 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v19 = stablehlo.reduce(%v17 init: %v18) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v20 = stablehlo.add %v15, %v19 : tensor<4xf32>
    %v21 = stablehlo.slice %v1 [4:5:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v22 = stablehlo.reshape %v21 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v24 = stablehlo.reduce(%v22 init: %v23) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v25 = stablehlo.add %v20, %v24 : tensor<4xf32>
    %v26 = stablehlo.slice %v1 [5:6:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v27 = stablehlo.reshape %v26 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v29 = stablehlo.reduce(%v27 init: %v28) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v30 = stablehlo.add %v25, %v29 : tensor<4xf32>
    %v31 = stablehlo.slice %v1 [6:7:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v32 = stablehlo.reshape %v31 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v34 = stablehlo.reduce(%v32 init: %v33) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v35 = stablehlo.add %v30, %v34 : tensor<4xf32>
    %v36 = stablehlo.slice %v1 [7:8:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v39 = stablehlo.reduce(%v37 init: %v38) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v40 = stablehlo.add %v35, %v39 : tensor<4xf32>
    %v41 = stablehlo.slice %v1 [8:9:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v42 = stablehlo.reshape %v41 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v44 = stablehlo.reduce(%v42 init: %v43) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v45 = stablehlo.add %v40, %v44 : tensor<4xf32>
    %v46 = stablehlo.slice %v1 [9:10:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v47 = stablehlo.reshape %v46 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v49 = stablehlo.reduce(%v47 init: %v48) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v50 = stablehlo.add %v45, %v49 : tensor<4xf32>
    %v51 = stablehlo.slice %v1 [10:11:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v52 = stablehlo.reshape %v51 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v54 = stablehlo.reduce(%v52 init: %v53) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v55 = stablehlo.add %v50, %v54 : tensor<4xf32>
    %v56 = stablehlo.slice %v1 [11:12:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v57 = stablehlo.reshape %v56 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v59 = stablehlo.reduce(%v57 init: %v58) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v60 = stablehlo.add %v55, %v59 : tensor<4xf32>
    %v61 = stablehlo.slice %v1 [12:13:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v62 = stablehlo.reshape %v61 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v64 = stablehlo.reduce(%v62 init: %v63) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v65 = stablehlo.add %v60, %v64 : tensor<4xf32>
    %v66 = stablehlo.slice %v1 [13:14:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v67 = stablehlo.reshape %v66 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v69 = stablehlo.reduce(%v67 init: %v68) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v70 = stablehlo.add %v65, %v69 : tensor<4xf32>
    %v71 = stablehlo.slice %v1 [14:15:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v72 = stablehlo.reshape %v71 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v74 = stablehlo.reduce(%v72 init: %v73) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v75 = stablehlo.add %v70, %v74 : tensor<4xf32>
    %v76 = stablehlo.slice %v1 [15:16:1, 0:2:1, 0:4:1] : (tensor<16x2x4xf32>) -> tensor<1x2x4xf32>
    %v77 = stablehlo.reshape %v76 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v79 = stablehlo.reduce(%v77 init: %v78) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v80 = stablehlo.add %v75, %v79 : tensor<4xf32>
    %v81 = "stablehlo.all_reduce"(%v80) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v82 = stablehlo.convert %v81 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v82 : tensor<4xbf16>
  }
}
