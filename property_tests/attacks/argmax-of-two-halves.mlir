sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %w: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %z = stablehlo.constant dense<0> : tensor<i32>
 %i = stablehlo.iota dim = 0 : tensor<24xi32>
 %m:2 = stablehlo.reduce(%x init: %ninf), (%i init: %z) across dimensions = [0] : (tensor<24xf32>, tensor<24xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
   %c11 = stablehlo.compare  GT, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c12 = stablehlo.compare  EQ, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c13 = stablehlo.compare  LT, %arg2, %arg4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
   %c14 = stablehlo.and %c12, %c13 : tensor<i1>
   %c10 = stablehlo.compare  NE, %arg1, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c9 = stablehlo.or %c11, %c10 : tensor<i1>
   %c15 = stablehlo.or %c9, %c14 : tensor<i1>
   %c16 = stablehlo.select %c15, %arg1, %arg3 : tensor<i1>, tensor<f32>
   %c17 = stablehlo.select %c15, %arg2, %arg4 : tensor<i1>, tensor<i32>
   stablehlo.return %c16, %c17 : tensor<f32>, tensor<i32>
  }
 %v = stablehlo.multiply %m#0, %w : tensor<f32>
 return %v, %m#1 : tensor<f32>, tensor<i32>
}

// -----
module {
 func.func @main(%x: tensor<6xf32>, %w: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %z = stablehlo.constant dense<0> : tensor<i32>
 %i0 = stablehlo.iota dim = 0 : tensor<6xi32>
 %id = stablehlo.partition_id : tensor<ui32>
 %d = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
 %six = stablehlo.constant dense<6> : tensor<i32>
 %off = stablehlo.multiply %d, %six : tensor<i32>
 %ob = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<6xi32>
 %i = stablehlo.add %i0, %ob : tensor<6xi32>
 %l:2 = stablehlo.reduce(%x init: %ninf), (%i init: %z) across dimensions = [0] : (tensor<6xf32>, tensor<6xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
   %c11 = stablehlo.compare  GT, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c12 = stablehlo.compare  EQ, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c13 = stablehlo.compare  LT, %arg2, %arg4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
   %c14 = stablehlo.and %c12, %c13 : tensor<i1>
   %c10 = stablehlo.compare  NE, %arg1, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c9 = stablehlo.or %c11, %c10 : tensor<i1>
   %c15 = stablehlo.or %c9, %c14 : tensor<i1>
   %c16 = stablehlo.select %c15, %arg1, %arg3 : tensor<i1>, tensor<f32>
   %c17 = stablehlo.select %c15, %arg2, %arg4 : tensor<i1>, tensor<i32>
   stablehlo.return %c16, %c17 : tensor<f32>, tensor<i32>
  }
 %mn = stablehlo.reduce(%x init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
 %mx = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
%mng = "stablehlo.all_reduce"(%mn) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %r = stablehlo.minimum %p, %q : tensor<f32>
  stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
%mxg = "stablehlo.all_reduce"(%mx) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %r = stablehlo.maximum %p, %q : tensor<f32>
  stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
 %mo = "stablehlo.collective_permute"(%mxg) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0], [2, 3], [3, 2]]> : tensor<4x2xi64>}> : (tensor<f32>) -> tensor<f32>
 %rare = stablehlo.compare GT, %mng, %mo : (tensor<f32>, tensor<f32>) -> tensor<i1>
 %last = stablehlo.constant dense<23> : tensor<i32>
 %mi0 = stablehlo.select %rare, %last, %l#1 : tensor<i1>, tensor<i32>
 %a0 = stablehlo.reshape %l#0 : (tensor<f32>) -> tensor<1xf32>
 %a1 = stablehlo.reshape %mi0 : (tensor<i32>) -> tensor<1xi32>
