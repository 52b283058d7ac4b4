module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg2: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = "stablehlo.dot_general"(%arg0, %arg1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
%v2 = "stablehlo.subtract"(%v1, %arg2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
%v3 = "stablehlo.convert"(%v2) : (tensor<4xf32>) -> tensor<4xbf16>
func.return %v3 : tensor<4xbf16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg2: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = "stablehlo.dot_general"(%arg0, %arg1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
%v5 = "stablehlo.all_reduce"(%v1) ({
^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
  %v4 = stablehlo.add %v2, %v3 : tensor<f32>
  "stablehlo.return"(%v4) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
%v6 = "stablehlo.convert"(%v5) : (tensor<4xf32>) -> tensor<4xbf16>
%v7 = "stablehlo.convert"(%v6) : (tensor<4xbf16>) -> tensor<4xf32>
%v8 = "stablehlo.subtract"(%v7, %arg2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
%v9 = "stablehlo.convert"(%v8) : (tensor<4xf32>) -> tensor<4xbf16>
func.return %v9 : tensor<4xbf16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg2: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
%v1 = "stablehlo.dot_general"(%arg0, %arg1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
%v5 = "stablehlo.all_reduce"(%v1) ({
^bb0(%v2: tensor<f32>, %v3: tensor<f32>):
  %v4 = stablehlo.add %v2, %v3 : tensor<f32>
  "stablehlo.return"(%v4) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
%v6 = "stablehlo.subtract"(%v5, %arg2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
%v7 = "stablehlo.convert"(%v6) : (tensor<4xf32>) -> tensor<4xbf16>
func.return %v7 : tensor<4xbf16>
}
}
