sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %m: tensor<4x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %mw: tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
%p = stablehlo.compare GT, %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
%r = stablehlo.select %p, %a, %b : tensor<8xi1>, tensor<8xf32>
%dd = stablehlo.dot_general %m, %mw, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x4xbf16>) -> tensor<4x4xbf16>
return %r, %dd : tensor<8xf32>, tensor<4x4xbf16>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %m: tensor<4x4xbf16>, %mw: tensor<4x4xbf16>) -> (tensor<4xf32>, tensor<4x4xbf16>) {
%u = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
%v = stablehlo.convert %u : (tensor<4xbf16>) -> tensor<4xf32>
%u1 = stablehlo.convert %b : (tensor<4xf32>) -> tensor<4xbf16>
%p = stablehlo.compare GT, %u, %u1 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
%r = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>
%h = stablehlo.dot_general %m, %mw, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
%dd = "stablehlo.all_reduce"(%h) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p__: tensor<bf16>, %q__: tensor<bf16>):
 %s__ = stablehlo.add %p__, %q__ : tensor<bf16>
 stablehlo.return %s__ : tensor<bf16>
}) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
return %r, %dd : tensor<4xf32>, tensor<4x4xbf16>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %m: tensor<4x4xbf16>, %mw: tensor<4x4xbf16>) -> (tensor<4xf32>, tensor<4x4xbf16>) {
%p = stablehlo.compare GT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%r = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>
%h = stablehlo.dot_general %m, %mw, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
%dd = "stablehlo.all_reduce"(%h) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p__: tensor<bf16>, %q__: tensor<bf16>):
 %s__ = stablehlo.add %p__, %q__ : tensor<bf16>
 stablehlo.return %s__ : tensor<bf16>
}) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
return %r, %dd : tensor<4xf32>, tensor<4x4xbf16>
}
}
