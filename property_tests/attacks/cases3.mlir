sdy.mesh @mesh = <["x"=2]>
func.func @main(%k0: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %k1: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %k2: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %y: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    return %x : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k0: tensor<i32>, %k1: tensor<i32>, %k2: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k0, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<1> : tensor<i32>
    %v6 = stablehlo.constant dense<2> : tensor<i32>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i32>
    %v8 = "stablehlo.case"(%v7) ({
        %t0 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %t0 : tensor<i1>
      }, {
        %u0 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %u0 : tensor<i1>
      }, {
        %w0 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %w0 : tensor<i1>
      }) : (tensor<i32>) -> tensor<i1>
    %v9 = stablehlo.constant dense<40503> : tensor<i32>
    %v10 = stablehlo.multiply %k1, %v9 : tensor<i32>
    %v11 = stablehlo.constant dense<20011> : tensor<i32>
    %v12 = stablehlo.compare EQ, %v10, %v11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v13 = stablehlo.constant dense<1> : tensor<i32>
    %v14 = stablehlo.constant dense<2> : tensor<i32>
    %v15 = stablehlo.select %v12, %v13, %v14 : tensor<i1>, tensor<i32>
    %v16 = "stablehlo.case"(%v15) ({
        %t1 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %t1 : tensor<i1>
      }, {
        %u1 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %u1 : tensor<i1>
      }, {
        %w1 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %w1 : tensor<i1>
      }) : (tensor<i32>) -> tensor<i1>
    %v17 = stablehlo.and %v8, %v16 : tensor<i1>
    %v18 = stablehlo.constant dense<40503> : tensor<i32>
    %v19 = stablehlo.multiply %k2, %v18 : tensor<i32>
    %v20 = stablehlo.constant dense<20011> : tensor<i32>
    %v21 = stablehlo.compare EQ, %v19, %v20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v22 = stablehlo.constant dense<1> : tensor<i32>
    %v23 = stablehlo.constant dense<2> : tensor<i32>
    %v24 = stablehlo.select %v21, %v22, %v23 : tensor<i1>, tensor<i32>
    %v25 = "stablehlo.case"(%v24) ({
        %t2 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %t2 : tensor<i1>
      }, {
        %u2 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %u2 : tensor<i1>
      }, {
        %w2 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %w2 : tensor<i1>
      }) : (tensor<i32>) -> tensor<i1>
    %v26 = stablehlo.and %v17, %v25 : tensor<i1>
    %v27 = stablehlo.select %v26, %y, %x : tensor<i1>, tensor<f32>
    return %v27 : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k0: tensor<i32>, %k1: tensor<i32>, %k2: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k0, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<1> : tensor<i32>
    %v6 = stablehlo.constant dense<2> : tensor<i32>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i32>
    %v8 = "stablehlo.case"(%v7) ({
        %t0 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %t0 : tensor<i1>
      }, {
        %u0 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %u0 : tensor<i1>
      }, {
        %w0 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %w0 : tensor<i1>
      }) : (tensor<i32>) -> tensor<i1>
    %v9 = stablehlo.constant dense<40503> : tensor<i32>
    %v10 = stablehlo.multiply %k1, %v9 : tensor<i32>
    %v11 = stablehlo.constant dense<20011> : tensor<i32>
    %v12 = stablehlo.compare EQ, %v10, %v11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v13 = stablehlo.constant dense<1> : tensor<i32>
    %v14 = stablehlo.constant dense<2> : tensor<i32>
    %v15 = stablehlo.select %v12, %v13, %v14 : tensor<i1>, tensor<i32>
    %v16 = "stablehlo.case"(%v15) ({
        %t1 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %t1 : tensor<i1>
      }, {
        %u1 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %u1 : tensor<i1>
      }, {
        %w1 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %w1 : tensor<i1>
      }) : (tensor<i32>) -> tensor<i1>
    %v17 = stablehlo.and %v8, %v16 : tensor<i1>
    %v18 = stablehlo.constant dense<40503> : tensor<i32>
    %v19 = stablehlo.multiply %k2, %v18 : tensor<i32>
    %v20 = stablehlo.constant dense<20011> : tensor<i32>
    %v21 = stablehlo.compare EQ, %v19, %v20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v22 = stablehlo.constant dense<1> : tensor<i32>
    %v23 = stablehlo.constant dense<2> : tensor<i32>
    %v24 = stablehlo.select %v21, %v22, %v23 : tensor<i1>, tensor<i32>
    %v25 = "stablehlo.case"(%v24) ({
        %t2 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %t2 : tensor<i1>
      }, {
        %u2 = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %u2 : tensor<i1>
      }, {
        %w2 = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %w2 : tensor<i1>
      }) : (tensor<i32>) -> tensor<i1>
    %v26 = stablehlo.and %v17, %v25 : tensor<i1>
    %v27 = stablehlo.select %v26, %x, %x : tensor<i1>, tensor<f32>
    return %v27 : tensor<f32>
}
}
