module {
  sdy.mesh @mesh = <["x"=16]>
  func.func @main(%a0: tensor<24x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v5 = stablehlo.slice %a0 [1:2:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v6 = stablehlo.reshape %v5 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v9 = stablehlo.add %v4, %v8 : tensor<16xf32>
    %v10 = stablehlo.slice %a0 [2:3:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v11 = stablehlo.reshape %v10 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v13 = stablehlo.reduce(%v11 init: %v12) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v14 = stablehlo.add %v9, %v13 : tensor<16xf32>
    %v15 = stablehlo.slice %a0 [3:4:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v16 = stablehlo.reshape %v15 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v18 = stablehlo.reduce(%v16 init: %v17) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v19 = stablehlo.add %v14, %v18 : tensor<16xf32>
    %v20 = stablehlo.slice %a0 [4:5:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v21 = stablehlo.reshape %v20 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v23 = stablehlo.reduce(%v21 init: %v22) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v24 = stablehlo.add %v19, %v23 : tensor<16xf32>
    %v25 = stablehlo.slice %a0 [5:6:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v26 = stablehlo.reshape %v25 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v28 = stablehlo.reduce(%v26 init: %v27) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v29 = stablehlo.add %v24, %v28 : tensor<16xf32>
    %v30 = stablehlo.slice %a0 [6:7:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v31 = stablehlo.reshape %v30 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v33 = stablehlo.reduce(%v31 init: %v32) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v34 = stablehlo.add %v29, %v33 : tensor<16xf32>
    %v35 = stablehlo.slice %a0 [7:8:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v36 = stablehlo.reshape %v35 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v38 = stablehlo.reduce(%v36 init: %v37) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v39 = stablehlo.add %v34, %v38 : tensor<16xf32>
    %v40 = stablehlo.slice %a0 [8:9:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v41 = stablehlo.reshape %v40 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v43 = stablehlo.reduce(%v41 init: %v42) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v44 = stablehlo.add %v39, %v43 : tensor<16xf32>
    %v45 = stablehlo.slice %a0 [9:10:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v46 = stablehlo.reshape %v45 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v48 = stablehlo.reduce(%v46 init: %v47) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v49 = stablehlo.add %v44, %v48 : tensor<16xf32>
    %v50 = stablehlo.slice %a0 [10:11:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v51 = stablehlo.reshape %v50 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v53 = stablehlo.reduce(%v51 init: %v52) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v54 = stablehlo.add %v49, %v53 : tensor<16xf32>
    %v55 = stablehlo.slice %a0 [11:12:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v56 = stablehlo.reshape %v55 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v58 = stablehlo.reduce(%v56 init: %v57) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v59 = stablehlo.add %v54, %v58 : tensor<16xf32>
    %v60 = stablehlo.slice %a0 [12:13:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v61 = stablehlo.reshape %v60 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v63 = stablehlo.reduce(%v61 init: %v62) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v64 = stablehlo.add %v59, %v63 : tensor<16xf32>
    %v65 = stablehlo.slice %a0 [13:14:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v66 = stablehlo.reshape %v65 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v68 = stablehlo.reduce(%v66 init: %v67) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v69 = stablehlo.add %v64, %v68 : tensor<16xf32>
    %v70 = stablehlo.slice %a0 [14:15:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v71 = stablehlo.reshape %v70 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v73 = stablehlo.reduce(%v71 init: %v72) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v74 = stablehlo.add %v69, %v73 : tensor<16xf32>
    %v75 = stablehlo.slice %a0 [15:16:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v76 = stablehlo.reshape %v75 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v78 = stablehlo.reduce(%v76 init: %v77) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v79 = stablehlo.add %v74, %v78 : tensor<16xf32>
    %v80 = stablehlo.slice %a0 [16:17:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v81 = stablehlo.reshape %v80 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v83 = stablehlo.reduce(%v81 init: %v82) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v84 = stablehlo.add %v79, %v83 : tensor<16xf32>
    %v85 = stablehlo.slice %a0 [17:18:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v86 = stablehlo.reshape %v85 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v88 = stablehlo.reduce(%v86 init: %v87) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v89 = stablehlo.add %v84, %v88 : tensor<16xf32>
    %v90 = stablehlo.slice %a0 [18:19:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v91 = stablehlo.reshape %v90 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v93 = stablehlo.reduce(%v91 init: %v92) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v94 = stablehlo.add %v89, %v93 : tensor<16xf32>
    %v95 = stablehlo.slice %a0 [19:20:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v96 = stablehlo.reshape %v95 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v98 = stablehlo.reduce(%v96 init: %v97) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v99 = stablehlo.add %v94, %v98 : tensor<16xf32>
    %v100 = stablehlo.slice %a0 [20:21:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v101 = stablehlo.reshape %v100 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v103 = stablehlo.reduce(%v101 init: %v102) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v104 = stablehlo.add %v99, %v103 : tensor<16xf32>
    %v105 = stablehlo.slice %a0 [21:22:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v106 = stablehlo.reshape %v105 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v108 = stablehlo.reduce(%v106 init: %v107) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v109 = stablehlo.add %v104, %v108 : tensor<16xf32>
    %v110 = stablehlo.slice %a0 [22:23:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v111 = stablehlo.reshape %v110 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v113 = stablehlo.reduce(%v111 init: %v112) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v114 = stablehlo.add %v109, %v113 : tensor<16xf32>
    %v115 = stablehlo.slice %a0 [23:24:1, 0:16:1, 0:3:1] : (tensor<24x16x3xf32>) -> tensor<1x16x3xf32>
    %v116 = stablehlo.reshape %v115 : (tensor<1x16x3xf32>) -> tensor<16x3xf32>
    %v117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v118 = stablehlo.reduce(%v116 init: %v117) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
    %v119 = stablehlo.add %v114, %v118 : tensor<16xf32>
    %v120 = stablehlo.convert %v119 : (tensor<16xf32>) -> tensor<16xbf16>
    return %v120 : tensor<16xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=16]>
  func.func @main(%a0: tensor<24x1x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<1xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v5 = stablehlo.slice %a0 [1:2:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v6 = stablehlo.reshape %v5 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v9 = stablehlo.add %v4, %v8 : tensor<1xf32>
    %v10 = stablehlo.convert %v9 : (tensor<1xf32>) -> tensor<1xbf16>
    %v11 = stablehlo.convert %v10 : (tensor<1xbf16>) -> tensor<1xf32>
    %v12 = stablehlo.slice %a0 [2:3:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v13 = stablehlo.reshape %v12 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v15 = stablehlo.reduce(%v13 init: %v14) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v16 = stablehlo.add %v11, %v15 : tensor<1xf32>
    %v17 = stablehlo.convert %v16 : (tensor<1xf32>) -> tensor<1xbf16>
    %v18 = stablehlo.convert %v17 : (tensor<1xbf16>) -> tensor<1xf32>
    %v19 = stablehlo.slice %a0 [3:4:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v20 = stablehlo.reshape %v19 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v22 = stablehlo.reduce(%v20 init: %v21) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v23 = stablehlo.add %v18, %v22 : tensor<1xf32>
    %v24 = stablehlo.convert %v23 : (tensor<1xf32>) -> tensor<1xbf16>
    %v25 = stablehlo.convert %v24 : (tensor<1xbf16>) -> tensor<1xf32>
    %v26 = stablehlo.slice %a0 [4:5:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v27 = stablehlo.reshape %v26 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v29 = stablehlo.reduce(%v27 init: %v28) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v30 = stablehlo.add %v25, %v29 : tensor<1xf32>
    %v31 = stablehlo.convert %v30 : (tensor<1xf32>) -> tensor<1xbf16>
    %v32 = stablehlo.convert %v31 : (tensor<1xbf16>) -> tensor<1xf32>
    %v33 = stablehlo.slice %a0 [5:6:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v34 = stablehlo.reshape %v33 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v36 = stablehlo.reduce(%v34 init: %v35) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v37 = stablehlo.add %v32, %v36 : tensor<1xf32>
    %v38 = stablehlo.convert %v37 : (tensor<1xf32>) -> tensor<1xbf16>
    %v39 = stablehlo.convert %v38 : (tensor<1xbf16>) -> tensor<1xf32>
    %v40 = stablehlo.slice %a0 [6:7:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v41 = stablehlo.reshape %v40 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v43 = stablehlo.reduce(%v41 init: %v42) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v44 = stablehlo.add %v39, %v43 : tensor<1xf32>
    %v45 = stablehlo.convert %v44 : (tensor<1xf32>) -> tensor<1xbf16>
    %v46 = stablehlo.convert %v45 : (tensor<1xbf16>) -> tensor<1xf32>
    %v47 = stablehlo.slice %a0 [7:8:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v48 = stablehlo.reshape %v47 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v50 = stablehlo.reduce(%v48 init: %v49) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v51 = stablehlo.add %v46, %v50 : tensor<1xf32>
    %v52 = stablehlo.convert %v51 : (tensor<1xf32>) -> tensor<1xbf16>
    %v53 = stablehlo.convert %v52 : (tensor<1xbf16>) -> tensor<1xf32>
    %v54 = stablehlo.slice %a0 [8:9:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v55 = stablehlo.reshape %v54 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v57 = stablehlo.reduce(%v55 init: %v56) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v58 = stablehlo.add %v53, %v57 : tensor<1xf32>
    %v59 = stablehlo.convert %v58 : (tensor<1xf32>) -> tensor<1xbf16>
    %v60 = stablehlo.convert %v59 : (tensor<1xbf16>) -> tensor<1xf32>
    %v61 = stablehlo.slice %a0 [9:10:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v62 = stablehlo.reshape %v61 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v64 = stablehlo.reduce(%v62 init: %v63) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v65 = stablehlo.add %v60, %v64 : tensor<1xf32>
    %v66 = stablehlo.convert %v65 : (tensor<1xf32>) -> tensor<1xbf16>
    %v67 = stablehlo.convert %v66 : (tensor<1xbf16>) -> tensor<1xf32>
    %v68 = stablehlo.slice %a0 [10:11:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v69 = stablehlo.reshape %v68 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v71 = stablehlo.reduce(%v69 init: %v70) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v72 = stablehlo.add %v67, %v71 : tensor<1xf32>
    %v73 = stablehlo.convert %v72 : (tensor<1xf32>) -> tensor<1xbf16>
    %v74 = stablehlo.convert %v73 : (tensor<1xbf16>) -> tensor<1xf32>
    %v75 = stablehlo.slice %a0 [11:12:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v76 = stablehlo.reshape %v75 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v78 = stablehlo.reduce(%v76 init: %v77) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v79 = stablehlo.add %v74, %v78 : tensor<1xf32>
    %v80 = stablehlo.convert %v79 : (tensor<1xf32>) -> tensor<1xbf16>
    %v81 = stablehlo.convert %v80 : (tensor<1xbf16>) -> tensor<1xf32>
    %v82 = stablehlo.slice %a0 [12:13:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v83 = stablehlo.reshape %v82 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v85 = stablehlo.reduce(%v83 init: %v84) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v86 = stablehlo.add %v81, %v85 : tensor<1xf32>
    %v87 = stablehlo.convert %v86 : (tensor<1xf32>) -> tensor<1xbf16>
    %v88 = stablehlo.convert %v87 : (tensor<1xbf16>) -> tensor<1xf32>
    %v89 = stablehlo.slice %a0 [13:14:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v90 = stablehlo.reshape %v89 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v92 = stablehlo.reduce(%v90 init: %v91) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v93 = stablehlo.add %v88, %v92 : tensor<1xf32>
    %v94 = stablehlo.convert %v93 : (tensor<1xf32>) -> tensor<1xbf16>
    %v95 = stablehlo.convert %v94 : (tensor<1xbf16>) -> tensor<1xf32>
    %v96 = stablehlo.slice %a0 [14:15:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v97 = stablehlo.reshape %v96 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v99 = stablehlo.reduce(%v97 init: %v98) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v100 = stablehlo.add %v95, %v99 : tensor<1xf32>
    %v101 = stablehlo.convert %v100 : (tensor<1xf32>) -> tensor<1xbf16>
    %v102 = stablehlo.convert %v101 : (tensor<1xbf16>) -> tensor<1xf32>
    %v103 = stablehlo.slice %a0 [15:16:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v104 = stablehlo.reshape %v103 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v106 = stablehlo.reduce(%v104 init: %v105) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v107 = stablehlo.add %v102, %v106 : tensor<1xf32>
    %v108 = stablehlo.convert %v107 : (tensor<1xf32>) -> tensor<1xbf16>
    %v109 = stablehlo.convert %v108 : (tensor<1xbf16>) -> tensor<1xf32>
    %v110 = stablehlo.slice %a0 [16:17:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v111 = stablehlo.reshape %v110 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v113 = stablehlo.reduce(%v111 init: %v112) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v114 = stablehlo.add %v109, %v113 : tensor<1xf32>
    %v115 = stablehlo.convert %v114 : (tensor<1xf32>) -> tensor<1xbf16>
    %v116 = stablehlo.convert %v115 : (tensor<1xbf16>) -> tensor<1xf32>
    %v117 = stablehlo.slice %a0 [17:18:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v118 = stablehlo.reshape %v117 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v120 = stablehlo.reduce(%v118 init: %v119) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v121 = stablehlo.add %v116, %v120 : tensor<1xf32>
    %v122 = stablehlo.convert %v121 : (tensor<1xf32>) -> tensor<1xbf16>
    %v123 = stablehlo.convert %v122 : (tensor<1xbf16>) -> tensor<1xf32>
    %v124 = stablehlo.slice %a0 [18:19:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v125 = stablehlo.reshape %v124 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v127 = stablehlo.reduce(%v125 init: %v126) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v128 = stablehlo.add %v123, %v127 : tensor<1xf32>
    %v129 = stablehlo.convert %v128 : (tensor<1xf32>) -> tensor<1xbf16>
    %v130 = stablehlo.convert %v129 : (tensor<1xbf16>) -> tensor<1xf32>
    %v131 = stablehlo.slice %a0 [19:20:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v132 = stablehlo.reshape %v131 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v134 = stablehlo.reduce(%v132 init: %v133) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v135 = stablehlo.add %v130, %v134 : tensor<1xf32>
    %v136 = stablehlo.convert %v135 : (tensor<1xf32>) -> tensor<1xbf16>
    %v137 = stablehlo.convert %v136 : (tensor<1xbf16>) -> tensor<1xf32>
    %v138 = stablehlo.slice %a0 [20:21:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v139 = stablehlo.reshape %v138 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v141 = stablehlo.reduce(%v139 init: %v140) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v142 = stablehlo.add %v137, %v141 : tensor<1xf32>
    %v143 = stablehlo.convert %v142 : (tensor<1xf32>) -> tensor<1xbf16>
    %v144 = stablehlo.convert %v143 : (tensor<1xbf16>) -> tensor<1xf32>
    %v145 = stablehlo.slice %a0 [21:22:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v146 = stablehlo.reshape %v145 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v148 = stablehlo.reduce(%v146 init: %v147) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v149 = stablehlo.add %v144, %v148 : tensor<1xf32>
    %v150 = stablehlo.convert %v149 : (tensor<1xf32>) -> tensor<1xbf16>
    %v151 = stablehlo.convert %v150 : (tensor<1xbf16>) -> tensor<1xf32>
    %v152 = stablehlo.slice %a0 [22:23:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v153 = stablehlo.reshape %v152 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v155 = stablehlo.reduce(%v153 init: %v154) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v156 = stablehlo.add %v151, %v155 : tensor<1xf32>
    %v157 = stablehlo.convert %v156 : (tensor<1xf32>) -> tensor<1xbf16>
    %v158 = stablehlo.convert %v157 : (tensor<1xbf16>) -> tensor<1xf32>
    %v159 = stablehlo.slice %a0 [23:24:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v160 = stablehlo.reshape %v159 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v162 = stablehlo.reduce(%v160 init: %v161) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v163 = stablehlo.add %v158, %v162 : tensor<1xf32>
    %v164 = stablehlo.convert %v163 : (tensor<1xf32>) -> tensor<1xbf16>
    %v165 = stablehlo.convert %v164 : (tensor<1xbf16>) -> tensor<1xf32>
    %v166 = stablehlo.convert %v165 : (tensor<1xf32>) -> tensor<1xbf16>
    return %v166 : tensor<1xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=16]>
  func.func @main(%a0: tensor<24x1x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<1xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v5 = stablehlo.slice %a0 [1:2:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v6 = stablehlo.reshape %v5 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v9 = stablehlo.add %v4, %v8 : tensor<1xf32>
    %v10 = stablehlo.slice %a0 [2:3:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v11 = stablehlo.reshape %v10 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v13 = stablehlo.reduce(%v11 init: %v12) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v14 = stablehlo.add %v9, %v13 : tensor<1xf32>
    %v15 = stablehlo.slice %a0 [3:4:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v16 = stablehlo.reshape %v15 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v18 = stablehlo.reduce(%v16 init: %v17) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v19 = stablehlo.add %v14, %v18 : tensor<1xf32>
    %v20 = stablehlo.slice %a0 [4:5:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v21 = stablehlo.reshape %v20 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v23 = stablehlo.reduce(%v21 init: %v22) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v24 = stablehlo.add %v19, %v23 : tensor<1xf32>
    %v25 = stablehlo.slice %a0 [5:6:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v26 = stablehlo.reshape %v25 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v28 = stablehlo.reduce(%v26 init: %v27) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v29 = stablehlo.add %v24, %v28 : tensor<1xf32>
    %v30 = stablehlo.slice %a0 [6:7:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v31 = stablehlo.reshape %v30 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v33 = stablehlo.reduce(%v31 init: %v32) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v34 = stablehlo.add %v29, %v33 : tensor<1xf32>
    %v35 = stablehlo.slice %a0 [7:8:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v36 = stablehlo.reshape %v35 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v38 = stablehlo.reduce(%v36 init: %v37) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v39 = stablehlo.add %v34, %v38 : tensor<1xf32>
    %v40 = stablehlo.slice %a0 [8:9:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v41 = stablehlo.reshape %v40 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v43 = stablehlo.reduce(%v41 init: %v42) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v44 = stablehlo.add %v39, %v43 : tensor<1xf32>
    %v45 = stablehlo.slice %a0 [9:10:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v46 = stablehlo.reshape %v45 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v48 = stablehlo.reduce(%v46 init: %v47) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v49 = stablehlo.add %v44, %v48 : tensor<1xf32>
    %v50 = stablehlo.slice %a0 [10:11:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v51 = stablehlo.reshape %v50 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v53 = stablehlo.reduce(%v51 init: %v52) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v54 = stablehlo.add %v49, %v53 : tensor<1xf32>
    %v55 = stablehlo.slice %a0 [11:12:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v56 = stablehlo.reshape %v55 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v58 = stablehlo.reduce(%v56 init: %v57) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v59 = stablehlo.add %v54, %v58 : tensor<1xf32>
    %v60 = stablehlo.slice %a0 [12:13:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v61 = stablehlo.reshape %v60 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v63 = stablehlo.reduce(%v61 init: %v62) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v64 = stablehlo.add %v59, %v63 : tensor<1xf32>
    %v65 = stablehlo.slice %a0 [13:14:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v66 = stablehlo.reshape %v65 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v68 = stablehlo.reduce(%v66 init: %v67) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v69 = stablehlo.add %v64, %v68 : tensor<1xf32>
    %v70 = stablehlo.slice %a0 [14:15:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v71 = stablehlo.reshape %v70 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v73 = stablehlo.reduce(%v71 init: %v72) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v74 = stablehlo.add %v69, %v73 : tensor<1xf32>
    %v75 = stablehlo.slice %a0 [15:16:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v76 = stablehlo.reshape %v75 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v78 = stablehlo.reduce(%v76 init: %v77) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v79 = stablehlo.add %v74, %v78 : tensor<1xf32>
    %v80 = stablehlo.slice %a0 [16:17:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v81 = stablehlo.reshape %v80 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v83 = stablehlo.reduce(%v81 init: %v82) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v84 = stablehlo.add %v79, %v83 : tensor<1xf32>
    %v85 = stablehlo.slice %a0 [17:18:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v86 = stablehlo.reshape %v85 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v88 = stablehlo.reduce(%v86 init: %v87) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v89 = stablehlo.add %v84, %v88 : tensor<1xf32>
    %v90 = stablehlo.slice %a0 [18:19:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v91 = stablehlo.reshape %v90 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v93 = stablehlo.reduce(%v91 init: %v92) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v94 = stablehlo.add %v89, %v93 : tensor<1xf32>
    %v95 = stablehlo.slice %a0 [19:20:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v96 = stablehlo.reshape %v95 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v98 = stablehlo.reduce(%v96 init: %v97) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v99 = stablehlo.add %v94, %v98 : tensor<1xf32>
    %v100 = stablehlo.slice %a0 [20:21:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v101 = stablehlo.reshape %v100 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v103 = stablehlo.reduce(%v101 init: %v102) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v104 = stablehlo.add %v99, %v103 : tensor<1xf32>
    %v105 = stablehlo.slice %a0 [21:22:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v106 = stablehlo.reshape %v105 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v108 = stablehlo.reduce(%v106 init: %v107) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v109 = stablehlo.add %v104, %v108 : tensor<1xf32>
    %v110 = stablehlo.slice %a0 [22:23:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v111 = stablehlo.reshape %v110 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v113 = stablehlo.reduce(%v111 init: %v112) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v114 = stablehlo.add %v109, %v113 : tensor<1xf32>
    %v115 = stablehlo.slice %a0 [23:24:1, 0:1:1, 0:3:1] : (tensor<24x1x3xf32>) -> tensor<1x1x3xf32>
    %v116 = stablehlo.reshape %v115 : (tensor<1x1x3xf32>) -> tensor<1x3xf32>
    %v117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v118 = stablehlo.reduce(%v116 init: %v117) applies stablehlo.add across dimensions = [1] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1xf32>
    %v119 = stablehlo.add %v114, %v118 : tensor<1xf32>
    %v120 = stablehlo.convert %v119 : (tensor<1xf32>) -> tensor<1xbf16>
    return %v120 : tensor<1xbf16>
  }
}
