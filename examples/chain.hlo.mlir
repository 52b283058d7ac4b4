// The chain as a lowering that is right: one all_reduce joins the parts over M.
module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {
  func.func @main(%x: tensor<64x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>},
                  %w1: tensor<8x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {"M"}]>},
                  %w2: tensor<8x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"M"}, {}]>})
      -> (tensor<64x8xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}, {}]>}) {
    %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %part = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %out = partir_hlo.all_reduce <add> {"M"} %part : tensor<64x8xf32>
    return %out : tensor<64x8xf32>
  }
}
