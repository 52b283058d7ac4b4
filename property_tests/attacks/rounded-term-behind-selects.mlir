module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<24xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.convert %arg0 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<8x4xbf16>) -> tensor<8x4xf32>
    %v3 = stablehlo.slice %arg1 [0:1] : (tensor<24xi32>) -> tensor<1xi32>
    %v4 = stablehlo.reshape %v3 : (tensor<1xi32>) -> tensor<i32>
    %v5 = stablehlo.constant dense<0> : tensor<i32>
    %v6 = stablehlo.compare LT, %v4, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v7 = stablehlo.broadcast_in_dim %v6, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v8 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<8x4xf32>
    %v9 = stablehlo.multiply %arg2, %v8 : tensor<8x4xf32>
    %v10 = stablehlo.select %v7, %arg0, %v9 : tensor<8x4xi1>, tensor<8x4xf32>
    %v11 = stablehlo.slice %arg1 [1:2] : (tensor<24xi32>) -> tensor<1xi32>
    %v12 = stablehlo.reshape %v11 : (tensor<1xi32>) -> tensor<i32>
    %v13 = stablehlo.constant dense<0> : tensor<i32>
    %v14 = stablehlo.compare GT, %v12, %v13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v15 = stablehlo.broadcast_in_dim %v14, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v16 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<8x4xf32>
    %v17 = stablehlo.multiply %arg2, %v16 : tensor<8x4xf32>
    %v18 = stablehlo.select %v15, %v10, %v17 : tensor<8x4xi1>, tensor<8x4xf32>
    %v19 = stablehlo.slice %arg1 [2:3] : (tensor<24xi32>) -> tensor<1xi32>
    %v20 = stablehlo.reshape %v19 : (tensor<1xi32>) -> tensor<i32>
    %v21 = stablehlo.constant dense<0> : tensor<i32>
    %v22 = stablehlo.compare LT, %v20, %v21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v23 = stablehlo.broadcast_in_dim %v22, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v24 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<8x4xf32>
    %v25 = stablehlo.multiply %arg2, %v24 : tensor<8x4xf32>
    %v26 = stablehlo.select %v23, %v18, %v25 : tensor<8x4xi1>, tensor<8x4xf32>
    %v27 = stablehlo.slice %arg1 [3:4] : (tensor<24xi32>) -> tensor<1xi32>
    %v28 = stablehlo.reshape %v27 : (tensor<1xi32>) -> tensor<i32>
    %v29 = stablehlo.constant dense<0> : tensor<i32>
    %v30 = stablehlo.compare GT, %v28, %v29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v31 = stablehlo.broadcast_in_dim %v30, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v32 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<8x4xf32>
    %v33 = stablehlo.multiply %arg2, %v32 : tensor<8x4xf32>
    %v34 = stablehlo.select %v31, %v26, %v33 : tensor<8x4xi1>, tensor<8x4xf32>
    %v35 = stablehlo.slice %arg1 [4:5] : (tensor<24xi32>) -> tensor<1xi32>
    %v36 = stablehlo.reshape %v35 : (tensor<1xi32>) -> tensor<i32>
    %v37 = stablehlo.constant dense<0> : tensor<i32>
    %v38 = stablehlo.compare LT, %v36, %v37, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v39 = stablehlo.broadcast_in_dim %v38, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v40 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<8x4xf32>
    %v41 = stablehlo.multiply %arg2, %v40 : tensor<8x4xf32>
    %v42 = stablehlo.select %v39, %v34, %v41 : tensor<8x4xi1>, tensor<8x4xf32>
    %v43 = stablehlo.slice %arg1 [5:6] : (tensor<24xi32>) -> tensor<1xi32>
    %v44 = stablehlo.reshape %v43 : (tensor<1xi32>) -> tensor<i32>
    %v45 = stablehlo.constant dense<0> : tensor<i32>
    %v46 = stablehlo.compare GT, %v44, %v45, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v47 = stablehlo.broadcast_in_dim %v46, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v48 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<8x4xf32>
    %v49 = stablehlo.multiply %arg2, %v48 : tensor<8x4xf32>
    %v50 = stablehlo.select %v47, %v42, %v49 : tensor<8x4xi1>, tensor<8x4xf32>
    %v51 = stablehlo.slice %arg1 [6:7] : (tensor<24xi32>) -> tensor<1xi32>
    %v52 = stablehlo.reshape %v51 : (tensor<1xi32>) -> tensor<i32>
    %v53 = stablehlo.constant dense<0> : tensor<i32>
    %v54 = stablehlo.compare LT, %v52, %v53, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v55 = stablehlo.broadcast_in_dim %v54, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v56 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<8x4xf32>
    %v57 = stablehlo.multiply %arg2, %v56 : tensor<8x4xf32>
    %v58 = stablehlo.select %v55, %v50, %v57 : tensor<8x4xi1>, tensor<8x4xf32>
    %v59 = stablehlo.slice %arg1 [7:8] : (tensor<24xi32>) -> tensor<1xi32>
    %v60 = stablehlo.reshape %v59 : (tensor<1xi32>) -> tensor<i32>
    %v61 = stablehlo.constant dense<0> : tensor<i32>
    %v62 = stablehlo.compare GT, %v60, %v61, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v63 = stablehlo.broadcast_in_dim %v62, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v64 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<8x4xf32>
    %v65 = stablehlo.multiply %arg2, %v64 : tensor<8x4xf32>
    %v66 = stablehlo.select %v63, %v58, %v65 : tensor<8x4xi1>, tensor<8x4xf32>
    %v67 = stablehlo.slice %arg1 [8:9] : (tensor<24xi32>) -> tensor<1xi32>
    %v68 = stablehlo.reshape %v67 : (tensor<1xi32>) -> tensor<i32>
    %v69 = stablehlo.constant dense<0> : tensor<i32>
    %v70 = stablehlo.compare LT, %v68, %v69, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v71 = stablehlo.broadcast_in_dim %v70, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v72 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<8x4xf32>
    %v73 = stablehlo.multiply %arg2, %v72 : tensor<8x4xf32>
    %v74 = stablehlo.select %v71, %v66, %v73 : tensor<8x4xi1>, tensor<8x4xf32>
    %v75 = stablehlo.slice %arg1 [9:10] : (tensor<24xi32>) -> tensor<1xi32>
    %v76 = stablehlo.reshape %v75 : (tensor<1xi32>) -> tensor<i32>
    %v77 = stablehlo.constant dense<0> : tensor<i32>
    %v78 = stablehlo.compare GT, %v76, %v77, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v79 = stablehlo.broadcast_in_dim %v78, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v80 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<8x4xf32>
    %v81 = stablehlo.multiply %arg2, %v80 : tensor<8x4xf32>
    %v82 = stablehlo.select %v79, %v74, %v81 : tensor<8x4xi1>, tensor<8x4xf32>
    %v83 = stablehlo.slice %arg1 [10:11] : (tensor<24xi32>) -> tensor<1xi32>
    %v84 = stablehlo.reshape %v83 : (tensor<1xi32>) -> tensor<i32>
    %v85 = stablehlo.constant dense<0> : tensor<i32>
    %v86 = stablehlo.compare LT, %v84, %v85, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v87 = stablehlo.broadcast_in_dim %v86, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v88 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<8x4xf32>
    %v89 = stablehlo.multiply %arg2, %v88 : tensor<8x4xf32>
    %v90 = stablehlo.select %v87, %v82, %v89 : tensor<8x4xi1>, tensor<8x4xf32>
    %v91 = stablehlo.slice %arg1 [11:12] : (tensor<24xi32>) -> tensor<1xi32>
    %v92 = stablehlo.reshape %v91 : (tensor<1xi32>) -> tensor<i32>
    %v93 = stablehlo.constant dense<0> : tensor<i32>
    %v94 = stablehlo.compare GT, %v92, %v93, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v95 = stablehlo.broadcast_in_dim %v94, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v96 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<8x4xf32>
    %v97 = stablehlo.multiply %arg2, %v96 : tensor<8x4xf32>
    %v98 = stablehlo.select %v95, %v90, %v97 : tensor<8x4xi1>, tensor<8x4xf32>
    %v99 = stablehlo.slice %arg1 [12:13] : (tensor<24xi32>) -> tensor<1xi32>
    %v100 = stablehlo.reshape %v99 : (tensor<1xi32>) -> tensor<i32>
    %v101 = stablehlo.constant dense<0> : tensor<i32>
    %v102 = stablehlo.compare LT, %v100, %v101, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v103 = stablehlo.broadcast_in_dim %v102, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v104 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<8x4xf32>
    %v105 = stablehlo.multiply %arg2, %v104 : tensor<8x4xf32>
    %v106 = stablehlo.select %v103, %v98, %v105 : tensor<8x4xi1>, tensor<8x4xf32>
    %v107 = stablehlo.slice %arg1 [13:14] : (tensor<24xi32>) -> tensor<1xi32>
    %v108 = stablehlo.reshape %v107 : (tensor<1xi32>) -> tensor<i32>
    %v109 = stablehlo.constant dense<0> : tensor<i32>
    %v110 = stablehlo.compare GT, %v108, %v109, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v111 = stablehlo.broadcast_in_dim %v110, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v112 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<8x4xf32>
    %v113 = stablehlo.multiply %arg2, %v112 : tensor<8x4xf32>
    %v114 = stablehlo.select %v111, %v106, %v113 : tensor<8x4xi1>, tensor<8x4xf32>
    %v115 = stablehlo.slice %arg1 [14:15] : (tensor<24xi32>) -> tensor<1xi32>
    %v116 = stablehlo.reshape %v115 : (tensor<1xi32>) -> tensor<i32>
    %v117 = stablehlo.constant dense<0> : tensor<i32>
    %v118 = stablehlo.compare LT, %v116, %v117, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v119 = stablehlo.broadcast_in_dim %v118, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v120 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<8x4xf32>
    %v121 = stablehlo.multiply %arg2, %v120 : tensor<8x4xf32>
    %v122 = stablehlo.select %v119, %v114, %v121 : tensor<8x4xi1>, tensor<8x4xf32>
    %v123 = stablehlo.slice %arg1 [15:16] : (tensor<24xi32>) -> tensor<1xi32>
    %v124 = stablehlo.reshape %v123 : (tensor<1xi32>) -> tensor<i32>
    %v125 = stablehlo.constant dense<0> : tensor<i32>
    %v126 = stablehlo.compare GT, %v124, %v125, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v127 = stablehlo.broadcast_in_dim %v126, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v128 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<8x4xf32>
    %v129 = stablehlo.multiply %arg2, %v128 : tensor<8x4xf32>
    %v130 = stablehlo.select %v127, %v122, %v129 : tensor<8x4xi1>, tensor<8x4xf32>
    %v131 = stablehlo.slice %arg1 [16:17] : (tensor<24xi32>) -> tensor<1xi32>
    %v132 = stablehlo.reshape %v131 : (tensor<1xi32>) -> tensor<i32>
    %v133 = stablehlo.constant dense<0> : tensor<i32>
    %v134 = stablehlo.compare LT, %v132, %v133, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v135 = stablehlo.broadcast_in_dim %v134, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v136 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<8x4xf32>
    %v137 = stablehlo.multiply %arg2, %v136 : tensor<8x4xf32>
    %v138 = stablehlo.select %v135, %v130, %v137 : tensor<8x4xi1>, tensor<8x4xf32>
    %v139 = stablehlo.slice %arg1 [17:18] : (tensor<24xi32>) -> tensor<1xi32>
    %v140 = stablehlo.reshape %v139 : (tensor<1xi32>) -> tensor<i32>
    %v141 = stablehlo.constant dense<0> : tensor<i32>
    %v142 = stablehlo.compare GT, %v140, %v141, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v143 = stablehlo.broadcast_in_dim %v142, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v144 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<8x4xf32>
    %v145 = stablehlo.multiply %arg2, %v144 : tensor<8x4xf32>
    %v146 = stablehlo.select %v143, %v138, %v145 : tensor<8x4xi1>, tensor<8x4xf32>
    %v147 = stablehlo.slice %arg1 [18:19] : (tensor<24xi32>) -> tensor<1xi32>
    %v148 = stablehlo.reshape %v147 : (tensor<1xi32>) -> tensor<i32>
    %v149 = stablehlo.constant dense<0> : tensor<i32>
    %v150 = stablehlo.compare LT, %v148, %v149, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v151 = stablehlo.broadcast_in_dim %v150, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v152 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<8x4xf32>
    %v153 = stablehlo.multiply %arg2, %v152 : tensor<8x4xf32>
    %v154 = stablehlo.select %v151, %v146, %v153 : tensor<8x4xi1>, tensor<8x4xf32>
    %v155 = stablehlo.slice %arg1 [19:20] : (tensor<24xi32>) -> tensor<1xi32>
    %v156 = stablehlo.reshape %v155 : (tensor<1xi32>) -> tensor<i32>
    %v157 = stablehlo.constant dense<0> : tensor<i32>
    %v158 = stablehlo.compare GT, %v156, %v157, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v159 = stablehlo.broadcast_in_dim %v158, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v160 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<8x4xf32>
    %v161 = stablehlo.multiply %arg2, %v160 : tensor<8x4xf32>
    %v162 = stablehlo.select %v159, %v154, %v161 : tensor<8x4xi1>, tensor<8x4xf32>
    %v163 = stablehlo.slice %arg1 [20:21] : (tensor<24xi32>) -> tensor<1xi32>
    %v164 = stablehlo.reshape %v163 : (tensor<1xi32>) -> tensor<i32>
    %v165 = stablehlo.constant dense<0> : tensor<i32>
    %v166 = stablehlo.compare LT, %v164, %v165, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v167 = stablehlo.broadcast_in_dim %v166, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v168 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<8x4xf32>
    %v169 = stablehlo.multiply %arg2, %v168 : tensor<8x4xf32>
    %v170 = stablehlo.select %v167, %v162, %v169 : tensor<8x4xi1>, tensor<8x4xf32>
    %v171 = stablehlo.slice %arg1 [21:22] : (tensor<24xi32>) -> tensor<1xi32>
    %v172 = stablehlo.reshape %v171 : (tensor<1xi32>) -> tensor<i32>
    %v173 = stablehlo.constant dense<0> : tensor<i32>
    %v174 = stablehlo.compare GT, %v172, %v173, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v175 = stablehlo.broadcast_in_dim %v174, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v176 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<8x4xf32>
    %v177 = stablehlo.multiply %arg2, %v176 : tensor<8x4xf32>
    %v178 = stablehlo.select %v175, %v170, %v177 : tensor<8x4xi1>, tensor<8x4xf32>
    %v179 = stablehlo.slice %arg1 [22:23] : (tensor<24xi32>) -> tensor<1xi32>
    %v180 = stablehlo.reshape %v179 : (tensor<1xi32>) -> tensor<i32>
    %v181 = stablehlo.constant dense<0> : tensor<i32>
    %v182 = stablehlo.compare LT, %v180, %v181, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v183 = stablehlo.broadcast_in_dim %v182, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v184 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<8x4xf32>
    %v185 = stablehlo.multiply %arg2, %v184 : tensor<8x4xf32>
    %v186 = stablehlo.select %v183, %v178, %v185 : tensor<8x4xi1>, tensor<8x4xf32>
    %v187 = stablehlo.slice %arg1 [23:24] : (tensor<24xi32>) -> tensor<1xi32>
    %v188 = stablehlo.reshape %v187 : (tensor<1xi32>) -> tensor<i32>
    %v189 = stablehlo.constant dense<0> : tensor<i32>
    %v190 = stablehlo.compare GT, %v188, %v189, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v191 = stablehlo.broadcast_in_dim %v190, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
    %v192 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<8x4xf32>
    %v193 = stablehlo.multiply %arg2, %v192 : tensor<8x4xf32>
    %v194 = stablehlo.select %v191, %v186, %v193 : tensor<8x4xi1>, tensor<8x4xf32>
    %v195 = stablehlo.multiply %v2, %arg2 : tensor<8x4xf32>
    %v196 = stablehlo.add %v194, %v195 : tensor<8x4xf32>
    %v197 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v198 = stablehlo.reduce(%arg3 init: %v197) applies stablehlo.add across dimensions = [0] : (tensor<64x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v199 = stablehlo.convert %v198 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v196, %v199 : tensor<8x4xf32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<24xi32>, %arg2: tensor<4x4xf32>, %arg3: tensor<32x4xf32>) -> (tensor<4x4xf32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %v3 = stablehlo.slice %arg1 [0:1] : (tensor<24xi32>) -> tensor<1xi32>
    %v4 = stablehlo.reshape %v3 : (tensor<1xi32>) -> tensor<i32>
    %v5 = stablehlo.constant dense<0> : tensor<i32>
    %v6 = stablehlo.compare LT, %v4, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v7 = stablehlo.broadcast_in_dim %v6, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v8 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v9 = stablehlo.multiply %arg2, %v8 : tensor<4x4xf32>
    %v10 = stablehlo.select %v7, %v2, %v9 : tensor<4x4xi1>, tensor<4x4xf32>
    %v11 = stablehlo.slice %arg1 [1:2] : (tensor<24xi32>) -> tensor<1xi32>
    %v12 = stablehlo.reshape %v11 : (tensor<1xi32>) -> tensor<i32>
    %v13 = stablehlo.constant dense<0> : tensor<i32>
    %v14 = stablehlo.compare GT, %v12, %v13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v15 = stablehlo.broadcast_in_dim %v14, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v16 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v17 = stablehlo.multiply %arg2, %v16 : tensor<4x4xf32>
    %v18 = stablehlo.select %v15, %v10, %v17 : tensor<4x4xi1>, tensor<4x4xf32>
    %v19 = stablehlo.slice %arg1 [2:3] : (tensor<24xi32>) -> tensor<1xi32>
    %v20 = stablehlo.reshape %v19 : (tensor<1xi32>) -> tensor<i32>
    %v21 = stablehlo.constant dense<0> : tensor<i32>
    %v22 = stablehlo.compare LT, %v20, %v21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v23 = stablehlo.broadcast_in_dim %v22, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v24 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v25 = stablehlo.multiply %arg2, %v24 : tensor<4x4xf32>
    %v26 = stablehlo.select %v23, %v18, %v25 : tensor<4x4xi1>, tensor<4x4xf32>
    %v27 = stablehlo.slice %arg1 [3:4] : (tensor<24xi32>) -> tensor<1xi32>
    %v28 = stablehlo.reshape %v27 : (tensor<1xi32>) -> tensor<i32>
    %v29 = stablehlo.constant dense<0> : tensor<i32>
    %v30 = stablehlo.compare GT, %v28, %v29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v31 = stablehlo.broadcast_in_dim %v30, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v32 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v33 = stablehlo.multiply %arg2, %v32 : tensor<4x4xf32>
    %v34 = stablehlo.select %v31, %v26, %v33 : tensor<4x4xi1>, tensor<4x4xf32>
    %v35 = stablehlo.slice %arg1 [4:5] : (tensor<24xi32>) -> tensor<1xi32>
    %v36 = stablehlo.reshape %v35 : (tensor<1xi32>) -> tensor<i32>
    %v37 = stablehlo.constant dense<0> : tensor<i32>
    %v38 = stablehlo.compare LT, %v36, %v37, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v39 = stablehlo.broadcast_in_dim %v38, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v40 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v41 = stablehlo.multiply %arg2, %v40 : tensor<4x4xf32>
    %v42 = stablehlo.select %v39, %v34, %v41 : tensor<4x4xi1>, tensor<4x4xf32>
    %v43 = stablehlo.slice %arg1 [5:6] : (tensor<24xi32>) -> tensor<1xi32>
    %v44 = stablehlo.reshape %v43 : (tensor<1xi32>) -> tensor<i32>
    %v45 = stablehlo.constant dense<0> : tensor<i32>
    %v46 = stablehlo.compare GT, %v44, %v45, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v47 = stablehlo.broadcast_in_dim %v46, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v48 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v49 = stablehlo.multiply %arg2, %v48 : tensor<4x4xf32>
    %v50 = stablehlo.select %v47, %v42, %v49 : tensor<4x4xi1>, tensor<4x4xf32>
    %v51 = stablehlo.slice %arg1 [6:7] : (tensor<24xi32>) -> tensor<1xi32>
    %v52 = stablehlo.reshape %v51 : (tensor<1xi32>) -> tensor<i32>
    %v53 = stablehlo.constant dense<0> : tensor<i32>
    %v54 = stablehlo.compare LT, %v52, %v53, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v55 = stablehlo.broadcast_in_dim %v54, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v56 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v57 = stablehlo.multiply %arg2, %v56 : tensor<4x4xf32>
    %v58 = stablehlo.select %v55, %v50, %v57 : tensor<4x4xi1>, tensor<4x4xf32>
    %v59 = stablehlo.slice %arg1 [7:8] : (tensor<24xi32>) -> tensor<1xi32>
    %v60 = stablehlo.reshape %v59 : (tensor<1xi32>) -> tensor<i32>
    %v61 = stablehlo.constant dense<0> : tensor<i32>
    %v62 = stablehlo.compare GT, %v60, %v61, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v63 = stablehlo.broadcast_in_dim %v62, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v64 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v65 = stablehlo.multiply %arg2, %v64 : tensor<4x4xf32>
    %v66 = stablehlo.select %v63, %v58, %v65 : tensor<4x4xi1>, tensor<4x4xf32>
    %v67 = stablehlo.slice %arg1 [8:9] : (tensor<24xi32>) -> tensor<1xi32>
    %v68 = stablehlo.reshape %v67 : (tensor<1xi32>) -> tensor<i32>
    %v69 = stablehlo.constant dense<0> : tensor<i32>
    %v70 = stablehlo.compare LT, %v68, %v69, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v71 = stablehlo.broadcast_in_dim %v70, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v72 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v73 = stablehlo.multiply %arg2, %v72 : tensor<4x4xf32>
    %v74 = stablehlo.select %v71, %v66, %v73 : tensor<4x4xi1>, tensor<4x4xf32>
    %v75 = stablehlo.slice %arg1 [9:10] : (tensor<24xi32>) -> tensor<1xi32>
    %v76 = stablehlo.reshape %v75 : (tensor<1xi32>) -> tensor<i32>
    %v77 = stablehlo.constant dense<0> : tensor<i32>
    %v78 = stablehlo.compare GT, %v76, %v77, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v79 = stablehlo.broadcast_in_dim %v78, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v80 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v81 = stablehlo.multiply %arg2, %v80 : tensor<4x4xf32>
    %v82 = stablehlo.select %v79, %v74, %v81 : tensor<4x4xi1>, tensor<4x4xf32>
    %v83 = stablehlo.slice %arg1 [10:11] : (tensor<24xi32>) -> tensor<1xi32>
    %v84 = stablehlo.reshape %v83 : (tensor<1xi32>) -> tensor<i32>
    %v85 = stablehlo.constant dense<0> : tensor<i32>
    %v86 = stablehlo.compare LT, %v84, %v85, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v87 = stablehlo.broadcast_in_dim %v86, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v88 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v89 = stablehlo.multiply %arg2, %v88 : tensor<4x4xf32>
    %v90 = stablehlo.select %v87, %v82, %v89 : tensor<4x4xi1>, tensor<4x4xf32>
    %v91 = stablehlo.slice %arg1 [11:12] : (tensor<24xi32>) -> tensor<1xi32>
    %v92 = stablehlo.reshape %v91 : (tensor<1xi32>) -> tensor<i32>
    %v93 = stablehlo.constant dense<0> : tensor<i32>
    %v94 = stablehlo.compare GT, %v92, %v93, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v95 = stablehlo.broadcast_in_dim %v94, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v96 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v97 = stablehlo.multiply %arg2, %v96 : tensor<4x4xf32>
    %v98 = stablehlo.select %v95, %v90, %v97 : tensor<4x4xi1>, tensor<4x4xf32>
    %v99 = stablehlo.slice %arg1 [12:13] : (tensor<24xi32>) -> tensor<1xi32>
    %v100 = stablehlo.reshape %v99 : (tensor<1xi32>) -> tensor<i32>
    %v101 = stablehlo.constant dense<0> : tensor<i32>
    %v102 = stablehlo.compare LT, %v100, %v101, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v103 = stablehlo.broadcast_in_dim %v102, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v104 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v105 = stablehlo.multiply %arg2, %v104 : tensor<4x4xf32>
    %v106 = stablehlo.select %v103, %v98, %v105 : tensor<4x4xi1>, tensor<4x4xf32>
    %v107 = stablehlo.slice %arg1 [13:14] : (tensor<24xi32>) -> tensor<1xi32>
    %v108 = stablehlo.reshape %v107 : (tensor<1xi32>) -> tensor<i32>
    %v109 = stablehlo.constant dense<0> : tensor<i32>
    %v110 = stablehlo.compare GT, %v108, %v109, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v111 = stablehlo.broadcast_in_dim %v110, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v112 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v113 = stablehlo.multiply %arg2, %v112 : tensor<4x4xf32>
    %v114 = stablehlo.select %v111, %v106, %v113 : tensor<4x4xi1>, tensor<4x4xf32>
    %v115 = stablehlo.slice %arg1 [14:15] : (tensor<24xi32>) -> tensor<1xi32>
    %v116 = stablehlo.reshape %v115 : (tensor<1xi32>) -> tensor<i32>
    %v117 = stablehlo.constant dense<0> : tensor<i32>
    %v118 = stablehlo.compare LT, %v116, %v117, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v119 = stablehlo.broadcast_in_dim %v118, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v120 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v121 = stablehlo.multiply %arg2, %v120 : tensor<4x4xf32>
    %v122 = stablehlo.select %v119, %v114, %v121 : tensor<4x4xi1>, tensor<4x4xf32>
    %v123 = stablehlo.slice %arg1 [15:16] : (tensor<24xi32>) -> tensor<1xi32>
    %v124 = stablehlo.reshape %v123 : (tensor<1xi32>) -> tensor<i32>
    %v125 = stablehlo.constant dense<0> : tensor<i32>
    %v126 = stablehlo.compare GT, %v124, %v125, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v127 = stablehlo.broadcast_in_dim %v126, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v128 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v129 = stablehlo.multiply %arg2, %v128 : tensor<4x4xf32>
    %v130 = stablehlo.select %v127, %v122, %v129 : tensor<4x4xi1>, tensor<4x4xf32>
    %v131 = stablehlo.slice %arg1 [16:17] : (tensor<24xi32>) -> tensor<1xi32>
    %v132 = stablehlo.reshape %v131 : (tensor<1xi32>) -> tensor<i32>
    %v133 = stablehlo.constant dense<0> : tensor<i32>
    %v134 = stablehlo.compare LT, %v132, %v133, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v135 = stablehlo.broadcast_in_dim %v134, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v136 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v137 = stablehlo.multiply %arg2, %v136 : tensor<4x4xf32>
    %v138 = stablehlo.select %v135, %v130, %v137 : tensor<4x4xi1>, tensor<4x4xf32>
    %v139 = stablehlo.slice %arg1 [17:18] : (tensor<24xi32>) -> tensor<1xi32>
    %v140 = stablehlo.reshape %v139 : (tensor<1xi32>) -> tensor<i32>
    %v141 = stablehlo.constant dense<0> : tensor<i32>
    %v142 = stablehlo.compare GT, %v140, %v141, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v143 = stablehlo.broadcast_in_dim %v142, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v144 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v145 = stablehlo.multiply %arg2, %v144 : tensor<4x4xf32>
    %v146 = stablehlo.select %v143, %v138, %v145 : tensor<4x4xi1>, tensor<4x4xf32>
    %v147 = stablehlo.slice %arg1 [18:19] : (tensor<24xi32>) -> tensor<1xi32>
    %v148 = stablehlo.reshape %v147 : (tensor<1xi32>) -> tensor<i32>
    %v149 = stablehlo.constant dense<0> : tensor<i32>
    %v150 = stablehlo.compare LT, %v148, %v149, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v151 = stablehlo.broadcast_in_dim %v150, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v152 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v153 = stablehlo.multiply %arg2, %v152 : tensor<4x4xf32>
    %v154 = stablehlo.select %v151, %v146, %v153 : tensor<4x4xi1>, tensor<4x4xf32>
    %v155 = stablehlo.slice %arg1 [19:20] : (tensor<24xi32>) -> tensor<1xi32>
    %v156 = stablehlo.reshape %v155 : (tensor<1xi32>) -> tensor<i32>
    %v157 = stablehlo.constant dense<0> : tensor<i32>
    %v158 = stablehlo.compare GT, %v156, %v157, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v159 = stablehlo.broadcast_in_dim %v158, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v160 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v161 = stablehlo.multiply %arg2, %v160 : tensor<4x4xf32>
    %v162 = stablehlo.select %v159, %v154, %v161 : tensor<4x4xi1>, tensor<4x4xf32>
    %v163 = stablehlo.slice %arg1 [20:21] : (tensor<24xi32>) -> tensor<1xi32>
    %v164 = stablehlo.reshape %v163 : (tensor<1xi32>) -> tensor<i32>
    %v165 = stablehlo.constant dense<0> : tensor<i32>
    %v166 = stablehlo.compare LT, %v164, %v165, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v167 = stablehlo.broadcast_in_dim %v166, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v168 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v169 = stablehlo.multiply %arg2, %v168 : tensor<4x4xf32>
    %v170 = stablehlo.select %v167, %v162, %v169 : tensor<4x4xi1>, tensor<4x4xf32>
    %v171 = stablehlo.slice %arg1 [21:22] : (tensor<24xi32>) -> tensor<1xi32>
    %v172 = stablehlo.reshape %v171 : (tensor<1xi32>) -> tensor<i32>
    %v173 = stablehlo.constant dense<0> : tensor<i32>
    %v174 = stablehlo.compare GT, %v172, %v173, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v175 = stablehlo.broadcast_in_dim %v174, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v176 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v177 = stablehlo.multiply %arg2, %v176 : tensor<4x4xf32>
    %v178 = stablehlo.select %v175, %v170, %v177 : tensor<4x4xi1>, tensor<4x4xf32>
    %v179 = stablehlo.slice %arg1 [22:23] : (tensor<24xi32>) -> tensor<1xi32>
    %v180 = stablehlo.reshape %v179 : (tensor<1xi32>) -> tensor<i32>
    %v181 = stablehlo.constant dense<0> : tensor<i32>
    %v182 = stablehlo.compare LT, %v180, %v181, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v183 = stablehlo.broadcast_in_dim %v182, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v184 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v185 = stablehlo.multiply %arg2, %v184 : tensor<4x4xf32>
    %v186 = stablehlo.select %v183, %v178, %v185 : tensor<4x4xi1>, tensor<4x4xf32>
    %v187 = stablehlo.slice %arg1 [23:24] : (tensor<24xi32>) -> tensor<1xi32>
    %v188 = stablehlo.reshape %v187 : (tensor<1xi32>) -> tensor<i32>
    %v189 = stablehlo.constant dense<0> : tensor<i32>
    %v190 = stablehlo.compare GT, %v188, %v189, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v191 = stablehlo.broadcast_in_dim %v190, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v192 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v193 = stablehlo.multiply %arg2, %v192 : tensor<4x4xf32>
    %v194 = stablehlo.select %v191, %v186, %v193 : tensor<4x4xi1>, tensor<4x4xf32>
    %v195 = stablehlo.multiply %v2, %arg2 : tensor<4x4xf32>
    %v196 = stablehlo.add %v194, %v195 : tensor<4x4xf32>
    %v197 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v198 = stablehlo.reduce(%arg3 init: %v197) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v199 = stablehlo.convert %v198 : (tensor<4xf32>) -> tensor<4xbf16>
    %v200 = "stablehlo.all_reduce"(%v199) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 200, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v196, %v200 : tensor<4x4xf32>, tensor<4xbf16>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x4xf32>, %arg1: tensor<24xi32>, %arg2: tensor<4x4xf32>, %arg3: tensor<32x4xf32>) -> (tensor<4x4xf32>, tensor<4xbf16>) {
    %v1 = stablehlo.convert %arg0 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %v2 = stablehlo.convert %v1 : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %v3 = stablehlo.slice %arg1 [0:1] : (tensor<24xi32>) -> tensor<1xi32>
    %v4 = stablehlo.reshape %v3 : (tensor<1xi32>) -> tensor<i32>
    %v5 = stablehlo.constant dense<0> : tensor<i32>
    %v6 = stablehlo.compare LT, %v4, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v7 = stablehlo.broadcast_in_dim %v6, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v8 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v9 = stablehlo.multiply %arg2, %v8 : tensor<4x4xf32>
    %v10 = stablehlo.select %v7, %arg0, %v9 : tensor<4x4xi1>, tensor<4x4xf32>
    %v11 = stablehlo.slice %arg1 [1:2] : (tensor<24xi32>) -> tensor<1xi32>
    %v12 = stablehlo.reshape %v11 : (tensor<1xi32>) -> tensor<i32>
    %v13 = stablehlo.constant dense<0> : tensor<i32>
    %v14 = stablehlo.compare GT, %v12, %v13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v15 = stablehlo.broadcast_in_dim %v14, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v16 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v17 = stablehlo.multiply %arg2, %v16 : tensor<4x4xf32>
    %v18 = stablehlo.select %v15, %v10, %v17 : tensor<4x4xi1>, tensor<4x4xf32>
    %v19 = stablehlo.slice %arg1 [2:3] : (tensor<24xi32>) -> tensor<1xi32>
    %v20 = stablehlo.reshape %v19 : (tensor<1xi32>) -> tensor<i32>
    %v21 = stablehlo.constant dense<0> : tensor<i32>
    %v22 = stablehlo.compare LT, %v20, %v21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v23 = stablehlo.broadcast_in_dim %v22, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v24 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v25 = stablehlo.multiply %arg2, %v24 : tensor<4x4xf32>
    %v26 = stablehlo.select %v23, %v18, %v25 : tensor<4x4xi1>, tensor<4x4xf32>
    %v27 = stablehlo.slice %arg1 [3:4] : (tensor<24xi32>) -> tensor<1xi32>
    %v28 = stablehlo.reshape %v27 : (tensor<1xi32>) -> tensor<i32>
    %v29 = stablehlo.constant dense<0> : tensor<i32>
    %v30 = stablehlo.compare GT, %v28, %v29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v31 = stablehlo.broadcast_in_dim %v30, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v32 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v33 = stablehlo.multiply %arg2, %v32 : tensor<4x4xf32>
    %v34 = stablehlo.select %v31, %v26, %v33 : tensor<4x4xi1>, tensor<4x4xf32>
    %v35 = stablehlo.slice %arg1 [4:5] : (tensor<24xi32>) -> tensor<1xi32>
    %v36 = stablehlo.reshape %v35 : (tensor<1xi32>) -> tensor<i32>
    %v37 = stablehlo.constant dense<0> : tensor<i32>
    %v38 = stablehlo.compare LT, %v36, %v37, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v39 = stablehlo.broadcast_in_dim %v38, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v40 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v41 = stablehlo.multiply %arg2, %v40 : tensor<4x4xf32>
    %v42 = stablehlo.select %v39, %v34, %v41 : tensor<4x4xi1>, tensor<4x4xf32>
    %v43 = stablehlo.slice %arg1 [5:6] : (tensor<24xi32>) -> tensor<1xi32>
    %v44 = stablehlo.reshape %v43 : (tensor<1xi32>) -> tensor<i32>
    %v45 = stablehlo.constant dense<0> : tensor<i32>
    %v46 = stablehlo.compare GT, %v44, %v45, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v47 = stablehlo.broadcast_in_dim %v46, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v48 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v49 = stablehlo.multiply %arg2, %v48 : tensor<4x4xf32>
    %v50 = stablehlo.select %v47, %v42, %v49 : tensor<4x4xi1>, tensor<4x4xf32>
    %v51 = stablehlo.slice %arg1 [6:7] : (tensor<24xi32>) -> tensor<1xi32>
    %v52 = stablehlo.reshape %v51 : (tensor<1xi32>) -> tensor<i32>
    %v53 = stablehlo.constant dense<0> : tensor<i32>
    %v54 = stablehlo.compare LT, %v52, %v53, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v55 = stablehlo.broadcast_in_dim %v54, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v56 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v57 = stablehlo.multiply %arg2, %v56 : tensor<4x4xf32>
    %v58 = stablehlo.select %v55, %v50, %v57 : tensor<4x4xi1>, tensor<4x4xf32>
    %v59 = stablehlo.slice %arg1 [7:8] : (tensor<24xi32>) -> tensor<1xi32>
    %v60 = stablehlo.reshape %v59 : (tensor<1xi32>) -> tensor<i32>
    %v61 = stablehlo.constant dense<0> : tensor<i32>
    %v62 = stablehlo.compare GT, %v60, %v61, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v63 = stablehlo.broadcast_in_dim %v62, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v64 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v65 = stablehlo.multiply %arg2, %v64 : tensor<4x4xf32>
    %v66 = stablehlo.select %v63, %v58, %v65 : tensor<4x4xi1>, tensor<4x4xf32>
    %v67 = stablehlo.slice %arg1 [8:9] : (tensor<24xi32>) -> tensor<1xi32>
    %v68 = stablehlo.reshape %v67 : (tensor<1xi32>) -> tensor<i32>
    %v69 = stablehlo.constant dense<0> : tensor<i32>
    %v70 = stablehlo.compare LT, %v68, %v69, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v71 = stablehlo.broadcast_in_dim %v70, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v72 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v73 = stablehlo.multiply %arg2, %v72 : tensor<4x4xf32>
    %v74 = stablehlo.select %v71, %v66, %v73 : tensor<4x4xi1>, tensor<4x4xf32>
    %v75 = stablehlo.slice %arg1 [9:10] : (tensor<24xi32>) -> tensor<1xi32>
    %v76 = stablehlo.reshape %v75 : (tensor<1xi32>) -> tensor<i32>
    %v77 = stablehlo.constant dense<0> : tensor<i32>
    %v78 = stablehlo.compare GT, %v76, %v77, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v79 = stablehlo.broadcast_in_dim %v78, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v80 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v81 = stablehlo.multiply %arg2, %v80 : tensor<4x4xf32>
    %v82 = stablehlo.select %v79, %v74, %v81 : tensor<4x4xi1>, tensor<4x4xf32>
    %v83 = stablehlo.slice %arg1 [10:11] : (tensor<24xi32>) -> tensor<1xi32>
    %v84 = stablehlo.reshape %v83 : (tensor<1xi32>) -> tensor<i32>
    %v85 = stablehlo.constant dense<0> : tensor<i32>
    %v86 = stablehlo.compare LT, %v84, %v85, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v87 = stablehlo.broadcast_in_dim %v86, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v88 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v89 = stablehlo.multiply %arg2, %v88 : tensor<4x4xf32>
    %v90 = stablehlo.select %v87, %v82, %v89 : tensor<4x4xi1>, tensor<4x4xf32>
    %v91 = stablehlo.slice %arg1 [11:12] : (tensor<24xi32>) -> tensor<1xi32>
    %v92 = stablehlo.reshape %v91 : (tensor<1xi32>) -> tensor<i32>
    %v93 = stablehlo.constant dense<0> : tensor<i32>
    %v94 = stablehlo.compare GT, %v92, %v93, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v95 = stablehlo.broadcast_in_dim %v94, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v96 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v97 = stablehlo.multiply %arg2, %v96 : tensor<4x4xf32>
    %v98 = stablehlo.select %v95, %v90, %v97 : tensor<4x4xi1>, tensor<4x4xf32>
    %v99 = stablehlo.slice %arg1 [12:13] : (tensor<24xi32>) -> tensor<1xi32>
    %v100 = stablehlo.reshape %v99 : (tensor<1xi32>) -> tensor<i32>
    %v101 = stablehlo.constant dense<0> : tensor<i32>
    %v102 = stablehlo.compare LT, %v100, %v101, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v103 = stablehlo.broadcast_in_dim %v102, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v104 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v105 = stablehlo.multiply %arg2, %v104 : tensor<4x4xf32>
    %v106 = stablehlo.select %v103, %v98, %v105 : tensor<4x4xi1>, tensor<4x4xf32>
    %v107 = stablehlo.slice %arg1 [13:14] : (tensor<24xi32>) -> tensor<1xi32>
    %v108 = stablehlo.reshape %v107 : (tensor<1xi32>) -> tensor<i32>
    %v109 = stablehlo.constant dense<0> : tensor<i32>
    %v110 = stablehlo.compare GT, %v108, %v109, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v111 = stablehlo.broadcast_in_dim %v110, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v112 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v113 = stablehlo.multiply %arg2, %v112 : tensor<4x4xf32>
    %v114 = stablehlo.select %v111, %v106, %v113 : tensor<4x4xi1>, tensor<4x4xf32>
    %v115 = stablehlo.slice %arg1 [14:15] : (tensor<24xi32>) -> tensor<1xi32>
    %v116 = stablehlo.reshape %v115 : (tensor<1xi32>) -> tensor<i32>
    %v117 = stablehlo.constant dense<0> : tensor<i32>
    %v118 = stablehlo.compare LT, %v116, %v117, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v119 = stablehlo.broadcast_in_dim %v118, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v120 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v121 = stablehlo.multiply %arg2, %v120 : tensor<4x4xf32>
    %v122 = stablehlo.select %v119, %v114, %v121 : tensor<4x4xi1>, tensor<4x4xf32>
    %v123 = stablehlo.slice %arg1 [15:16] : (tensor<24xi32>) -> tensor<1xi32>
    %v124 = stablehlo.reshape %v123 : (tensor<1xi32>) -> tensor<i32>
    %v125 = stablehlo.constant dense<0> : tensor<i32>
    %v126 = stablehlo.compare GT, %v124, %v125, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v127 = stablehlo.broadcast_in_dim %v126, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v128 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v129 = stablehlo.multiply %arg2, %v128 : tensor<4x4xf32>
    %v130 = stablehlo.select %v127, %v122, %v129 : tensor<4x4xi1>, tensor<4x4xf32>
    %v131 = stablehlo.slice %arg1 [16:17] : (tensor<24xi32>) -> tensor<1xi32>
    %v132 = stablehlo.reshape %v131 : (tensor<1xi32>) -> tensor<i32>
    %v133 = stablehlo.constant dense<0> : tensor<i32>
    %v134 = stablehlo.compare LT, %v132, %v133, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v135 = stablehlo.broadcast_in_dim %v134, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v136 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v137 = stablehlo.multiply %arg2, %v136 : tensor<4x4xf32>
    %v138 = stablehlo.select %v135, %v130, %v137 : tensor<4x4xi1>, tensor<4x4xf32>
    %v139 = stablehlo.slice %arg1 [17:18] : (tensor<24xi32>) -> tensor<1xi32>
    %v140 = stablehlo.reshape %v139 : (tensor<1xi32>) -> tensor<i32>
    %v141 = stablehlo.constant dense<0> : tensor<i32>
    %v142 = stablehlo.compare GT, %v140, %v141, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v143 = stablehlo.broadcast_in_dim %v142, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v144 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v145 = stablehlo.multiply %arg2, %v144 : tensor<4x4xf32>
    %v146 = stablehlo.select %v143, %v138, %v145 : tensor<4x4xi1>, tensor<4x4xf32>
    %v147 = stablehlo.slice %arg1 [18:19] : (tensor<24xi32>) -> tensor<1xi32>
    %v148 = stablehlo.reshape %v147 : (tensor<1xi32>) -> tensor<i32>
    %v149 = stablehlo.constant dense<0> : tensor<i32>
    %v150 = stablehlo.compare LT, %v148, %v149, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v151 = stablehlo.broadcast_in_dim %v150, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v152 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v153 = stablehlo.multiply %arg2, %v152 : tensor<4x4xf32>
    %v154 = stablehlo.select %v151, %v146, %v153 : tensor<4x4xi1>, tensor<4x4xf32>
    %v155 = stablehlo.slice %arg1 [19:20] : (tensor<24xi32>) -> tensor<1xi32>
    %v156 = stablehlo.reshape %v155 : (tensor<1xi32>) -> tensor<i32>
    %v157 = stablehlo.constant dense<0> : tensor<i32>
    %v158 = stablehlo.compare GT, %v156, %v157, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v159 = stablehlo.broadcast_in_dim %v158, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v160 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v161 = stablehlo.multiply %arg2, %v160 : tensor<4x4xf32>
    %v162 = stablehlo.select %v159, %v154, %v161 : tensor<4x4xi1>, tensor<4x4xf32>
    %v163 = stablehlo.slice %arg1 [20:21] : (tensor<24xi32>) -> tensor<1xi32>
    %v164 = stablehlo.reshape %v163 : (tensor<1xi32>) -> tensor<i32>
    %v165 = stablehlo.constant dense<0> : tensor<i32>
    %v166 = stablehlo.compare LT, %v164, %v165, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v167 = stablehlo.broadcast_in_dim %v166, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v168 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v169 = stablehlo.multiply %arg2, %v168 : tensor<4x4xf32>
    %v170 = stablehlo.select %v167, %v162, %v169 : tensor<4x4xi1>, tensor<4x4xf32>
    %v171 = stablehlo.slice %arg1 [21:22] : (tensor<24xi32>) -> tensor<1xi32>
    %v172 = stablehlo.reshape %v171 : (tensor<1xi32>) -> tensor<i32>
    %v173 = stablehlo.constant dense<0> : tensor<i32>
    %v174 = stablehlo.compare GT, %v172, %v173, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v175 = stablehlo.broadcast_in_dim %v174, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v176 = stablehlo.constant dense<1.00000000000000000e+00> : tensor<4x4xf32>
    %v177 = stablehlo.multiply %arg2, %v176 : tensor<4x4xf32>
    %v178 = stablehlo.select %v175, %v170, %v177 : tensor<4x4xi1>, tensor<4x4xf32>
    %v179 = stablehlo.slice %arg1 [22:23] : (tensor<24xi32>) -> tensor<1xi32>
    %v180 = stablehlo.reshape %v179 : (tensor<1xi32>) -> tensor<i32>
    %v181 = stablehlo.constant dense<0> : tensor<i32>
    %v182 = stablehlo.compare LT, %v180, %v181, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v183 = stablehlo.broadcast_in_dim %v182, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v184 = stablehlo.constant dense<2.00000000000000000e+00> : tensor<4x4xf32>
    %v185 = stablehlo.multiply %arg2, %v184 : tensor<4x4xf32>
    %v186 = stablehlo.select %v183, %v178, %v185 : tensor<4x4xi1>, tensor<4x4xf32>
    %v187 = stablehlo.slice %arg1 [23:24] : (tensor<24xi32>) -> tensor<1xi32>
    %v188 = stablehlo.reshape %v187 : (tensor<1xi32>) -> tensor<i32>
    %v189 = stablehlo.constant dense<0> : tensor<i32>
    %v190 = stablehlo.compare GT, %v188, %v189, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v191 = stablehlo.broadcast_in_dim %v190, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
    %v192 = stablehlo.constant dense<4.00000000000000000e+00> : tensor<4x4xf32>
    %v193 = stablehlo.multiply %arg2, %v192 : tensor<4x4xf32>
    %v194 = stablehlo.select %v191, %v186, %v193 : tensor<4x4xi1>, tensor<4x4xf32>
    %v195 = stablehlo.multiply %v2, %arg2 : tensor<4x4xf32>
    %v196 = stablehlo.add %v194, %v195 : tensor<4x4xf32>
    %v197 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
    %v198 = stablehlo.reduce(%arg3 init: %v197) applies stablehlo.add across dimensions = [0] : (tensor<32x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v199 = stablehlo.convert %v198 : (tensor<4xf32>) -> tensor<4xbf16>
    %v200 = "stablehlo.all_reduce"(%v199) ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %s = stablehlo.add %a, %b : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 200, type = 1>, use_global_device_ids} : (tensor<4xbf16>) -> tensor<4xbf16>
    return %v196, %v200 : tensor<4x4xf32>, tensor<4xbf16>
  }
}
