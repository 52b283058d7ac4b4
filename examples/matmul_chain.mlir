// out = (x · w1) · w2, as jax.jit(lambda x, w1, w2: x @ w1 @ w2) prints it.
module @jit_matmul_chain attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x8xf32> {jax.arg_info = "x"}, %arg1: tensor<8x16xf32> {jax.arg_info = "w1"}, %arg2: tensor<16x8xf32> {jax.arg_info = "w2"}) -> (tensor<256x8xf32> {jax.result_info = ""}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x8xf32>, tensor<8x16xf32>) -> tensor<256x16xf32> loc("hidden")
    %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x16xf32>, tensor<16x8xf32>) -> tensor<256x8xf32> loc("out")
    return %1 : tensor<256x8xf32>
  }
}
