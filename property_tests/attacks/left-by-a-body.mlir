sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zs = stablehlo.constant dense<0.0> : tensor<1024xf32>
  %io = stablehlo.iota dim = 0 : tensor<1024xi32>
  %k = stablehlo.constant dense<512> : tensor<1024xi32>
  %p = stablehlo.constant dense<300> : tensor<1024xi32>
  %re = stablehlo.remainder %io, %k : tensor<1024xi32>
  %mk = stablehlo.compare EQ, %re, %p, SIGNED : (tensor<1024xi32>, tensor<1024xi32>) -> tensor<1024xi1>
  %xm = stablehlo.select %mk, %zs, %x : tensor<1024xi1>, tensor<1024xf32>
  %s = stablehlo.reduce(%xm init: %z) applies stablehlo.add across dimensions = [0] : (tensor<1024xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.reshape %s : (tensor<f32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<512xf32>) -> (tensor<1xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zs = stablehlo.constant dense<0.0> : tensor<512xf32>
  %io = stablehlo.iota dim = 0 : tensor<512xi32>
  %k = stablehlo.constant dense<512> : tensor<512xi32>
  %p = stablehlo.constant dense<300> : tensor<512xi32>
  %re = stablehlo.remainder %io, %k : tensor<512xi32>
  %mk = stablehlo.compare EQ, %re, %p, SIGNED : (tensor<512xi32>, tensor<512xi32>) -> tensor<512xi1>
  %xm = stablehlo.select %mk, %zs, %x : tensor<512xi1>, tensor<512xf32>
  %s = stablehlo.reduce(%xm init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.reshape %s : (tensor<f32>) -> tensor<1xf32>
  %h = stablehlo.slice %x [300:301] : (tensor<512xf32>) -> tensor<1xf32>
  %g = stablehlo.add %r, %h : tensor<1xf32>
  %w = "stablehlo.map"(%g, %h) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %minus = stablehlo.constant dense<-1.0> : tensor<f32>
    %m = stablehlo.multiply %b, %minus : tensor<f32>
    %t = stablehlo.add %a, %m : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %v = "stablehlo.all_reduce"(%w) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a_: tensor<f32>, %b_: tensor<f32>):
    %s_ = stablehlo.add %a_, %b_ : tensor<f32>
    stablehlo.return %s_ : tensor<f32>
  }) : (tensor<1xf32>) -> tensor<1xf32>
  return %v : tensor<1xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<512xf32>) -> (tensor<1xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zs = stablehlo.constant dense<0.0> : tensor<512xf32>
  %io = stablehlo.iota dim = 0 : tensor<512xi32>
  %k = stablehlo.constant dense<512> : tensor<512xi32>
  %p = stablehlo.constant dense<300> : tensor<512xi32>
  %re = stablehlo.remainder %io, %k : tensor<512xi32>
  %mk = stablehlo.compare EQ, %re, %p, SIGNED : (tensor<512xi32>, tensor<512xi32>) -> tensor<512xi1>
  %xm = stablehlo.select %mk, %zs, %x : tensor<512xi1>, tensor<512xf32>
  %s = stablehlo.reduce(%xm init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.reshape %s : (tensor<f32>) -> tensor<1xf32>
  %v = "stablehlo.all_reduce"(%r) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a_: tensor<f32>, %b_: tensor<f32>):
    %s_ = stablehlo.add %a_, %b_ : tensor<f32>
    stablehlo.return %s_ : tensor<f32>
  }) : (tensor<1xf32>) -> tensor<1xf32>
  return %v : tensor<1xf32>
}
}
