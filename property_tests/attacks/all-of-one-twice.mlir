module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["d"=4, "m"=2]>
func.func public @main(%a0: tensor<8x64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %a1: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) {
%v1 = stablehlo.constant dense<-100> : tensor<8x64xi32>
%v2 = stablehlo.compare EQ, %a0, %v1, SIGNED : (tensor<8x64xi32>, tensor<8x64xi32>) -> tensor<8x64xi1>
%v3 = stablehlo.constant dense<false> : tensor<i1>
%v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.or across dimensions = [0, 1] : (tensor<8x64xi1>, tensor<i1>) -> tensor<i1>
%v5 = stablehlo.constant dense<3.0> : tensor<8x64xf32>
%v6 = stablehlo.multiply %a1, %v5 : tensor<8x64xf32>
%v7 = stablehlo.select %v4, %v6, %a1 : tensor<i1>, tensor<8x64xf32>
return %v7 : tensor<8x64xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<2x64xi32>, %a1: tensor<2x64xf32>) -> (tensor<2x64xf32>) {
%v1 = stablehlo.constant dense<-100> : tensor<2x64xi32>
%v2 = stablehlo.compare EQ, %a0, %v1, SIGNED : (tensor<2x64xi32>, tensor<2x64xi32>) -> tensor<2x64xi1>
%v3 = stablehlo.slice %v2 [0:2:1, 0:37:1] : (tensor<2x64xi1>) -> tensor<2x37xi1>
%v4 = stablehlo.slice %v2 [0:2:1, 38:64:1] : (tensor<2x64xi1>) -> tensor<2x26xi1>
%v5 = stablehlo.slice %v2 [0:2:1, 36:37:1] : (tensor<2x64xi1>) -> tensor<2x1xi1>
%v6 = stablehlo.concatenate %v3, %v5, %v4, dim = 1 : (tensor<2x37xi1>, tensor<2x1xi1>, tensor<2x26xi1>) -> tensor<2x64xi1>
%v7 = stablehlo.constant dense<false> : tensor<i1>
%v8 = stablehlo.reduce(%v6 init: %v7) applies stablehlo.or across dimensions = [0, 1] : (tensor<2x64xi1>, tensor<i1>) -> tensor<i1>
%v9 = "stablehlo.all_reduce"(%v8) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<i1>, %q: tensor<i1>):
 %r = stablehlo.or %p, %q : tensor<i1>
 stablehlo.return %r : tensor<i1>
}) : (tensor<i1>) -> tensor<i1>
%v10 = stablehlo.constant dense<3.0> : tensor<2x64xf32>
%v11 = stablehlo.multiply %a1, %v10 : tensor<2x64xf32>
%v12 = stablehlo.select %v9, %v11, %a1 : tensor<i1>, tensor<2x64xf32>
return %v12 : tensor<2x64xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a0: tensor<2x64xi32>, %a1: tensor<2x64xf32>) -> (tensor<2x64xf32>) {
%v1 = stablehlo.constant dense<-100> : tensor<2x64xi32>
%v2 = stablehlo.compare EQ, %a0, %v1, SIGNED : (tensor<2x64xi32>, tensor<2x64xi32>) -> tensor<2x64xi1>
%v3 = stablehlo.constant dense<false> : tensor<i1>
%v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.or across dimensions = [0, 1] : (tensor<2x64xi1>, tensor<i1>) -> tensor<i1>
%v5 = "stablehlo.all_reduce"(%v4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<i1>, %q: tensor<i1>):
 %r = stablehlo.or %p, %q : tensor<i1>
 stablehlo.return %r : tensor<i1>
}) : (tensor<i1>) -> tensor<i1>
%v6 = stablehlo.constant dense<3.0> : tensor<2x64xf32>
%v7 = stablehlo.multiply %a1, %v6 : tensor<2x64xf32>
%v8 = stablehlo.select %v5, %v7, %a1 : tensor<i1>, tensor<2x64xf32>
return %v8 : tensor<2x64xf32>
}
}
