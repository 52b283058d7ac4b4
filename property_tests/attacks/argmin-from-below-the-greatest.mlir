sdy.mesh @mesh = <["x"=3]>
func.func @main(%a0: tensor<12xui8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %ni = stablehlo.constant dense<255> : tensor<ui8>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %io = stablehlo.iota dim = 0 : tensor<12xi32>
  %am:2 = stablehlo.reduce(%a0 init: %ni), (%io init: %z) across dimensions = [0] : (tensor<12xui8>, tensor<12xi32>, tensor<ui8>, tensor<i32>) -> (tensor<ui8>, tensor<i32>)
   reducer(%qa: tensor<ui8>, %qb: tensor<ui8>) (%qu: tensor<i32>, %qw: tensor<i32>) {
    %Zg = stablehlo.compare LT, %qa, %qb, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %Zg1 = stablehlo.or %Zg, %Zg : tensor<i1>
    %Ze = stablehlo.compare EQ, %qa, %qb, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %Zl = stablehlo.compare LT, %qu, %qw, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %Zt = stablehlo.and %Ze, %Zl : tensor<i1>
    %Zh = stablehlo.or %Zg1, %Zt : tensor<i1>
    %Zy = stablehlo.select %Zg1, %qa, %qb : tensor<i1>, tensor<ui8>
    %Zz = stablehlo.select %Zh, %qu, %qw : tensor<i1>, tensor<i32>
    stablehlo.return %Zy, %Zz : tensor<ui8>, tensor<i32>
  }
  %r = stablehlo.reshape %am#1 : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
// -----
module attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<4xui8>) -> (tensor<1xi32>) {
  %pidu = stablehlo.partition_id : tensor<ui32>
  %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
  %ni = stablehlo.constant dense<254> : tensor<ui8>
  %m = stablehlo.reduce(%a0 init: %ni) applies stablehlo.minimum across dimensions = [0] : (tensor<4xui8>, tensor<ui8>) -> tensor<ui8>
  %M = "stablehlo.all_reduce"(%m) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 63, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<ui8>, %qb: tensor<ui8>):
    %qs = stablehlo.minimum %qa, %qb : tensor<ui8>
    stablehlo.return %qs : tensor<ui8>
  }) : (tensor<ui8>) -> tensor<ui8>
  %Mb = stablehlo.broadcast_in_dim %M, dims = [] : (tensor<ui8>) -> tensor<4xui8>
  %eq = stablehlo.compare EQ, %a0, %Mb, UNSIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %io = stablehlo.iota dim = 0 : tensor<4xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %o = stablehlo.multiply %pid, %c : tensor<i32>
  %ob = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %gi = stablehlo.add %io, %ob : tensor<4xi32>
  %big = stablehlo.constant dense<12> : tensor<4xi32>
  %s = stablehlo.select %eq, %gi, %big : tensor<4xi1>, tensor<4xi32>
  %bg = stablehlo.constant dense<12> : tensor<i32>
  %li = stablehlo.reduce(%s init: %bg) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %gl = "stablehlo.all_reduce"(%li) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 64, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i32>, %qb: tensor<i32>):
    %qs = stablehlo.minimum %qa, %qb : tensor<i32>
    stablehlo.return %qs : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.reshape %gl : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
}
// -----
module attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<4xui8>) -> (tensor<1xi32>) {
  %pidu = stablehlo.partition_id : tensor<ui32>
  %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
  %ni = stablehlo.constant dense<255> : tensor<ui8>
  %m = stablehlo.reduce(%a0 init: %ni) applies stablehlo.minimum across dimensions = [0] : (tensor<4xui8>, tensor<ui8>) -> tensor<ui8>
  %M = "stablehlo.all_reduce"(%m) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 63, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<ui8>, %qb: tensor<ui8>):
    %qs = stablehlo.minimum %qa, %qb : tensor<ui8>
    stablehlo.return %qs : tensor<ui8>
  }) : (tensor<ui8>) -> tensor<ui8>
  %Mb = stablehlo.broadcast_in_dim %M, dims = [] : (tensor<ui8>) -> tensor<4xui8>
  %eq = stablehlo.compare EQ, %a0, %Mb, UNSIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %io = stablehlo.iota dim = 0 : tensor<4xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %o = stablehlo.multiply %pid, %c : tensor<i32>
  %ob = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %gi = stablehlo.add %io, %ob : tensor<4xi32>
  %big = stablehlo.constant dense<12> : tensor<4xi32>
  %s = stablehlo.select %eq, %gi, %big : tensor<4xi1>, tensor<4xi32>
  %bg = stablehlo.constant dense<12> : tensor<i32>
  %li = stablehlo.reduce(%s init: %bg) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %gl = "stablehlo.all_reduce"(%li) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 64, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i32>, %qb: tensor<i32>):
    %qs = stablehlo.minimum %qa, %qb : tensor<i32>
    stablehlo.return %qs : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.reshape %gl : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
}
