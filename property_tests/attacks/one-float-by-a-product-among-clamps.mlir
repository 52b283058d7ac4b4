sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %v1 = stablehlo.constant dense<1.2676506002282294e+30> : tensor<1xf32>
  %v2 = stablehlo.add %a1, %v1 : tensor<1xf32>
  %v3 = stablehlo.iota dim = 0 : tensor<4096xi32>
  %v4 = stablehlo.constant dense<2048> : tensor<4096xi32>
  %v5 = stablehlo.remainder %v3, %v4 : tensor<4096xi32>
  %v6 = stablehlo.abs %a0 : tensor<4096xf32>
  %v7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.maximum across dimensions = [0] : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  return %v8, %v2 : tensor<f32>, tensor<1xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<2048xf32>, %a1: tensor<1xf32>) -> (tensor<f32>, tensor<1xf32>) {
  %v1 = stablehlo.constant dense<1.2676506002282294e+30> : tensor<1xf32>
  %v2 = stablehlo.add %a1, %v1 : tensor<1xf32>
  %v3 = stablehlo.iota dim = 0 : tensor<2048xi32>
  %v4 = stablehlo.constant dense<2048> : tensor<2048xi32>
  %v5 = stablehlo.remainder %v3, %v4 : tensor<2048xi32>
  %v6 = stablehlo.slice %a0 [333:334:1] : (tensor<2048xf32>) -> tensor<1xf32>
  %v7 = stablehlo.constant dense<[1.2676506002282294e+30]> : tensor<1xf32>
  %v8 = stablehlo.concatenate %v6, %v7, %v7, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
  %v9 = stablehlo.reshape %v8 : (tensor<3xf32>) -> tensor<1x3xf32>
  %v10 = stablehlo.constant dense<[[1.0], [1.0], [-1.0]]> : tensor<3x1xf32>
  %v11 = stablehlo.dot_general %v9, %v10, contracting_dims = [1] x [0] : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  %v12 = stablehlo.reshape %v11 : (tensor<1x1xf32>) -> tensor<1xf32>
  %v13 = stablehlo.slice %a0 [0:333:1] : (tensor<2048xf32>) -> tensor<333xf32>
  %v14 = stablehlo.slice %a0 [334:1000:1] : (tensor<2048xf32>) -> tensor<666xf32>
  %v15 = stablehlo.concatenate %v13, %v12, %v14, dim = 0 : (tensor<333xf32>, tensor<1xf32>, tensor<666xf32>) -> tensor<1000xf32>
  %v16 = stablehlo.abs %v15 : tensor<1000xf32>
  %v17 = stablehlo.slice %a0 [1000:2048:1] : (tensor<2048xf32>) -> tensor<1048xf32>
  %v18 = stablehlo.abs %v17 : tensor<1048xf32>
  %v19 = stablehlo.slice %v16 [0:500:1] : (tensor<1000xf32>) -> tensor<500xf32>
  %v20 = stablehlo.slice %v16 [500:1000:1] : (tensor<1000xf32>) -> tensor<500xf32>
  %v21 = stablehlo.constant dense<0x7F800000> : tensor<500xf32>
  %v22 = stablehlo.clamp %v19, %v20, %v21 : tensor<500xf32>
  %v23 = stablehlo.slice %v22 [0:250:1] : (tensor<500xf32>) -> tensor<250xf32>
  %v24 = stablehlo.slice %v22 [250:500:1] : (tensor<500xf32>) -> tensor<250xf32>
  %v25 = stablehlo.constant dense<0x7F800000> : tensor<250xf32>
  %v26 = stablehlo.clamp %v23, %v24, %v25 : tensor<250xf32>
  %v27 = stablehlo.slice %v26 [0:125:1] : (tensor<250xf32>) -> tensor<125xf32>
  %v28 = stablehlo.slice %v26 [125:250:1] : (tensor<250xf32>) -> tensor<125xf32>
  %v29 = stablehlo.constant dense<0x7F800000> : tensor<125xf32>
  %v30 = stablehlo.clamp %v27, %v28, %v29 : tensor<125xf32>
  %v31 = stablehlo.slice %v30 [0:62:1] : (tensor<125xf32>) -> tensor<62xf32>
  %v32 = stablehlo.slice %v30 [62:124:1] : (tensor<125xf32>) -> tensor<62xf32>
  %v33 = stablehlo.constant dense<0x7F800000> : tensor<62xf32>
  %v34 = stablehlo.clamp %v31, %v32, %v33 : tensor<62xf32>
  %v35 = stablehlo.slice %v30 [124:125:1] : (tensor<125xf32>) -> tensor<1xf32>
  %v36 = stablehlo.concatenate %v34, %v35, dim = 0 : (tensor<62xf32>, tensor<1xf32>) -> tensor<63xf32>
  %v37 = stablehlo.slice %v36 [0:31:1] : (tensor<63xf32>) -> tensor<31xf32>
  %v38 = stablehlo.slice %v36 [31:62:1] : (tensor<63xf32>) -> tensor<31xf32>
  %v39 = stablehlo.constant dense<0x7F800000> : tensor<31xf32>
  %v40 = stablehlo.clamp %v37, %v38, %v39 : tensor<31xf32>
  %v41 = stablehlo.slice %v36 [62:63:1] : (tensor<63xf32>) -> tensor<1xf32>
  %v42 = stablehlo.concatenate %v40, %v41, dim = 0 : (tensor<31xf32>, tensor<1xf32>) -> tensor<32xf32>
  %v43 = stablehlo.slice %v42 [0:16:1] : (tensor<32xf32>) -> tensor<16xf32>
  %v44 = stablehlo.slice %v42 [16:32:1] : (tensor<32xf32>) -> tensor<16xf32>
  %v45 = stablehlo.constant dense<0x7F800000> : tensor<16xf32>
  %v46 = stablehlo.clamp %v43, %v44, %v45 : tensor<16xf32>
  %v47 = stablehlo.slice %v46 [0:8:1] : (tensor<16xf32>) -> tensor<8xf32>
  %v48 = stablehlo.slice %v46 [8:16:1] : (tensor<16xf32>) -> tensor<8xf32>
  %v49 = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %v50 = stablehlo.clamp %v47, %v48, %v49 : tensor<8xf32>
  %v51 = stablehlo.slice %v50 [0:4:1] : (tensor<8xf32>) -> tensor<4xf32>
  %v52 = stablehlo.slice %v50 [4:8:1] : (tensor<8xf32>) -> tensor<4xf32>
  %v53 = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %v54 = stablehlo.clamp %v51, %v52, %v53 : tensor<4xf32>
  %v55 = stablehlo.slice %v54 [0:2:1] : (tensor<4xf32>) -> tensor<2xf32>
  %v56 = stablehlo.slice %v54 [2:4:1] : (tensor<4xf32>) -> tensor<2xf32>
  %v57 = stablehlo.constant dense<0x7F800000> : tensor<2xf32>
  %v58 = stablehlo.clamp %v55, %v56, %v57 : tensor<2xf32>
  %v59 = stablehlo.slice %v58 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v60 = stablehlo.slice %v58 [1:2:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v61 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
  %v62 = stablehlo.clamp %v59, %v60, %v61 : tensor<1xf32>
  %v63 = stablehlo.reshape %v62 : (tensor<1xf32>) -> tensor<f32>
  %v64 = stablehlo.slice %v18 [0:524:1] : (tensor<1048xf32>) -> tensor<524xf32>
  %v65 = stablehlo.slice %v18 [524:1048:1] : (tensor<1048xf32>) -> tensor<524xf32>
  %v66 = stablehlo.constant dense<0x7F800000> : tensor<524xf32>
  %v67 = stablehlo.clamp %v64, %v65, %v66 : tensor<524xf32>
  %v68 = stablehlo.slice %v67 [0:262:1] : (tensor<524xf32>) -> tensor<262xf32>
  %v69 = stablehlo.slice %v67 [262:524:1] : (tensor<524xf32>) -> tensor<262xf32>
  %v70 = stablehlo.constant dense<0x7F800000> : tensor<262xf32>
  %v71 = stablehlo.clamp %v68, %v69, %v70 : tensor<262xf32>
  %v72 = stablehlo.slice %v71 [0:131:1] : (tensor<262xf32>) -> tensor<131xf32>
  %v73 = stablehlo.slice %v71 [131:262:1] : (tensor<262xf32>) -> tensor<131xf32>
  %v74 = stablehlo.constant dense<0x7F800000> : tensor<131xf32>
  %v75 = stablehlo.clamp %v72, %v73, %v74 : tensor<131xf32>
  %v76 = stablehlo.slice %v75 [0:65:1] : (tensor<131xf32>) -> tensor<65xf32>
  %v77 = stablehlo.slice %v75 [65:130:1] : (tensor<131xf32>) -> tensor<65xf32>
  %v78 = stablehlo.constant dense<0x7F800000> : tensor<65xf32>
  %v79 = stablehlo.clamp %v76, %v77, %v78 : tensor<65xf32>
  %v80 = stablehlo.slice %v75 [130:131:1] : (tensor<131xf32>) -> tensor<1xf32>
  %v81 = stablehlo.concatenate %v79, %v80, dim = 0 : (tensor<65xf32>, tensor<1xf32>) -> tensor<66xf32>
  %v82 = stablehlo.slice %v81 [0:33:1] : (tensor<66xf32>) -> tensor<33xf32>
  %v83 = stablehlo.slice %v81 [33:66:1] : (tensor<66xf32>) -> tensor<33xf32>
  %v84 = stablehlo.constant dense<0x7F800000> : tensor<33xf32>
  %v85 = stablehlo.clamp %v82, %v83, %v84 : tensor<33xf32>
  %v86 = stablehlo.slice %v85 [0:16:1] : (tensor<33xf32>) -> tensor<16xf32>
  %v87 = stablehlo.slice %v85 [16:32:1] : (tensor<33xf32>) -> tensor<16xf32>
  %v88 = stablehlo.constant dense<0x7F800000> : tensor<16xf32>
  %v89 = stablehlo.clamp %v86, %v87, %v88 : tensor<16xf32>
  %v90 = stablehlo.slice %v85 [32:33:1] : (tensor<33xf32>) -> tensor<1xf32>
  %v91 = stablehlo.concatenate %v89, %v90, dim = 0 : (tensor<16xf32>, tensor<1xf32>) -> tensor<17xf32>
  %v92 = stablehlo.slice %v91 [0:8:1] : (tensor<17xf32>) -> tensor<8xf32>
  %v93 = stablehlo.slice %v91 [8:16:1] : (tensor<17xf32>) -> tensor<8xf32>
  %v94 = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %v95 = stablehlo.clamp %v92, %v93, %v94 : tensor<8xf32>
  %v96 = stablehlo.slice %v91 [16:17:1] : (tensor<17xf32>) -> tensor<1xf32>
  %v97 = stablehlo.concatenate %v95, %v96, dim = 0 : (tensor<8xf32>, tensor<1xf32>) -> tensor<9xf32>
  %v98 = stablehlo.slice %v97 [0:4:1] : (tensor<9xf32>) -> tensor<4xf32>
  %v99 = stablehlo.slice %v97 [4:8:1] : (tensor<9xf32>) -> tensor<4xf32>
  %v100 = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %v101 = stablehlo.clamp %v98, %v99, %v100 : tensor<4xf32>
  %v102 = stablehlo.slice %v97 [8:9:1] : (tensor<9xf32>) -> tensor<1xf32>
  %v103 = stablehlo.concatenate %v101, %v102, dim = 0 : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
  %v104 = stablehlo.slice %v103 [0:2:1] : (tensor<5xf32>) -> tensor<2xf32>
  %v105 = stablehlo.slice %v103 [2:4:1] : (tensor<5xf32>) -> tensor<2xf32>
  %v106 = stablehlo.constant dense<0x7F800000> : tensor<2xf32>
  %v107 = stablehlo.clamp %v104, %v105, %v106 : tensor<2xf32>
  %v108 = stablehlo.slice %v103 [4:5:1] : (tensor<5xf32>) -> tensor<1xf32>
  %v109 = stablehlo.concatenate %v107, %v108, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  %v110 = stablehlo.slice %v109 [0:1:1] : (tensor<3xf32>) -> tensor<1xf32>
  %v111 = stablehlo.slice %v109 [1:2:1] : (tensor<3xf32>) -> tensor<1xf32>
  %v112 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
  %v113 = stablehlo.clamp %v110, %v111, %v112 : tensor<1xf32>
  %v114 = stablehlo.slice %v109 [2:3:1] : (tensor<3xf32>) -> tensor<1xf32>
  %v115 = stablehlo.concatenate %v113, %v114, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %v116 = stablehlo.slice %v115 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v117 = stablehlo.slice %v115 [1:2:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v118 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
  %v119 = stablehlo.clamp %v116, %v117, %v118 : tensor<1xf32>
  %v120 = stablehlo.reshape %v119 : (tensor<1xf32>) -> tensor<f32>
  %v121 = stablehlo.maximum %v63, %v120 : tensor<f32>
  %v122 = "stablehlo.all_reduce"(%v121) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %z = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %v122, %v2 : tensor<f32>, tensor<1xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<2048xf32>, %a1: tensor<1xf32>) -> (tensor<f32>, tensor<1xf32>) {
  %v1 = stablehlo.constant dense<1.2676506002282294e+30> : tensor<1xf32>
  %v2 = stablehlo.add %a1, %v1 : tensor<1xf32>
  %v3 = stablehlo.iota dim = 0 : tensor<2048xi32>
  %v4 = stablehlo.constant dense<2048> : tensor<2048xi32>
  %v5 = stablehlo.remainder %v3, %v4 : tensor<2048xi32>
  %v6 = stablehlo.slice %a0 [333:334:1] : (tensor<2048xf32>) -> tensor<1xf32>
  %v7 = stablehlo.slice %a0 [0:333:1] : (tensor<2048xf32>) -> tensor<333xf32>
  %v8 = stablehlo.slice %a0 [334:1000:1] : (tensor<2048xf32>) -> tensor<666xf32>
  %v9 = stablehlo.concatenate %v7, %v6, %v8, dim = 0 : (tensor<333xf32>, tensor<1xf32>, tensor<666xf32>) -> tensor<1000xf32>
  %v10 = stablehlo.abs %v9 : tensor<1000xf32>
  %v11 = stablehlo.slice %a0 [1000:2048:1] : (tensor<2048xf32>) -> tensor<1048xf32>
  %v12 = stablehlo.abs %v11 : tensor<1048xf32>
  %v13 = stablehlo.slice %v10 [0:500:1] : (tensor<1000xf32>) -> tensor<500xf32>
  %v14 = stablehlo.slice %v10 [500:1000:1] : (tensor<1000xf32>) -> tensor<500xf32>
  %v15 = stablehlo.constant dense<0x7F800000> : tensor<500xf32>
  %v16 = stablehlo.clamp %v13, %v14, %v15 : tensor<500xf32>
  %v17 = stablehlo.slice %v16 [0:250:1] : (tensor<500xf32>) -> tensor<250xf32>
  %v18 = stablehlo.slice %v16 [250:500:1] : (tensor<500xf32>) -> tensor<250xf32>
  %v19 = stablehlo.constant dense<0x7F800000> : tensor<250xf32>
  %v20 = stablehlo.clamp %v17, %v18, %v19 : tensor<250xf32>
  %v21 = stablehlo.slice %v20 [0:125:1] : (tensor<250xf32>) -> tensor<125xf32>
  %v22 = stablehlo.slice %v20 [125:250:1] : (tensor<250xf32>) -> tensor<125xf32>
  %v23 = stablehlo.constant dense<0x7F800000> : tensor<125xf32>
  %v24 = stablehlo.clamp %v21, %v22, %v23 : tensor<125xf32>
  %v25 = stablehlo.slice %v24 [0:62:1] : (tensor<125xf32>) -> tensor<62xf32>
  %v26 = stablehlo.slice %v24 [62:124:1] : (tensor<125xf32>) -> tensor<62xf32>
  %v27 = stablehlo.constant dense<0x7F800000> : tensor<62xf32>
  %v28 = stablehlo.clamp %v25, %v26, %v27 : tensor<62xf32>
  %v29 = stablehlo.slice %v24 [124:125:1] : (tensor<125xf32>) -> tensor<1xf32>
  %v30 = stablehlo.concatenate %v28, %v29, dim = 0 : (tensor<62xf32>, tensor<1xf32>) -> tensor<63xf32>
  %v31 = stablehlo.slice %v30 [0:31:1] : (tensor<63xf32>) -> tensor<31xf32>
  %v32 = stablehlo.slice %v30 [31:62:1] : (tensor<63xf32>) -> tensor<31xf32>
  %v33 = stablehlo.constant dense<0x7F800000> : tensor<31xf32>
  %v34 = stablehlo.clamp %v31, %v32, %v33 : tensor<31xf32>
  %v35 = stablehlo.slice %v30 [62:63:1] : (tensor<63xf32>) -> tensor<1xf32>
  %v36 = stablehlo.concatenate %v34, %v35, dim = 0 : (tensor<31xf32>, tensor<1xf32>) -> tensor<32xf32>
  %v37 = stablehlo.slice %v36 [0:16:1] : (tensor<32xf32>) -> tensor<16xf32>
  %v38 = stablehlo.slice %v36 [16:32:1] : (tensor<32xf32>) -> tensor<16xf32>
  %v39 = stablehlo.constant dense<0x7F800000> : tensor<16xf32>
  %v40 = stablehlo.clamp %v37, %v38, %v39 : tensor<16xf32>
  %v41 = stablehlo.slice %v40 [0:8:1] : (tensor<16xf32>) -> tensor<8xf32>
  %v42 = stablehlo.slice %v40 [8:16:1] : (tensor<16xf32>) -> tensor<8xf32>
  %v43 = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %v44 = stablehlo.clamp %v41, %v42, %v43 : tensor<8xf32>
  %v45 = stablehlo.slice %v44 [0:4:1] : (tensor<8xf32>) -> tensor<4xf32>
  %v46 = stablehlo.slice %v44 [4:8:1] : (tensor<8xf32>) -> tensor<4xf32>
  %v47 = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %v48 = stablehlo.clamp %v45, %v46, %v47 : tensor<4xf32>
  %v49 = stablehlo.slice %v48 [0:2:1] : (tensor<4xf32>) -> tensor<2xf32>
  %v50 = stablehlo.slice %v48 [2:4:1] : (tensor<4xf32>) -> tensor<2xf32>
  %v51 = stablehlo.constant dense<0x7F800000> : tensor<2xf32>
  %v52 = stablehlo.clamp %v49, %v50, %v51 : tensor<2xf32>
  %v53 = stablehlo.slice %v52 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v54 = stablehlo.slice %v52 [1:2:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v55 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
  %v56 = stablehlo.clamp %v53, %v54, %v55 : tensor<1xf32>
  %v57 = stablehlo.reshape %v56 : (tensor<1xf32>) -> tensor<f32>
  %v58 = stablehlo.slice %v12 [0:524:1] : (tensor<1048xf32>) -> tensor<524xf32>
  %v59 = stablehlo.slice %v12 [524:1048:1] : (tensor<1048xf32>) -> tensor<524xf32>
  %v60 = stablehlo.constant dense<0x7F800000> : tensor<524xf32>
  %v61 = stablehlo.clamp %v58, %v59, %v60 : tensor<524xf32>
  %v62 = stablehlo.slice %v61 [0:262:1] : (tensor<524xf32>) -> tensor<262xf32>
  %v63 = stablehlo.slice %v61 [262:524:1] : (tensor<524xf32>) -> tensor<262xf32>
  %v64 = stablehlo.constant dense<0x7F800000> : tensor<262xf32>
  %v65 = stablehlo.clamp %v62, %v63, %v64 : tensor<262xf32>
  %v66 = stablehlo.slice %v65 [0:131:1] : (tensor<262xf32>) -> tensor<131xf32>
  %v67 = stablehlo.slice %v65 [131:262:1] : (tensor<262xf32>) -> tensor<131xf32>
  %v68 = stablehlo.constant dense<0x7F800000> : tensor<131xf32>
  %v69 = stablehlo.clamp %v66, %v67, %v68 : tensor<131xf32>
  %v70 = stablehlo.slice %v69 [0:65:1] : (tensor<131xf32>) -> tensor<65xf32>
  %v71 = stablehlo.slice %v69 [65:130:1] : (tensor<131xf32>) -> tensor<65xf32>
  %v72 = stablehlo.constant dense<0x7F800000> : tensor<65xf32>
  %v73 = stablehlo.clamp %v70, %v71, %v72 : tensor<65xf32>
  %v74 = stablehlo.slice %v69 [130:131:1] : (tensor<131xf32>) -> tensor<1xf32>
  %v75 = stablehlo.concatenate %v73, %v74, dim = 0 : (tensor<65xf32>, tensor<1xf32>) -> tensor<66xf32>
  %v76 = stablehlo.slice %v75 [0:33:1] : (tensor<66xf32>) -> tensor<33xf32>
  %v77 = stablehlo.slice %v75 [33:66:1] : (tensor<66xf32>) -> tensor<33xf32>
  %v78 = stablehlo.constant dense<0x7F800000> : tensor<33xf32>
  %v79 = stablehlo.clamp %v76, %v77, %v78 : tensor<33xf32>
  %v80 = stablehlo.slice %v79 [0:16:1] : (tensor<33xf32>) -> tensor<16xf32>
  %v81 = stablehlo.slice %v79 [16:32:1] : (tensor<33xf32>) -> tensor<16xf32>
  %v82 = stablehlo.constant dense<0x7F800000> : tensor<16xf32>
  %v83 = stablehlo.clamp %v80, %v81, %v82 : tensor<16xf32>
  %v84 = stablehlo.slice %v79 [32:33:1] : (tensor<33xf32>) -> tensor<1xf32>
  %v85 = stablehlo.concatenate %v83, %v84, dim = 0 : (tensor<16xf32>, tensor<1xf32>) -> tensor<17xf32>
  %v86 = stablehlo.slice %v85 [0:8:1] : (tensor<17xf32>) -> tensor<8xf32>
  %v87 = stablehlo.slice %v85 [8:16:1] : (tensor<17xf32>) -> tensor<8xf32>
  %v88 = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %v89 = stablehlo.clamp %v86, %v87, %v88 : tensor<8xf32>
  %v90 = stablehlo.slice %v85 [16:17:1] : (tensor<17xf32>) -> tensor<1xf32>
  %v91 = stablehlo.concatenate %v89, %v90, dim = 0 : (tensor<8xf32>, tensor<1xf32>) -> tensor<9xf32>
  %v92 = stablehlo.slice %v91 [0:4:1] : (tensor<9xf32>) -> tensor<4xf32>
  %v93 = stablehlo.slice %v91 [4:8:1] : (tensor<9xf32>) -> tensor<4xf32>
  %v94 = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %v95 = stablehlo.clamp %v92, %v93, %v94 : tensor<4xf32>
  %v96 = stablehlo.slice %v91 [8:9:1] : (tensor<9xf32>) -> tensor<1xf32>
  %v97 = stablehlo.concatenate %v95, %v96, dim = 0 : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
  %v98 = stablehlo.slice %v97 [0:2:1] : (tensor<5xf32>) -> tensor<2xf32>
  %v99 = stablehlo.slice %v97 [2:4:1] : (tensor<5xf32>) -> tensor<2xf32>
  %v100 = stablehlo.constant dense<0x7F800000> : tensor<2xf32>
  %v101 = stablehlo.clamp %v98, %v99, %v100 : tensor<2xf32>
  %v102 = stablehlo.slice %v97 [4:5:1] : (tensor<5xf32>) -> tensor<1xf32>
  %v103 = stablehlo.concatenate %v101, %v102, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  %v104 = stablehlo.slice %v103 [0:1:1] : (tensor<3xf32>) -> tensor<1xf32>
  %v105 = stablehlo.slice %v103 [1:2:1] : (tensor<3xf32>) -> tensor<1xf32>
  %v106 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
  %v107 = stablehlo.clamp %v104, %v105, %v106 : tensor<1xf32>
  %v108 = stablehlo.slice %v103 [2:3:1] : (tensor<3xf32>) -> tensor<1xf32>
  %v109 = stablehlo.concatenate %v107, %v108, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %v110 = stablehlo.slice %v109 [0:1:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v111 = stablehlo.slice %v109 [1:2:1] : (tensor<2xf32>) -> tensor<1xf32>
  %v112 = stablehlo.constant dense<0x7F800000> : tensor<1xf32>
  %v113 = stablehlo.clamp %v110, %v111, %v112 : tensor<1xf32>
  %v114 = stablehlo.reshape %v113 : (tensor<1xf32>) -> tensor<f32>
  %v115 = stablehlo.maximum %v57, %v114 : tensor<f32>
  %v116 = "stablehlo.all_reduce"(%v115) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %z = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %v116, %v2 : tensor<f32>, tensor<1xf32>
}
}
