sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %z: tensor<4xf16> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8x4xf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<f16> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.abs %x : tensor<8x4xf16>
    %v2 = stablehlo.constant dense<0.25> : tensor<8x4xf16>
    %v3 = stablehlo.add %v1, %v2 : tensor<8x4xf16>
    %v4 = stablehlo.abs %z : tensor<4xf16>
    %v5 = stablehlo.constant dense<0.25> : tensor<4xf16>
    %v6 = stablehlo.add %v4, %v5 : tensor<4xf16>
    %v7 = stablehlo.broadcast_in_dim %v6, dims = [1] : (tensor<4xf16>) -> tensor<8x4xf16>
    %v8 = stablehlo.divide %v3, %v7 : tensor<8x4xf16>
    %v9 = stablehlo.log %v3 : tensor<8x4xf16>
    %v10 = stablehlo.log %v6 : tensor<4xf16>
    %v11 = stablehlo.broadcast_in_dim %v10, dims = [1] : (tensor<4xf16>) -> tensor<8x4xf16>
    %v12 = stablehlo.subtract %v9, %v11 : tensor<8x4xf16>
    %v13 = stablehlo.constant dense<0.0> : tensor<f16>
    %v14 = stablehlo.reduce(%v12 init: %v13) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf16>, tensor<f16>) -> tensor<f16>
    %v15 = stablehlo.constant dense<32.0> : tensor<f16>
    %v16 = stablehlo.divide %v14, %v15 : tensor<f16>
    return %v8, %v16 : tensor<8x4xf16>, tensor<f16>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf16>, %z: tensor<4xf16>) -> (tensor<4x4xf16>, tensor<f16>) {
    %v1 = stablehlo.abs %x : tensor<4x4xf16>
    %v2 = stablehlo.constant dense<0.25> : tensor<4x4xf16>
    %v3 = stablehlo.add %v1, %v2 : tensor<4x4xf16>
    %v4 = stablehlo.abs %z : tensor<4xf16>
    %v5 = stablehlo.constant dense<0.25> : tensor<4xf16>
    %v6 = stablehlo.add %v4, %v5 : tensor<4xf16>
    %v7 = stablehlo.constant dense<1.0> : tensor<4xf16>
    %v8 = stablehlo.divide %v7, %v6 : tensor<4xf16>
    %v9 = stablehlo.broadcast_in_dim %v8, dims = [1] : (tensor<4xf16>) -> tensor<4x4xf16>
    %v10 = stablehlo.multiply %v3, %v9 : tensor<4x4xf16>
    %v11 = stablehlo.log %v3 : tensor<4x4xf16>
    %v12 = stablehlo.reduce_precision %v11, format = e4m3 : tensor<4x4xf16>
    %v13 = stablehlo.log %v6 : tensor<4xf16>
    %v14 = stablehlo.broadcast_in_dim %v13, dims = [1] : (tensor<4xf16>) -> tensor<4x4xf16>
    %v15 = stablehlo.subtract %v12, %v14 : tensor<4x4xf16>
    %v16 = stablehlo.constant dense<0.0> : tensor<f16>
    %v17 = stablehlo.reduce(%v15 init: %v16) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf16>, tensor<f16>) -> tensor<f16>
    %v18 = "stablehlo.all_reduce"(%v17) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
      %c = stablehlo.add %a, %b : tensor<f16>
      stablehlo.return %c : tensor<f16>
    }) : (tensor<f16>) -> tensor<f16>
    %v19 = stablehlo.constant dense<32.0> : tensor<f16>
    %v20 = stablehlo.divide %v18, %v19 : tensor<f16>
    return %v10, %v20 : tensor<4x4xf16>, tensor<f16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4x4xf16>, %z: tensor<4xf16>) -> (tensor<4x4xf16>, tensor<f16>) {
    %v1 = stablehlo.abs %x : tensor<4x4xf16>
    %v2 = stablehlo.constant dense<0.25> : tensor<4x4xf16>
    %v3 = stablehlo.add %v1, %v2 : tensor<4x4xf16>
    %v4 = stablehlo.abs %z : tensor<4xf16>
    %v5 = stablehlo.constant dense<0.25> : tensor<4xf16>
    %v6 = stablehlo.add %v4, %v5 : tensor<4xf16>
    %v7 = stablehlo.constant dense<1.0> : tensor<4xf16>
    %v8 = stablehlo.divide %v7, %v6 : tensor<4xf16>
    %v9 = stablehlo.broadcast_in_dim %v8, dims = [1] : (tensor<4xf16>) -> tensor<4x4xf16>
    %v10 = stablehlo.multiply %v3, %v9 : tensor<4x4xf16>
    %v11 = stablehlo.log %v3 : tensor<4x4xf16>
    %v12 = stablehlo.log %v6 : tensor<4xf16>
    %v13 = stablehlo.broadcast_in_dim %v12, dims = [1] : (tensor<4xf16>) -> tensor<4x4xf16>
    %v14 = stablehlo.subtract %v11, %v13 : tensor<4x4xf16>
    %v15 = stablehlo.constant dense<0.0> : tensor<f16>
    %v16 = stablehlo.reduce(%v14 init: %v15) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf16>, tensor<f16>) -> tensor<f16>
    %v17 = "stablehlo.all_reduce"(%v16) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
      %c = stablehlo.add %a, %b : tensor<f16>
      stablehlo.return %c : tensor<f16>
    }) : (tensor<f16>) -> tensor<f16>
    %v18 = stablehlo.constant dense<32.0> : tensor<f16>
    %v19 = stablehlo.divide %v17, %v18 : tensor<f16>
    return %v10, %v19 : tensor<4x4xf16>, tensor<f16>
}
}
