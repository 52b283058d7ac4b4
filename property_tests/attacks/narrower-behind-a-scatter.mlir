module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<16x8xbf16> ) -> (tensor<8xbf16> ) {
 %xf = stablehlo.convert %x : (tensor<16x8xbf16>) -> tensor<16x8xf32>
%idx = stablehlo.constant dense<[[0],[3],[5],[3],[7],[7],[1],[2],[4],[6],[8],[9],[10],[11],[12],[15]]> : tensor<16x1xi32>
%zf = stablehlo.constant dense<0.0> : tensor<16x8xf32>
 %h = "stablehlo.scatter"(%zf, %idx, %xf) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %q = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %q : tensor<f32>
 }) : (tensor<16x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<16x8xf32>
 %g = stablehlo.optimization_barrier %h : tensor<16x8xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
 %q = stablehlo.multiply %g, %g : tensor<16x8xf32>
%s1 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
%m = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
%k = stablehlo.constant dense<0.0625> : tensor<8xf32>
%eps = stablehlo.constant dense<0.001> : tensor<8xbf16>
 %ep = stablehlo.convert %eps : (tensor<8xbf16>) -> tensor<8xf32>
 %mm = stablehlo.multiply %m, %k : tensor<8xf32>
 %ss = stablehlo.multiply %s1, %k : tensor<8xf32>
 %m2 = stablehlo.multiply %mm, %mm : tensor<8xf32>
 %v = stablehlo.subtract %ss, %m2 : tensor<8xf32>
 %ve = stablehlo.add %v, %ep : tensor<8xf32>
 %rs = stablehlo.rsqrt %ve : tensor<8xf32>
 %r = stablehlo.convert %rs : (tensor<8xf32>) -> tensor<8xbf16>
 return %r : tensor<8xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<16x4xbf16> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %xf = stablehlo.convert %x : (tensor<16x4xbf16>) -> tensor<16x4xf32>
%idx = stablehlo.constant dense<[[0],[3],[5],[3],[7],[7],[1],[2],[4],[6],[8],[9],[10],[11],[12],[15]]> : tensor<16x1xi32>
%zf = stablehlo.constant dense<0.0> : tensor<16x4xf32>
 %h = "stablehlo.scatter"(%zf, %idx, %xf) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %q = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %q : tensor<f32>
 }) : (tensor<16x4xf32>, tensor<16x1xi32>, tensor<16x4xf32>) -> tensor<16x4xf32>
 %g = stablehlo.convert %h : (tensor<16x4xf32>) -> tensor<16x4xbf16>
%z = stablehlo.constant dense<0.0> : tensor<bf16>
 %q = stablehlo.multiply %g, %g : tensor<16x4xbf16>
%s1 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
%m = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
%k = stablehlo.constant dense<0.0625> : tensor<4xbf16>
%eps = stablehlo.constant dense<0.001> : tensor<4xbf16>
 %ep = stablehlo.optimization_barrier %eps : tensor<4xbf16>
 %mm = stablehlo.multiply %m, %k : tensor<4xbf16>
 %ss = stablehlo.multiply %s1, %k : tensor<4xbf16>
 %m2 = stablehlo.multiply %mm, %mm : tensor<4xbf16>
 %v = stablehlo.subtract %ss, %m2 : tensor<4xbf16>
 %ve = stablehlo.add %v, %ep : tensor<4xbf16>
 %rs = stablehlo.rsqrt %ve : tensor<4xbf16>
 return %rs : tensor<4xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<16x4xbf16> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) -> (tensor<4xbf16> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
 %xf = stablehlo.convert %x : (tensor<16x4xbf16>) -> tensor<16x4xf32>
%idx = stablehlo.constant dense<[[0],[3],[5],[3],[7],[7],[1],[2],[4],[6],[8],[9],[10],[11],[12],[15]]> : tensor<16x1xi32>
%zf = stablehlo.constant dense<0.0> : tensor<16x4xf32>
 %h = "stablehlo.scatter"(%zf, %idx, %xf) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %q = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %q : tensor<f32>
 }) : (tensor<16x4xf32>, tensor<16x1xi32>, tensor<16x4xf32>) -> tensor<16x4xf32>
 %g = stablehlo.optimization_barrier %h : tensor<16x4xf32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
 %q = stablehlo.multiply %g, %g : tensor<16x4xf32>
%s1 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
%m = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x4xf32>, tensor<f32>) -> tensor<4xf32>
%k = stablehlo.constant dense<0.0625> : tensor<4xf32>
%eps = stablehlo.constant dense<0.001> : tensor<4xbf16>
 %ep = stablehlo.convert %eps : (tensor<4xbf16>) -> tensor<4xf32>
 %mm = stablehlo.multiply %m, %k : tensor<4xf32>
 %ss = stablehlo.multiply %s1, %k : tensor<4xf32>
 %m2 = stablehlo.multiply %mm, %mm : tensor<4xf32>
 %v = stablehlo.subtract %ss, %m2 : tensor<4xf32>
 %ve = stablehlo.add %v, %ep : tensor<4xf32>
 %rs = stablehlo.rsqrt %ve : tensor<4xf32>
 %r = stablehlo.convert %rs : (tensor<4xf32>) -> tensor<4xbf16>
 return %r : tensor<4xbf16>
  }
}
