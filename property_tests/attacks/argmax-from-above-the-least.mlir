sdy.mesh @mesh = <["x"=4]>
func.func @main(%a0: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %ni = stablehlo.constant dense<-2147483648> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %io = stablehlo.iota dim = 0 : tensor<8xi32>
  %am:2 = stablehlo.reduce(%a0 init: %ni), (%io init: %z) across dimensions = [0] : (tensor<8xi32>, tensor<8xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
   reducer(%qa: tensor<i32>, %qb: tensor<i32>) (%qu: tensor<i32>, %qw: tensor<i32>) {
    %Zg = stablehlo.compare GT, %qa, %qb, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %Zg1 = stablehlo.or %Zg, %Zg : tensor<i1>
    %Ze = stablehlo.compare EQ, %qa, %qb, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %Zl = stablehlo.compare LT, %qu, %qw, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %Zt = stablehlo.and %Ze, %Zl : tensor<i1>
    %Zh = stablehlo.or %Zg1, %Zt : tensor<i1>
    %Zy = stablehlo.select %Zg1, %qa, %qb : tensor<i1>, tensor<i32>
    %Zz = stablehlo.select %Zh, %qu, %qw : tensor<i1>, tensor<i32>
    stablehlo.return %Zy, %Zz : tensor<i32>, tensor<i32>
  }
  %r = stablehlo.reshape %am#1 : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
// -----
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<2xi32>) -> (tensor<1xi32>) {
  %pidu = stablehlo.partition_id : tensor<ui32>
  %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
  %ni = stablehlo.constant dense<-2147483647> : tensor<i32>
  %m = stablehlo.reduce(%a0 init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %M = "stablehlo.all_reduce"(%m) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i32>, %qb: tensor<i32>):
    %qs = stablehlo.maximum %qa, %qb : tensor<i32>
    stablehlo.return %qs : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %Mb = stablehlo.broadcast_in_dim %M, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %eq = stablehlo.compare EQ, %a0, %Mb, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %io = stablehlo.iota dim = 0 : tensor<2xi32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %o = stablehlo.multiply %pid, %c : tensor<i32>
  %ob = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %gi = stablehlo.add %io, %ob : tensor<2xi32>
  %big = stablehlo.constant dense<8> : tensor<2xi32>
  %s = stablehlo.select %eq, %gi, %big : tensor<2xi1>, tensor<2xi32>
  %bg = stablehlo.constant dense<8> : tensor<i32>
  %li = stablehlo.reduce(%s init: %bg) applies stablehlo.minimum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %gl = "stablehlo.all_reduce"(%li) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, use_global_device_ids}> ({
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
func.func @main(%a0: tensor<2xi32>) -> (tensor<1xi32>) {
  %pidu = stablehlo.partition_id : tensor<ui32>
  %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
  %ni = stablehlo.constant dense<-2147483648> : tensor<i32>
  %m = stablehlo.reduce(%a0 init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %M = "stablehlo.all_reduce"(%m) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i32>, %qb: tensor<i32>):
    %qs = stablehlo.maximum %qa, %qb : tensor<i32>
    stablehlo.return %qs : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %Mb = stablehlo.broadcast_in_dim %M, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %eq = stablehlo.compare EQ, %a0, %Mb, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %io = stablehlo.iota dim = 0 : tensor<2xi32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %o = stablehlo.multiply %pid, %c : tensor<i32>
  %ob = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<2xi32>
  %gi = stablehlo.add %io, %ob : tensor<2xi32>
  %big = stablehlo.constant dense<8> : tensor<2xi32>
  %s = stablehlo.select %eq, %gi, %big : tensor<2xi1>, tensor<2xi32>
  %bg = stablehlo.constant dense<8> : tensor<i32>
  %li = stablehlo.reduce(%s init: %bg) applies stablehlo.minimum across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %gl = "stablehlo.all_reduce"(%li) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, use_global_device_ids}> ({
  ^bb0(%qa: tensor<i32>, %qb: tensor<i32>):
    %qs = stablehlo.minimum %qa, %qb : tensor<i32>
    stablehlo.return %qs : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.reshape %gl : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
}
