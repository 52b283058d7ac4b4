module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<3x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %a1: tensor<12x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<3x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.slice %a1 [0:1:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v3 = stablehlo.dot_general %a0, %v2, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v4 = stablehlo.slice %a1 [1:2:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v5 = stablehlo.reshape %v4 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v6 = stablehlo.dot_general %a0, %v5, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v7 = stablehlo.add %v3, %v6 : tensor<3x4xf32>
    %v8 = stablehlo.slice %a1 [2:3:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v9 = stablehlo.reshape %v8 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v10 = stablehlo.dot_general %a0, %v9, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v11 = stablehlo.add %v7, %v10 : tensor<3x4xf32>
    %v12 = stablehlo.slice %a1 [3:4:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v13 = stablehlo.reshape %v12 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v14 = stablehlo.dot_general %a0, %v13, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v15 = stablehlo.add %v11, %v14 : tensor<3x4xf32>
    %v16 = stablehlo.slice %a1 [4:5:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v17 = stablehlo.reshape %v16 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v18 = stablehlo.dot_general %a0, %v17, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v19 = stablehlo.add %v15, %v18 : tensor<3x4xf32>
    %v20 = stablehlo.slice %a1 [5:6:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v21 = stablehlo.reshape %v20 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v22 = stablehlo.dot_general %a0, %v21, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v23 = stablehlo.add %v19, %v22 : tensor<3x4xf32>
    %v24 = stablehlo.slice %a1 [6:7:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v25 = stablehlo.reshape %v24 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v26 = stablehlo.dot_general %a0, %v25, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v27 = stablehlo.add %v23, %v26 : tensor<3x4xf32>
    %v28 = stablehlo.slice %a1 [7:8:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v29 = stablehlo.reshape %v28 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v30 = stablehlo.dot_general %a0, %v29, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v31 = stablehlo.add %v27, %v30 : tensor<3x4xf32>
    %v32 = stablehlo.slice %a1 [8:9:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v33 = stablehlo.reshape %v32 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v34 = stablehlo.dot_general %a0, %v33, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v35 = stablehlo.add %v31, %v34 : tensor<3x4xf32>
    %v36 = stablehlo.slice %a1 [9:10:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v37 = stablehlo.reshape %v36 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v38 = stablehlo.dot_general %a0, %v37, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v39 = stablehlo.add %v35, %v38 : tensor<3x4xf32>
    %v40 = stablehlo.slice %a1 [10:11:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v41 = stablehlo.reshape %v40 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v42 = stablehlo.dot_general %a0, %v41, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v43 = stablehlo.add %v39, %v42 : tensor<3x4xf32>
    %v44 = stablehlo.slice %a1 [11:12:1, 0:16:1, 0:4:1] : (tensor<12x16x4xf32>) -> tensor<1x16x4xf32>
    %v45 = stablehlo.reshape %v44 : (tensor<1x16x4xf32>) -> tensor<16x4xf32>
    %v46 = stablehlo.dot_general %a0, %v45, contracting_dims = [1] x [0] : (tensor<3x16xf32>, tensor<16x4xf32>) -> tensor<3x4xf32>
    %v47 = stablehlo.add %v43, %v46 : tensor<3x4xf32>
    %v48 = stablehlo.convert %v47 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    return %v48 : tensor<3x4xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %a1: tensor<12x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<3x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.slice %a1 [0:1:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v3 = stablehlo.dot_general %a0, %v2, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v4 = "stablehlo.all_reduce"(%v3) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v5 = stablehlo.slice %a1 [1:2:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v6 = stablehlo.reshape %v5 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v7 = stablehlo.dot_general %a0, %v6, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v8 = "stablehlo.all_reduce"(%v7) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v9 = stablehlo.add %v4, %v8 : tensor<3x4xf32>
    %v10 = stablehlo.convert %v9 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v11 = stablehlo.convert %v10 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v12 = stablehlo.slice %a1 [2:3:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v13 = stablehlo.reshape %v12 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v14 = stablehlo.dot_general %a0, %v13, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v15 = "stablehlo.all_reduce"(%v14) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v16 = stablehlo.add %v11, %v15 : tensor<3x4xf32>
    %v17 = stablehlo.convert %v16 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v18 = stablehlo.convert %v17 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v19 = stablehlo.slice %a1 [3:4:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v20 = stablehlo.reshape %v19 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v21 = stablehlo.dot_general %a0, %v20, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v22 = "stablehlo.all_reduce"(%v21) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v23 = stablehlo.add %v18, %v22 : tensor<3x4xf32>
    %v24 = stablehlo.convert %v23 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v25 = stablehlo.convert %v24 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v26 = stablehlo.slice %a1 [4:5:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v27 = stablehlo.reshape %v26 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v28 = stablehlo.dot_general %a0, %v27, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v29 = "stablehlo.all_reduce"(%v28) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v30 = stablehlo.add %v25, %v29 : tensor<3x4xf32>
    %v31 = stablehlo.convert %v30 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v32 = stablehlo.convert %v31 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v33 = stablehlo.slice %a1 [5:6:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v34 = stablehlo.reshape %v33 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v35 = stablehlo.dot_general %a0, %v34, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v36 = "stablehlo.all_reduce"(%v35) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v37 = stablehlo.add %v32, %v36 : tensor<3x4xf32>
    %v38 = stablehlo.convert %v37 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v39 = stablehlo.convert %v38 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v40 = stablehlo.slice %a1 [6:7:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v41 = stablehlo.reshape %v40 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v42 = stablehlo.dot_general %a0, %v41, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v43 = "stablehlo.all_reduce"(%v42) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v44 = stablehlo.add %v39, %v43 : tensor<3x4xf32>
    %v45 = stablehlo.convert %v44 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v46 = stablehlo.convert %v45 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v47 = stablehlo.slice %a1 [7:8:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v48 = stablehlo.reshape %v47 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v49 = stablehlo.dot_general %a0, %v48, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v50 = "stablehlo.all_reduce"(%v49) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v51 = stablehlo.add %v46, %v50 : tensor<3x4xf32>
    %v52 = stablehlo.convert %v51 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v53 = stablehlo.convert %v52 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v54 = stablehlo.slice %a1 [8:9:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v55 = stablehlo.reshape %v54 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v56 = stablehlo.dot_general %a0, %v55, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v57 = "stablehlo.all_reduce"(%v56) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v58 = stablehlo.add %v53, %v57 : tensor<3x4xf32>
    %v59 = stablehlo.convert %v58 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v60 = stablehlo.convert %v59 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v61 = stablehlo.slice %a1 [9:10:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v62 = stablehlo.reshape %v61 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v63 = stablehlo.dot_general %a0, %v62, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v64 = "stablehlo.all_reduce"(%v63) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v65 = stablehlo.add %v60, %v64 : tensor<3x4xf32>
    %v66 = stablehlo.convert %v65 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v67 = stablehlo.convert %v66 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v68 = stablehlo.slice %a1 [10:11:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v69 = stablehlo.reshape %v68 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v70 = stablehlo.dot_general %a0, %v69, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v71 = "stablehlo.all_reduce"(%v70) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v72 = stablehlo.add %v67, %v71 : tensor<3x4xf32>
    %v73 = stablehlo.convert %v72 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v74 = stablehlo.convert %v73 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v75 = stablehlo.slice %a1 [11:12:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v76 = stablehlo.reshape %v75 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v77 = stablehlo.dot_general %a0, %v76, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v78 = "stablehlo.all_reduce"(%v77) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v79 = stablehlo.add %v74, %v78 : tensor<3x4xf32>
    %v80 = stablehlo.convert %v79 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    %v81 = stablehlo.convert %v80 : (tensor<3x4xbf16>) -> tensor<3x4xf32>
    %v82 = stablehlo.convert %v81 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    return %v82 : tensor<3x4xbf16>
  }
}

// -----

module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a0: tensor<3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %a1: tensor<12x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<3x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %v1 = stablehlo.slice %a1 [0:1:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v2 = stablehlo.reshape %v1 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v3 = stablehlo.dot_general %a0, %v2, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v4 = "stablehlo.all_reduce"(%v3) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v5 = stablehlo.slice %a1 [1:2:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v6 = stablehlo.reshape %v5 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v7 = stablehlo.dot_general %a0, %v6, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v8 = "stablehlo.all_reduce"(%v7) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v9 = stablehlo.add %v4, %v8 : tensor<3x4xf32>
    %v10 = stablehlo.slice %a1 [2:3:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v11 = stablehlo.reshape %v10 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v12 = stablehlo.dot_general %a0, %v11, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v13 = "stablehlo.all_reduce"(%v12) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v14 = stablehlo.add %v9, %v13 : tensor<3x4xf32>
    %v15 = stablehlo.slice %a1 [3:4:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v16 = stablehlo.reshape %v15 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v17 = stablehlo.dot_general %a0, %v16, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v18 = "stablehlo.all_reduce"(%v17) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v19 = stablehlo.add %v14, %v18 : tensor<3x4xf32>
    %v20 = stablehlo.slice %a1 [4:5:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v21 = stablehlo.reshape %v20 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v22 = stablehlo.dot_general %a0, %v21, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v23 = "stablehlo.all_reduce"(%v22) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v24 = stablehlo.add %v19, %v23 : tensor<3x4xf32>
    %v25 = stablehlo.slice %a1 [5:6:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v26 = stablehlo.reshape %v25 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v27 = stablehlo.dot_general %a0, %v26, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v28 = "stablehlo.all_reduce"(%v27) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v29 = stablehlo.add %v24, %v28 : tensor<3x4xf32>
    %v30 = stablehlo.slice %a1 [6:7:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v31 = stablehlo.reshape %v30 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v32 = stablehlo.dot_general %a0, %v31, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v33 = "stablehlo.all_reduce"(%v32) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v34 = stablehlo.add %v29, %v33 : tensor<3x4xf32>
    %v35 = stablehlo.slice %a1 [7:8:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v36 = stablehlo.reshape %v35 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v37 = stablehlo.dot_general %a0, %v36, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v38 = "stablehlo.all_reduce"(%v37) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v39 = stablehlo.add %v34, %v38 : tensor<3x4xf32>
    %v40 = stablehlo.slice %a1 [8:9:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v41 = stablehlo.reshape %v40 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v42 = stablehlo.dot_general %a0, %v41, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v43 = "stablehlo.all_reduce"(%v42) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v44 = stablehlo.add %v39, %v43 : tensor<3x4xf32>
    %v45 = stablehlo.slice %a1 [9:10:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v46 = stablehlo.reshape %v45 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v47 = stablehlo.dot_general %a0, %v46, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v48 = "stablehlo.all_reduce"(%v47) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v49 = stablehlo.add %v44, %v48 : tensor<3x4xf32>
    %v50 = stablehlo.slice %a1 [10:11:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v51 = stablehlo.reshape %v50 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v52 = stablehlo.dot_general %a0, %v51, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v53 = "stablehlo.all_reduce"(%v52) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v54 = stablehlo.add %v49, %v53 : tensor<3x4xf32>
    %v55 = stablehlo.slice %a1 [11:12:1, 0:2:1, 0:4:1] : (tensor<12x2x4xf32>) -> tensor<1x2x4xf32>
    %v56 = stablehlo.reshape %v55 : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
    %v57 = stablehlo.dot_general %a0, %v56, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    %v58 = "stablehlo.all_reduce"(%v57) ({ ^bb0(%ba: tensor<f32>, %bb: tensor<f32>): %br = stablehlo.add %ba, %bb : tensor<f32> stablehlo.return %br : tensor<f32> }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %v59 = stablehlo.add %v54, %v58 : tensor<3x4xf32>
    %v60 = stablehlo.convert %v59 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
    return %v60 : tensor<3x4xbf16>
  }
}
