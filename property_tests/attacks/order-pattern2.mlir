sdy.mesh @mesh = <["x"=2]>
func.func @main(%u: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.iota dim = 0 : tensor<32xi32>
    %so3:2 = "stablehlo.sort"(%u, %v1) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa2: tensor<f32>, %sb2: tensor<f32>, %sc2: tensor<i32>, %sd2: tensor<i32>):
        %sr2 = stablehlo.compare LT, %sa2, %sb2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %sr2 : tensor<i1>
      }) : (tensor<32xf32>, tensor<32xi32>) -> (tensor<32xf32>, tensor<32xi32>)
    %v4 = stablehlo.slice %so3#1 [0:1] : (tensor<32xi32>) -> tensor<1xi32>
    return %so3#0, %v4 : tensor<32xf32>, tensor<1xi32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%u: tensor<32xf32>) -> (tensor<32xf32>, tensor<1xi32>) {
    %v1 = stablehlo.iota dim = 0 : tensor<32xi32>
    %v2 = stablehlo.constant dense<1> : tensor<32xi32>
    %v3 = stablehlo.add %v1, %v2 : tensor<32xi32>
    %so5:2 = "stablehlo.sort"(%u, %v3) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa4: tensor<f32>, %sb4: tensor<f32>, %sc4: tensor<i32>, %sd4: tensor<i32>):
        %sr4 = stablehlo.compare LT, %sa4, %sb4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %sr4 : tensor<i1>
      }) : (tensor<32xf32>, tensor<32xi32>) -> (tensor<32xf32>, tensor<32xi32>)
    %v6 = stablehlo.slice %so5#1 [0:1] : (tensor<32xi32>) -> tensor<1xi32>
    %v7 = stablehlo.slice %so5#0 [0:1] : (tensor<32xf32>) -> tensor<1xf32>
    %v8 = stablehlo.slice %so5#0 [1:2] : (tensor<32xf32>) -> tensor<1xf32>
    %v9 = stablehlo.slice %so5#0 [2:3] : (tensor<32xf32>) -> tensor<1xf32>
    %v10 = stablehlo.slice %so5#0 [3:4] : (tensor<32xf32>) -> tensor<1xf32>
    %v11 = stablehlo.slice %so5#0 [4:5] : (tensor<32xf32>) -> tensor<1xf32>
    %v12 = stablehlo.slice %so5#0 [5:6] : (tensor<32xf32>) -> tensor<1xf32>
    %v13 = stablehlo.slice %so5#0 [6:7] : (tensor<32xf32>) -> tensor<1xf32>
    %v14 = stablehlo.slice %so5#0 [7:8] : (tensor<32xf32>) -> tensor<1xf32>
    %v15 = stablehlo.slice %so5#0 [8:9] : (tensor<32xf32>) -> tensor<1xf32>
    %v16 = stablehlo.slice %so5#0 [9:10] : (tensor<32xf32>) -> tensor<1xf32>
    %v17 = stablehlo.slice %so5#0 [10:11] : (tensor<32xf32>) -> tensor<1xf32>
    %v18 = stablehlo.slice %so5#0 [11:12] : (tensor<32xf32>) -> tensor<1xf32>
    %v19 = stablehlo.slice %so5#0 [12:13] : (tensor<32xf32>) -> tensor<1xf32>
    %v20 = stablehlo.slice %so5#0 [13:14] : (tensor<32xf32>) -> tensor<1xf32>
    %v21 = stablehlo.slice %so5#0 [14:15] : (tensor<32xf32>) -> tensor<1xf32>
    %v22 = stablehlo.slice %so5#0 [15:16] : (tensor<32xf32>) -> tensor<1xf32>
    %v23 = stablehlo.slice %so5#0 [16:17] : (tensor<32xf32>) -> tensor<1xf32>
    %v24 = stablehlo.slice %so5#0 [17:18] : (tensor<32xf32>) -> tensor<1xf32>
    %v25 = stablehlo.slice %so5#0 [18:19] : (tensor<32xf32>) -> tensor<1xf32>
    %v26 = stablehlo.slice %so5#0 [19:20] : (tensor<32xf32>) -> tensor<1xf32>
    %v27 = stablehlo.slice %so5#0 [20:21] : (tensor<32xf32>) -> tensor<1xf32>
    %v28 = stablehlo.slice %so5#0 [21:22] : (tensor<32xf32>) -> tensor<1xf32>
    %v29 = stablehlo.slice %so5#0 [22:23] : (tensor<32xf32>) -> tensor<1xf32>
    %v30 = stablehlo.slice %so5#0 [23:24] : (tensor<32xf32>) -> tensor<1xf32>
    %v31 = stablehlo.slice %so5#0 [24:25] : (tensor<32xf32>) -> tensor<1xf32>
    %v32 = stablehlo.slice %so5#0 [25:26] : (tensor<32xf32>) -> tensor<1xf32>
    %v33 = stablehlo.slice %so5#0 [26:27] : (tensor<32xf32>) -> tensor<1xf32>
    %v34 = stablehlo.slice %so5#0 [27:28] : (tensor<32xf32>) -> tensor<1xf32>
    %v35 = stablehlo.slice %so5#0 [28:29] : (tensor<32xf32>) -> tensor<1xf32>
    %v36 = stablehlo.slice %so5#0 [29:30] : (tensor<32xf32>) -> tensor<1xf32>
    %v37 = stablehlo.slice %so5#0 [30:31] : (tensor<32xf32>) -> tensor<1xf32>
    %v38 = stablehlo.slice %so5#0 [31:32] : (tensor<32xf32>) -> tensor<1xf32>
    %v39 = stablehlo.constant dense<1> : tensor<1xi32>
    %v40 = stablehlo.compare EQ, %v7, %v8, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v41 = stablehlo.select %v40, %v39, %v6 : tensor<1xi1>, tensor<1xi32>
    %v42 = stablehlo.compare LT, %v8, %v9, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v43 = stablehlo.select %v42, %v41, %v6 : tensor<1xi1>, tensor<1xi32>
    %v44 = stablehlo.compare EQ, %v9, %v10, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v45 = stablehlo.select %v44, %v43, %v6 : tensor<1xi1>, tensor<1xi32>
    %v46 = stablehlo.compare LT, %v10, %v11, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v47 = stablehlo.select %v46, %v45, %v6 : tensor<1xi1>, tensor<1xi32>
    %v48 = stablehlo.compare EQ, %v11, %v12, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v49 = stablehlo.select %v48, %v47, %v6 : tensor<1xi1>, tensor<1xi32>
    %v50 = stablehlo.compare LT, %v12, %v13, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v51 = stablehlo.select %v50, %v49, %v6 : tensor<1xi1>, tensor<1xi32>
    %v52 = stablehlo.compare EQ, %v13, %v14, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v53 = stablehlo.select %v52, %v51, %v6 : tensor<1xi1>, tensor<1xi32>
    %v54 = stablehlo.compare LT, %v14, %v15, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v55 = stablehlo.select %v54, %v53, %v6 : tensor<1xi1>, tensor<1xi32>
    %v56 = stablehlo.compare EQ, %v15, %v16, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v57 = stablehlo.select %v56, %v55, %v6 : tensor<1xi1>, tensor<1xi32>
    %v58 = stablehlo.compare LT, %v16, %v17, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v59 = stablehlo.select %v58, %v57, %v6 : tensor<1xi1>, tensor<1xi32>
    %v60 = stablehlo.compare EQ, %v17, %v18, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v61 = stablehlo.select %v60, %v59, %v6 : tensor<1xi1>, tensor<1xi32>
    %v62 = stablehlo.compare LT, %v18, %v19, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v63 = stablehlo.select %v62, %v61, %v6 : tensor<1xi1>, tensor<1xi32>
    %v64 = stablehlo.compare EQ, %v19, %v20, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v65 = stablehlo.select %v64, %v63, %v6 : tensor<1xi1>, tensor<1xi32>
    %v66 = stablehlo.compare LT, %v20, %v21, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v67 = stablehlo.select %v66, %v65, %v6 : tensor<1xi1>, tensor<1xi32>
    %v68 = stablehlo.compare EQ, %v21, %v22, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v69 = stablehlo.select %v68, %v67, %v6 : tensor<1xi1>, tensor<1xi32>
    %v70 = stablehlo.compare LT, %v22, %v23, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v71 = stablehlo.select %v70, %v69, %v6 : tensor<1xi1>, tensor<1xi32>
    %v72 = stablehlo.compare EQ, %v23, %v24, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v73 = stablehlo.select %v72, %v71, %v6 : tensor<1xi1>, tensor<1xi32>
    %v74 = stablehlo.compare LT, %v24, %v25, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v75 = stablehlo.select %v74, %v73, %v6 : tensor<1xi1>, tensor<1xi32>
    %v76 = stablehlo.compare EQ, %v25, %v26, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v77 = stablehlo.select %v76, %v75, %v6 : tensor<1xi1>, tensor<1xi32>
    %v78 = stablehlo.compare LT, %v26, %v27, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v79 = stablehlo.select %v78, %v77, %v6 : tensor<1xi1>, tensor<1xi32>
    %v80 = stablehlo.compare EQ, %v27, %v28, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v81 = stablehlo.select %v80, %v79, %v6 : tensor<1xi1>, tensor<1xi32>
    %v82 = stablehlo.compare LT, %v28, %v29, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v83 = stablehlo.select %v82, %v81, %v6 : tensor<1xi1>, tensor<1xi32>
    %v84 = stablehlo.compare EQ, %v29, %v30, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v85 = stablehlo.select %v84, %v83, %v6 : tensor<1xi1>, tensor<1xi32>
    %v86 = stablehlo.compare LT, %v30, %v31, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v87 = stablehlo.select %v86, %v85, %v6 : tensor<1xi1>, tensor<1xi32>
    %v88 = stablehlo.compare EQ, %v31, %v32, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v89 = stablehlo.select %v88, %v87, %v6 : tensor<1xi1>, tensor<1xi32>
    %v90 = stablehlo.compare LT, %v32, %v33, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v91 = stablehlo.select %v90, %v89, %v6 : tensor<1xi1>, tensor<1xi32>
    %v92 = stablehlo.compare EQ, %v33, %v34, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v93 = stablehlo.select %v92, %v91, %v6 : tensor<1xi1>, tensor<1xi32>
    %v94 = stablehlo.compare LT, %v34, %v35, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v95 = stablehlo.select %v94, %v93, %v6 : tensor<1xi1>, tensor<1xi32>
    %v96 = stablehlo.compare EQ, %v35, %v36, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v97 = stablehlo.select %v96, %v95, %v6 : tensor<1xi1>, tensor<1xi32>
    %v98 = stablehlo.compare LT, %v36, %v37, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v99 = stablehlo.select %v98, %v97, %v6 : tensor<1xi1>, tensor<1xi32>
    %v100 = stablehlo.compare EQ, %v37, %v38, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %v101 = stablehlo.select %v100, %v99, %v6 : tensor<1xi1>, tensor<1xi32>
    %v102 = stablehlo.constant dense<-1> : tensor<1xi32>
    %v103 = stablehlo.add %v101, %v102 : tensor<1xi32>
    return %so5#0, %v103 : tensor<32xf32>, tensor<1xi32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%u: tensor<32xf32>) -> (tensor<32xf32>, tensor<1xi32>) {
    %v1 = stablehlo.iota dim = 0 : tensor<32xi32>
    %v2 = stablehlo.constant dense<1> : tensor<32xi32>
    %v3 = stablehlo.add %v1, %v2 : tensor<32xi32>
    %so5:2 = "stablehlo.sort"(%u, %v3) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%sa4: tensor<f32>, %sb4: tensor<f32>, %sc4: tensor<i32>, %sd4: tensor<i32>):
        %sr4 = stablehlo.compare LT, %sa4, %sb4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %sr4 : tensor<i1>
      }) : (tensor<32xf32>, tensor<32xi32>) -> (tensor<32xf32>, tensor<32xi32>)
    %v6 = stablehlo.slice %so5#1 [0:1] : (tensor<32xi32>) -> tensor<1xi32>
    %v7 = stablehlo.constant dense<-1> : tensor<1xi32>
    %v8 = stablehlo.add %v6, %v7 : tensor<1xi32>
    return %so5#0, %v8 : tensor<32xf32>, tensor<1xi32>
}
}
