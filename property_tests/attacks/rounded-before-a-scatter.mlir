module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %c: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<16x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %d = stablehlo.subtract %a, %c : tensor<16xf32>
    %b = stablehlo.convert %d : (tensor<16xf32>) -> tensor<16xbf16>
    %f = stablehlo.convert %b : (tensor<16xbf16>) -> tensor<16xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %r = "stablehlo.scatter"(%z, %i, %f) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<16x1xi32>, tensor<16xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<8xf32>, %c: tensor<8xf32>, %i: tensor<8x1xi32>) -> tensor<4xf32> {
    %ab = stablehlo.convert %a : (tensor<8xf32>) -> tensor<8xbf16>
    %cb = stablehlo.convert %c : (tensor<8xf32>) -> tensor<8xbf16>
    %b = stablehlo.subtract %ab, %cb : tensor<8xbf16>
    %f = stablehlo.convert %b : (tensor<8xbf16>) -> tensor<8xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %r = "stablehlo.scatter"(%z, %i, %f) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<4xf32>
    %all = "stablehlo.all_reduce"(%r) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    return %all : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<8xf32>, %c: tensor<8xf32>, %i: tensor<8x1xi32>) -> tensor<4xf32> {
    %d = stablehlo.subtract %a, %c : tensor<8xf32>
    %b = stablehlo.convert %d : (tensor<8xf32>) -> tensor<8xbf16>
    %f = stablehlo.convert %b : (tensor<8xbf16>) -> tensor<8xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4xf32>
    %r = "stablehlo.scatter"(%z, %i, %f) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<4xf32>
    %all = "stablehlo.all_reduce"(%r) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    return %all : tensor<4xf32>
  }
}
