sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %zero = stablehlo.constant dense<0.0> : tensor<f32>
 %x0 = stablehlo.slice %x [0:1, 0:32] : (tensor<2x32xf32>) -> tensor<1x32xf32>
 %x1 = stablehlo.slice %x [1:2, 0:32] : (tensor<2x32xf32>) -> tensor<1x32xf32>
 %u = stablehlo.reshape %x0 : (tensor<1x32xf32>) -> tensor<32xf32>
 %v = stablehlo.reshape %x1 : (tensor<1x32xf32>) -> tensor<32xf32>
 %lo = stablehlo.reduce(%u init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
 %hi = stablehlo.reduce(%v init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
 %sx = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
 %sy = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
 %q = stablehlo.add %sx, %sy : tensor<f32>
 %m = stablehlo.clamp %lo, %y, %hi : tensor<f32>
 %o = stablehlo.add %m, %q : tensor<f32>
 return %o, %q : tensor<f32>, tensor<f32>
}

// -----
module {
 func.func @main(%x: tensor<2x16xf32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %zero = stablehlo.constant dense<0.0> : tensor<f32>
 %x0 = stablehlo.slice %x [0:1, 0:16] : (tensor<2x16xf32>) -> tensor<1x16xf32>
 %x1 = stablehlo.slice %x [1:2, 0:16] : (tensor<2x16xf32>) -> tensor<1x16xf32>
 %u = stablehlo.reshape %x0 : (tensor<1x16xf32>) -> tensor<16xf32>
 %v = stablehlo.reshape %x1 : (tensor<1x16xf32>) -> tensor<16xf32>
 %lo0 = stablehlo.reduce(%u init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%lo = "stablehlo.all_reduce"(%lo0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %r = stablehlo.minimum %p, %q : tensor<f32>
  stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
 %hi0 = stablehlo.reduce(%v init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%hi = "stablehlo.all_reduce"(%hi0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %r = stablehlo.maximum %p, %q : tensor<f32>
  stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
 %sx = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %sy = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %q0 = stablehlo.add %sx, %sy : tensor<f32>
%q = "stablehlo.all_reduce"(%q0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %r = stablehlo.add %p, %q : tensor<f32>
  stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
 %n = stablehlo.minimum %y, %hi : tensor<f32>
 %m = stablehlo.maximum %n, %lo : tensor<f32>
 %o = stablehlo.add %m, %q : tensor<f32>
 return %o, %q : tensor<f32>, tensor<f32>
}
}

// -----
module {
 func.func @main(%x: tensor<2x16xf32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
 %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
 %pinf = stablehlo.constant dense<0x7F800000> : tensor<f32>
 %zero = stablehlo.constant dense<0.0> : tensor<f32>
 %x0 = stablehlo.slice %x [0:1, 0:16] : (tensor<2x16xf32>) -> tensor<1x16xf32>
 %x1 = stablehlo.slice %x [1:2, 0:16] : (tensor<2x16xf32>) -> tensor<1x16xf32>
 %u = stablehlo.reshape %x0 : (tensor<1x16xf32>) -> tensor<16xf32>
 %v = stablehlo.reshape %x1 : (tensor<1x16xf32>) -> tensor<16xf32>
 %lo0 = stablehlo.reduce(%u init: %pinf) applies stablehlo.minimum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%lo = "stablehlo.all_reduce"(%lo0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %r = stablehlo.minimum %p, %q : tensor<f32>
  stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
 %hi0 = stablehlo.reduce(%v init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%hi = "stablehlo.all_reduce"(%hi0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %r = stablehlo.maximum %p, %q : tensor<f32>
  stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
 %sx = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %sy = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
 %q0 = stablehlo.add %sx, %sy : tensor<f32>
%q = "stablehlo.all_reduce"(%q0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %r = stablehlo.add %p, %q : tensor<f32>
  stablehlo.return %r : tensor<f32>
}) : (tensor<f32>) -> tensor<f32>
 %n = stablehlo.maximum %y, %lo : tensor<f32>
 %m = stablehlo.minimum %n, %hi : tensor<f32>
 %o = stablehlo.add %m, %q : tensor<f32>
 return %o, %q : tensor<f32>, tensor<f32>
}
}
