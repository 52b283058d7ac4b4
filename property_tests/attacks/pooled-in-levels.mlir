module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %pi = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %h0 = stablehlo.negate %x : tensor<4096xf32>
    %g0 = stablehlo.reshape %h0 : (tensor<4096xf32>) -> tensor<2048x2xf32>
    %r0 = stablehlo.reduce(%g0 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<2048x2xf32>, tensor<f32>) -> tensor<2048xf32>
    %w0 = stablehlo.constant dense<1.25> : tensor<2048xf32>
    %h1 = stablehlo.multiply %r0, %w0 : tensor<2048xf32>
    %g1 = stablehlo.reshape %h1 : (tensor<2048xf32>) -> tensor<1024x2xf32>
    %r1 = stablehlo.reduce(%g1 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x2xf32>, tensor<f32>) -> tensor<1024xf32>
    %w1 = stablehlo.constant dense<2.25> : tensor<1024xf32>
    %h2 = stablehlo.multiply %r1, %w1 : tensor<1024xf32>
    %g2 = stablehlo.reshape %h2 : (tensor<1024xf32>) -> tensor<512x2xf32>
    %r2 = stablehlo.reduce(%g2 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<512x2xf32>, tensor<f32>) -> tensor<512xf32>
    %w2 = stablehlo.constant dense<3.25> : tensor<512xf32>
    %h3 = stablehlo.multiply %r2, %w2 : tensor<512xf32>
    %g3 = stablehlo.reshape %h3 : (tensor<512xf32>) -> tensor<256x2xf32>
    %r3 = stablehlo.reduce(%g3 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<256x2xf32>, tensor<f32>) -> tensor<256xf32>
    %w3 = stablehlo.constant dense<4.25> : tensor<256xf32>
    %h4 = stablehlo.multiply %r3, %w3 : tensor<256xf32>
    %g4 = stablehlo.reshape %h4 : (tensor<256xf32>) -> tensor<128x2xf32>
    %r4 = stablehlo.reduce(%g4 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<128x2xf32>, tensor<f32>) -> tensor<128xf32>
    %w4 = stablehlo.constant dense<5.25> : tensor<128xf32>
    %h5 = stablehlo.multiply %r4, %w4 : tensor<128xf32>
    %g5 = stablehlo.reshape %h5 : (tensor<128xf32>) -> tensor<64x2xf32>
    %r5 = stablehlo.reduce(%g5 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<64x2xf32>, tensor<f32>) -> tensor<64xf32>
    %w5 = stablehlo.constant dense<6.25> : tensor<64xf32>
    %h6 = stablehlo.multiply %r5, %w5 : tensor<64xf32>
    %g6 = stablehlo.reshape %h6 : (tensor<64xf32>) -> tensor<32x2xf32>
    %r6 = stablehlo.reduce(%g6 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<32x2xf32>, tensor<f32>) -> tensor<32xf32>
    %w6 = stablehlo.constant dense<7.25> : tensor<32xf32>
    %h7 = stablehlo.multiply %r6, %w6 : tensor<32xf32>
    %g7 = stablehlo.reshape %h7 : (tensor<32xf32>) -> tensor<16x2xf32>
    %r7 = stablehlo.reduce(%g7 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<16x2xf32>, tensor<f32>) -> tensor<16xf32>
    %w7 = stablehlo.constant dense<8.25> : tensor<16xf32>
    %h8 = stablehlo.multiply %r7, %w7 : tensor<16xf32>
    %g8 = stablehlo.reshape %h8 : (tensor<16xf32>) -> tensor<8x2xf32>
    %r8 = stablehlo.reduce(%g8 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8xf32>
    %w8 = stablehlo.constant dense<9.25> : tensor<8xf32>
    %h9 = stablehlo.multiply %r8, %w8 : tensor<8xf32>
    %g9 = stablehlo.reshape %h9 : (tensor<8xf32>) -> tensor<4x2xf32>
    %r9 = stablehlo.reduce(%g9 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %w9 = stablehlo.constant dense<10.25> : tensor<4xf32>
    %h10 = stablehlo.multiply %r9, %w9 : tensor<4xf32>
    %g10 = stablehlo.reshape %h10 : (tensor<4xf32>) -> tensor<2x2xf32>
    %r10 = stablehlo.reduce(%g10 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %w10 = stablehlo.constant dense<11.25> : tensor<2xf32>
    %h11 = stablehlo.multiply %r10, %w10 : tensor<2xf32>
    %o = stablehlo.reduce(%h11 init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %r = stablehlo.negate %o : tensor<f32>
    return %r : tensor<f32>
  }
}

// -----
module {
  func.func @main(%x: tensor<2048xf32>) -> (tensor<f32>) {
    %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %pi = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %hn = stablehlo.negate %x : tensor<2048xf32>
    %e1 = stablehlo.slice %hn [0:682] : (tensor<2048xf32>) -> tensor<682xf32>
    %e2 = stablehlo.slice %hn [683:684] : (tensor<2048xf32>) -> tensor<1xf32>
    %e3 = stablehlo.slice %hn [683:2048] : (tensor<2048xf32>) -> tensor<1365xf32>
    %h0 = stablehlo.concatenate %e1, %e2, %e3, dim = 0 : (tensor<682xf32>, tensor<1xf32>, tensor<1365xf32>) -> tensor<2048xf32>
    %g0 = stablehlo.reshape %h0 : (tensor<2048xf32>) -> tensor<1024x2xf32>
    %r0 = stablehlo.reduce(%g0 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x2xf32>, tensor<f32>) -> tensor<1024xf32>
    %w0 = stablehlo.constant dense<1.25> : tensor<1024xf32>
    %h1 = stablehlo.multiply %r0, %w0 : tensor<1024xf32>
    %g1 = stablehlo.reshape %h1 : (tensor<1024xf32>) -> tensor<512x2xf32>
    %r1 = stablehlo.reduce(%g1 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<512x2xf32>, tensor<f32>) -> tensor<512xf32>
    %w1 = stablehlo.constant dense<2.25> : tensor<512xf32>
    %h2 = stablehlo.multiply %r1, %w1 : tensor<512xf32>
    %g2 = stablehlo.reshape %h2 : (tensor<512xf32>) -> tensor<256x2xf32>
    %r2 = stablehlo.reduce(%g2 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<256x2xf32>, tensor<f32>) -> tensor<256xf32>
    %w2 = stablehlo.constant dense<3.25> : tensor<256xf32>
    %h3 = stablehlo.multiply %r2, %w2 : tensor<256xf32>
    %g3 = stablehlo.reshape %h3 : (tensor<256xf32>) -> tensor<128x2xf32>
    %r3 = stablehlo.reduce(%g3 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<128x2xf32>, tensor<f32>) -> tensor<128xf32>
    %w3 = stablehlo.constant dense<4.25> : tensor<128xf32>
    %h4 = stablehlo.multiply %r3, %w3 : tensor<128xf32>
    %g4 = stablehlo.reshape %h4 : (tensor<128xf32>) -> tensor<64x2xf32>
    %r4 = stablehlo.reduce(%g4 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<64x2xf32>, tensor<f32>) -> tensor<64xf32>
    %w4 = stablehlo.constant dense<5.25> : tensor<64xf32>
    %h5 = stablehlo.multiply %r4, %w4 : tensor<64xf32>
    %g5 = stablehlo.reshape %h5 : (tensor<64xf32>) -> tensor<32x2xf32>
    %r5 = stablehlo.reduce(%g5 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<32x2xf32>, tensor<f32>) -> tensor<32xf32>
    %w5 = stablehlo.constant dense<6.25> : tensor<32xf32>
    %h6 = stablehlo.multiply %r5, %w5 : tensor<32xf32>
    %g6 = stablehlo.reshape %h6 : (tensor<32xf32>) -> tensor<16x2xf32>
    %r6 = stablehlo.reduce(%g6 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<16x2xf32>, tensor<f32>) -> tensor<16xf32>
    %w6 = stablehlo.constant dense<7.25> : tensor<16xf32>
    %h7 = stablehlo.multiply %r6, %w6 : tensor<16xf32>
    %g7 = stablehlo.reshape %h7 : (tensor<16xf32>) -> tensor<8x2xf32>
    %r7 = stablehlo.reduce(%g7 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8xf32>
    %w7 = stablehlo.constant dense<8.25> : tensor<8xf32>
    %h8 = stablehlo.multiply %r7, %w7 : tensor<8xf32>
    %g8 = stablehlo.reshape %h8 : (tensor<8xf32>) -> tensor<4x2xf32>
    %r8 = stablehlo.reduce(%g8 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %w8 = stablehlo.constant dense<9.25> : tensor<4xf32>
    %h9 = stablehlo.multiply %r8, %w8 : tensor<4xf32>
    %g9 = stablehlo.reshape %h9 : (tensor<4xf32>) -> tensor<2x2xf32>
    %r9 = stablehlo.reduce(%g9 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %w9 = stablehlo.constant dense<10.25> : tensor<2xf32>
    %h10 = stablehlo.multiply %r9, %w9 : tensor<2xf32>
    %g10 = stablehlo.reshape %h10 : (tensor<2xf32>) -> tensor<1x2xf32>
    %r10 = stablehlo.reduce(%g10 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1xf32>
    %w10 = stablehlo.constant dense<11.25> : tensor<1xf32>
    %h11 = stablehlo.multiply %r10, %w10 : tensor<1xf32>
    %ol = stablehlo.reduce(%h11 init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
    %o = "stablehlo.all_reduce"(%ol) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.maximum %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %r = stablehlo.negate %o : tensor<f32>
    return %r : tensor<f32>
  }
}

// -----
module {
  func.func @main(%x: tensor<2048xf32>) -> (tensor<f32>) {
    %ni = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %pi = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %h0 = stablehlo.negate %x : tensor<2048xf32>
    %g0 = stablehlo.reshape %h0 : (tensor<2048xf32>) -> tensor<1024x2xf32>
    %r0 = stablehlo.reduce(%g0 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x2xf32>, tensor<f32>) -> tensor<1024xf32>
    %w0 = stablehlo.constant dense<1.25> : tensor<1024xf32>
    %h1 = stablehlo.multiply %r0, %w0 : tensor<1024xf32>
    %g1 = stablehlo.reshape %h1 : (tensor<1024xf32>) -> tensor<512x2xf32>
    %r1 = stablehlo.reduce(%g1 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<512x2xf32>, tensor<f32>) -> tensor<512xf32>
    %w1 = stablehlo.constant dense<2.25> : tensor<512xf32>
    %h2 = stablehlo.multiply %r1, %w1 : tensor<512xf32>
    %g2 = stablehlo.reshape %h2 : (tensor<512xf32>) -> tensor<256x2xf32>
    %r2 = stablehlo.reduce(%g2 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<256x2xf32>, tensor<f32>) -> tensor<256xf32>
    %w2 = stablehlo.constant dense<3.25> : tensor<256xf32>
    %h3 = stablehlo.multiply %r2, %w2 : tensor<256xf32>
    %g3 = stablehlo.reshape %h3 : (tensor<256xf32>) -> tensor<128x2xf32>
    %r3 = stablehlo.reduce(%g3 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<128x2xf32>, tensor<f32>) -> tensor<128xf32>
    %w3 = stablehlo.constant dense<4.25> : tensor<128xf32>
    %h4 = stablehlo.multiply %r3, %w3 : tensor<128xf32>
    %g4 = stablehlo.reshape %h4 : (tensor<128xf32>) -> tensor<64x2xf32>
    %r4 = stablehlo.reduce(%g4 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<64x2xf32>, tensor<f32>) -> tensor<64xf32>
    %w4 = stablehlo.constant dense<5.25> : tensor<64xf32>
    %h5 = stablehlo.multiply %r4, %w4 : tensor<64xf32>
    %g5 = stablehlo.reshape %h5 : (tensor<64xf32>) -> tensor<32x2xf32>
    %r5 = stablehlo.reduce(%g5 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<32x2xf32>, tensor<f32>) -> tensor<32xf32>
    %w5 = stablehlo.constant dense<6.25> : tensor<32xf32>
    %h6 = stablehlo.multiply %r5, %w5 : tensor<32xf32>
    %g6 = stablehlo.reshape %h6 : (tensor<32xf32>) -> tensor<16x2xf32>
    %r6 = stablehlo.reduce(%g6 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<16x2xf32>, tensor<f32>) -> tensor<16xf32>
    %w6 = stablehlo.constant dense<7.25> : tensor<16xf32>
    %h7 = stablehlo.multiply %r6, %w6 : tensor<16xf32>
    %g7 = stablehlo.reshape %h7 : (tensor<16xf32>) -> tensor<8x2xf32>
    %r7 = stablehlo.reduce(%g7 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8xf32>
    %w7 = stablehlo.constant dense<8.25> : tensor<8xf32>
    %h8 = stablehlo.multiply %r7, %w7 : tensor<8xf32>
    %g8 = stablehlo.reshape %h8 : (tensor<8xf32>) -> tensor<4x2xf32>
    %r8 = stablehlo.reduce(%g8 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %w8 = stablehlo.constant dense<9.25> : tensor<4xf32>
    %h9 = stablehlo.multiply %r8, %w8 : tensor<4xf32>
    %g9 = stablehlo.reshape %h9 : (tensor<4xf32>) -> tensor<2x2xf32>
    %r9 = stablehlo.reduce(%g9 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %w9 = stablehlo.constant dense<10.25> : tensor<2xf32>
    %h10 = stablehlo.multiply %r9, %w9 : tensor<2xf32>
    %g10 = stablehlo.reshape %h10 : (tensor<2xf32>) -> tensor<1x2xf32>
    %r10 = stablehlo.reduce(%g10 init: %ni) applies stablehlo.maximum across dimensions = [1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1xf32>
    %w10 = stablehlo.constant dense<11.25> : tensor<1xf32>
    %h11 = stablehlo.multiply %r10, %w10 : tensor<1xf32>
    %ol = stablehlo.reduce(%h11 init: %ni) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
    %o = "stablehlo.all_reduce"(%ol) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%ra_: tensor<f32>, %rb_: tensor<f32>):
      %ro_ = stablehlo.maximum %ra_, %rb_ : tensor<f32>
      stablehlo.return %ro_ : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %r = stablehlo.negate %o : tensor<f32>
    return %r : tensor<f32>
  }
}
