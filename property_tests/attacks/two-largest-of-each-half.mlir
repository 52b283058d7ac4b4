sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %s = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %c = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<8xf32>) -> tensor<8xf32>
    %r = stablehlo.slice %s [0:3] : (tensor<8xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf32>) -> (tensor<3xf32>) {
    %s = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %c = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<4xf32>) -> tensor<4xf32>
    %l = stablehlo.slice %s [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    %g = "stablehlo.all_gather"(%l) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    %t = "stablehlo.sort"(%g) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %c = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<4xf32>) -> tensor<4xf32>
    %r = stablehlo.slice %t [0:3] : (tensor<4xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<4xf32>) -> (tensor<3xf32>) {
    %s = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %c = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<4xf32>) -> tensor<4xf32>
    %l = stablehlo.slice %s [0:3] : (tensor<4xf32>) -> tensor<3xf32>
    %g = "stablehlo.all_gather"(%l) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<3xf32>) -> tensor<6xf32>
    %t = "stablehlo.sort"(%g) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %c = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<6xf32>) -> tensor<6xf32>
    %r = stablehlo.slice %t [0:3] : (tensor<6xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
}
}
