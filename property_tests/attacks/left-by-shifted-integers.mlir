module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%v: tensor<16xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %w: tensor<512xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %b: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<complex<f32>> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<complex<f32>> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xcomplex<f32>>) -> tensor<300xcomplex<f32>>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xcomplex<f32>>) -> tensor<211xcomplex<f32>>
    %all = stablehlo.concatenate %v, %w0, %w1, dim = 0 : (tensor<16xcomplex<f32>>, tensor<300xcomplex<f32>>, tensor<211xcomplex<f32>>) -> tensor<527xcomplex<f32>>
    %zero = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
    %sum = stablehlo.reduce(%all init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<527xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xcomplex<f32>>) -> tensor<1xcomplex<f32>>
    %h = stablehlo.reshape %w2 : (tensor<1xcomplex<f32>>) -> tensor<complex<f32>>
    %neg = stablehlo.negate %h : tensor<complex<f32>>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<complex<f32>>
    return %sum, %chosen : tensor<complex<f32>>, tensor<complex<f32>>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%v: tensor<8xcomplex<f32>>, %w: tensor<512xcomplex<f32>>, %b: tensor<i1>) -> (tensor<complex<f32>>, tensor<complex<f32>>) {
    %zero = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
    %own = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    %a = "stablehlo.all_reduce"(%own) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%x0: tensor<complex<f32>>, %x1: tensor<complex<f32>>):
      %x2 = stablehlo.add %x0, %x1 : tensor<complex<f32>>
      stablehlo.return %x2 : tensor<complex<f32>>
    }) : (tensor<complex<f32>>) -> tensor<complex<f32>>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xcomplex<f32>>) -> tensor<300xcomplex<f32>>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xcomplex<f32>>) -> tensor<211xcomplex<f32>>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xcomplex<f32>>, tensor<211xcomplex<f32>>) -> tensor<511xcomplex<f32>>
    %c = stablehlo.reduce(%wall init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<511xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    %e = stablehlo.add %a, %c : tensor<complex<f32>>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xcomplex<f32>>) -> tensor<1xcomplex<f32>>
    %h = stablehlo.reshape %w2 : (tensor<1xcomplex<f32>>) -> tensor<complex<f32>>
    %neg = stablehlo.negate %h : tensor<complex<f32>>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<complex<f32>>
    %b1 = stablehlo.convert %b : (tensor<i1>) -> tensor<i8>
    %one = stablehlo.constant dense<1> : tensor<i8>
    %two = stablehlo.constant dense<2> : tensor<i8>
    %zeroi = stablehlo.constant dense<0> : tensor<i8>
    %five = stablehlo.constant dense<5> : tensor<i8>
    %six = stablehlo.constant dense<6> : tensor<i8>
    %up = stablehlo.add %b1, %five : tensor<i8>
    %i = stablehlo.subtract %up, %six : tensor<i8>
    %ni = stablehlo.subtract %six, %up : tensor<i8>
    %s_r = stablehlo.convert %i : (tensor<i8>) -> tensor<f32>
    %s_i = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.complex %s_r, %s_i : tensor<complex<f32>>
    %ns_r = stablehlo.convert %ni : (tensor<i8>) -> tensor<f32>
    %ns_i = stablehlo.constant dense<0.0> : tensor<f32>
    %ns = stablehlo.complex %ns_r, %ns_i : tensor<complex<f32>>
    %p = stablehlo.multiply %s, %h : tensor<complex<f32>>
    %q = stablehlo.multiply %ns, %h : tensor<complex<f32>>
    %f = stablehlo.add %e, %p : tensor<complex<f32>>
    %sum = stablehlo.add %f, %q : tensor<complex<f32>>
    return %sum, %chosen : tensor<complex<f32>>, tensor<complex<f32>>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%v: tensor<8xcomplex<f32>>, %w: tensor<512xcomplex<f32>>, %b: tensor<i1>) -> (tensor<complex<f32>>, tensor<complex<f32>>) {
    %zero = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
    %own = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    %a = "stablehlo.all_reduce"(%own) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%x0: tensor<complex<f32>>, %x1: tensor<complex<f32>>):
      %x2 = stablehlo.add %x0, %x1 : tensor<complex<f32>>
      stablehlo.return %x2 : tensor<complex<f32>>
    }) : (tensor<complex<f32>>) -> tensor<complex<f32>>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xcomplex<f32>>) -> tensor<300xcomplex<f32>>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xcomplex<f32>>) -> tensor<211xcomplex<f32>>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xcomplex<f32>>, tensor<211xcomplex<f32>>) -> tensor<511xcomplex<f32>>
    %c = stablehlo.reduce(%wall init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<511xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    %e = stablehlo.add %a, %c : tensor<complex<f32>>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xcomplex<f32>>) -> tensor<1xcomplex<f32>>
    %h = stablehlo.reshape %w2 : (tensor<1xcomplex<f32>>) -> tensor<complex<f32>>
    %neg = stablehlo.negate %h : tensor<complex<f32>>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<complex<f32>>
    %sum = stablehlo.add %zero, %e : tensor<complex<f32>>
    return %sum, %chosen : tensor<complex<f32>>, tensor<complex<f32>>
  }
}
