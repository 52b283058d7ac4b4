module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["d"=4, "m"=2]>
func.func public @main(%a0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %a1: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) {
%v1 = stablehlo.is_finite %a0 : (tensor<8x64xf32>) -> tensor<8x64xi1>
%v2 = stablehlo.constant dense<true> : tensor<i1>
%v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x64xi1>, tensor<i1>) -> tensor<i1>
%v4 = stablehlo.constant dense<0.125> : tensor<8x64xf32>
%v5 = stablehlo.multiply %a0, %v4 : tensor<8x64xf32>
%v6 = stablehlo.subtract %a1, %v5 : tensor<8x64xf32>
%v7 = stablehlo.select %v3, %v6, %a1 : tensor<i1>, tensor<8x64xf32>
return %v7 : tensor<8x64xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<2x64xf32>, %a1: tensor<2x64xf32>) -> (tensor<2x64xf32>) {
%v1 = stablehlo.is_finite %a0 : (tensor<2x64xf32>) -> tensor<2x64xi1>
%v2 = stablehlo.slice %v1 [0:2:1, 0:37:1] : (tensor<2x64xi1>) -> tensor<2x37xi1>
%v3 = stablehlo.slice %v1 [0:2:1, 38:64:1] : (tensor<2x64xi1>) -> tensor<2x26xi1>
%v4 = stablehlo.concatenate %v2, %v3, dim = 1 : (tensor<2x37xi1>, tensor<2x26xi1>) -> tensor<2x63xi1>
%v5 = stablehlo.constant dense<true> : tensor<i1>
%v6 = stablehlo.reduce(%v4 init: %v5) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x63xi1>, tensor<i1>) -> tensor<i1>
%v7 = "stablehlo.all_reduce"(%v6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<i1>, %q: tensor<i1>):
 %r = stablehlo.and %p, %q : tensor<i1>
 stablehlo.return %r : tensor<i1>
}) : (tensor<i1>) -> tensor<i1>
%v8 = stablehlo.constant dense<0.125> : tensor<2x64xf32>
%v9 = stablehlo.multiply %a0, %v8 : tensor<2x64xf32>
%v10 = stablehlo.subtract %a1, %v9 : tensor<2x64xf32>
%v11 = stablehlo.select %v7, %v10, %a1 : tensor<i1>, tensor<2x64xf32>
return %v11 : tensor<2x64xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<2x64xf32>, %a1: tensor<2x64xf32>) -> (tensor<2x64xf32>) {
%v1 = stablehlo.is_finite %a0 : (tensor<2x64xf32>) -> tensor<2x64xi1>
%v2 = stablehlo.constant dense<true> : tensor<i1>
%v3 = stablehlo.reduce(%v1 init: %v2) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x64xi1>, tensor<i1>) -> tensor<i1>
%v4 = "stablehlo.all_reduce"(%v3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<i1>, %q: tensor<i1>):
 %r = stablehlo.and %p, %q : tensor<i1>
 stablehlo.return %r : tensor<i1>
}) : (tensor<i1>) -> tensor<i1>
%v5 = stablehlo.constant dense<0.125> : tensor<2x64xf32>
%v6 = stablehlo.multiply %a0, %v5 : tensor<2x64xf32>
%v7 = stablehlo.subtract %a1, %v6 : tensor<2x64xf32>
%v8 = stablehlo.select %v4, %v7, %a1 : tensor<i1>, tensor<2x64xf32>
return %v8 : tensor<2x64xf32>
}
}
