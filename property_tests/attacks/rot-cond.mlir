sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    return %x : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<1000> : tensor<i32>
    %v6 = stablehlo.constant dense<3> : tensor<i32>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i32>
    %v8 = stablehlo.constant dense<0> : tensor<i32>
    %v9 = stablehlo.constant dense<1> : tensor<i32>
    %v10 = stablehlo.constant dense<500> : tensor<i32>
    %v11 = stablehlo.constant dense<true> : tensor<i1>
    %w:6 = stablehlo.while(%i_ = %v8, %p_ = %v11, %q_ = %v11, %r_ = %v11, %s_ = %v11, %v_ = %x) : tensor<i32>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<f32>
     cond {
      stablehlo.return %p_ : tensor<i1>
     } do {
      %i2 = stablehlo.add %i_, %v9 : tensor<i32>
      %s2 = stablehlo.compare LT, %i_, %v7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %g = stablehlo.compare GT, %i_, %v10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %r2 = stablehlo.select %g, %y, %v_ : tensor<i1>, tensor<f32>
      stablehlo.return %i2, %q_, %r_, %s_, %s2, %r2 : tensor<i32>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<f32>
     }
    return %w#5 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<1000> : tensor<i32>
    %v6 = stablehlo.constant dense<3> : tensor<i32>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i32>
    %v8 = stablehlo.constant dense<0> : tensor<i32>
    %v9 = stablehlo.constant dense<1> : tensor<i32>
    %v10 = stablehlo.constant dense<500> : tensor<i32>
    %v11 = stablehlo.constant dense<true> : tensor<i1>
    %w:6 = stablehlo.while(%i_ = %v8, %p_ = %v11, %q_ = %v11, %r_ = %v11, %s_ = %v11, %v_ = %x) : tensor<i32>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<f32>
     cond {
      stablehlo.return %p_ : tensor<i1>
     } do {
      %i2 = stablehlo.add %i_, %v9 : tensor<i32>
      %s2 = stablehlo.compare LT, %i_, %v7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %g = stablehlo.compare GT, %i_, %v10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %r2 = stablehlo.select %g, %x, %v_ : tensor<i1>, tensor<f32>
      stablehlo.return %i2, %q_, %r_, %s_, %s2, %r2 : tensor<i32>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<f32>
     }
    return %w#5 : tensor<f32>
}
}
