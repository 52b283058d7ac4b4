module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%arg0: tensor<16xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<16xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%v1 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
%v5 = "stablehlo.reduce"(%arg0, %v1) ({
^bb0(%v2: tensor<f64>, %v3: tensor<f64>):
  %v4 = stablehlo.add %v2, %v3 : tensor<f64>
  "stablehlo.return"(%v4) : (tensor<f64>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<16xf64>, tensor<f64>) -> tensor<f64>
%v6 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
%v10 = "stablehlo.reduce"(%arg1, %v6) ({
^bb0(%v7: tensor<f64>, %v8: tensor<f64>):
  %v9 = stablehlo.add %v7, %v8 : tensor<f64>
  "stablehlo.return"(%v9) : (tensor<f64>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<16xf64>, tensor<f64>) -> tensor<f64>
%v11 = "stablehlo.subtract"(%v5, %v10) : (tensor<f64>, tensor<f64>) -> tensor<f64>
%v12 = "stablehlo.convert"(%v11) : (tensor<f64>) -> tensor<f32>
func.return %v12 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%arg0: tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%v1 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
%v5 = "stablehlo.reduce"(%arg0, %v1) ({
^bb0(%v2: tensor<f64>, %v3: tensor<f64>):
  %v4 = stablehlo.add %v2, %v3 : tensor<f64>
  "stablehlo.return"(%v4) : (tensor<f64>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
%v6 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
%v10 = "stablehlo.reduce"(%arg1, %v6) ({
^bb0(%v7: tensor<f64>, %v8: tensor<f64>):
  %v9 = stablehlo.add %v7, %v8 : tensor<f64>
  "stablehlo.return"(%v9) : (tensor<f64>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
%v14 = "stablehlo.all_reduce"(%v5) ({
^bb0(%v11: tensor<f64>, %v12: tensor<f64>):
  %v13 = stablehlo.add %v11, %v12 : tensor<f64>
  "stablehlo.return"(%v13) : (tensor<f64>) -> ()
}) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<f64>) -> tensor<f64>
%v15 = "stablehlo.convert"(%v14) : (tensor<f64>) -> tensor<f32>
%v16 = "stablehlo.convert"(%v15) : (tensor<f32>) -> tensor<f64>
%v20 = "stablehlo.all_reduce"(%v10) ({
^bb0(%v17: tensor<f64>, %v18: tensor<f64>):
  %v19 = stablehlo.add %v17, %v18 : tensor<f64>
  "stablehlo.return"(%v19) : (tensor<f64>) -> ()
}) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<f64>) -> tensor<f64>
%v21 = "stablehlo.convert"(%v20) : (tensor<f64>) -> tensor<f32>
%v22 = "stablehlo.convert"(%v21) : (tensor<f32>) -> tensor<f64>
%v23 = "stablehlo.subtract"(%v16, %v22) : (tensor<f64>, tensor<f64>) -> tensor<f64>
%v24 = "stablehlo.convert"(%v23) : (tensor<f64>) -> tensor<f32>
func.return %v24 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%arg0: tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%v1 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
%v5 = "stablehlo.reduce"(%arg0, %v1) ({
^bb0(%v2: tensor<f64>, %v3: tensor<f64>):
  %v4 = stablehlo.add %v2, %v3 : tensor<f64>
  "stablehlo.return"(%v4) : (tensor<f64>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
%v6 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f64>
%v10 = "stablehlo.reduce"(%arg1, %v6) ({
^bb0(%v7: tensor<f64>, %v8: tensor<f64>):
  %v9 = stablehlo.add %v7, %v8 : tensor<f64>
  "stablehlo.return"(%v9) : (tensor<f64>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
%v14 = "stablehlo.all_reduce"(%v5) ({
^bb0(%v11: tensor<f64>, %v12: tensor<f64>):
  %v13 = stablehlo.add %v11, %v12 : tensor<f64>
  "stablehlo.return"(%v13) : (tensor<f64>) -> ()
}) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<f64>) -> tensor<f64>
%v18 = "stablehlo.all_reduce"(%v10) ({
^bb0(%v15: tensor<f64>, %v16: tensor<f64>):
  %v17 = stablehlo.add %v15, %v16 : tensor<f64>
  "stablehlo.return"(%v17) : (tensor<f64>) -> ()
}) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<f64>) -> tensor<f64>
%v19 = "stablehlo.subtract"(%v14, %v18) : (tensor<f64>, tensor<f64>) -> tensor<f64>
%v20 = "stablehlo.convert"(%v19) : (tensor<f64>) -> tensor<f32>
func.return %v20 : tensor<f32>
}
}
