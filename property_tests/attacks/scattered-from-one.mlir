module {
sdy.mesh @m = <["x"=2]>
func.func public @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%s = "stablehlo.select_and_scatter"(%a, %b, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%c = stablehlo.compare GE, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t : tensor<f32>
}) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
%o = stablehlo.constant dense<1.0> : tensor<8xf32>
%r = stablehlo.add %s, %o : tensor<8xf32>
return %r : tensor<8xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a: tensor<4xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>) {
%o = stablehlo.constant dense<1.0> : tensor<f32>
%r = "stablehlo.select_and_scatter"(%a, %b, %o) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%c = stablehlo.compare GE, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t : tensor<f32>
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
return %r : tensor<4xf32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a: tensor<4xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%s = "stablehlo.select_and_scatter"(%a, %b, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%c = stablehlo.compare GE, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
stablehlo.return %c : tensor<i1>
}, {
^bb0(%p: tensor<f32>, %q: tensor<f32>):
%t = stablehlo.add %p, %q : tensor<f32>
stablehlo.return %t : tensor<f32>
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
%o = stablehlo.constant dense<1.0> : tensor<4xf32>
%r = stablehlo.add %s, %o : tensor<4xf32>
return %r : tensor<4xf32>
}
}
