// out = (x · w1) · w2 in PartIR:Core, batch-parallel over B and model-parallel over M.
module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
  func.func @main(%x: tensor<256x8xf32>, %w1: tensor<8x16xf32>, %w2: tensor<16x8xf32>) -> tensor<256x8xf32> {
    %out = partir_core.loop "B" [#tile<0>] (%rb : !partir_core.range<"B">) {
      %xb = partir_core.slice 0 %x[%rb] : tensor<256x8xf32> -> tensor<64x8xf32>
      %part = partir_core.loop "M" [#reduce<add>] (%rm : !partir_core.range<"M">) {
        %w1m = partir_core.slice 1 %w1[%rm] : tensor<8x16xf32> -> tensor<8x8xf32>
        %w2m = partir_core.slice 0 %w2[%rm] : tensor<16x8xf32> -> tensor<8x8xf32>
        %h = stablehlo.dot_general %xb, %w1m, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
        %y = stablehlo.dot_general %h, %w2m, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
        partir_core.yield %y : tensor<64x8xf32>
      } : tensor<64x8xf32>
      partir_core.yield %part : tensor<64x8xf32>
    } : tensor<256x8xf32>
    return %out : tensor<256x8xf32>
  }
}
