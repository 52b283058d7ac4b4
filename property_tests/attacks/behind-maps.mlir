module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<4x2xf32>, %arg1: tensor<24x4x2xf32>) -> (tensor<4x2xf32>) {
%v1 = stablehlo.constant dense<3.0> : tensor<4x2xf32>
%v2 = stablehlo.multiply %arg0, %v1 : tensor<4x2xf32>
%v3 = stablehlo.slice %arg1 [0:1:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v4 = stablehlo.reshape %v3 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v5 = "stablehlo.map"(%v2, %v4) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v6 = stablehlo.slice %arg1 [1:2:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v7 = stablehlo.reshape %v6 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v8 = "stablehlo.map"(%v5, %v7) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v9 = stablehlo.slice %arg1 [2:3:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v10 = stablehlo.reshape %v9 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v11 = "stablehlo.map"(%v8, %v10) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v12 = stablehlo.slice %arg1 [3:4:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v13 = stablehlo.reshape %v12 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v14 = "stablehlo.map"(%v11, %v13) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v15 = stablehlo.slice %arg1 [4:5:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v16 = stablehlo.reshape %v15 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v17 = "stablehlo.map"(%v14, %v16) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v18 = stablehlo.slice %arg1 [5:6:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v19 = stablehlo.reshape %v18 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v20 = "stablehlo.map"(%v17, %v19) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v21 = stablehlo.slice %arg1 [6:7:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v22 = stablehlo.reshape %v21 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v23 = "stablehlo.map"(%v20, %v22) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v24 = stablehlo.slice %arg1 [7:8:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v25 = stablehlo.reshape %v24 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v26 = "stablehlo.map"(%v23, %v25) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v27 = stablehlo.slice %arg1 [8:9:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v28 = stablehlo.reshape %v27 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v29 = "stablehlo.map"(%v26, %v28) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v30 = stablehlo.slice %arg1 [9:10:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v31 = stablehlo.reshape %v30 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v32 = "stablehlo.map"(%v29, %v31) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v33 = stablehlo.slice %arg1 [10:11:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v34 = stablehlo.reshape %v33 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v35 = "stablehlo.map"(%v32, %v34) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v36 = stablehlo.slice %arg1 [11:12:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v37 = stablehlo.reshape %v36 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v38 = "stablehlo.map"(%v35, %v37) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v39 = stablehlo.slice %arg1 [12:13:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v40 = stablehlo.reshape %v39 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v41 = "stablehlo.map"(%v38, %v40) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v42 = stablehlo.slice %arg1 [13:14:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v43 = stablehlo.reshape %v42 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v44 = "stablehlo.map"(%v41, %v43) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v45 = stablehlo.slice %arg1 [14:15:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v46 = stablehlo.reshape %v45 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v47 = "stablehlo.map"(%v44, %v46) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v48 = stablehlo.slice %arg1 [15:16:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v49 = stablehlo.reshape %v48 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v50 = "stablehlo.map"(%v47, %v49) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v51 = stablehlo.slice %arg1 [16:17:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v52 = stablehlo.reshape %v51 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v53 = "stablehlo.map"(%v50, %v52) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v54 = stablehlo.slice %arg1 [17:18:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v55 = stablehlo.reshape %v54 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v56 = "stablehlo.map"(%v53, %v55) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v57 = stablehlo.slice %arg1 [18:19:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v58 = stablehlo.reshape %v57 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v59 = "stablehlo.map"(%v56, %v58) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v60 = stablehlo.slice %arg1 [19:20:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v61 = stablehlo.reshape %v60 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v62 = "stablehlo.map"(%v59, %v61) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v63 = stablehlo.slice %arg1 [20:21:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v64 = stablehlo.reshape %v63 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v65 = "stablehlo.map"(%v62, %v64) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v66 = stablehlo.slice %arg1 [21:22:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v67 = stablehlo.reshape %v66 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v68 = "stablehlo.map"(%v65, %v67) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v69 = stablehlo.slice %arg1 [22:23:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v70 = stablehlo.reshape %v69 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v71 = "stablehlo.map"(%v68, %v70) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
%v72 = stablehlo.slice %arg1 [23:24:1, 0:4:1, 0:2:1] : (tensor<24x4x2xf32>) -> tensor<1x4x2xf32>
%v73 = stablehlo.reshape %v72 : (tensor<1x4x2xf32>) -> tensor<4x2xf32>
%v74 = "stablehlo.map"(%v71, %v73) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
return %v74 : tensor<4x2xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<2x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %arg1: tensor<24x2x2xf32> {mhlo.sharding = "{devices=[1,2,1]<=[2]}"}) -> (tensor<2x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
%v1 = stablehlo.constant dense<2.5> : tensor<2x2xf32>
%v2 = stablehlo.multiply %arg0, %v1 : tensor<2x2xf32>
%v3 = stablehlo.slice %arg1 [0:1:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v4 = stablehlo.reshape %v3 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v5 = "stablehlo.map"(%v2, %v4) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v6 = stablehlo.slice %arg1 [1:2:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v7 = stablehlo.reshape %v6 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v8 = "stablehlo.map"(%v5, %v7) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v9 = stablehlo.slice %arg1 [2:3:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v10 = stablehlo.reshape %v9 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v11 = "stablehlo.map"(%v8, %v10) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v12 = stablehlo.slice %arg1 [3:4:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v13 = stablehlo.reshape %v12 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v14 = "stablehlo.map"(%v11, %v13) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v15 = stablehlo.slice %arg1 [4:5:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v16 = stablehlo.reshape %v15 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v17 = "stablehlo.map"(%v14, %v16) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v18 = stablehlo.slice %arg1 [5:6:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v19 = stablehlo.reshape %v18 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v20 = "stablehlo.map"(%v17, %v19) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v21 = stablehlo.slice %arg1 [6:7:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v22 = stablehlo.reshape %v21 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v23 = "stablehlo.map"(%v20, %v22) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v24 = stablehlo.slice %arg1 [7:8:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v25 = stablehlo.reshape %v24 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v26 = "stablehlo.map"(%v23, %v25) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v27 = stablehlo.slice %arg1 [8:9:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v28 = stablehlo.reshape %v27 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v29 = "stablehlo.map"(%v26, %v28) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v30 = stablehlo.slice %arg1 [9:10:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v31 = stablehlo.reshape %v30 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v32 = "stablehlo.map"(%v29, %v31) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v33 = stablehlo.slice %arg1 [10:11:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v34 = stablehlo.reshape %v33 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v35 = "stablehlo.map"(%v32, %v34) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v36 = stablehlo.slice %arg1 [11:12:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v37 = stablehlo.reshape %v36 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v38 = "stablehlo.map"(%v35, %v37) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v39 = stablehlo.slice %arg1 [12:13:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v40 = stablehlo.reshape %v39 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v41 = "stablehlo.map"(%v38, %v40) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v42 = stablehlo.slice %arg1 [13:14:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v43 = stablehlo.reshape %v42 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v44 = "stablehlo.map"(%v41, %v43) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v45 = stablehlo.slice %arg1 [14:15:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v46 = stablehlo.reshape %v45 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v47 = "stablehlo.map"(%v44, %v46) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v48 = stablehlo.slice %arg1 [15:16:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v49 = stablehlo.reshape %v48 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v50 = "stablehlo.map"(%v47, %v49) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v51 = stablehlo.slice %arg1 [16:17:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v52 = stablehlo.reshape %v51 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v53 = "stablehlo.map"(%v50, %v52) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v54 = stablehlo.slice %arg1 [17:18:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v55 = stablehlo.reshape %v54 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v56 = "stablehlo.map"(%v53, %v55) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v57 = stablehlo.slice %arg1 [18:19:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v58 = stablehlo.reshape %v57 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v59 = "stablehlo.map"(%v56, %v58) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v60 = stablehlo.slice %arg1 [19:20:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v61 = stablehlo.reshape %v60 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v62 = "stablehlo.map"(%v59, %v61) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v63 = stablehlo.slice %arg1 [20:21:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v64 = stablehlo.reshape %v63 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v65 = "stablehlo.map"(%v62, %v64) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v66 = stablehlo.slice %arg1 [21:22:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v67 = stablehlo.reshape %v66 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v68 = "stablehlo.map"(%v65, %v67) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v69 = stablehlo.slice %arg1 [22:23:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v70 = stablehlo.reshape %v69 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v71 = "stablehlo.map"(%v68, %v70) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v72 = stablehlo.slice %arg1 [23:24:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v73 = stablehlo.reshape %v72 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v74 = "stablehlo.map"(%v71, %v73) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
return %v74 : tensor<2x2xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<2x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %arg1: tensor<24x2x2xf32> {mhlo.sharding = "{devices=[1,2,1]<=[2]}"}) -> (tensor<2x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
%v1 = stablehlo.constant dense<3.0> : tensor<2x2xf32>
%v2 = stablehlo.multiply %arg0, %v1 : tensor<2x2xf32>
%v3 = stablehlo.slice %arg1 [0:1:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v4 = stablehlo.reshape %v3 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v5 = "stablehlo.map"(%v2, %v4) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v6 = stablehlo.slice %arg1 [1:2:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v7 = stablehlo.reshape %v6 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v8 = "stablehlo.map"(%v5, %v7) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v9 = stablehlo.slice %arg1 [2:3:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v10 = stablehlo.reshape %v9 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v11 = "stablehlo.map"(%v8, %v10) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v12 = stablehlo.slice %arg1 [3:4:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v13 = stablehlo.reshape %v12 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v14 = "stablehlo.map"(%v11, %v13) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v15 = stablehlo.slice %arg1 [4:5:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v16 = stablehlo.reshape %v15 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v17 = "stablehlo.map"(%v14, %v16) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v18 = stablehlo.slice %arg1 [5:6:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v19 = stablehlo.reshape %v18 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v20 = "stablehlo.map"(%v17, %v19) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v21 = stablehlo.slice %arg1 [6:7:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v22 = stablehlo.reshape %v21 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v23 = "stablehlo.map"(%v20, %v22) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v24 = stablehlo.slice %arg1 [7:8:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v25 = stablehlo.reshape %v24 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v26 = "stablehlo.map"(%v23, %v25) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v27 = stablehlo.slice %arg1 [8:9:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v28 = stablehlo.reshape %v27 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v29 = "stablehlo.map"(%v26, %v28) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v30 = stablehlo.slice %arg1 [9:10:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v31 = stablehlo.reshape %v30 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v32 = "stablehlo.map"(%v29, %v31) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v33 = stablehlo.slice %arg1 [10:11:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v34 = stablehlo.reshape %v33 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v35 = "stablehlo.map"(%v32, %v34) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v36 = stablehlo.slice %arg1 [11:12:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v37 = stablehlo.reshape %v36 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v38 = "stablehlo.map"(%v35, %v37) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v39 = stablehlo.slice %arg1 [12:13:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v40 = stablehlo.reshape %v39 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v41 = "stablehlo.map"(%v38, %v40) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v42 = stablehlo.slice %arg1 [13:14:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v43 = stablehlo.reshape %v42 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v44 = "stablehlo.map"(%v41, %v43) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v45 = stablehlo.slice %arg1 [14:15:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v46 = stablehlo.reshape %v45 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v47 = "stablehlo.map"(%v44, %v46) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v48 = stablehlo.slice %arg1 [15:16:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v49 = stablehlo.reshape %v48 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v50 = "stablehlo.map"(%v47, %v49) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v51 = stablehlo.slice %arg1 [16:17:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v52 = stablehlo.reshape %v51 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v53 = "stablehlo.map"(%v50, %v52) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v54 = stablehlo.slice %arg1 [17:18:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v55 = stablehlo.reshape %v54 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v56 = "stablehlo.map"(%v53, %v55) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v57 = stablehlo.slice %arg1 [18:19:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v58 = stablehlo.reshape %v57 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v59 = "stablehlo.map"(%v56, %v58) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v60 = stablehlo.slice %arg1 [19:20:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v61 = stablehlo.reshape %v60 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v62 = "stablehlo.map"(%v59, %v61) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v63 = stablehlo.slice %arg1 [20:21:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v64 = stablehlo.reshape %v63 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v65 = "stablehlo.map"(%v62, %v64) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v66 = stablehlo.slice %arg1 [21:22:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v67 = stablehlo.reshape %v66 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v68 = "stablehlo.map"(%v65, %v67) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v69 = stablehlo.slice %arg1 [22:23:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v70 = stablehlo.reshape %v69 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v71 = "stablehlo.map"(%v68, %v70) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.minimum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%v72 = stablehlo.slice %arg1 [23:24:1, 0:2:1, 0:2:1] : (tensor<24x2x2xf32>) -> tensor<1x2x2xf32>
%v73 = stablehlo.reshape %v72 : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
%v74 = "stablehlo.map"(%v71, %v73) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%z = stablehlo.maximum %x, %y : tensor<f32>
stablehlo.return %z : tensor<f32>
}) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
return %v74 : tensor<2x2xf32>
}
}
