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
    %plus = stablehlo.constant dense<(1.0,0.0)> : tensor<complex<f32>>
    %minus = stablehlo.constant dense<(-1.0,0.0)> : tensor<complex<f32>>
    %s = "stablehlo.if"(%b) ({
      stablehlo.return %plus : tensor<complex<f32>>
    }, {
      stablehlo.return %minus : tensor<complex<f32>>
    }) : (tensor<i1>) -> tensor<complex<f32>>
    %ns = "stablehlo.if"(%b) ({
      stablehlo.return %minus : tensor<complex<f32>>
    }, {
      stablehlo.return %plus : tensor<complex<f32>>
    }) : (tensor<i1>) -> tensor<complex<f32>>
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
