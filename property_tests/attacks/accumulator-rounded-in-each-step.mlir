module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<16x8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %a1: tensor<16x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<3x2xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v3 = stablehlo.slice %a1 [0:1:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v4 = stablehlo.reshape %v3 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v5 = stablehlo.dot_general %v2, %v4, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v6 = stablehlo.slice %a0 [1:2:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v8 = stablehlo.slice %a1 [1:2:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v9 = stablehlo.reshape %v8 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v10 = stablehlo.dot_general %v7, %v9, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v11 = stablehlo.add %v5, %v10 : tensor<3x2xf32>
    %v12 = stablehlo.slice %a0 [2:3:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v13 = stablehlo.reshape %v12 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v14 = stablehlo.slice %a1 [2:3:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v15 = stablehlo.reshape %v14 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v16 = stablehlo.dot_general %v13, %v15, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v17 = stablehlo.add %v11, %v16 : tensor<3x2xf32>
    %v18 = stablehlo.slice %a0 [3:4:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v19 = stablehlo.reshape %v18 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v20 = stablehlo.slice %a1 [3:4:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v21 = stablehlo.reshape %v20 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v22 = stablehlo.dot_general %v19, %v21, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v23 = stablehlo.add %v17, %v22 : tensor<3x2xf32>
    %v24 = stablehlo.slice %a0 [4:5:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v25 = stablehlo.reshape %v24 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v26 = stablehlo.slice %a1 [4:5:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v27 = stablehlo.reshape %v26 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v28 = stablehlo.dot_general %v25, %v27, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v29 = stablehlo.add %v23, %v28 : tensor<3x2xf32>
    %v30 = stablehlo.slice %a0 [5:6:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v31 = stablehlo.reshape %v30 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v32 = stablehlo.slice %a1 [5:6:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v33 = stablehlo.reshape %v32 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v34 = stablehlo.dot_general %v31, %v33, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v35 = stablehlo.add %v29, %v34 : tensor<3x2xf32>
    %v36 = stablehlo.slice %a0 [6:7:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v38 = stablehlo.slice %a1 [6:7:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v39 = stablehlo.reshape %v38 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v40 = stablehlo.dot_general %v37, %v39, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v41 = stablehlo.add %v35, %v40 : tensor<3x2xf32>
    %v42 = stablehlo.slice %a0 [7:8:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v43 = stablehlo.reshape %v42 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v44 = stablehlo.slice %a1 [7:8:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v45 = stablehlo.reshape %v44 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v46 = stablehlo.dot_general %v43, %v45, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v47 = stablehlo.add %v41, %v46 : tensor<3x2xf32>
    %v48 = stablehlo.slice %a0 [8:9:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v49 = stablehlo.reshape %v48 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v50 = stablehlo.slice %a1 [8:9:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v51 = stablehlo.reshape %v50 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v52 = stablehlo.dot_general %v49, %v51, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v53 = stablehlo.add %v47, %v52 : tensor<3x2xf32>
    %v54 = stablehlo.slice %a0 [9:10:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v55 = stablehlo.reshape %v54 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v56 = stablehlo.slice %a1 [9:10:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v57 = stablehlo.reshape %v56 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v58 = stablehlo.dot_general %v55, %v57, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v59 = stablehlo.add %v53, %v58 : tensor<3x2xf32>
    %v60 = stablehlo.slice %a0 [10:11:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v61 = stablehlo.reshape %v60 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v62 = stablehlo.slice %a1 [10:11:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v63 = stablehlo.reshape %v62 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v64 = stablehlo.dot_general %v61, %v63, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v65 = stablehlo.add %v59, %v64 : tensor<3x2xf32>
    %v66 = stablehlo.slice %a0 [11:12:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v67 = stablehlo.reshape %v66 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v68 = stablehlo.slice %a1 [11:12:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v69 = stablehlo.reshape %v68 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v70 = stablehlo.dot_general %v67, %v69, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v71 = stablehlo.add %v65, %v70 : tensor<3x2xf32>
    %v72 = stablehlo.slice %a0 [12:13:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v73 = stablehlo.reshape %v72 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v74 = stablehlo.slice %a1 [12:13:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v75 = stablehlo.reshape %v74 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v76 = stablehlo.dot_general %v73, %v75, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v77 = stablehlo.add %v71, %v76 : tensor<3x2xf32>
    %v78 = stablehlo.slice %a0 [13:14:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v79 = stablehlo.reshape %v78 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v80 = stablehlo.slice %a1 [13:14:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v81 = stablehlo.reshape %v80 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v82 = stablehlo.dot_general %v79, %v81, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v83 = stablehlo.add %v77, %v82 : tensor<3x2xf32>
    %v84 = stablehlo.slice %a0 [14:15:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v85 = stablehlo.reshape %v84 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v86 = stablehlo.slice %a1 [14:15:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v87 = stablehlo.reshape %v86 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v88 = stablehlo.dot_general %v85, %v87, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v89 = stablehlo.add %v83, %v88 : tensor<3x2xf32>
    %v90 = stablehlo.slice %a0 [15:16:1, 0:8:1, 0:3:1] : (tensor<16x8x3xf32>) -> tensor<1x8x3xf32>
    %v91 = stablehlo.reshape %v90 : (tensor<1x8x3xf32>) -> tensor<8x3xf32>
    %v92 = stablehlo.slice %a1 [15:16:1, 0:8:1, 0:2:1] : (tensor<16x8x2xf32>) -> tensor<1x8x2xf32>
    %v93 = stablehlo.reshape %v92 : (tensor<1x8x2xf32>) -> tensor<8x2xf32>
    %v94 = stablehlo.dot_general %v91, %v93, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    %v95 = stablehlo.add %v89, %v94 : tensor<3x2xf32>
    %v96 = stablehlo.convert %v95 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    return %v96 : tensor<3x2xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<16x2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %a1: tensor<16x2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<3x2xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v3 = stablehlo.slice %a1 [0:1:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v4 = stablehlo.reshape %v3 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v5 = stablehlo.dot_general %v2, %v4, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v6 = stablehlo.slice %a0 [1:2:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v8 = stablehlo.slice %a1 [1:2:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v9 = stablehlo.reshape %v8 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v10 = stablehlo.dot_general %v7, %v9, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v11 = stablehlo.add %v5, %v10 : tensor<3x2xf32>
    %v12 = stablehlo.convert %v11 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v13 = stablehlo.convert %v12 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v14 = stablehlo.slice %a0 [2:3:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v15 = stablehlo.reshape %v14 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v16 = stablehlo.slice %a1 [2:3:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v17 = stablehlo.reshape %v16 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v18 = stablehlo.dot_general %v15, %v17, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v19 = stablehlo.add %v13, %v18 : tensor<3x2xf32>
    %v20 = stablehlo.convert %v19 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v21 = stablehlo.convert %v20 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v22 = stablehlo.slice %a0 [3:4:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v23 = stablehlo.reshape %v22 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v24 = stablehlo.slice %a1 [3:4:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v25 = stablehlo.reshape %v24 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v26 = stablehlo.dot_general %v23, %v25, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v27 = stablehlo.add %v21, %v26 : tensor<3x2xf32>
    %v28 = stablehlo.convert %v27 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v29 = stablehlo.convert %v28 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v30 = stablehlo.slice %a0 [4:5:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v31 = stablehlo.reshape %v30 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v32 = stablehlo.slice %a1 [4:5:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v33 = stablehlo.reshape %v32 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v34 = stablehlo.dot_general %v31, %v33, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v35 = stablehlo.add %v29, %v34 : tensor<3x2xf32>
    %v36 = stablehlo.convert %v35 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v37 = stablehlo.convert %v36 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v38 = stablehlo.slice %a0 [5:6:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v39 = stablehlo.reshape %v38 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v40 = stablehlo.slice %a1 [5:6:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v41 = stablehlo.reshape %v40 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v42 = stablehlo.dot_general %v39, %v41, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v43 = stablehlo.add %v37, %v42 : tensor<3x2xf32>
    %v44 = stablehlo.convert %v43 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v45 = stablehlo.convert %v44 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v46 = stablehlo.slice %a0 [6:7:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v47 = stablehlo.reshape %v46 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v48 = stablehlo.slice %a1 [6:7:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v49 = stablehlo.reshape %v48 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v50 = stablehlo.dot_general %v47, %v49, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v51 = stablehlo.add %v45, %v50 : tensor<3x2xf32>
    %v52 = stablehlo.convert %v51 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v53 = stablehlo.convert %v52 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v54 = stablehlo.slice %a0 [7:8:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v55 = stablehlo.reshape %v54 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v56 = stablehlo.slice %a1 [7:8:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v57 = stablehlo.reshape %v56 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v58 = stablehlo.dot_general %v55, %v57, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v59 = stablehlo.add %v53, %v58 : tensor<3x2xf32>
    %v60 = stablehlo.convert %v59 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v61 = stablehlo.convert %v60 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v62 = stablehlo.slice %a0 [8:9:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v63 = stablehlo.reshape %v62 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v64 = stablehlo.slice %a1 [8:9:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v65 = stablehlo.reshape %v64 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v66 = stablehlo.dot_general %v63, %v65, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v67 = stablehlo.add %v61, %v66 : tensor<3x2xf32>
    %v68 = stablehlo.convert %v67 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v69 = stablehlo.convert %v68 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v70 = stablehlo.slice %a0 [9:10:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v71 = stablehlo.reshape %v70 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v72 = stablehlo.slice %a1 [9:10:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v73 = stablehlo.reshape %v72 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v74 = stablehlo.dot_general %v71, %v73, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v75 = stablehlo.add %v69, %v74 : tensor<3x2xf32>
    %v76 = stablehlo.convert %v75 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v77 = stablehlo.convert %v76 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v78 = stablehlo.slice %a0 [10:11:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v79 = stablehlo.reshape %v78 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v80 = stablehlo.slice %a1 [10:11:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v81 = stablehlo.reshape %v80 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v82 = stablehlo.dot_general %v79, %v81, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v83 = stablehlo.add %v77, %v82 : tensor<3x2xf32>
    %v84 = stablehlo.convert %v83 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v85 = stablehlo.convert %v84 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v86 = stablehlo.slice %a0 [11:12:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v87 = stablehlo.reshape %v86 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v88 = stablehlo.slice %a1 [11:12:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v89 = stablehlo.reshape %v88 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v90 = stablehlo.dot_general %v87, %v89, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v91 = stablehlo.add %v85, %v90 : tensor<3x2xf32>
    %v92 = stablehlo.convert %v91 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v93 = stablehlo.convert %v92 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v94 = stablehlo.slice %a0 [12:13:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v95 = stablehlo.reshape %v94 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v96 = stablehlo.slice %a1 [12:13:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v97 = stablehlo.reshape %v96 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v98 = stablehlo.dot_general %v95, %v97, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v99 = stablehlo.add %v93, %v98 : tensor<3x2xf32>
    %v100 = stablehlo.convert %v99 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v101 = stablehlo.convert %v100 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v102 = stablehlo.slice %a0 [13:14:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v103 = stablehlo.reshape %v102 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v104 = stablehlo.slice %a1 [13:14:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v105 = stablehlo.reshape %v104 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v106 = stablehlo.dot_general %v103, %v105, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v107 = stablehlo.add %v101, %v106 : tensor<3x2xf32>
    %v108 = stablehlo.convert %v107 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v109 = stablehlo.convert %v108 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v110 = stablehlo.slice %a0 [14:15:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v111 = stablehlo.reshape %v110 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v112 = stablehlo.slice %a1 [14:15:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v113 = stablehlo.reshape %v112 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v114 = stablehlo.dot_general %v111, %v113, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v115 = stablehlo.add %v109, %v114 : tensor<3x2xf32>
    %v116 = stablehlo.convert %v115 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v117 = stablehlo.convert %v116 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v118 = stablehlo.slice %a0 [15:16:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v119 = stablehlo.reshape %v118 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v120 = stablehlo.slice %a1 [15:16:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v121 = stablehlo.reshape %v120 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v122 = stablehlo.dot_general %v119, %v121, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v123 = stablehlo.add %v117, %v122 : tensor<3x2xf32>
    %v124 = stablehlo.convert %v123 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    %v125 = stablehlo.convert %v124 : (tensor<3x2xbf16>) -> tensor<3x2xf32>
    %v126 = "stablehlo.all_reduce"(%v125) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x2xf32>) -> tensor<3x2xf32>
    %v127 = stablehlo.convert %v126 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    return %v127 : tensor<3x2xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a0: tensor<16x2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %a1: tensor<16x2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<3x2xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.slice %a0 [0:1:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v3 = stablehlo.slice %a1 [0:1:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v4 = stablehlo.reshape %v3 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v5 = stablehlo.dot_general %v2, %v4, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v6 = stablehlo.slice %a0 [1:2:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v8 = stablehlo.slice %a1 [1:2:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v9 = stablehlo.reshape %v8 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v10 = stablehlo.dot_general %v7, %v9, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v11 = stablehlo.add %v5, %v10 : tensor<3x2xf32>
    %v12 = stablehlo.slice %a0 [2:3:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v13 = stablehlo.reshape %v12 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v14 = stablehlo.slice %a1 [2:3:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v15 = stablehlo.reshape %v14 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v16 = stablehlo.dot_general %v13, %v15, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v17 = stablehlo.add %v11, %v16 : tensor<3x2xf32>
    %v18 = stablehlo.slice %a0 [3:4:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v19 = stablehlo.reshape %v18 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v20 = stablehlo.slice %a1 [3:4:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v21 = stablehlo.reshape %v20 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v22 = stablehlo.dot_general %v19, %v21, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v23 = stablehlo.add %v17, %v22 : tensor<3x2xf32>
    %v24 = stablehlo.slice %a0 [4:5:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v25 = stablehlo.reshape %v24 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v26 = stablehlo.slice %a1 [4:5:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v27 = stablehlo.reshape %v26 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v28 = stablehlo.dot_general %v25, %v27, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v29 = stablehlo.add %v23, %v28 : tensor<3x2xf32>
    %v30 = stablehlo.slice %a0 [5:6:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v31 = stablehlo.reshape %v30 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v32 = stablehlo.slice %a1 [5:6:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v33 = stablehlo.reshape %v32 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v34 = stablehlo.dot_general %v31, %v33, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v35 = stablehlo.add %v29, %v34 : tensor<3x2xf32>
    %v36 = stablehlo.slice %a0 [6:7:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v38 = stablehlo.slice %a1 [6:7:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v39 = stablehlo.reshape %v38 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v40 = stablehlo.dot_general %v37, %v39, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v41 = stablehlo.add %v35, %v40 : tensor<3x2xf32>
    %v42 = stablehlo.slice %a0 [7:8:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v43 = stablehlo.reshape %v42 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v44 = stablehlo.slice %a1 [7:8:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v45 = stablehlo.reshape %v44 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v46 = stablehlo.dot_general %v43, %v45, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v47 = stablehlo.add %v41, %v46 : tensor<3x2xf32>
    %v48 = stablehlo.slice %a0 [8:9:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v49 = stablehlo.reshape %v48 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v50 = stablehlo.slice %a1 [8:9:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v51 = stablehlo.reshape %v50 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v52 = stablehlo.dot_general %v49, %v51, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v53 = stablehlo.add %v47, %v52 : tensor<3x2xf32>
    %v54 = stablehlo.slice %a0 [9:10:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v55 = stablehlo.reshape %v54 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v56 = stablehlo.slice %a1 [9:10:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v57 = stablehlo.reshape %v56 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v58 = stablehlo.dot_general %v55, %v57, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v59 = stablehlo.add %v53, %v58 : tensor<3x2xf32>
    %v60 = stablehlo.slice %a0 [10:11:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v61 = stablehlo.reshape %v60 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v62 = stablehlo.slice %a1 [10:11:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v63 = stablehlo.reshape %v62 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v64 = stablehlo.dot_general %v61, %v63, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v65 = stablehlo.add %v59, %v64 : tensor<3x2xf32>
    %v66 = stablehlo.slice %a0 [11:12:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v67 = stablehlo.reshape %v66 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v68 = stablehlo.slice %a1 [11:12:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v69 = stablehlo.reshape %v68 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v70 = stablehlo.dot_general %v67, %v69, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v71 = stablehlo.add %v65, %v70 : tensor<3x2xf32>
    %v72 = stablehlo.slice %a0 [12:13:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v73 = stablehlo.reshape %v72 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v74 = stablehlo.slice %a1 [12:13:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v75 = stablehlo.reshape %v74 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v76 = stablehlo.dot_general %v73, %v75, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v77 = stablehlo.add %v71, %v76 : tensor<3x2xf32>
    %v78 = stablehlo.slice %a0 [13:14:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v79 = stablehlo.reshape %v78 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v80 = stablehlo.slice %a1 [13:14:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v81 = stablehlo.reshape %v80 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v82 = stablehlo.dot_general %v79, %v81, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v83 = stablehlo.add %v77, %v82 : tensor<3x2xf32>
    %v84 = stablehlo.slice %a0 [14:15:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v85 = stablehlo.reshape %v84 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v86 = stablehlo.slice %a1 [14:15:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v87 = stablehlo.reshape %v86 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v88 = stablehlo.dot_general %v85, %v87, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v89 = stablehlo.add %v83, %v88 : tensor<3x2xf32>
    %v90 = stablehlo.slice %a0 [15:16:1, 0:2:1, 0:3:1] : (tensor<16x2x3xf32>) -> tensor<1x2x3xf32>
    %v91 = stablehlo.reshape %v90 : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
    %v92 = stablehlo.slice %a1 [15:16:1, 0:2:1, 0:2:1] : (tensor<16x2x2xf32>) -> tensor<1x2x2xf32>
    %v93 = stablehlo.reshape %v92 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %v94 = stablehlo.dot_general %v91, %v93, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    %v95 = stablehlo.add %v89, %v94 : tensor<3x2xf32>
    %v96 = "stablehlo.all_reduce"(%v95) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x2xf32>) -> tensor<3x2xf32>
    %v97 = stablehlo.convert %v96 : (tensor<3x2xf32>) -> tensor<3x2xbf16>
    return %v97 : tensor<3x2xbf16>
  }
}
