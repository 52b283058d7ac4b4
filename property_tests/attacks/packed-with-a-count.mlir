sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<512x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %t: tensor<512xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<512x8xf32>, tensor<f32>) -> tensor<512xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<512xf32>) -> tensor<512x8xf32>
  %d = stablehlo.subtract %a, %b : tensor<512x8xf32>
  %e = stablehlo.exponential %d : tensor<512x8xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x8xf32>, tensor<f32>) -> tensor<512xf32>
  %l = stablehlo.log %s : tensor<512xf32>
  %z = stablehlo.add %l, %m : tensor<512xf32>
  %q = stablehlo.multiply %z, %z : tensor<512xf32>
  %k = stablehlo.convert %t : (tensor<512xi1>) -> tensor<512xf32>
  %loss = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.reduce(%k init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  return %loss, %count : tensor<f32>, tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<256x8xf32>, %t: tensor<256xi1>) -> (tensor<f32>, tensor<f32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xf32>, tensor<f32>) -> tensor<256xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<256xf32>) -> tensor<256x8xf32>
  %d = stablehlo.subtract %a, %b : tensor<256x8xf32>
  %e = stablehlo.exponential %d : tensor<256x8xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x8xf32>, tensor<f32>) -> tensor<256xf32>
  %l = stablehlo.log %s : tensor<256xf32>
  %z = stablehlo.add %l, %m : tensor<256xf32>
  %q = stablehlo.multiply %z, %z : tensor<256xf32>
  %k = stablehlo.convert %t : (tensor<256xi1>) -> tensor<256xf32>
  %loss = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.reduce(%k init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  %both = stablehlo.add %loss, %count : tensor<f32>
  %packed = "stablehlo.all_reduce"(%both) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %sum = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  %all = "stablehlo.all_reduce"(%count) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %sum = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  %whole = stablehlo.subtract %packed, %all : tensor<f32>
  return %whole, %all : tensor<f32>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<256x8xf32>, %t: tensor<256xi1>) -> (tensor<f32>, tensor<f32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<256x8xf32>, tensor<f32>) -> tensor<256xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<256xf32>) -> tensor<256x8xf32>
  %d = stablehlo.subtract %a, %b : tensor<256x8xf32>
  %e = stablehlo.exponential %d : tensor<256x8xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x8xf32>, tensor<f32>) -> tensor<256xf32>
  %l = stablehlo.log %s : tensor<256xf32>
  %z = stablehlo.add %l, %m : tensor<256xf32>
  %q = stablehlo.multiply %z, %z : tensor<256xf32>
  %k = stablehlo.convert %t : (tensor<256xi1>) -> tensor<256xf32>
  %loss = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.reduce(%k init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
  %whole = "stablehlo.all_reduce"(%loss) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %sum = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  %all = "stablehlo.all_reduce"(%count) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %sum = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %whole, %all : tensor<f32>, tensor<f32>
}
}
