sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
%s = stablehlo.add %x, %y : tensor<8xf32>
%t = stablehlo.subtract %s, %x : tensor<8xf32>
%e = stablehlo.subtract %y, %t : tensor<8xf32>
%z_l = stablehlo.constant dense<0.0> : tensor<f32>
%l = stablehlo.reduce(%e init: %z_l) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%r = stablehlo.add %l, %l : tensor<f32>
func.return %r : tensor<f32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<f32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%t = stablehlo.subtract %s, %x : tensor<4xf32>
%e = stablehlo.subtract %y, %t : tensor<4xf32>
%z_l = stablehlo.constant dense<0.0> : tensor<f32>
%l = stablehlo.reduce(%e init: %z_l) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%r = stablehlo.add %l, %l : tensor<f32>
func.return %r : tensor<f32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<f32>) {
%s = stablehlo.add %x, %y : tensor<4xf32>
%t = stablehlo.subtract %s, %x : tensor<4xf32>
%e = stablehlo.subtract %y, %t : tensor<4xf32>
%z_l = stablehlo.constant dense<0.0> : tensor<f32>
%l = stablehlo.reduce(%e init: %z_l) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%g = "stablehlo.all_reduce"(%l) ({
^bb0(%arp: tensor<f32>, %arq: tensor<f32>):
  %arw = stablehlo.add %arp, %arq : tensor<f32>
  stablehlo.return %arw : tensor<f32>
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
%r = stablehlo.add %g, %g : tensor<f32>
func.return %r : tensor<f32>
}
}
