module {
sdy.mesh @m = <["x"=2]>
func.func public @main(%a: tensor<8xi16> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<4xi16> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
%z = stablehlo.constant dense<0> : tensor<i16>
%b = stablehlo.constant dense<3> : tensor<4xi16>
%s = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%t = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %t : tensor<i16>
}) : (tensor<8xi16>, tensor<i16>) -> tensor<4xi16>
%r = stablehlo.add %s, %b : tensor<4xi16>
return %r : tensor<4xi16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a: tensor<4xi16>) -> (tensor<2xi16>) {
%b = stablehlo.constant dense<3> : tensor<i16>
%r = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%t = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %t : tensor<i16>
}) : (tensor<4xi16>, tensor<i16>) -> tensor<2xi16>
return %r : tensor<2xi16>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func public @main(%a: tensor<4xi16>) -> (tensor<2xi16>) {
%z = stablehlo.constant dense<0> : tensor<i16>
%b = stablehlo.constant dense<3> : tensor<2xi16>
%s = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%p: tensor<i16>, %q: tensor<i16>):
%t = stablehlo.add %p, %q : tensor<i16>
stablehlo.return %t : tensor<i16>
}) : (tensor<4xi16>, tensor<i16>) -> tensor<2xi16>
%r = stablehlo.add %s, %b : tensor<2xi16>
return %r : tensor<2xi16>
}
}
