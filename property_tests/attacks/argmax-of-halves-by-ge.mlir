sdy.mesh @mesh = <["x"=2]>
func.func @main(%s: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %i = stablehlo.iota dim = 0 : tensor<8xi32>
    %v, %r = "stablehlo.reduce"(%s, %i, %n, %z) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
        %g = stablehlo.compare GE, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %p = stablehlo.select %g, %a0, %b0 : tensor<i1>, tensor<f32>
        %q = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
        stablehlo.return %p, %q : tensor<f32>, tensor<i32>
      }) : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    return %r : tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%s: tensor<4xf32>) -> (tensor<i32>) {
    %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %i = stablehlo.iota dim = 0 : tensor<4xi32>
    %w, %l = "stablehlo.reduce"(%s, %i, %n, %z) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
        %g = stablehlo.compare GE, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %p = stablehlo.select %g, %a0, %b0 : tensor<i1>, tensor<f32>
        %q = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
        stablehlo.return %p, %q : tensor<f32>, tensor<i32>
      }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    %d = stablehlo.partition_id : tensor<ui32>
    %e = stablehlo.convert %d : (tensor<ui32>) -> tensor<i32>
    %f = stablehlo.constant dense<3> : tensor<i32>
    %o = stablehlo.multiply %e, %f : tensor<i32>
    %k = stablehlo.add %l, %o : tensor<i32>
    %w1 = stablehlo.reshape %w : (tensor<f32>) -> tensor<1xf32>
    %k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
    %gw = "stablehlo.all_gather"(%w1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1xf32>) -> tensor<2xf32>
    %gk = "stablehlo.all_gather"(%k1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<2xi32>
    %v, %r = "stablehlo.reduce"(%gw, %gk, %n, %z) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
        %g = stablehlo.compare GE, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %p = stablehlo.select %g, %a0, %b0 : tensor<i1>, tensor<f32>
        %q = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
        stablehlo.return %p, %q : tensor<f32>, tensor<i32>
      }) : (tensor<2xf32>, tensor<2xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    return %r : tensor<i32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%s: tensor<4xf32>) -> (tensor<i32>) {
    %n = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %i = stablehlo.iota dim = 0 : tensor<4xi32>
    %w, %l = "stablehlo.reduce"(%s, %i, %n, %z) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
        %g = stablehlo.compare GE, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %p = stablehlo.select %g, %a0, %b0 : tensor<i1>, tensor<f32>
        %q = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
        stablehlo.return %p, %q : tensor<f32>, tensor<i32>
      }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    %d = stablehlo.partition_id : tensor<ui32>
    %e = stablehlo.convert %d : (tensor<ui32>) -> tensor<i32>
    %f = stablehlo.constant dense<4> : tensor<i32>
    %o = stablehlo.multiply %e, %f : tensor<i32>
    %k = stablehlo.add %l, %o : tensor<i32>
    %w1 = stablehlo.reshape %w : (tensor<f32>) -> tensor<1xf32>
    %k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
    %gw = "stablehlo.all_gather"(%w1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<1xf32>) -> tensor<2xf32>
    %gk = "stablehlo.all_gather"(%k1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids}> : (tensor<1xi32>) -> tensor<2xi32>
    %v, %r = "stablehlo.reduce"(%gw, %gk, %n, %z) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
        %g = stablehlo.compare GE, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %p = stablehlo.select %g, %a0, %b0 : tensor<i1>, tensor<f32>
        %q = stablehlo.select %g, %a1, %b1 : tensor<i1>, tensor<i32>
        stablehlo.return %p, %q : tensor<f32>, tensor<i32>
      }) : (tensor<2xf32>, tensor<2xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    return %r : tensor<i32>
}
}
