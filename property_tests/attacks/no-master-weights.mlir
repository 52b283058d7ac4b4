module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a1: tensor<12x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.slice %a1 [0:1:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v5 = stablehlo.subtract %a0, %v4 : tensor<4xf32>
    %v6 = stablehlo.slice %a1 [1:2:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v7 = stablehlo.reshape %v6 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v9 = stablehlo.reduce(%v7 init: %v8) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v10 = stablehlo.subtract %v5, %v9 : tensor<4xf32>
    %v11 = stablehlo.slice %a1 [2:3:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v12 = stablehlo.reshape %v11 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v14 = stablehlo.reduce(%v12 init: %v13) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v15 = stablehlo.subtract %v10, %v14 : tensor<4xf32>
    %v16 = stablehlo.slice %a1 [3:4:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v17 = stablehlo.reshape %v16 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v19 = stablehlo.reduce(%v17 init: %v18) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v20 = stablehlo.subtract %v15, %v19 : tensor<4xf32>
    %v21 = stablehlo.slice %a1 [4:5:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v22 = stablehlo.reshape %v21 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v24 = stablehlo.reduce(%v22 init: %v23) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v25 = stablehlo.subtract %v20, %v24 : tensor<4xf32>
    %v26 = stablehlo.slice %a1 [5:6:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v27 = stablehlo.reshape %v26 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v29 = stablehlo.reduce(%v27 init: %v28) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v30 = stablehlo.subtract %v25, %v29 : tensor<4xf32>
    %v31 = stablehlo.slice %a1 [6:7:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v32 = stablehlo.reshape %v31 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v34 = stablehlo.reduce(%v32 init: %v33) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v35 = stablehlo.subtract %v30, %v34 : tensor<4xf32>
    %v36 = stablehlo.slice %a1 [7:8:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v39 = stablehlo.reduce(%v37 init: %v38) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v40 = stablehlo.subtract %v35, %v39 : tensor<4xf32>
    %v41 = stablehlo.slice %a1 [8:9:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v42 = stablehlo.reshape %v41 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v44 = stablehlo.reduce(%v42 init: %v43) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v45 = stablehlo.subtract %v40, %v44 : tensor<4xf32>
    %v46 = stablehlo.slice %a1 [9:10:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v47 = stablehlo.reshape %v46 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v49 = stablehlo.reduce(%v47 init: %v48) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v50 = stablehlo.subtract %v45, %v49 : tensor<4xf32>
    %v51 = stablehlo.slice %a1 [10:11:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v52 = stablehlo.reshape %v51 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v54 = stablehlo.reduce(%v52 init: %v53) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v55 = stablehlo.subtract %v50, %v54 : tensor<4xf32>
    %v56 = stablehlo.slice %a1 [11:12:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v57 = stablehlo.reshape %v56 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v59 = stablehlo.reduce(%v57 init: %v58) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v60 = stablehlo.subtract %v55, %v59 : tensor<4xf32>
    %v61 = stablehlo.convert %v60 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v61 : tensor<4xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a1: tensor<12x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.slice %a1 [0:1:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v5 = "stablehlo.all_reduce"(%v4) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v6 = stablehlo.subtract %a0, %v5 : tensor<4xf32>
    %v7 = stablehlo.convert %v6 : (tensor<4xf32>) -> tensor<4xbf16>
    %v8 = stablehlo.convert %v7 : (tensor<4xbf16>) -> tensor<4xf32>
    %v9 = stablehlo.slice %a1 [1:2:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v10 = stablehlo.reshape %v9 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v13 = "stablehlo.all_reduce"(%v12) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v14 = stablehlo.subtract %v8, %v13 : tensor<4xf32>
    %v15 = stablehlo.convert %v14 : (tensor<4xf32>) -> tensor<4xbf16>
    %v16 = stablehlo.convert %v15 : (tensor<4xbf16>) -> tensor<4xf32>
    %v17 = stablehlo.slice %a1 [2:3:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v18 = stablehlo.reshape %v17 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v20 = stablehlo.reduce(%v18 init: %v19) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v21 = "stablehlo.all_reduce"(%v20) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v22 = stablehlo.subtract %v16, %v21 : tensor<4xf32>
    %v23 = stablehlo.convert %v22 : (tensor<4xf32>) -> tensor<4xbf16>
    %v24 = stablehlo.convert %v23 : (tensor<4xbf16>) -> tensor<4xf32>
    %v25 = stablehlo.slice %a1 [3:4:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v26 = stablehlo.reshape %v25 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v28 = stablehlo.reduce(%v26 init: %v27) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v29 = "stablehlo.all_reduce"(%v28) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v30 = stablehlo.subtract %v24, %v29 : tensor<4xf32>
    %v31 = stablehlo.convert %v30 : (tensor<4xf32>) -> tensor<4xbf16>
    %v32 = stablehlo.convert %v31 : (tensor<4xbf16>) -> tensor<4xf32>
    %v33 = stablehlo.slice %a1 [4:5:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v34 = stablehlo.reshape %v33 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v36 = stablehlo.reduce(%v34 init: %v35) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v37 = "stablehlo.all_reduce"(%v36) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v38 = stablehlo.subtract %v32, %v37 : tensor<4xf32>
    %v39 = stablehlo.convert %v38 : (tensor<4xf32>) -> tensor<4xbf16>
    %v40 = stablehlo.convert %v39 : (tensor<4xbf16>) -> tensor<4xf32>
    %v41 = stablehlo.slice %a1 [5:6:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v42 = stablehlo.reshape %v41 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v44 = stablehlo.reduce(%v42 init: %v43) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v45 = "stablehlo.all_reduce"(%v44) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v46 = stablehlo.subtract %v40, %v45 : tensor<4xf32>
    %v47 = stablehlo.convert %v46 : (tensor<4xf32>) -> tensor<4xbf16>
    %v48 = stablehlo.convert %v47 : (tensor<4xbf16>) -> tensor<4xf32>
    %v49 = stablehlo.slice %a1 [6:7:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v50 = stablehlo.reshape %v49 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v52 = stablehlo.reduce(%v50 init: %v51) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v53 = "stablehlo.all_reduce"(%v52) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v54 = stablehlo.subtract %v48, %v53 : tensor<4xf32>
    %v55 = stablehlo.convert %v54 : (tensor<4xf32>) -> tensor<4xbf16>
    %v56 = stablehlo.convert %v55 : (tensor<4xbf16>) -> tensor<4xf32>
    %v57 = stablehlo.slice %a1 [7:8:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v58 = stablehlo.reshape %v57 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v60 = stablehlo.reduce(%v58 init: %v59) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v61 = "stablehlo.all_reduce"(%v60) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v62 = stablehlo.subtract %v56, %v61 : tensor<4xf32>
    %v63 = stablehlo.convert %v62 : (tensor<4xf32>) -> tensor<4xbf16>
    %v64 = stablehlo.convert %v63 : (tensor<4xbf16>) -> tensor<4xf32>
    %v65 = stablehlo.slice %a1 [8:9:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v66 = stablehlo.reshape %v65 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v68 = stablehlo.reduce(%v66 init: %v67) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v69 = "stablehlo.all_reduce"(%v68) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v70 = stablehlo.subtract %v64, %v69 : tensor<4xf32>
    %v71 = stablehlo.convert %v70 : (tensor<4xf32>) -> tensor<4xbf16>
    %v72 = stablehlo.convert %v71 : (tensor<4xbf16>) -> tensor<4xf32>
    %v73 = stablehlo.slice %a1 [9:10:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v74 = stablehlo.reshape %v73 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v76 = stablehlo.reduce(%v74 init: %v75) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v77 = "stablehlo.all_reduce"(%v76) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v78 = stablehlo.subtract %v72, %v77 : tensor<4xf32>
    %v79 = stablehlo.convert %v78 : (tensor<4xf32>) -> tensor<4xbf16>
    %v80 = stablehlo.convert %v79 : (tensor<4xbf16>) -> tensor<4xf32>
    %v81 = stablehlo.slice %a1 [10:11:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v82 = stablehlo.reshape %v81 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v84 = stablehlo.reduce(%v82 init: %v83) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v85 = "stablehlo.all_reduce"(%v84) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v86 = stablehlo.subtract %v80, %v85 : tensor<4xf32>
    %v87 = stablehlo.convert %v86 : (tensor<4xf32>) -> tensor<4xbf16>
    %v88 = stablehlo.convert %v87 : (tensor<4xbf16>) -> tensor<4xf32>
    %v89 = stablehlo.slice %a1 [11:12:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v90 = stablehlo.reshape %v89 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v92 = stablehlo.reduce(%v90 init: %v91) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v93 = "stablehlo.all_reduce"(%v92) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v94 = stablehlo.subtract %v88, %v93 : tensor<4xf32>
    %v95 = stablehlo.convert %v94 : (tensor<4xf32>) -> tensor<4xbf16>
    %v96 = stablehlo.convert %v95 : (tensor<4xbf16>) -> tensor<4xf32>
    %v97 = stablehlo.convert %v96 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v97 : tensor<4xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %a1: tensor<12x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %v1 = stablehlo.slice %a1 [0:1:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v5 = "stablehlo.all_reduce"(%v4) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v6 = stablehlo.subtract %a0, %v5 : tensor<4xf32>
    %v7 = stablehlo.slice %a1 [1:2:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v8 = stablehlo.reshape %v7 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v10 = stablehlo.reduce(%v8 init: %v9) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v11 = "stablehlo.all_reduce"(%v10) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v12 = stablehlo.subtract %v6, %v11 : tensor<4xf32>
    %v13 = stablehlo.slice %a1 [2:3:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v14 = stablehlo.reshape %v13 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v16 = stablehlo.reduce(%v14 init: %v15) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v17 = "stablehlo.all_reduce"(%v16) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v18 = stablehlo.subtract %v12, %v17 : tensor<4xf32>
    %v19 = stablehlo.slice %a1 [3:4:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v20 = stablehlo.reshape %v19 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v22 = stablehlo.reduce(%v20 init: %v21) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v23 = "stablehlo.all_reduce"(%v22) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v24 = stablehlo.subtract %v18, %v23 : tensor<4xf32>
    %v25 = stablehlo.slice %a1 [4:5:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v26 = stablehlo.reshape %v25 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v28 = stablehlo.reduce(%v26 init: %v27) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v29 = "stablehlo.all_reduce"(%v28) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v30 = stablehlo.subtract %v24, %v29 : tensor<4xf32>
    %v31 = stablehlo.slice %a1 [5:6:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v32 = stablehlo.reshape %v31 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v34 = stablehlo.reduce(%v32 init: %v33) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v35 = "stablehlo.all_reduce"(%v34) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v36 = stablehlo.subtract %v30, %v35 : tensor<4xf32>
    %v37 = stablehlo.slice %a1 [6:7:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v38 = stablehlo.reshape %v37 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v40 = stablehlo.reduce(%v38 init: %v39) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v41 = "stablehlo.all_reduce"(%v40) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v42 = stablehlo.subtract %v36, %v41 : tensor<4xf32>
    %v43 = stablehlo.slice %a1 [7:8:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v44 = stablehlo.reshape %v43 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v46 = stablehlo.reduce(%v44 init: %v45) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v47 = "stablehlo.all_reduce"(%v46) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v48 = stablehlo.subtract %v42, %v47 : tensor<4xf32>
    %v49 = stablehlo.slice %a1 [8:9:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v50 = stablehlo.reshape %v49 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v52 = stablehlo.reduce(%v50 init: %v51) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v53 = "stablehlo.all_reduce"(%v52) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v54 = stablehlo.subtract %v48, %v53 : tensor<4xf32>
    %v55 = stablehlo.slice %a1 [9:10:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v56 = stablehlo.reshape %v55 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v58 = stablehlo.reduce(%v56 init: %v57) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v59 = "stablehlo.all_reduce"(%v58) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v60 = stablehlo.subtract %v54, %v59 : tensor<4xf32>
    %v61 = stablehlo.slice %a1 [10:11:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v62 = stablehlo.reshape %v61 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v64 = stablehlo.reduce(%v62 init: %v63) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v65 = "stablehlo.all_reduce"(%v64) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v66 = stablehlo.subtract %v60, %v65 : tensor<4xf32>
    %v67 = stablehlo.slice %a1 [11:12:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v68 = stablehlo.reshape %v67 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %v70 = stablehlo.reduce(%v68 init: %v69) applies stablehlo.add across dimensions = [0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %v71 = "stablehlo.all_reduce"(%v70) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    %v72 = stablehlo.subtract %v66, %v71 : tensor<4xf32>
    %v73 = stablehlo.convert %v72 : (tensor<4xf32>) -> tensor<4xbf16>
    return %v73 : tensor<4xbf16>
  }
}
