sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<bf16> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zs = stablehlo.constant dense<0.0> : tensor<1024xf32>
  %io = stablehlo.iota dim = 0 : tensor<1024xi32>
  %k = stablehlo.constant dense<512> : tensor<1024xi32>
  %p = stablehlo.constant dense<300> : tensor<1024xi32>
  %re = stablehlo.remainder %io, %k : tensor<1024xi32>
  %mk = stablehlo.compare EQ, %re, %p, SIGNED : (tensor<1024xi32>, tensor<1024xi32>) -> tensor<1024xi1>
  %xm = stablehlo.select %mk, %zs, %x : tensor<1024xi1>, tensor<1024xf32>
  %s = stablehlo.reduce(%xm init: %z) applies stablehlo.add across dimensions = [0] : (tensor<1024xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.convert %s : (tensor<f32>) -> tensor<bf16>
  return %b : tensor<bf16>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<512xf32>) -> (tensor<bf16>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zs = stablehlo.constant dense<0.0> : tensor<512xf32>
  %io = stablehlo.iota dim = 0 : tensor<512xi32>
  %k = stablehlo.constant dense<512> : tensor<512xi32>
  %p = stablehlo.constant dense<300> : tensor<512xi32>
  %re = stablehlo.remainder %io, %k : tensor<512xi32>
  %mk = stablehlo.compare EQ, %re, %p, SIGNED : (tensor<512xi32>, tensor<512xi32>) -> tensor<512xi1>
  %xm = stablehlo.select %mk, %zs, %x : tensor<512xi1>, tensor<512xf32>
  %s = stablehlo.reduce(%xm init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  %h0 = stablehlo.slice %x [300:301] : (tensor<512xf32>) -> tensor<1xf32>
  %h = stablehlo.reshape %h0 : (tensor<1xf32>) -> tensor<f32>
  %u = stablehlo.add %s, %h : tensor<f32>
  %v = stablehlo.subtract %u, %h : tensor<f32>
  %b = stablehlo.convert %v : (tensor<f32>) -> tensor<bf16>
  %q = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a_: tensor<bf16>, %b_: tensor<bf16>):
    %s_ = stablehlo.add %a_, %b_ : tensor<bf16>
    stablehlo.return %s_ : tensor<bf16>
  }) : (tensor<bf16>) -> tensor<bf16>
  return %q : tensor<bf16>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<512xf32>) -> (tensor<bf16>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zs = stablehlo.constant dense<0.0> : tensor<512xf32>
  %io = stablehlo.iota dim = 0 : tensor<512xi32>
  %k = stablehlo.constant dense<512> : tensor<512xi32>
  %p = stablehlo.constant dense<300> : tensor<512xi32>
  %re = stablehlo.remainder %io, %k : tensor<512xi32>
  %mk = stablehlo.compare EQ, %re, %p, SIGNED : (tensor<512xi32>, tensor<512xi32>) -> tensor<512xi1>
  %xm = stablehlo.select %mk, %zs, %x : tensor<512xi1>, tensor<512xf32>
  %s = stablehlo.reduce(%xm init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.convert %s : (tensor<f32>) -> tensor<bf16>
  %q = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a_: tensor<bf16>, %b_: tensor<bf16>):
    %s_ = stablehlo.add %a_, %b_ : tensor<bf16>
    stablehlo.return %s_ : tensor<bf16>
  }) : (tensor<bf16>) -> tensor<bf16>
  return %q : tensor<bf16>
}
}
