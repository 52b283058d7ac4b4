sdy.mesh @mesh = <["x"=2]>
func.func @main(%p: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %g: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %c: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%u = stablehlo.add %g, %c : tensor<8xbf16>
%wn = stablehlo.add %p, %u : tensor<8xbf16>
%dd = stablehlo.subtract %wn, %p : tensor<8xbf16>
%cn = stablehlo.subtract %u, %dd : tensor<8xbf16>
func.return %wn, %cn : tensor<8xbf16>, tensor<8xbf16>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%p: tensor<4xbf16>, %g: tensor<4xbf16>, %c: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>) {
%u = stablehlo.add %g, %c : tensor<4xbf16>
%wn = stablehlo.add %p, %u : tensor<4xbf16>
%dd = stablehlo.subtract %wn, %p : tensor<4xbf16>
%cn = stablehlo.subtract %dd, %u : tensor<4xbf16>
func.return %wn, %cn : tensor<4xbf16>, tensor<4xbf16>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%p: tensor<4xbf16>, %g: tensor<4xbf16>, %c: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>) {
%u = stablehlo.add %g, %c : tensor<4xbf16>
%wn = stablehlo.add %p, %u : tensor<4xbf16>
%dd = stablehlo.subtract %wn, %p : tensor<4xbf16>
%cn = stablehlo.subtract %u, %dd : tensor<4xbf16>
func.return %wn, %cn : tensor<4xbf16>, tensor<4xbf16>
}
}
