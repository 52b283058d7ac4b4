module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<20000x2xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %k: tensor<1x2xi32> {mhlo.sharding = "{replicated}"}) -> (tensor<2xf32> {mhlo.sharding = "{replicated}"}, tensor<1x2xi32> {mhlo.sharding = "{replicated}"}) {
    %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
%0 = stablehlo.reduce(%x init: %n) applies stablehlo.maximum across dimensions = [0] : (tensor<20000x2xf32>, tensor<f32>) -> tensor<2xf32>
    return %0, %k : tensor<2xf32>, tensor<1x2xi32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<5000x2xf32>, %k: tensor<1x2xi32>) -> (tensor<2xf32>, tensor<1x2xi32>) {
    %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
%x1 = stablehlo.slice %x [0:777, 0:2] : (tensor<5000x2xf32>) -> tensor<777x2xf32>
%e = stablehlo.slice %x [777:778, 0:2] : (tensor<5000x2xf32>) -> tensor<1x2xf32>
%x3 = stablehlo.slice %x [778:5000, 0:2] : (tensor<5000x2xf32>) -> tensor<4222x2xf32>
%fk = stablehlo.convert %k : (tensor<1x2xi32>) -> tensor<1x2xf32>
%e1 = stablehlo.add %e, %fk : tensor<1x2xf32>
%e0 = stablehlo.subtract %e1, %fk : tensor<1x2xf32>
%d = stablehlo.subtract %e0, %e : tensor<1x2xf32>
%ad = stablehlo.abs %d : tensor<1x2xf32>
%e2 = stablehlo.subtract %e, %ad : tensor<1x2xf32>

%m1 = stablehlo.reduce(%x1 init: %n) applies stablehlo.maximum across dimensions = [0] : (tensor<777x2xf32>, tensor<f32>) -> tensor<2xf32>
%m3 = stablehlo.reduce(%x3 init: %n) applies stablehlo.maximum across dimensions = [0] : (tensor<4222x2xf32>, tensor<f32>) -> tensor<2xf32>
%e3 = stablehlo.reshape %e2 : (tensor<1x2xf32>) -> tensor<2xf32>
%m2 = stablehlo.maximum %m1, %e3 : tensor<2xf32>
%m4 = stablehlo.maximum %m2, %m3 : tensor<2xf32>
%0 = "stablehlo.all_reduce"(%m4) ({
    ^bb0(%aa: tensor<f32>, %bb: tensor<f32>):
      %cc = stablehlo.maximum %aa, %bb : tensor<f32>
      stablehlo.return %cc : tensor<f32>
    }) {replica_groups = dense<[[0,1,2,3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
    return %0, %k : tensor<2xf32>, tensor<1x2xi32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<5000x2xf32>, %k: tensor<1x2xi32>) -> (tensor<2xf32>, tensor<1x2xi32>) {
    %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
%x1 = stablehlo.slice %x [0:777, 0:2] : (tensor<5000x2xf32>) -> tensor<777x2xf32>
%e = stablehlo.slice %x [777:778, 0:2] : (tensor<5000x2xf32>) -> tensor<1x2xf32>
%x3 = stablehlo.slice %x [778:5000, 0:2] : (tensor<5000x2xf32>) -> tensor<4222x2xf32>
%e2 = stablehlo.optimization_barrier %e : tensor<1x2xf32>
%m1 = stablehlo.reduce(%x1 init: %n) applies stablehlo.maximum across dimensions = [0] : (tensor<777x2xf32>, tensor<f32>) -> tensor<2xf32>
%m3 = stablehlo.reduce(%x3 init: %n) applies stablehlo.maximum across dimensions = [0] : (tensor<4222x2xf32>, tensor<f32>) -> tensor<2xf32>
%e3 = stablehlo.reshape %e2 : (tensor<1x2xf32>) -> tensor<2xf32>
%m2 = stablehlo.maximum %m1, %e3 : tensor<2xf32>
%m4 = stablehlo.maximum %m2, %m3 : tensor<2xf32>
%0 = "stablehlo.all_reduce"(%m4) ({
    ^bb0(%aa: tensor<f32>, %bb: tensor<f32>):
      %cc = stablehlo.maximum %aa, %bb : tensor<f32>
      stablehlo.return %cc : tensor<f32>
    }) {replica_groups = dense<[[0,1,2,3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
    return %0, %k : tensor<2xf32>, tensor<1x2xi32>
  }
}
