module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%v: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %w: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %b: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %all = stablehlo.concatenate %v, %w0, %w1, dim = 0 : (tensor<16xf32>, tensor<300xf32>, tensor<211xf32>) -> tensor<527xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%all init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<527xf32>, tensor<f32>) -> tensor<f32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    return %sum, %chosen : tensor<f32>, tensor<f32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%v: tensor<8xf32>, %w: tensor<512xf32>, %b: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %own = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    %tb = stablehlo.constant dense<[1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 0.001953125, 0.0009765625, 0.00048828125, 0.000244140625, 0.0001220703125, 6.103515625e-05, 3.0517578125e-05, 1.52587890625e-05, 7.62939453125e-06, 3.814697265625e-06, 1.9073486328125e-06, 9.5367431640625e-07, 4.76837158203125e-07, 2.384185791015625e-07, 1.1920928955078125e-07, 5.960464477539063e-08, 2.9802322387695312e-08, 1.4901161193847656e-08, 7.450580596923828e-09, 3.725290298461914e-09, 1.862645149230957e-09, 9.313225746154785e-10, 4.656612873077393e-10, 2.3283064365386963e-10, 1.1641532182693481e-10, 5.820766091346741e-11, 2.9103830456733704e-11, 1.4551915228366852e-11, 7.275957614183426e-12, 3.637978807091713e-12, 1.8189894035458565e-12, 9.094947017729282e-13, 4.547473508864641e-13, 2.2737367544323206e-13, 1.1368683772161603e-13, 5.684341886080802e-14, 2.842170943040401e-14, 1.4210854715202004e-14, 7.105427357601002e-15, 3.552713678800501e-15, 1.7763568394002505e-15, 8.881784197001252e-16, 4.440892098500626e-16, 2.220446049250313e-16, 1.1102230246251565e-16, 5.551115123125783e-17, 2.7755575615628914e-17, 1.3877787807814457e-17, 6.938893903907228e-18, 3.469446951953614e-18, 1.734723475976807e-18, 8.673617379884035e-19]> : tensor<61xf32>
    %hb = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f32>) -> tensor<61xf32>
    %ht = stablehlo.multiply %hb, %tb : tensor<61xf32>
    %S = stablehlo.reduce(%ht init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<61xf32>, tensor<f32>) -> tensor<f32>
    %own1 = stablehlo.add %own, %S : tensor<f32>
    %own2 = stablehlo.subtract %own1, %S : tensor<f32>
    %a = "stablehlo.all_reduce"(%own2) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %x2 = stablehlo.add %x0, %x1 : tensor<f32>
      stablehlo.return %x2 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
    %c = stablehlo.reduce(%wall init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
    %e = stablehlo.add %a, %c : tensor<f32>
    %sum = stablehlo.add %zero, %e : tensor<f32>
    return %sum, %chosen : tensor<f32>, tensor<f32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%v: tensor<8xf32>, %w: tensor<512xf32>, %b: tensor<i1>) -> (tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %own = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %w2 = stablehlo.slice %w [300:301] : (tensor<512xf32>) -> tensor<1xf32>
    %h = stablehlo.reshape %w2 : (tensor<1xf32>) -> tensor<f32>
    %neg = stablehlo.negate %h : tensor<f32>
    %chosen = stablehlo.select %b, %h, %neg : tensor<i1>, tensor<f32>
    %a = "stablehlo.all_reduce"(%own) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
      %x2 = stablehlo.add %x0, %x1 : tensor<f32>
      stablehlo.return %x2 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %w0 = stablehlo.slice %w [0:300] : (tensor<512xf32>) -> tensor<300xf32>
    %w1 = stablehlo.slice %w [301:512] : (tensor<512xf32>) -> tensor<211xf32>
    %wall = stablehlo.concatenate %w0, %w1, dim = 0 : (tensor<300xf32>, tensor<211xf32>) -> tensor<511xf32>
    %c = stablehlo.reduce(%wall init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<511xf32>, tensor<f32>) -> tensor<f32>
    %e = stablehlo.add %a, %c : tensor<f32>
    %sum = stablehlo.add %zero, %e : tensor<f32>
    return %sum, %chosen : tensor<f32>, tensor<f32>
  }
}
