sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
%k = stablehlo.constant dense<65537.0> : tensor<8xf32>
%m = stablehlo.multiply %x, %k : tensor<8xf32>
%d = stablehlo.subtract %m, %x : tensor<8xf32>
%h = stablehlo.subtract %m, %d : tensor<8xf32>
%l = stablehlo.subtract %x, %h : tensor<8xf32>
%hb = stablehlo.convert %h : (tensor<8xf32>) -> tensor<8xbf16>
%lb = stablehlo.convert %l : (tensor<8xf32>) -> tensor<8xbf16>
func.return %hb, %lb : tensor<8xbf16>, tensor<8xbf16>
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xbf16>) {
%k = stablehlo.constant dense<65537.0> : tensor<4xf32>
%m = stablehlo.multiply %x, %k : tensor<4xf32>
%d = stablehlo.subtract %m, %x : tensor<4xf32>
%h = stablehlo.subtract %m, %d : tensor<4xf32>
%l = stablehlo.subtract %h, %x : tensor<4xf32>
%hb = stablehlo.convert %h : (tensor<4xf32>) -> tensor<4xbf16>
%lb = stablehlo.convert %l : (tensor<4xf32>) -> tensor<4xbf16>
func.return %hb, %lb : tensor<4xbf16>, tensor<4xbf16>
}
}

// -----
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
func.func @main(%x: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xbf16>) {
%k = stablehlo.constant dense<65537.0> : tensor<4xf32>
%m = stablehlo.multiply %x, %k : tensor<4xf32>
%d = stablehlo.subtract %m, %x : tensor<4xf32>
%h = stablehlo.subtract %m, %d : tensor<4xf32>
%l = stablehlo.subtract %x, %h : tensor<4xf32>
%hb = stablehlo.convert %h : (tensor<4xf32>) -> tensor<4xbf16>
%lb = stablehlo.convert %l : (tensor<4xf32>) -> tensor<4xbf16>
func.return %hb, %lb : tensor<4xbf16>, tensor<4xbf16>
}
}
