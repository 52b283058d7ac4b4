module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%arg0: tensor<256x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<3xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
%v5 = "stablehlo.reduce"(%arg0, %v1) ({
^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
  %v4 = stablehlo.add %v2, %v3 : tensor<f32>
  "stablehlo.return"(%v4) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<256x3xf32>, tensor<f32>) -> tensor<3xf32>
%v6 = "stablehlo.convert"(%v5) : (tensor<3xf32>) -> tensor<3xbf16>
func.return %v6 : tensor<3xbf16>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%arg0: tensor<64x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<3xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = "stablehlo.reshape"(%arg0) : (tensor<64x3xf32>) -> tensor<32x2x3xf32>
%v2 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
%v6 = "stablehlo.reduce"(%v1, %v2) ({
^bb0(%v3: tensor<f32>, %v4: tensor<f32>):
  %v5 = stablehlo.add %v3, %v4 : tensor<f32>
  "stablehlo.return"(%v5) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 1>} : (tensor<32x2x3xf32>, tensor<f32>) -> tensor<32x3xf32>
%v7 = "stablehlo.convert"(%v6) : (tensor<32x3xf32>) -> tensor<32x3xbf16>
%v8 = "stablehlo.convert"(%v7) : (tensor<32x3xbf16>) -> tensor<32x3xf32>
%v9 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
%v13 = "stablehlo.reduce"(%v8, %v9) ({
^bb0(%v10: tensor<f32>, %v11: tensor<f32>):
  %v12 = stablehlo.add %v10, %v11 : tensor<f32>
  "stablehlo.return"(%v12) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<32x3xf32>, tensor<f32>) -> tensor<3xf32>
%v17 = "stablehlo.all_reduce"(%v13) ({
^bb0(%v14: tensor<f32>, %v15: tensor<f32>):
  %v16 = stablehlo.add %v14, %v15 : tensor<f32>
  "stablehlo.return"(%v16) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3xf32>) -> tensor<3xf32>
%v18 = "stablehlo.convert"(%v17) : (tensor<3xf32>) -> tensor<3xbf16>
func.return %v18 : tensor<3xbf16>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%arg0: tensor<64x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<3xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = stablehlo.constant dense<0.00000000000000000e+00> : tensor<f32>
%v5 = "stablehlo.reduce"(%arg0, %v1) ({
^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
  %v4 = stablehlo.add %v2, %v3 : tensor<f32>
  "stablehlo.return"(%v4) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<64x3xf32>, tensor<f32>) -> tensor<3xf32>
%v9 = "stablehlo.all_reduce"(%v5) ({
^bb0(%v6: tensor<f32>, %v7: tensor<f32>):
  %v8 = stablehlo.add %v6, %v7 : tensor<f32>
  "stablehlo.return"(%v8) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<3xf32>) -> tensor<3xf32>
%v10 = "stablehlo.convert"(%v9) : (tensor<3xf32>) -> tensor<3xbf16>
func.return %v10 : tensor<3xbf16>
}
}
