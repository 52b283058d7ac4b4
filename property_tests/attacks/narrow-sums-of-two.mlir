module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<512x8xbf16> {mhlo.sharding = "{devices=[1,4]<=[4]}"}, %h: tensor<512x8xbf16> {mhlo.sharding = "{devices=[1,4]<=[4]}"}) -> (tensor<8xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}, tensor<8xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
%u = stablehlo.convert %g : (tensor<512x8xbf16>) -> tensor<512x8xf32>
%u2 = stablehlo.convert %h : (tensor<512x8xbf16>) -> tensor<512x8xf32>
%s:2 = stablehlo.reduce(%u init: %z), (%u2 init: %z) across dimensions = [0] : (tensor<512x8xf32>, tensor<512x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%cx: tensor<f32>, %d: tensor<f32>) {
  %p = stablehlo.add %a, %b : tensor<f32>
  %q = stablehlo.add %cx, %d : tensor<f32>
  stablehlo.return %p, %q : tensor<f32>, tensor<f32>
 }
%0 = stablehlo.convert %s#0 : (tensor<8xf32>) -> tensor<8xbf16>
%1 = stablehlo.convert %s#1 : (tensor<8xf32>) -> tensor<8xbf16>
    return %0, %1 : tensor<8xbf16>, tensor<8xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<512x2xbf16>, %h: tensor<512x2xbf16>) -> (tensor<2xbf16>, tensor<2xbf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<bf16>
%u = stablehlo.optimization_barrier %g : tensor<512x2xbf16>
%u2 = stablehlo.optimization_barrier %h : tensor<512x2xbf16>
%s:2 = stablehlo.reduce(%u init: %z), (%u2 init: %z) across dimensions = [0] : (tensor<512x2xbf16>, tensor<512x2xbf16>, tensor<bf16>, tensor<bf16>) -> (tensor<2xbf16>, tensor<2xbf16>)
 reducer(%a: tensor<bf16>, %b: tensor<bf16>) (%cx: tensor<bf16>, %d: tensor<bf16>) {
  %p = stablehlo.add %a, %b : tensor<bf16>
  %q = stablehlo.add %cx, %d : tensor<bf16>
  stablehlo.return %p, %q : tensor<bf16>, tensor<bf16>
 }
%0 = stablehlo.optimization_barrier %s#0 : tensor<2xbf16>
%1 = stablehlo.optimization_barrier %s#1 : tensor<2xbf16>

    return %0, %1 : tensor<2xbf16>, tensor<2xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%g: tensor<512x2xbf16>, %h: tensor<512x2xbf16>) -> (tensor<2xbf16>, tensor<2xbf16>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
%u = stablehlo.convert %g : (tensor<512x2xbf16>) -> tensor<512x2xf32>
%u2 = stablehlo.convert %h : (tensor<512x2xbf16>) -> tensor<512x2xf32>
%s:2 = stablehlo.reduce(%u init: %z), (%u2 init: %z) across dimensions = [0] : (tensor<512x2xf32>, tensor<512x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%cx: tensor<f32>, %d: tensor<f32>) {
  %p = stablehlo.add %a, %b : tensor<f32>
  %q = stablehlo.add %cx, %d : tensor<f32>
  stablehlo.return %p, %q : tensor<f32>, tensor<f32>
 }
%0 = stablehlo.convert %s#0 : (tensor<2xf32>) -> tensor<2xbf16>
%1 = stablehlo.convert %s#1 : (tensor<2xf32>) -> tensor<2xbf16>
    return %0, %1 : tensor<2xbf16>, tensor<2xbf16>
  }
}
