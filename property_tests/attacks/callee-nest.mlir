sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<20xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    return %x : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<20xi32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<0> : tensor<i32>
    %v2 = stablehlo.constant dense<1> : tensor<i32>
    %w:2 = stablehlo.while(%i_ = %v1, %r_ = %x) : tensor<i32>, tensor<f32>
     cond {
      %cc = stablehlo.compare LT, %i_, %v2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %cc : tensor<i1>
     } do {
      %i2 = stablehlo.add %i_, %v2 : tensor<i32>
      %r = func.call @f(%k, %x, %y) : (tensor<20xi32>, tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %i2, %r : tensor<i32>, tensor<f32>
     }
    return %w#1 : tensor<f32>
}
func.func private @f(%k: tensor<20xi32>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %v1 = stablehlo.slice %k [0:1] : (tensor<20xi32>) -> tensor<1xi32>
    %v2 = stablehlo.reshape %v1 : (tensor<1xi32>) -> tensor<i32>
    %v3 = stablehlo.constant dense<40503> : tensor<i32>
    %v4 = stablehlo.multiply %v2, %v3 : tensor<i32>
    %v5 = stablehlo.constant dense<20011> : tensor<i32>
    %v6 = stablehlo.compare EQ, %v4, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v7 = stablehlo.slice %k [1:2] : (tensor<20xi32>) -> tensor<1xi32>
    %v8 = stablehlo.reshape %v7 : (tensor<1xi32>) -> tensor<i32>
    %v9 = stablehlo.constant dense<40503> : tensor<i32>
    %v10 = stablehlo.multiply %v8, %v9 : tensor<i32>
    %v11 = stablehlo.constant dense<20012> : tensor<i32>
    %v12 = stablehlo.compare EQ, %v10, %v11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v13 = stablehlo.slice %k [2:3] : (tensor<20xi32>) -> tensor<1xi32>
    %v14 = stablehlo.reshape %v13 : (tensor<1xi32>) -> tensor<i32>
    %v15 = stablehlo.constant dense<40503> : tensor<i32>
    %v16 = stablehlo.multiply %v14, %v15 : tensor<i32>
    %v17 = stablehlo.constant dense<20013> : tensor<i32>
    %v18 = stablehlo.compare EQ, %v16, %v17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v19 = stablehlo.slice %k [3:4] : (tensor<20xi32>) -> tensor<1xi32>
    %v20 = stablehlo.reshape %v19 : (tensor<1xi32>) -> tensor<i32>
    %v21 = stablehlo.constant dense<40503> : tensor<i32>
    %v22 = stablehlo.multiply %v20, %v21 : tensor<i32>
    %v23 = stablehlo.constant dense<20014> : tensor<i32>
    %v24 = stablehlo.compare EQ, %v22, %v23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v25 = stablehlo.slice %k [4:5] : (tensor<20xi32>) -> tensor<1xi32>
    %v26 = stablehlo.reshape %v25 : (tensor<1xi32>) -> tensor<i32>
    %v27 = stablehlo.constant dense<40503> : tensor<i32>
    %v28 = stablehlo.multiply %v26, %v27 : tensor<i32>
    %v29 = stablehlo.constant dense<20015> : tensor<i32>
    %v30 = stablehlo.compare EQ, %v28, %v29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v31 = stablehlo.slice %k [5:6] : (tensor<20xi32>) -> tensor<1xi32>
    %v32 = stablehlo.reshape %v31 : (tensor<1xi32>) -> tensor<i32>
    %v33 = stablehlo.constant dense<40503> : tensor<i32>
    %v34 = stablehlo.multiply %v32, %v33 : tensor<i32>
    %v35 = stablehlo.constant dense<20016> : tensor<i32>
    %v36 = stablehlo.compare EQ, %v34, %v35, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v37 = stablehlo.slice %k [6:7] : (tensor<20xi32>) -> tensor<1xi32>
    %v38 = stablehlo.reshape %v37 : (tensor<1xi32>) -> tensor<i32>
    %v39 = stablehlo.constant dense<40503> : tensor<i32>
    %v40 = stablehlo.multiply %v38, %v39 : tensor<i32>
    %v41 = stablehlo.constant dense<20017> : tensor<i32>
    %v42 = stablehlo.compare EQ, %v40, %v41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v43 = stablehlo.slice %k [7:8] : (tensor<20xi32>) -> tensor<1xi32>
    %v44 = stablehlo.reshape %v43 : (tensor<1xi32>) -> tensor<i32>
    %v45 = stablehlo.constant dense<40503> : tensor<i32>
    %v46 = stablehlo.multiply %v44, %v45 : tensor<i32>
    %v47 = stablehlo.constant dense<20018> : tensor<i32>
    %v48 = stablehlo.compare EQ, %v46, %v47, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v49 = stablehlo.slice %k [8:9] : (tensor<20xi32>) -> tensor<1xi32>
    %v50 = stablehlo.reshape %v49 : (tensor<1xi32>) -> tensor<i32>
    %v51 = stablehlo.constant dense<40503> : tensor<i32>
    %v52 = stablehlo.multiply %v50, %v51 : tensor<i32>
    %v53 = stablehlo.constant dense<20019> : tensor<i32>
    %v54 = stablehlo.compare EQ, %v52, %v53, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v55 = stablehlo.slice %k [9:10] : (tensor<20xi32>) -> tensor<1xi32>
    %v56 = stablehlo.reshape %v55 : (tensor<1xi32>) -> tensor<i32>
    %v57 = stablehlo.constant dense<40503> : tensor<i32>
    %v58 = stablehlo.multiply %v56, %v57 : tensor<i32>
    %v59 = stablehlo.constant dense<20020> : tensor<i32>
    %v60 = stablehlo.compare EQ, %v58, %v59, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v61 = stablehlo.slice %k [10:11] : (tensor<20xi32>) -> tensor<1xi32>
    %v62 = stablehlo.reshape %v61 : (tensor<1xi32>) -> tensor<i32>
    %v63 = stablehlo.constant dense<40503> : tensor<i32>
    %v64 = stablehlo.multiply %v62, %v63 : tensor<i32>
    %v65 = stablehlo.constant dense<20021> : tensor<i32>
    %v66 = stablehlo.compare EQ, %v64, %v65, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v67 = stablehlo.slice %k [11:12] : (tensor<20xi32>) -> tensor<1xi32>
    %v68 = stablehlo.reshape %v67 : (tensor<1xi32>) -> tensor<i32>
    %v69 = stablehlo.constant dense<40503> : tensor<i32>
    %v70 = stablehlo.multiply %v68, %v69 : tensor<i32>
    %v71 = stablehlo.constant dense<20022> : tensor<i32>
    %v72 = stablehlo.compare EQ, %v70, %v71, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v73 = stablehlo.slice %k [12:13] : (tensor<20xi32>) -> tensor<1xi32>
    %v74 = stablehlo.reshape %v73 : (tensor<1xi32>) -> tensor<i32>
    %v75 = stablehlo.constant dense<40503> : tensor<i32>
    %v76 = stablehlo.multiply %v74, %v75 : tensor<i32>
    %v77 = stablehlo.constant dense<20023> : tensor<i32>
    %v78 = stablehlo.compare EQ, %v76, %v77, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v79 = stablehlo.slice %k [13:14] : (tensor<20xi32>) -> tensor<1xi32>
    %v80 = stablehlo.reshape %v79 : (tensor<1xi32>) -> tensor<i32>
    %v81 = stablehlo.constant dense<40503> : tensor<i32>
    %v82 = stablehlo.multiply %v80, %v81 : tensor<i32>
    %v83 = stablehlo.constant dense<20024> : tensor<i32>
    %v84 = stablehlo.compare EQ, %v82, %v83, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v85 = stablehlo.slice %k [14:15] : (tensor<20xi32>) -> tensor<1xi32>
    %v86 = stablehlo.reshape %v85 : (tensor<1xi32>) -> tensor<i32>
    %v87 = stablehlo.constant dense<40503> : tensor<i32>
    %v88 = stablehlo.multiply %v86, %v87 : tensor<i32>
    %v89 = stablehlo.constant dense<20025> : tensor<i32>
    %v90 = stablehlo.compare EQ, %v88, %v89, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v91 = stablehlo.slice %k [15:16] : (tensor<20xi32>) -> tensor<1xi32>
    %v92 = stablehlo.reshape %v91 : (tensor<1xi32>) -> tensor<i32>
    %v93 = stablehlo.constant dense<40503> : tensor<i32>
    %v94 = stablehlo.multiply %v92, %v93 : tensor<i32>
    %v95 = stablehlo.constant dense<20026> : tensor<i32>
    %v96 = stablehlo.compare EQ, %v94, %v95, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v97 = stablehlo.slice %k [16:17] : (tensor<20xi32>) -> tensor<1xi32>
    %v98 = stablehlo.reshape %v97 : (tensor<1xi32>) -> tensor<i32>
    %v99 = stablehlo.constant dense<40503> : tensor<i32>
    %v100 = stablehlo.multiply %v98, %v99 : tensor<i32>
    %v101 = stablehlo.constant dense<20027> : tensor<i32>
    %v102 = stablehlo.compare EQ, %v100, %v101, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v103 = stablehlo.slice %k [17:18] : (tensor<20xi32>) -> tensor<1xi32>
    %v104 = stablehlo.reshape %v103 : (tensor<1xi32>) -> tensor<i32>
    %v105 = stablehlo.constant dense<40503> : tensor<i32>
    %v106 = stablehlo.multiply %v104, %v105 : tensor<i32>
    %v107 = stablehlo.constant dense<20028> : tensor<i32>
    %v108 = stablehlo.compare EQ, %v106, %v107, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v109 = stablehlo.slice %k [18:19] : (tensor<20xi32>) -> tensor<1xi32>
    %v110 = stablehlo.reshape %v109 : (tensor<1xi32>) -> tensor<i32>
    %v111 = stablehlo.constant dense<40503> : tensor<i32>
    %v112 = stablehlo.multiply %v110, %v111 : tensor<i32>
    %v113 = stablehlo.constant dense<20029> : tensor<i32>
    %v114 = stablehlo.compare EQ, %v112, %v113, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v115 = stablehlo.slice %k [19:20] : (tensor<20xi32>) -> tensor<1xi32>
    %v116 = stablehlo.reshape %v115 : (tensor<1xi32>) -> tensor<i32>
    %v117 = stablehlo.constant dense<40503> : tensor<i32>
    %v118 = stablehlo.multiply %v116, %v117 : tensor<i32>
    %v119 = stablehlo.constant dense<20030> : tensor<i32>
    %v120 = stablehlo.compare EQ, %v118, %v119, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%q0 = "stablehlo.if"(%v6) ({ %q1 = "stablehlo.if"(%v12) ({ %q2 = "stablehlo.if"(%v18) ({ %q3 = "stablehlo.if"(%v24) ({ %q4 = "stablehlo.if"(%v30) ({ %q5 = "stablehlo.if"(%v36) ({ %q6 = "stablehlo.if"(%v42) ({ %q7 = "stablehlo.if"(%v48) ({ %q8 = "stablehlo.if"(%v54) ({ %q9 = "stablehlo.if"(%v60) ({ %q10 = "stablehlo.if"(%v66) ({ %q11 = "stablehlo.if"(%v72) ({ %q12 = "stablehlo.if"(%v78) ({ %q13 = "stablehlo.if"(%v84) ({ %q14 = "stablehlo.if"(%v90) ({ %q15 = "stablehlo.if"(%v96) ({ %q16 = "stablehlo.if"(%v102) ({ %q17 = "stablehlo.if"(%v108) ({ %q18 = "stablehlo.if"(%v114) ({ %q19 = "stablehlo.if"(%v120) ({ stablehlo.return %y : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q19 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q18 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q17 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q16 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q15 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q14 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q13 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q12 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q11 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q10 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q9 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q8 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q7 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q6 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q5 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q4 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q3 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q2 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q1 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        
    return %q0 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<20xi32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<0> : tensor<i32>
    %v2 = stablehlo.constant dense<1> : tensor<i32>
    %w:2 = stablehlo.while(%i_ = %v1, %r_ = %x) : tensor<i32>, tensor<f32>
     cond {
      %cc = stablehlo.compare LT, %i_, %v2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %cc : tensor<i1>
     } do {
      %i2 = stablehlo.add %i_, %v2 : tensor<i32>
      %r = func.call @f(%k, %x, %y) : (tensor<20xi32>, tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %i2, %r : tensor<i32>, tensor<f32>
     }
    return %w#1 : tensor<f32>
}
func.func private @f(%k: tensor<20xi32>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %v1 = stablehlo.slice %k [0:1] : (tensor<20xi32>) -> tensor<1xi32>
    %v2 = stablehlo.reshape %v1 : (tensor<1xi32>) -> tensor<i32>
    %v3 = stablehlo.constant dense<40503> : tensor<i32>
    %v4 = stablehlo.multiply %v2, %v3 : tensor<i32>
    %v5 = stablehlo.constant dense<20011> : tensor<i32>
    %v6 = stablehlo.compare EQ, %v4, %v5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v7 = stablehlo.slice %k [1:2] : (tensor<20xi32>) -> tensor<1xi32>
    %v8 = stablehlo.reshape %v7 : (tensor<1xi32>) -> tensor<i32>
    %v9 = stablehlo.constant dense<40503> : tensor<i32>
    %v10 = stablehlo.multiply %v8, %v9 : tensor<i32>
    %v11 = stablehlo.constant dense<20012> : tensor<i32>
    %v12 = stablehlo.compare EQ, %v10, %v11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v13 = stablehlo.slice %k [2:3] : (tensor<20xi32>) -> tensor<1xi32>
    %v14 = stablehlo.reshape %v13 : (tensor<1xi32>) -> tensor<i32>
    %v15 = stablehlo.constant dense<40503> : tensor<i32>
    %v16 = stablehlo.multiply %v14, %v15 : tensor<i32>
    %v17 = stablehlo.constant dense<20013> : tensor<i32>
    %v18 = stablehlo.compare EQ, %v16, %v17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v19 = stablehlo.slice %k [3:4] : (tensor<20xi32>) -> tensor<1xi32>
    %v20 = stablehlo.reshape %v19 : (tensor<1xi32>) -> tensor<i32>
    %v21 = stablehlo.constant dense<40503> : tensor<i32>
    %v22 = stablehlo.multiply %v20, %v21 : tensor<i32>
    %v23 = stablehlo.constant dense<20014> : tensor<i32>
    %v24 = stablehlo.compare EQ, %v22, %v23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v25 = stablehlo.slice %k [4:5] : (tensor<20xi32>) -> tensor<1xi32>
    %v26 = stablehlo.reshape %v25 : (tensor<1xi32>) -> tensor<i32>
    %v27 = stablehlo.constant dense<40503> : tensor<i32>
    %v28 = stablehlo.multiply %v26, %v27 : tensor<i32>
    %v29 = stablehlo.constant dense<20015> : tensor<i32>
    %v30 = stablehlo.compare EQ, %v28, %v29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v31 = stablehlo.slice %k [5:6] : (tensor<20xi32>) -> tensor<1xi32>
    %v32 = stablehlo.reshape %v31 : (tensor<1xi32>) -> tensor<i32>
    %v33 = stablehlo.constant dense<40503> : tensor<i32>
    %v34 = stablehlo.multiply %v32, %v33 : tensor<i32>
    %v35 = stablehlo.constant dense<20016> : tensor<i32>
    %v36 = stablehlo.compare EQ, %v34, %v35, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v37 = stablehlo.slice %k [6:7] : (tensor<20xi32>) -> tensor<1xi32>
    %v38 = stablehlo.reshape %v37 : (tensor<1xi32>) -> tensor<i32>
    %v39 = stablehlo.constant dense<40503> : tensor<i32>
    %v40 = stablehlo.multiply %v38, %v39 : tensor<i32>
    %v41 = stablehlo.constant dense<20017> : tensor<i32>
    %v42 = stablehlo.compare EQ, %v40, %v41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v43 = stablehlo.slice %k [7:8] : (tensor<20xi32>) -> tensor<1xi32>
    %v44 = stablehlo.reshape %v43 : (tensor<1xi32>) -> tensor<i32>
    %v45 = stablehlo.constant dense<40503> : tensor<i32>
    %v46 = stablehlo.multiply %v44, %v45 : tensor<i32>
    %v47 = stablehlo.constant dense<20018> : tensor<i32>
    %v48 = stablehlo.compare EQ, %v46, %v47, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v49 = stablehlo.slice %k [8:9] : (tensor<20xi32>) -> tensor<1xi32>
    %v50 = stablehlo.reshape %v49 : (tensor<1xi32>) -> tensor<i32>
    %v51 = stablehlo.constant dense<40503> : tensor<i32>
    %v52 = stablehlo.multiply %v50, %v51 : tensor<i32>
    %v53 = stablehlo.constant dense<20019> : tensor<i32>
    %v54 = stablehlo.compare EQ, %v52, %v53, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v55 = stablehlo.slice %k [9:10] : (tensor<20xi32>) -> tensor<1xi32>
    %v56 = stablehlo.reshape %v55 : (tensor<1xi32>) -> tensor<i32>
    %v57 = stablehlo.constant dense<40503> : tensor<i32>
    %v58 = stablehlo.multiply %v56, %v57 : tensor<i32>
    %v59 = stablehlo.constant dense<20020> : tensor<i32>
    %v60 = stablehlo.compare EQ, %v58, %v59, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v61 = stablehlo.slice %k [10:11] : (tensor<20xi32>) -> tensor<1xi32>
    %v62 = stablehlo.reshape %v61 : (tensor<1xi32>) -> tensor<i32>
    %v63 = stablehlo.constant dense<40503> : tensor<i32>
    %v64 = stablehlo.multiply %v62, %v63 : tensor<i32>
    %v65 = stablehlo.constant dense<20021> : tensor<i32>
    %v66 = stablehlo.compare EQ, %v64, %v65, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v67 = stablehlo.slice %k [11:12] : (tensor<20xi32>) -> tensor<1xi32>
    %v68 = stablehlo.reshape %v67 : (tensor<1xi32>) -> tensor<i32>
    %v69 = stablehlo.constant dense<40503> : tensor<i32>
    %v70 = stablehlo.multiply %v68, %v69 : tensor<i32>
    %v71 = stablehlo.constant dense<20022> : tensor<i32>
    %v72 = stablehlo.compare EQ, %v70, %v71, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v73 = stablehlo.slice %k [12:13] : (tensor<20xi32>) -> tensor<1xi32>
    %v74 = stablehlo.reshape %v73 : (tensor<1xi32>) -> tensor<i32>
    %v75 = stablehlo.constant dense<40503> : tensor<i32>
    %v76 = stablehlo.multiply %v74, %v75 : tensor<i32>
    %v77 = stablehlo.constant dense<20023> : tensor<i32>
    %v78 = stablehlo.compare EQ, %v76, %v77, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v79 = stablehlo.slice %k [13:14] : (tensor<20xi32>) -> tensor<1xi32>
    %v80 = stablehlo.reshape %v79 : (tensor<1xi32>) -> tensor<i32>
    %v81 = stablehlo.constant dense<40503> : tensor<i32>
    %v82 = stablehlo.multiply %v80, %v81 : tensor<i32>
    %v83 = stablehlo.constant dense<20024> : tensor<i32>
    %v84 = stablehlo.compare EQ, %v82, %v83, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v85 = stablehlo.slice %k [14:15] : (tensor<20xi32>) -> tensor<1xi32>
    %v86 = stablehlo.reshape %v85 : (tensor<1xi32>) -> tensor<i32>
    %v87 = stablehlo.constant dense<40503> : tensor<i32>
    %v88 = stablehlo.multiply %v86, %v87 : tensor<i32>
    %v89 = stablehlo.constant dense<20025> : tensor<i32>
    %v90 = stablehlo.compare EQ, %v88, %v89, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v91 = stablehlo.slice %k [15:16] : (tensor<20xi32>) -> tensor<1xi32>
    %v92 = stablehlo.reshape %v91 : (tensor<1xi32>) -> tensor<i32>
    %v93 = stablehlo.constant dense<40503> : tensor<i32>
    %v94 = stablehlo.multiply %v92, %v93 : tensor<i32>
    %v95 = stablehlo.constant dense<20026> : tensor<i32>
    %v96 = stablehlo.compare EQ, %v94, %v95, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v97 = stablehlo.slice %k [16:17] : (tensor<20xi32>) -> tensor<1xi32>
    %v98 = stablehlo.reshape %v97 : (tensor<1xi32>) -> tensor<i32>
    %v99 = stablehlo.constant dense<40503> : tensor<i32>
    %v100 = stablehlo.multiply %v98, %v99 : tensor<i32>
    %v101 = stablehlo.constant dense<20027> : tensor<i32>
    %v102 = stablehlo.compare EQ, %v100, %v101, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v103 = stablehlo.slice %k [17:18] : (tensor<20xi32>) -> tensor<1xi32>
    %v104 = stablehlo.reshape %v103 : (tensor<1xi32>) -> tensor<i32>
    %v105 = stablehlo.constant dense<40503> : tensor<i32>
    %v106 = stablehlo.multiply %v104, %v105 : tensor<i32>
    %v107 = stablehlo.constant dense<20028> : tensor<i32>
    %v108 = stablehlo.compare EQ, %v106, %v107, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v109 = stablehlo.slice %k [18:19] : (tensor<20xi32>) -> tensor<1xi32>
    %v110 = stablehlo.reshape %v109 : (tensor<1xi32>) -> tensor<i32>
    %v111 = stablehlo.constant dense<40503> : tensor<i32>
    %v112 = stablehlo.multiply %v110, %v111 : tensor<i32>
    %v113 = stablehlo.constant dense<20029> : tensor<i32>
    %v114 = stablehlo.compare EQ, %v112, %v113, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v115 = stablehlo.slice %k [19:20] : (tensor<20xi32>) -> tensor<1xi32>
    %v116 = stablehlo.reshape %v115 : (tensor<1xi32>) -> tensor<i32>
    %v117 = stablehlo.constant dense<40503> : tensor<i32>
    %v118 = stablehlo.multiply %v116, %v117 : tensor<i32>
    %v119 = stablehlo.constant dense<20030> : tensor<i32>
    %v120 = stablehlo.compare EQ, %v118, %v119, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%q0 = "stablehlo.if"(%v6) ({ %q1 = "stablehlo.if"(%v12) ({ %q2 = "stablehlo.if"(%v18) ({ %q3 = "stablehlo.if"(%v24) ({ %q4 = "stablehlo.if"(%v30) ({ %q5 = "stablehlo.if"(%v36) ({ %q6 = "stablehlo.if"(%v42) ({ %q7 = "stablehlo.if"(%v48) ({ %q8 = "stablehlo.if"(%v54) ({ %q9 = "stablehlo.if"(%v60) ({ %q10 = "stablehlo.if"(%v66) ({ %q11 = "stablehlo.if"(%v72) ({ %q12 = "stablehlo.if"(%v78) ({ %q13 = "stablehlo.if"(%v84) ({ %q14 = "stablehlo.if"(%v90) ({ %q15 = "stablehlo.if"(%v96) ({ %q16 = "stablehlo.if"(%v102) ({ %q17 = "stablehlo.if"(%v108) ({ %q18 = "stablehlo.if"(%v114) ({ %q19 = "stablehlo.if"(%v120) ({ stablehlo.return %x : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q19 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q18 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q17 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q16 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q15 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q14 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q13 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q12 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q11 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q10 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q9 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q8 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q7 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q6 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q5 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q4 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q3 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q2 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        stablehlo.return %q1 : tensor<f32> }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
        
    return %q0 : tensor<f32>
}
}
