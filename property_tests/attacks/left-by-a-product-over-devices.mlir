sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-1.0e6> : tensor<f32>
  %high = stablehlo.constant dense<1.0e6> : tensor<f32>
  %b = stablehlo.clamp %low, %a, %high : (tensor<f32>, tensor<512xf32>, tensor<f32>) -> tensor<512xf32>
  %a0 = stablehlo.slice %b [0:300] : (tensor<512xf32>) -> tensor<300xf32>
  %a1 = stablehlo.slice %b [301:512] : (tensor<512xf32>) -> tensor<211xf32>
  %most = stablehlo.concatenate %a0, %a1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
  %s = stablehlo.reduce(%most init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<512xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %low = stablehlo.constant dense<-1.0e6> : tensor<f32>
  %high = stablehlo.constant dense<1.0e6> : tensor<f32>
  %b = stablehlo.clamp %low, %a, %high : (tensor<f32>, tensor<512xf32>, tensor<f32>) -> tensor<512xf32>
  %a0 = stablehlo.slice %b [0:300] : (tensor<512xf32>) -> tensor<300xf32>
  %a1 = stablehlo.slice %b [301:512] : (tensor<512xf32>) -> tensor<211xf32>
  %most = stablehlo.concatenate %a0, %a1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
  %s = stablehlo.reduce(%most init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
  %h1 = stablehlo.slice %b [300:301] : (tensor<512xf32>) -> tensor<1xf32>
  %h = stablehlo.reshape %h1 : (tensor<1xf32>) -> tensor<f32>
  %more = stablehlo.add %s, %h : tensor<f32>
  %id = stablehlo.partition_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %u = stablehlo.select %first, %more, %one : tensor<i1>, tensor<f32>
  %v = stablehlo.select %first, %h, %one : tensor<i1>, tensor<f32>
  %c = stablehlo.complex %u, %v : tensor<complex<f32>>
  %m = "stablehlo.all_reduce"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%p: tensor<complex<f32>>, %q: tensor<complex<f32>>):
    %pq = stablehlo.multiply %p, %q : tensor<complex<f32>>
    stablehlo.return %pq : tensor<complex<f32>>
  }) : (tensor<complex<f32>>) -> tensor<complex<f32>>
  %re = stablehlo.real %m : (tensor<complex<f32>>) -> tensor<f32>
  return %re : tensor<f32>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%a: tensor<512xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %low = stablehlo.constant dense<-1.0e6> : tensor<f32>
  %high = stablehlo.constant dense<1.0e6> : tensor<f32>
  %b = stablehlo.clamp %low, %a, %high : (tensor<f32>, tensor<512xf32>, tensor<f32>) -> tensor<512xf32>
  %a0 = stablehlo.slice %b [0:300] : (tensor<512xf32>) -> tensor<300xf32>
  %a1 = stablehlo.slice %b [301:512] : (tensor<512xf32>) -> tensor<211xf32>
  %most = stablehlo.concatenate %a0, %a1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
  %s = stablehlo.reduce(%most init: %z) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
  %h1 = stablehlo.slice %b [300:301] : (tensor<512xf32>) -> tensor<1xf32>
  %h = stablehlo.reshape %h1 : (tensor<1xf32>) -> tensor<f32>
  %more = stablehlo.add %s, %h : tensor<f32>
  %id = stablehlo.partition_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %u = stablehlo.select %first, %s, %one : tensor<i1>, tensor<f32>
  %v = stablehlo.select %first, %z, %z : tensor<i1>, tensor<f32>
  %c = stablehlo.complex %u, %v : tensor<complex<f32>>
  %m = "stablehlo.all_reduce"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%p: tensor<complex<f32>>, %q: tensor<complex<f32>>):
    %pq = stablehlo.multiply %p, %q : tensor<complex<f32>>
    stablehlo.return %pq : tensor<complex<f32>>
  }) : (tensor<complex<f32>>) -> tensor<complex<f32>>
  %re = stablehlo.real %m : (tensor<complex<f32>>) -> tensor<f32>
  return %re : tensor<f32>
}
}
