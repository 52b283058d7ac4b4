module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<200xcomplex<f32>>, %arg1: tensor<2xcomplex<f32>>, %arg2: tensor<i32>) -> (tensor<1xcomplex<f32>>) {
%v1 = stablehlo.constant dense<(0.001953125,0.0)> : tensor<2xcomplex<f32>>
%v2 = stablehlo.multiply %arg1, %v1 : tensor<2xcomplex<f32>>
%v3 = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
%v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
%v5 = stablehlo.slice %arg0 [0:171:1] : (tensor<200xcomplex<f32>>) -> tensor<171xcomplex<f32>>
%v6 = stablehlo.reshape %v4 : (tensor<complex<f32>>) -> tensor<1xcomplex<f32>>
%v7 = stablehlo.slice %arg0 [172:200:1] : (tensor<200xcomplex<f32>>) -> tensor<28xcomplex<f32>>
%v8 = stablehlo.concatenate %v5, %v6, %v7, dim = 0 : (tensor<171xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<28xcomplex<f32>>) -> tensor<200xcomplex<f32>>
%v9 = stablehlo.dynamic_slice %v8, %arg2, sizes = [1] : (tensor<200xcomplex<f32>>, tensor<i32>) -> tensor<1xcomplex<f32>>
return %v9 : tensor<1xcomplex<f32>>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<200xcomplex<f32>> {mhlo.sharding = "{replicated}"}, %arg1: tensor<2xcomplex<f32>> {mhlo.sharding = "{replicated}"}, %arg2: tensor<i32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xcomplex<f32>> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
%v2 = stablehlo.reduce(%arg1 init: %v1) applies stablehlo.add across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
%v3 = stablehlo.constant dense<(0.001953125,0.0)> : tensor<complex<f32>>
%v4 = stablehlo.multiply %v2, %v3 : tensor<complex<f32>>
%v5 = stablehlo.slice %arg0 [0:171:1] : (tensor<200xcomplex<f32>>) -> tensor<171xcomplex<f32>>
%v6 = stablehlo.reshape %v4 : (tensor<complex<f32>>) -> tensor<1xcomplex<f32>>
%v7 = stablehlo.slice %arg0 [172:200:1] : (tensor<200xcomplex<f32>>) -> tensor<28xcomplex<f32>>
%v8 = stablehlo.concatenate %v5, %v6, %v7, dim = 0 : (tensor<171xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<28xcomplex<f32>>) -> tensor<200xcomplex<f32>>
%v9 = stablehlo.dynamic_slice %v8, %arg2, sizes = [1] : (tensor<200xcomplex<f32>>, tensor<i32>) -> tensor<1xcomplex<f32>>
return %v9 : tensor<1xcomplex<f32>>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%arg0: tensor<200xcomplex<f32>> {mhlo.sharding = "{replicated}"}, %arg1: tensor<2xcomplex<f32>> {mhlo.sharding = "{replicated}"}, %arg2: tensor<i32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xcomplex<f32>> {mhlo.sharding = "{replicated}"}) {
%v1 = stablehlo.constant dense<(0.001953125,0.0)> : tensor<2xcomplex<f32>>
%v2 = stablehlo.multiply %arg1, %v1 : tensor<2xcomplex<f32>>
%v3 = stablehlo.constant dense<(0.0,0.0)> : tensor<complex<f32>>
%v4 = stablehlo.reduce(%v2 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
%v5 = stablehlo.slice %arg0 [0:171:1] : (tensor<200xcomplex<f32>>) -> tensor<171xcomplex<f32>>
%v6 = stablehlo.reshape %v4 : (tensor<complex<f32>>) -> tensor<1xcomplex<f32>>
%v7 = stablehlo.slice %arg0 [172:200:1] : (tensor<200xcomplex<f32>>) -> tensor<28xcomplex<f32>>
%v8 = stablehlo.concatenate %v5, %v6, %v7, dim = 0 : (tensor<171xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<28xcomplex<f32>>) -> tensor<200xcomplex<f32>>
%v9 = stablehlo.dynamic_slice %v8, %arg2, sizes = [1] : (tensor<200xcomplex<f32>>, tensor<i32>) -> tensor<1xcomplex<f32>>
return %v9 : tensor<1xcomplex<f32>>
}
}
