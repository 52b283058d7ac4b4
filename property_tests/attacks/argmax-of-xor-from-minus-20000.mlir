sdy.mesh @mesh = <["x"=4]>
func.func @main(%a0: tensor<16xi16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<16xi16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %k = stablehlo.xor %a0, %a1 : tensor<16xi16>
  %ni = stablehlo.constant dense<-32768> : tensor<i16>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %io = stablehlo.iota dim = 0 : tensor<16xi32>
  %am:2 = stablehlo.reduce(%k init: %ni), (%io init: %z) across dimensions = [0] : (tensor<16xi16>, tensor<16xi32>, tensor<i16>, tensor<i32>) -> (tensor<i16>, tensor<i32>)
   reducer(%qa: tensor<i16>, %qb: tensor<i16>) (%qu: tensor<i32>, %qw: tensor<i32>) {
    %Zg = stablehlo.compare GT, %qa, %qb, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
    %Zg1 = stablehlo.or %Zg, %Zg : tensor<i1>
    %Ze = stablehlo.compare EQ, %qa, %qb, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
    %Zl = stablehlo.compare LT, %qu, %qw, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %Zt = stablehlo.and %Ze, %Zl : tensor<i1>
    %Zh = stablehlo.or %Zg1, %Zt : tensor<i1>
    %Zy = stablehlo.select %Zg1, %qa, %qb : tensor<i1>, tensor<i16>
    %Zz = stablehlo.select %Zh, %qu, %qw : tensor<i1>, tensor<i32>
    stablehlo.return %Zy, %Zz : tensor<i16>, tensor<i32>
  }
  %r = stablehlo.reshape %am#1 : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
// -----
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<4xi16>, %a1: tensor<4xi16>) -> (tensor<1xi32>) {
  %pidu = stablehlo.partition_id : tensor<ui32>
  %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
  %k = stablehlo.xor %a0, %a1 : tensor<4xi16>
  %ni = stablehlo.constant dense<-20000> : tensor<i16>
  %m = stablehlo.reduce(%k init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi16>, tensor<i16>) -> tensor<i16>
  %M = "stablehlo.all_reduce"(%m) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 33, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i16>, %qb: tensor<i16>):
    %qs = stablehlo.maximum %qa, %qb : tensor<i16>
    stablehlo.return %qs : tensor<i16>
  }) : (tensor<i16>) -> tensor<i16>
  %Mb = stablehlo.broadcast_in_dim %M, dims = [] : (tensor<i16>) -> tensor<4xi16>
  %eq = stablehlo.compare EQ, %k, %Mb, SIGNED : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
  %io = stablehlo.iota dim = 0 : tensor<4xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %o = stablehlo.multiply %pid, %c : tensor<i32>
  %ob = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %gi = stablehlo.add %io, %ob : tensor<4xi32>
  %big = stablehlo.constant dense<16> : tensor<4xi32>
  %s = stablehlo.select %eq, %gi, %big : tensor<4xi1>, tensor<4xi32>
  %bg = stablehlo.constant dense<16> : tensor<i32>
  %li = stablehlo.reduce(%s init: %bg) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %gl = "stablehlo.all_reduce"(%li) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 34, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i32>, %qb: tensor<i32>):
    %qs = stablehlo.minimum %qa, %qb : tensor<i32>
    stablehlo.return %qs : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.reshape %gl : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
}
// -----
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<4xi16>, %a1: tensor<4xi16>) -> (tensor<1xi32>) {
  %pidu = stablehlo.partition_id : tensor<ui32>
  %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
  %k = stablehlo.xor %a0, %a1 : tensor<4xi16>
  %ni = stablehlo.constant dense<-32768> : tensor<i16>
  %m = stablehlo.reduce(%k init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi16>, tensor<i16>) -> tensor<i16>
  %M = "stablehlo.all_reduce"(%m) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 33, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i16>, %qb: tensor<i16>):
    %qs = stablehlo.maximum %qa, %qb : tensor<i16>
    stablehlo.return %qs : tensor<i16>
  }) : (tensor<i16>) -> tensor<i16>
  %Mb = stablehlo.broadcast_in_dim %M, dims = [] : (tensor<i16>) -> tensor<4xi16>
  %eq = stablehlo.compare EQ, %k, %Mb, SIGNED : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
  %io = stablehlo.iota dim = 0 : tensor<4xi32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %o = stablehlo.multiply %pid, %c : tensor<i32>
  %ob = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %gi = stablehlo.add %io, %ob : tensor<4xi32>
  %big = stablehlo.constant dense<16> : tensor<4xi32>
  %s = stablehlo.select %eq, %gi, %big : tensor<4xi1>, tensor<4xi32>
  %bg = stablehlo.constant dense<16> : tensor<i32>
  %li = stablehlo.reduce(%s init: %bg) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %gl = "stablehlo.all_reduce"(%li) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 34, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i32>, %qb: tensor<i32>):
    %qs = stablehlo.minimum %qa, %qb : tensor<i32>
    stablehlo.return %qs : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.reshape %gl : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
}
