sdy.mesh @mesh = <["x"=4]>
func.func @main(%a0: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %a1: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %k = stablehlo.xor %a0, %a1 : tensor<12xi32>
  %ni = stablehlo.constant dense<-2147483648> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %io = stablehlo.iota dim = 0 : tensor<12xi32>
  %am:2 = stablehlo.reduce(%k init: %ni), (%io init: %z) across dimensions = [0] : (tensor<12xi32>, tensor<12xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
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
func.func @main(%a0: tensor<3xi32>, %a1: tensor<3xi32>) -> (tensor<1xi32>) {
  %pidu = stablehlo.partition_id : tensor<ui32>
  %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
  %k = stablehlo.xor %a0, %a1 : tensor<3xi32>
  %ni = stablehlo.constant dense<-2147483648> : tensor<i32>
  %z = stablehlo.constant dense<-1> : tensor<i32>
  %io0 = stablehlo.iota dim = 0 : tensor<3xi32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %o = stablehlo.multiply %pid, %c : tensor<i32>
  %ob = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %io = stablehlo.add %io0, %ob : tensor<3xi32>
  %am:2 = stablehlo.reduce(%k init: %ni), (%io init: %z) across dimensions = [0] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
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
  %v1 = stablehlo.reshape %am#0 : (tensor<i32>) -> tensor<1xi32>
  %i1 = stablehlo.reshape %am#1 : (tensor<i32>) -> tensor<1xi32>
  %vg = "stablehlo.all_gather"(%v1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 27, type = 1>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<4xi32>
  %ig = "stablehlo.all_gather"(%i1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 28, type = 1>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<4xi32>
  %nj = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zj = stablehlo.constant dense<0> : tensor<i32>
  %an:2 = stablehlo.reduce(%vg init: %nj), (%ig init: %zj) across dimensions = [0] : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
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
  %r = stablehlo.reshape %an#1 : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
}
// -----
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a0: tensor<3xi32>, %a1: tensor<3xi32>) -> (tensor<1xi32>) {
  %pidu = stablehlo.partition_id : tensor<ui32>
  %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
  %k = stablehlo.xor %a0, %a1 : tensor<3xi32>
  %ni = stablehlo.constant dense<-2147483648> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %io0 = stablehlo.iota dim = 0 : tensor<3xi32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %o = stablehlo.multiply %pid, %c : tensor<i32>
  %ob = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %io = stablehlo.add %io0, %ob : tensor<3xi32>
  %am:2 = stablehlo.reduce(%k init: %ni), (%io init: %z) across dimensions = [0] : (tensor<3xi32>, tensor<3xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
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
  %v1 = stablehlo.reshape %am#0 : (tensor<i32>) -> tensor<1xi32>
  %i1 = stablehlo.reshape %am#1 : (tensor<i32>) -> tensor<1xi32>
  %vg = "stablehlo.all_gather"(%v1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 27, type = 1>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<4xi32>
  %ig = "stablehlo.all_gather"(%i1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 28, type = 1>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<4xi32>
  %nj = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zj = stablehlo.constant dense<0> : tensor<i32>
  %an:2 = stablehlo.reduce(%vg init: %nj), (%ig init: %zj) across dimensions = [0] : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
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
  %r = stablehlo.reshape %an#1 : (tensor<i32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
}
