module {
sdy.mesh @m = <["x"=2]>
func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}, tensor<f32> {sdy.sharding = #sdy.sharding<@m, []>}) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%r:2 = "stablehlo.reduce"(%a, %b, %z, %z) <{dimensions = array<i64: 0>}> ({
^bb0(%p: tensor<f32>, %pi: tensor<f32>, %q: tensor<f32>, %qi: tensor<f32>):
%v = stablehlo.add %p, %q : tensor<f32>
%w = stablehlo.add %pi, %qi : tensor<f32>
stablehlo.return %v, %w : tensor<f32>, tensor<f32>
}) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
%o = stablehlo.constant dense<1.0> : tensor<f32>
%s = stablehlo.add %r#0, %o : tensor<f32>
return %s, %r#1 : tensor<f32>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%o = stablehlo.constant dense<1.0> : tensor<f32>
%r:2 = "stablehlo.reduce"(%a, %b, %o, %z) <{dimensions = array<i64: 0>}> ({
^bb0(%p: tensor<f32>, %pi: tensor<f32>, %q: tensor<f32>, %qi: tensor<f32>):
%v = stablehlo.add %p, %q : tensor<f32>
%w = stablehlo.add %pi, %qi : tensor<f32>
stablehlo.return %v, %w : tensor<f32>, tensor<f32>
}) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
%s = stablehlo.reshape %r#0 : (tensor<f32>) -> tensor<f32>
return %s, %r#1 : tensor<f32>, tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
%z = stablehlo.constant dense<0.0> : tensor<f32>
%r:2 = "stablehlo.reduce"(%a, %b, %z, %z) <{dimensions = array<i64: 0>}> ({
^bb0(%p: tensor<f32>, %pi: tensor<f32>, %q: tensor<f32>, %qi: tensor<f32>):
%v = stablehlo.add %p, %q : tensor<f32>
%w = stablehlo.add %pi, %qi : tensor<f32>
stablehlo.return %v, %w : tensor<f32>, tensor<f32>
}) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
%o = stablehlo.constant dense<1.0> : tensor<f32>
%s = stablehlo.add %r#0, %o : tensor<f32>
return %s, %r#1 : tensor<f32>, tensor<f32>
}
}
