sdy.mesh @mesh = <["x"=2]>
func.func @main(%f: tensor<256xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<i1>) {
%no = stablehlo.constant dense<false> : tensor<i1>
%r = stablehlo.reduce(%f init: %no) applies stablehlo.or across dimensions = [0] : (tensor<256xi1>, tensor<i1>) -> tensor<i1>
return %r : tensor<i1>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%f: tensor<128xi1>) -> (tensor<i1>) {
%i = stablehlo.convert %f : (tensor<128xi1>) -> tensor<128xi8>
%z = stablehlo.constant dense<0> : tensor<i8>
%h = stablehlo.reduce(%i init: %z) applies stablehlo.add across dimensions = [0] : (tensor<128xi8>, tensor<i8>) -> tensor<i8>
%n = "stablehlo.all_reduce"(%h) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p: tensor<i8>, %q: tensor<i8>):
 %s = stablehlo.add %p, %q : tensor<i8>
 stablehlo.return %s : tensor<i8>
}) : (tensor<i8>) -> tensor<i8>
%r = stablehlo.compare NE, %n, %z, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
return %r : tensor<i1>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%f: tensor<128xi1>) -> (tensor<i1>) {
%i = stablehlo.convert %f : (tensor<128xi1>) -> tensor<128xi16>
%z = stablehlo.constant dense<0> : tensor<i16>
%h = stablehlo.reduce(%i init: %z) applies stablehlo.add across dimensions = [0] : (tensor<128xi16>, tensor<i16>) -> tensor<i16>
%n = "stablehlo.all_reduce"(%h) <{replica_groups = dense<[[0,1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
 %s = stablehlo.add %p, %q : tensor<i16>
 stablehlo.return %s : tensor<i16>
}) : (tensor<i16>) -> tensor<i16>
%r = stablehlo.compare NE, %n, %z, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
return %r : tensor<i1>
}
}
