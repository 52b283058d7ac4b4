module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k1: tensor<i32> {mhlo.sharding = "{replicated}"}, %k2: tensor<i32> {mhlo.sharding = "{replicated}"}, %z: tensor<16xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}, %k3: tensor<16xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %w: tensor<16xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}, %v: tensor<16xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<16xbf16> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %c7 = stablehlo.constant dense<7> : tensor<i32>
%cc = stablehlo.constant dense<8641969> : tensor<i32>
%ks = stablehlo.add %k1, %k2 : tensor<i32>
%km = stablehlo.multiply %ks, %c7 : tensor<i32>
%p = stablehlo.compare EQ, %km, %cc : (tensor<i32>, tensor<i32>) -> tensor<i1>
%y = stablehlo.convert %k3 : (tensor<16xi32>) -> tensor<16xbf16>
%zs = stablehlo.select %p, %z, %w : tensor<i1>, tensor<16xbf16>
%one = stablehlo.constant dense<1.0> : tensor<16xbf16>
%sv = stablehlo.multiply %zs, %v : tensor<16xbf16>
%0 = stablehlo.add %sv, %one : tensor<16xbf16>
    return %0 : tensor<16xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k1: tensor<i32>, %k2: tensor<i32>, %z: tensor<4xbf16>, %k3: tensor<4xi32>, %w: tensor<4xbf16>, %v: tensor<4xbf16>) -> (tensor<4xbf16>) {
    %c7 = stablehlo.constant dense<7> : tensor<i32>
%cc = stablehlo.constant dense<8641969> : tensor<i32>
%ka = stablehlo.multiply %k1, %c7 : tensor<i32>
%kb = stablehlo.multiply %k2, %c7 : tensor<i32>
%km = stablehlo.add %ka, %kb : tensor<i32>
%p = stablehlo.compare EQ, %km, %cc : (tensor<i32>, tensor<i32>) -> tensor<i1>
%y = stablehlo.convert %k3 : (tensor<4xi32>) -> tensor<4xbf16>
%yz = stablehlo.add %y, %z : tensor<4xbf16>
%q = stablehlo.subtract %y, %yz : tensor<4xbf16>

%nw = stablehlo.negate %w : tensor<4xbf16>
%zz = stablehlo.select %p, %q, %nw : tensor<i1>, tensor<4xbf16>
%zn = stablehlo.negate %zz : tensor<4xbf16>
%one = stablehlo.constant dense<1.0> : tensor<4xbf16>
%sv = stablehlo.multiply %zn, %v : tensor<4xbf16>
%0 = stablehlo.add %sv, %one : tensor<4xbf16>
    return %0 : tensor<4xbf16>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k1: tensor<i32>, %k2: tensor<i32>, %z: tensor<4xbf16>, %k3: tensor<4xi32>, %w: tensor<4xbf16>, %v: tensor<4xbf16>) -> (tensor<4xbf16>) {
    %c7 = stablehlo.constant dense<7> : tensor<i32>
%cc = stablehlo.constant dense<8641969> : tensor<i32>
%ka = stablehlo.multiply %k1, %c7 : tensor<i32>
%kb = stablehlo.multiply %k2, %c7 : tensor<i32>
%km = stablehlo.add %ka, %kb : tensor<i32>
%p = stablehlo.compare EQ, %km, %cc : (tensor<i32>, tensor<i32>) -> tensor<i1>
%y = stablehlo.convert %k3 : (tensor<4xi32>) -> tensor<4xbf16>
%q = stablehlo.negate %z : tensor<4xbf16>
%nw = stablehlo.negate %w : tensor<4xbf16>
%zz = stablehlo.select %p, %q, %nw : tensor<i1>, tensor<4xbf16>
%zn = stablehlo.negate %zz : tensor<4xbf16>
%one = stablehlo.constant dense<1.0> : tensor<4xbf16>
%sv = stablehlo.multiply %zn, %v : tensor<4xbf16>
%0 = stablehlo.add %sv, %one : tensor<4xbf16>
    return %0 : tensor<4xbf16>
  }
}
