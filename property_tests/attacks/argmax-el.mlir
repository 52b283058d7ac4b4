sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %x: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %u: tensor<1999xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.reverse %x, dims = [0] : tensor<2xf32>
    %v6 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %v7 = stablehlo.select %v6, %x, %x : tensor<2xi1>, tensor<2xf32>
    %v8 = stablehlo.slice %v7 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %v9 = stablehlo.concatenate %v8, %u, dim = 0 : (tensor<1xf32>, tensor<1999xf32>) -> tensor<2000xf32>
    %v10 = stablehlo.iota dim = 0 : tensor<2000xi32>
    %v11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %am:2 = stablehlo.reduce(%v9 init: %v11), (%v10 init: %v12) across dimensions = [0] : (tensor<2000xf32>, tensor<2000xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%p0: tensor<f32>, %p2: tensor<f32>) (%p1: tensor<i32>, %p3: tensor<i32>) {
      %g = stablehlo.compare GT, %p0, %p2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %e = stablehlo.compare EQ, %p0, %p2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %l = stablehlo.compare LT, %p1, %p3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %n = stablehlo.compare NE, %p0, %p0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %gn = stablehlo.or %g, %n : tensor<i1>
      %el = stablehlo.and %e, %l : tensor<i1>
      %ge = stablehlo.or %gn, %el : tensor<i1>
      %s0 = stablehlo.select %gn, %p0, %p2 : tensor<i1>, tensor<f32>
      %s1 = stablehlo.select %ge, %p1, %p3 : tensor<i1>, tensor<i32>
      stablehlo.return %s0, %s1 : tensor<f32>, tensor<i32>
     }
    return %am#0, %am#1 : tensor<f32>, tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<2xf32>, %u: tensor<1999xf32>) -> (tensor<f32>, tensor<i32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.reverse %x, dims = [0] : tensor<2xf32>
    %v6 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %v7 = stablehlo.select %v6, %v5, %x : tensor<2xi1>, tensor<2xf32>
    %v8 = stablehlo.slice %v7 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %v9 = stablehlo.concatenate %v8, %u, dim = 0 : (tensor<1xf32>, tensor<1999xf32>) -> tensor<2000xf32>
    %v10 = stablehlo.iota dim = 0 : tensor<2000xi32>
    %v11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %am:2 = stablehlo.reduce(%v9 init: %v11), (%v10 init: %v12) across dimensions = [0] : (tensor<2000xf32>, tensor<2000xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%p0: tensor<f32>, %p2: tensor<f32>) (%p1: tensor<i32>, %p3: tensor<i32>) {
      %g = stablehlo.compare GT, %p0, %p2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %e = stablehlo.compare EQ, %p0, %p2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %l = stablehlo.compare LT, %p1, %p3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %n = stablehlo.compare NE, %p0, %p0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %gn = stablehlo.or %g, %n : tensor<i1>
      %el = stablehlo.and %e, %l : tensor<i1>
      %ge = stablehlo.or %gn, %el : tensor<i1>
      %s0 = stablehlo.select %gn, %p0, %p2 : tensor<i1>, tensor<f32>
      %s1 = stablehlo.select %ge, %p1, %p3 : tensor<i1>, tensor<i32>
      stablehlo.return %s0, %s1 : tensor<f32>, tensor<i32>
     }
    return %am#0, %am#1 : tensor<f32>, tensor<i32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>, %x: tensor<2xf32>, %u: tensor<1999xf32>) -> (tensor<f32>, tensor<i32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.reverse %x, dims = [0] : tensor<2xf32>
    %v6 = stablehlo.broadcast_in_dim %v4, dims = [] : (tensor<i1>) -> tensor<2xi1>
    %v7 = stablehlo.select %v6, %x, %x : tensor<2xi1>, tensor<2xf32>
    %v8 = stablehlo.slice %v7 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %v9 = stablehlo.concatenate %v8, %u, dim = 0 : (tensor<1xf32>, tensor<1999xf32>) -> tensor<2000xf32>
    %v10 = stablehlo.iota dim = 0 : tensor<2000xi32>
    %v11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %v12 = stablehlo.constant dense<0> : tensor<i32>
    %am:2 = stablehlo.reduce(%v9 init: %v11), (%v10 init: %v12) across dimensions = [0] : (tensor<2000xf32>, tensor<2000xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%p0: tensor<f32>, %p2: tensor<f32>) (%p1: tensor<i32>, %p3: tensor<i32>) {
      %g = stablehlo.compare GT, %p0, %p2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %e = stablehlo.compare EQ, %p0, %p2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %l = stablehlo.compare LT, %p1, %p3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %n = stablehlo.compare NE, %p0, %p0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %gn = stablehlo.or %g, %n : tensor<i1>
      %el = stablehlo.and %e, %l : tensor<i1>
      %ge = stablehlo.or %gn, %el : tensor<i1>
      %s0 = stablehlo.select %gn, %p0, %p2 : tensor<i1>, tensor<f32>
      %s1 = stablehlo.select %ge, %p1, %p3 : tensor<i1>, tensor<i32>
      stablehlo.return %s0, %s1 : tensor<f32>, tensor<i32>
     }
    return %am#0, %am#1 : tensor<f32>, tensor<i32>
}
}