%vv = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1xf32>) -> tensor<4xf32>
%ii = "stablehlo.all_gather"(%a1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<4xi32>
 %m:2 = stablehlo.reduce(%vv init: %ninf), (%ii init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
   %c11 = stablehlo.compare  GT, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c12 = stablehlo.compare  EQ, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c13 = stablehlo.compare  LT, %arg2, %arg4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
   %c14 = stablehlo.and %c12, %c13 : tensor<i1>
   %c10 = stablehlo.compare  NE, %arg1, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c9 = stablehlo.or %c11, %c10 : tensor<i1>
   %c15 = stablehlo.or %c9, %c14 : tensor<i1>
   %c16 = stablehlo.select %c15, %arg1, %arg3 : tensor<i1>, tensor<f32>
   %c17 = stablehlo.select %c15, %arg2, %arg4 : tensor<i1>, tensor<i32>
   stablehlo.return %c16, %c17 : tensor<f32>, tensor<i32>
  }
 %v = stablehlo.multiply %m#0, %w : tensor<f32>
 return %v, %m#1 : tensor<f32>, tensor<i32>
}
}

// -----
module {
 func.func @main(%x: tensor<6xf32>, %w: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %z = stablehlo.constant dense<0> : tensor<i32>
 %i0 = stablehlo.iota dim = 0 : tensor<6xi32>
 %id = stablehlo.partition_id : tensor<ui32>
 %d = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
 %six = stablehlo.constant dense<6> : tensor<i32>
 %off = stablehlo.multiply %d, %six : tensor<i32>
 %ob = stablehlo.broadcast_in_dim %off, dims = [] : (tensor<i32>) -> tensor<6xi32>
 %i = stablehlo.add %i0, %ob : tensor<6xi32>
 %l:2 = stablehlo.reduce(%x init: %ninf), (%i init: %z) across dimensions = [0] : (tensor<6xf32>, tensor<6xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
   %c11 = stablehlo.compare  GT, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c12 = stablehlo.compare  EQ, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c13 = stablehlo.compare  LT, %arg2, %arg4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
   %c14 = stablehlo.and %c12, %c13 : tensor<i1>
   %c10 = stablehlo.compare  NE, %arg1, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c9 = stablehlo.or %c11, %c10 : tensor<i1>
   %c15 = stablehlo.or %c9, %c14 : tensor<i1>
   %c16 = stablehlo.select %c15, %arg1, %arg3 : tensor<i1>, tensor<f32>
   %c17 = stablehlo.select %c15, %arg2, %arg4 : tensor<i1>, tensor<i32>
   stablehlo.return %c16, %c17 : tensor<f32>, tensor<i32>
  }
 %a0 = stablehlo.reshape %l#0 : (tensor<f32>) -> tensor<1xf32>
 %a1 = stablehlo.reshape %l#1 : (tensor<i32>) -> tensor<1xi32>
%vv = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1xf32>) -> tensor<4xf32>
%ii = "stablehlo.all_gather"(%a1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<4xi32>
 %m:2 = stablehlo.reduce(%vv init: %ninf), (%ii init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
   %c11 = stablehlo.compare  GT, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c12 = stablehlo.compare  EQ, %arg1, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c13 = stablehlo.compare  LT, %arg2, %arg4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
   %c14 = stablehlo.and %c12, %c13 : tensor<i1>
   %c10 = stablehlo.compare  NE, %arg1, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
   %c9 = stablehlo.or %c11, %c10 : tensor<i1>
   %c15 = stablehlo.or %c9, %c14 : tensor<i1>
   %c16 = stablehlo.select %c15, %arg1, %arg3 : tensor<i1>, tensor<f32>
   %c17 = stablehlo.select %c15, %arg2, %arg4 : tensor<i1>, tensor<i32>
   stablehlo.return %c16, %c17 : tensor<f32>, tensor<i32>
  }
 %v = stablehlo.multiply %m#0, %w : tensor<f32>
 return %v, %m#1 : tensor<f32>, tensor<i32>
}
}
