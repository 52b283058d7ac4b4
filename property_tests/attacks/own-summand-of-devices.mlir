sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %f: tensor<16xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %np = stablehlo.constant dense<[false, false, true, true, true, false, true, false, false, true, false, true, true, false, false, true]> : tensor<16xi1>
  %m = stablehlo.xor %f, %np : tensor<16xi1>
  %zz = stablehlo.constant dense<0.0> : tensor<8xf32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %w = stablehlo.reduce(%m init: %true) applies stablehlo.and across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
  %a = stablehlo.slice %x [0:8] : (tensor<16xf32>) -> tensor<8xf32>
  %b = stablehlo.slice %x [8:16] : (tensor<16xf32>) -> tensor<8xf32>
  %c = stablehlo.add %a, %b : tensor<8xf32>
  %r0 = stablehlo.select %w, %c, %zz : tensor<i1>, tensor<8xf32>
  return %r0 : tensor<8xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<8xf32>, %f: tensor<16xi1>) -> (tensor<8xf32>) {
  %np = stablehlo.constant dense<[false, false, true, true, true, false, true, false, false, true, false, true, true, false, false, true]> : tensor<16xi1>
  %m = stablehlo.xor %f, %np : tensor<16xi1>
  %zz = stablehlo.constant dense<0.0> : tensor<8xf32>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %nm = stablehlo.not %m : tensor<16xi1>
  %nw = stablehlo.reduce(%nm init: %false) applies stablehlo.or across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
  %w = stablehlo.not %nw : tensor<i1>
  %pid = stablehlo.partition_id : tensor<ui32>
  %u0 = stablehlo.constant dense<0> : tensor<ui32>
  %isz = stablehlo.compare EQ, %pid, %u0 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %k = stablehlo.constant dense<4194304.0> : tensor<8xf32>
  %nk = stablehlo.constant dense<-4194304.0> : tensor<8xf32>
  %y = stablehlo.select %isz, %k, %nk : tensor<i1>, tensor<8xf32>
  %xx = stablehlo.add %x, %y : tensor<8xf32>
  %r1 = stablehlo.select %w, %xx, %zz : tensor<i1>, tensor<8xf32>
  %r0 = "stablehlo.all_reduce"(%r1) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<8xf32>) -> tensor<8xf32>
  return %r0 : tensor<8xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<8xf32>, %f: tensor<16xi1>) -> (tensor<8xf32>) {
  %np = stablehlo.constant dense<[false, false, true, true, true, false, true, false, false, true, false, true, true, false, false, true]> : tensor<16xi1>
  %m = stablehlo.xor %f, %np : tensor<16xi1>
  %zz = stablehlo.constant dense<0.0> : tensor<8xf32>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %nm = stablehlo.not %m : tensor<16xi1>
  %nw = stablehlo.reduce(%nm init: %false) applies stablehlo.or across dimensions = [0] : (tensor<16xi1>, tensor<i1>) -> tensor<i1>
  %w = stablehlo.not %nw : tensor<i1>
  %r1 = stablehlo.select %w, %x, %zz : tensor<i1>, tensor<8xf32>
  %r0 = "stablehlo.all_reduce"(%r1) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<8xf32>) -> tensor<8xf32>
  return %r0 : tensor<8xf32>
}
}
