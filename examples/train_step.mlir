// One SGD step of a three-layer perceptron with mean squared error, as jax.jit prints it:
//   h = tanh(x @ w0 + b0); h = tanh(h @ w1 + b1); y' = h @ w2 + b2; loss = mean((y' - y)^2)
//   params -= 0.05 * grad(loss)
module @jit_train_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x48xf32> {jax.arg_info = "params.w0"}, %arg1: tensor<48xf32> {jax.arg_info = "params.b0"}, %arg2: tensor<48x40xf32> {jax.arg_info = "params.w1"}, %arg3: tensor<40xf32> {jax.arg_info = "params.b1"}, %arg4: tensor<40x16xf32> {jax.arg_info = "params.w2"}, %arg5: tensor<16xf32> {jax.arg_info = "params.b2"}, %arg6: tensor<64x32xf32> {jax.arg_info = "x"}, %arg7: tensor<64x16xf32> {jax.arg_info = "y"}) -> (tensor<32x48xf32> {jax.result_info = "[0].w0"}, tensor<48xf32> {jax.result_info = "[0].b0"}, tensor<48x40xf32> {jax.result_info = "[0].w1"}, tensor<40xf32> {jax.result_info = "[0].b1"}, tensor<40x16xf32> {jax.result_info = "[0].w2"}, tensor<16xf32> {jax.result_info = "[0].b2"}, tensor<f32> {jax.result_info = "[1]"}) {
    %0 = stablehlo.dot_general %arg6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x32xf32>, tensor<32x48xf32>) -> tensor<64x48xf32> loc("forward/dot0")
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<48xf32>) -> tensor<1x48xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x48xf32>) -> tensor<64x48xf32>
    %3 = stablehlo.add %0, %2 : tensor<64x48xf32>
    %4 = stablehlo.tanh %3 : tensor<64x48xf32> loc("forward/h0")
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x48xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<64x48xf32>
    %7 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x48xf32>, tensor<48x40xf32>) -> tensor<64x40xf32> loc("forward/dot1")
    %8 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<40xf32>) -> tensor<1x40xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x40xf32>) -> tensor<64x40xf32>
    %10 = stablehlo.add %7, %9 : tensor<64x40xf32>
    %11 = stablehlo.tanh %10 : tensor<64x40xf32> loc("forward/h1")
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x40xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<64x40xf32>
    %14 = stablehlo.dot_general %11, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x40xf32>, tensor<40x16xf32>) -> tensor<64x16xf32> loc("forward/dot2")
    %15 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<64x16xf32>
    %17 = stablehlo.add %14, %16 : tensor<64x16xf32> loc("forward/prediction")
    %18 = stablehlo.subtract %17, %arg7 : tensor<64x16xf32>
    %19 = stablehlo.multiply %18, %18 : tensor<64x16xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<64x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %23 = stablehlo.divide %22, %cst_3 : tensor<f32> loc("loss")
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %24 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %26 = stablehlo.multiply %25, %21 : tensor<64x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<64x16xf32>, tensor<f32>) -> tensor<16xf32>
    %28 = stablehlo.reshape %27 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32> loc("backward/b2")
    %30 = stablehlo.dot_general %26, %11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16xf32>, tensor<64x40xf32>) -> tensor<16x40xf32>
    %31 = stablehlo.transpose %30, dims = [1, 0] : (tensor<16x40xf32>) -> tensor<40x16xf32> loc("backward/w2")
    %32 = stablehlo.dot_general %26, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16xf32>, tensor<40x16xf32>) -> tensor<64x40xf32> loc("backward/h1")
    %33 = stablehlo.multiply %32, %13 : tensor<64x40xf32>
    %34 = stablehlo.multiply %33, %11 : tensor<64x40xf32>
    %35 = stablehlo.add %33, %34 : tensor<64x40xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<64x40xf32>, tensor<f32>) -> tensor<40xf32>
    %37 = stablehlo.reshape %36 : (tensor<40xf32>) -> tensor<1x40xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<1x40xf32>, tensor<f32>) -> tensor<40xf32> loc("backward/b1")
    %39 = stablehlo.dot_general %35, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x40xf32>, tensor<64x48xf32>) -> tensor<40x48xf32>
    %40 = stablehlo.transpose %39, dims = [1, 0] : (tensor<40x48xf32>) -> tensor<48x40xf32> loc("backward/w1")
    %41 = stablehlo.dot_general %35, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x40xf32>, tensor<48x40xf32>) -> tensor<64x48xf32> loc("backward/h0")
    %42 = stablehlo.multiply %41, %6 : tensor<64x48xf32>
    %43 = stablehlo.multiply %42, %4 : tensor<64x48xf32>
    %44 = stablehlo.add %42, %43 : tensor<64x48xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<64x48xf32>, tensor<f32>) -> tensor<48xf32>
    %46 = stablehlo.reshape %45 : (tensor<48xf32>) -> tensor<1x48xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<1x48xf32>, tensor<f32>) -> tensor<48xf32> loc("backward/b0")
    %48 = stablehlo.dot_general %44, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x48xf32>, tensor<64x32xf32>) -> tensor<48x32xf32>
    %49 = stablehlo.transpose %48, dims = [1, 0] : (tensor<48x32xf32>) -> tensor<32x48xf32> loc("backward/w0")
    %cst_12 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<32x48xf32>
    %51 = stablehlo.multiply %50, %49 : tensor<32x48xf32>
    %52 = stablehlo.subtract %arg0, %51 : tensor<32x48xf32>
    %cst_13 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<48xf32>
    %54 = stablehlo.multiply %53, %47 : tensor<48xf32>
    %55 = stablehlo.subtract %arg1, %54 : tensor<48xf32>
    %cst_14 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<48x40xf32>
    %57 = stablehlo.multiply %56, %40 : tensor<48x40xf32>
    %58 = stablehlo.subtract %arg2, %57 : tensor<48x40xf32>
    %cst_15 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %60 = stablehlo.multiply %59, %38 : tensor<40xf32>
    %61 = stablehlo.subtract %arg3, %60 : tensor<40xf32>
    %cst_16 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<40x16xf32>
    %63 = stablehlo.multiply %62, %31 : tensor<40x16xf32>
    %64 = stablehlo.subtract %arg4, %63 : tensor<40x16xf32>
    %cst_17 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %66 = stablehlo.multiply %65, %29 : tensor<16xf32>
    %67 = stablehlo.subtract %arg5, %66 : tensor<16xf32>
    return %52, %55, %58, %61, %64, %67, %23 : tensor<32x48xf32>, tensor<48xf32>, tensor<48x40xf32>, tensor<40xf32>, tensor<40x16xf32>, tensor<16xf32>, tensor<f32>
  }
}
