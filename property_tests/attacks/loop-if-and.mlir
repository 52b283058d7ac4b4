sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<40xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    return %x : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<40xi32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<0> : tensor<i32>
    %v2 = stablehlo.constant dense<1> : tensor<i32>
    %v3 = stablehlo.constant dense<40> : tensor<i32>
    %v4 = stablehlo.constant dense<true> : tensor<i1>
    %v5 = stablehlo.constant dense<40503> : tensor<i32>
    %v6 = stablehlo.constant dense<20011> : tensor<i32>
    %w:2 = stablehlo.while(%i_ = %v1, %f_ = %v4) : tensor<i32>, tensor<i1>
     cond {
      %cc = stablehlo.compare LT, %i_, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %cc : tensor<i1>
     } do {
      %i2 = stablehlo.add %i_, %v2 : tensor<i32>
      %ks = stablehlo.dynamic_slice %k, %i_, sizes = [1] : (tensor<40xi32>, tensor<i32>) -> tensor<1xi32>
      %kj = stablehlo.reshape %ks : (tensor<1xi32>) -> tensor<i32>
      %kh = stablehlo.multiply %kj, %v5 : tensor<i32>
      %p = stablehlo.compare EQ, %kh, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %r = "stablehlo.if"(%p) ({
        %c1 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %c1 : tensor<i1>
      }, {
        %c2 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %c2 : tensor<i1>
      }) : (tensor<i1>) -> tensor<i1>
      %g = stablehlo.and %f_, %r : tensor<i1>
      stablehlo.return %i2, %g : tensor<i32>, tensor<i1>
     }
    %v7 = stablehlo.select %w#1, %y, %x : tensor<i1>, tensor<f32>
    return %v7 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<40xi32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<0> : tensor<i32>
    %v2 = stablehlo.constant dense<1> : tensor<i32>
    %v3 = stablehlo.constant dense<40> : tensor<i32>
    %v4 = stablehlo.constant dense<true> : tensor<i1>
    %v5 = stablehlo.constant dense<40503> : tensor<i32>
    %v6 = stablehlo.constant dense<20011> : tensor<i32>
    %w:2 = stablehlo.while(%i_ = %v1, %f_ = %v4) : tensor<i32>, tensor<i1>
     cond {
      %cc = stablehlo.compare LT, %i_, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %cc : tensor<i1>
     } do {
      %i2 = stablehlo.add %i_, %v2 : tensor<i32>
      %ks = stablehlo.dynamic_slice %k, %i_, sizes = [1] : (tensor<40xi32>, tensor<i32>) -> tensor<1xi32>
      %kj = stablehlo.reshape %ks : (tensor<1xi32>) -> tensor<i32>
      %kh = stablehlo.multiply %kj, %v5 : tensor<i32>
      %p = stablehlo.compare EQ, %kh, %v6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %r = "stablehlo.if"(%p) ({
        %c1 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %c1 : tensor<i1>
      }, {
        %c2 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %c2 : tensor<i1>
      }) : (tensor<i1>) -> tensor<i1>
      %g = stablehlo.and %f_, %r : tensor<i1>
      stablehlo.return %i2, %g : tensor<i32>, tensor<i1>
     }
    %v7 = stablehlo.select %w#1, %x, %x : tensor<i1>, tensor<f32>
    return %v7 : tensor<f32>
}
}
