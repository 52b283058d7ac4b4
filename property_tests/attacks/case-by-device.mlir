module attributes {mhlo.num_partitions = 1 : i32} {
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %p0 = stablehlo.slice %x [0:2] : (tensor<8xf32>) -> tensor<2xf32>
  %y0 = stablehlo.exponential %p0 : tensor<2xf32>
  %p1 = stablehlo.slice %x [2:4] : (tensor<8xf32>) -> tensor<2xf32>
  %y1 = stablehlo.tanh %p1 : tensor<2xf32>
  %p2 = stablehlo.slice %x [4:6] : (tensor<8xf32>) -> tensor<2xf32>
  %y2 = stablehlo.negate %p2 : tensor<2xf32>
  %p3 = stablehlo.slice %x [6:8] : (tensor<8xf32>) -> tensor<2xf32>
  %y3 = stablehlo.negate %p3 : tensor<2xf32>
  %r = stablehlo.concatenate %y0, %y1, %y2, %y3, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<2xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<2xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
  %d = stablehlo.partition_id : tensor<ui32>
  %i = stablehlo.convert %d : (tensor<ui32>) -> tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %y0 = stablehlo.exponential %x : tensor<2xf32>
    stablehlo.return %y0 : tensor<2xf32>
  }, {
    %y1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %y1 : tensor<2xf32>
  }, {
    %y2 = stablehlo.tanh %x : tensor<2xf32>
    stablehlo.return %y2 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
}

// -----
module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<2xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<2xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
  %d = stablehlo.partition_id : tensor<ui32>
  %i = stablehlo.convert %d : (tensor<ui32>) -> tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %y0 = stablehlo.exponential %x : tensor<2xf32>
    stablehlo.return %y0 : tensor<2xf32>
  }, {
    %y1 = stablehlo.tanh %x : tensor<2xf32>
    stablehlo.return %y1 : tensor<2xf32>
  }, {
    %y2 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %y2 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
}
