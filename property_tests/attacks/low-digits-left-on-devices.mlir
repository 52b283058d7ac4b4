sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %wt: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
%k = stablehlo.constant dense<65537.0> : tensor<4x8xf32>
%m = stablehlo.multiply %x, %k : tensor<4x8xf32>
%d = stablehlo.subtract %m, %x : tensor<4x8xf32>
%h = stablehlo.subtract %m, %d : tensor<4x8xf32>
%l = stablehlo.subtract %x, %h : tensor<4x8xf32>
%a = stablehlo.dot_general %h, %wt, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
%b = stablehlo.dot_general %l, %wt, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
%r = stablehlo.add %a, %b : tensor<4x4xf32>
func.return %r : tensor<4x4xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4x4xf32>, %wt: tensor<4x4xf32>) -> (tensor<4x4xf32>) {
%k = stablehlo.constant dense<65537.0> : tensor<4x4xf32>
%m = stablehlo.multiply %x, %k : tensor<4x4xf32>
%d = stablehlo.subtract %m, %x : tensor<4x4xf32>
%h = stablehlo.subtract %m, %d : tensor<4x4xf32>
%l = stablehlo.subtract %x, %h : tensor<4x4xf32>
%a = stablehlo.dot_general %h, %wt, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%b = stablehlo.dot_general %l, %wt, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%ag = "stablehlo.all_reduce"(%a) ({
^bb0(%arp: tensor<f32>, %arq: tensor<f32>):
  %arw = stablehlo.add %arp, %arq : tensor<f32>
  stablehlo.return %arw : tensor<f32>
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 25, type = 1>, use_global_device_ids} : (tensor<4x4xf32>) -> tensor<4x4xf32>
%r = stablehlo.add %ag, %b : tensor<4x4xf32>
func.return %r : tensor<4x4xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4x4xf32>, %wt: tensor<4x4xf32>) -> (tensor<4x4xf32>) {
%k = stablehlo.constant dense<65537.0> : tensor<4x4xf32>
%m = stablehlo.multiply %x, %k : tensor<4x4xf32>
%d = stablehlo.subtract %m, %x : tensor<4x4xf32>
%h = stablehlo.subtract %m, %d : tensor<4x4xf32>
%l = stablehlo.subtract %x, %h : tensor<4x4xf32>
%a = stablehlo.dot_general %h, %wt, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%b = stablehlo.dot_general %l, %wt, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%ag = "stablehlo.all_reduce"(%a) ({
^bb0(%arp: tensor<f32>, %arq: tensor<f32>):
  %arw = stablehlo.add %arp, %arq : tensor<f32>
  stablehlo.return %arw : tensor<f32>
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 26, type = 1>, use_global_device_ids} : (tensor<4x4xf32>) -> tensor<4x4xf32>
%bg = "stablehlo.all_reduce"(%b) ({
^bb0(%arp: tensor<f32>, %arq: tensor<f32>):
  %arw = stablehlo.add %arp, %arq : tensor<f32>
  stablehlo.return %arw : tensor<f32>
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 27, type = 1>, use_global_device_ids} : (tensor<4x4xf32>) -> tensor<4x4xf32>
%r = stablehlo.add %ag, %bg : tensor<4x4xf32>
func.return %r : tensor<4x4xf32>
}
}
