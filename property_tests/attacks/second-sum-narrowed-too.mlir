sdy.mesh @mesh = <["x"=2]>
func.func @main(%a0: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %a1: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %a2: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %a3: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %b = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xbf16>
    %c = stablehlo.convert %b : (tensor<4x8xbf16>) -> tensor<4x8xf32>
    %t = stablehlo.tanh %c : tensor<4x8xf32>
    %d = stablehlo.dot_general %t, %a2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
    %k = stablehlo.broadcast_in_dim %a3, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %s = stablehlo.add %d, %k : tensor<4x3xf32>
    %o = stablehlo.constant dense<0.001> : tensor<4x3xf32>
    %g = stablehlo.compare GT, %s, %o : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
    %f = stablehlo.convert %g : (tensor<4x3xi1>) -> tensor<4x3xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%f init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<6x4xf32>, %a2: tensor<4x3xf32>, %a3: tensor<3xf32>) -> (tensor<3xf32>) {
    %b = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xbf16>
    %c = stablehlo.convert %b : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %t = stablehlo.tanh %c : tensor<4x4xf32>
    %d = stablehlo.dot_general %t, %a2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %n = stablehlo.convert %d : (tensor<4x3xf32>) -> tensor<4x3xbf16>
    %m = "stablehlo.all_reduce"(%n) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
        %q = stablehlo.add %x, %y : tensor<bf16>
        stablehlo.return %q : tensor<bf16>
      }) : (tensor<4x3xbf16>) -> tensor<4x3xbf16>
    %w = stablehlo.convert %m : (tensor<4x3xbf16>) -> tensor<4x3xf32>
    %k = stablehlo.broadcast_in_dim %a3, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %s = stablehlo.add %w, %k : tensor<4x3xf32>
    %o = stablehlo.constant dense<0.001> : tensor<4x3xf32>
    %g = stablehlo.compare GT, %s, %o : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
    %f = stablehlo.convert %g : (tensor<4x3xi1>) -> tensor<4x3xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%f init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<6x4xf32>, %a2: tensor<4x3xf32>, %a3: tensor<3xf32>) -> (tensor<3xf32>) {
    %b = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xbf16>
    %c = stablehlo.convert %b : (tensor<4x4xbf16>) -> tensor<4x4xf32>
    %t = stablehlo.tanh %c : tensor<4x4xf32>
    %d = stablehlo.dot_general %t, %a2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    %w = "stablehlo.all_reduce"(%d) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %q = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %q : tensor<f32>
      }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    %k = stablehlo.broadcast_in_dim %a3, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %s = stablehlo.add %w, %k : tensor<4x3xf32>
    %o = stablehlo.constant dense<0.001> : tensor<4x3xf32>
    %g = stablehlo.compare GT, %s, %o : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xi1>
    %f = stablehlo.convert %g : (tensor<4x3xi1>) -> tensor<4x3xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%f init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
}
}
