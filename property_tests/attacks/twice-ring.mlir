sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
 %z_s = stablehlo.constant dense<0.0> : tensor<f32>
 %s = stablehlo.reduce(%x init: %z_s) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
 %io = stablehlo.iota dim = 0 : tensor<4xi32>
 %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %z0 = stablehlo.constant dense<0> : tensor<i32>
 %am:2 = stablehlo.reduce(%s init: %ni), (%io init: %z0) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
  %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.and %2, %3 : tensor<i1>
  %5 = stablehlo.or %1, %4 : tensor<i1>
  %6 = stablehlo.select %5, %a, %b : tensor<i1>, tensor<f32>
  %7 = stablehlo.select %5, %c, %d : tensor<i1>, tensor<i32>
  stablehlo.return %6, %7 : tensor<f32>, tensor<i32>
 }
 %io2 = stablehlo.iota dim = 0 : tensor<4xi32>
 %ab = stablehlo.broadcast_in_dim %am#1, dims = [] : (tensor<i32>) -> tensor<4xi32>
 %p = stablehlo.compare EQ, %io2, %ab, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
 %z = stablehlo.constant dense<0.0> : tensor<4xf32>
 %y = stablehlo.select %p, %v, %z : tensor<4xi1>, tensor<4xf32>
 return %y : tensor<4xf32>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<1x4xf32>, %v: tensor<1xf32>) -> (tensor<1xf32>) {
 %xl = stablehlo.reshape %x : (tensor<1x4xf32>) -> tensor<4xf32>
 %rp1 = "stablehlo.collective_permute"(%xl) <{channel_handle = #stablehlo.channel_handle<handle = 28, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
 %rs1 = stablehlo.add %xl, %rp1 : tensor<4xf32>
 %rp2 = "stablehlo.collective_permute"(%rp1) <{channel_handle = #stablehlo.channel_handle<handle = 29, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
 %rs2 = stablehlo.add %rs1, %rp2 : tensor<4xf32>
 %rp3 = "stablehlo.collective_permute"(%rp2) <{channel_handle = #stablehlo.channel_handle<handle = 30, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
 %rs3 = stablehlo.add %rs2, %rp3 : tensor<4xf32>
 %io = stablehlo.iota dim = 0 : tensor<4xi32>
 %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %z0 = stablehlo.constant dense<0> : tensor<i32>
 %am:2 = stablehlo.reduce(%rs3 init: %ni), (%io init: %z0) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
  %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.and %2, %3 : tensor<i1>
  %5 = stablehlo.or %1, %4 : tensor<i1>
  %6 = stablehlo.select %5, %a, %b : tensor<i1>, tensor<f32>
  %7 = stablehlo.select %5, %c, %d : tensor<i1>, tensor<i32>
  stablehlo.return %6, %7 : tensor<f32>, tensor<i32>
 }
 %pidu = stablehlo.partition_id : tensor<ui32>
 %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
 %p = stablehlo.compare EQ, %pid, %am#1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %z = stablehlo.constant dense<0.0> : tensor<1xf32>
 %y = stablehlo.select %p, %v, %z : tensor<i1>, tensor<1xf32>
 return %y : tensor<1xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<1x4xf32>, %v: tensor<1xf32>) -> (tensor<1xf32>) {
 %xl = stablehlo.reshape %x : (tensor<1x4xf32>) -> tensor<4xf32>
 %sr = "stablehlo.all_reduce"(%xl) <{channel_handle = #stablehlo.channel_handle<handle = 31, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({ ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>): %c_ = stablehlo.add %ra_, %rb_ : tensor<f32> stablehlo.return %c_ : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
 %io = stablehlo.iota dim = 0 : tensor<4xi32>
 %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %z0 = stablehlo.constant dense<0> : tensor<i32>
 %am:2 = stablehlo.reduce(%sr init: %ni), (%io init: %z0) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
  %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.compare LT, %c, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.and %2, %3 : tensor<i1>
  %5 = stablehlo.or %1, %4 : tensor<i1>
  %6 = stablehlo.select %5, %a, %b : tensor<i1>, tensor<f32>
  %7 = stablehlo.select %5, %c, %d : tensor<i1>, tensor<i32>
  stablehlo.return %6, %7 : tensor<f32>, tensor<i32>
 }
 %pidu = stablehlo.partition_id : tensor<ui32>
 %pid = stablehlo.convert %pidu : (tensor<ui32>) -> tensor<i32>
 %p = stablehlo.compare EQ, %pid, %am#1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %z = stablehlo.constant dense<0.0> : tensor<1xf32>
 %y = stablehlo.select %p, %v, %z : tensor<i1>, tensor<1xf32>
 return %y : tensor<1xf32>
}
}
