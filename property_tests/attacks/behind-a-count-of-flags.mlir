module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<16xi32> {mhlo.sharding = "{replicated}"}, %z: tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %k2: tensor<16xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %w: tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %c3 = stablehlo.constant dense<3> : tensor<16xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,false,true,false,true,false,false,true,true,false,true,false]> : tensor<16xi1>
%zi = stablehlo.constant dense<0> : tensor<i32>
%n16 = stablehlo.constant dense<16> : tensor<i32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
%u = stablehlo.xor %v, %alt : tensor<16xi1>
%uf = stablehlo.convert %u : (tensor<16xi1>) -> tensor<16xi32>
%sm = stablehlo.reduce(%uf init: %zi) applies stablehlo.add across dimensions = [0] : (tensor<16xi32>, tensor<i32>) -> tensor<i32>
%all = stablehlo.compare EQ, %sm, %n16 : (tensor<i32>, tensor<i32>) -> tensor<i1>
%y = stablehlo.convert %k2 : (tensor<16xi32>) -> tensor<16xf32>
%0 = stablehlo.select %all, %z, %w : tensor<i1>, tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<16xi32>, %z: tensor<4xf32>, %k2: tensor<4xi32>, %w: tensor<4xf32>) -> (tensor<4xf32>) {
    %c3 = stablehlo.constant dense<3> : tensor<16xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,false,true,false,true,false,false,true,true,false,true,false]> : tensor<16xi1>
%zi = stablehlo.constant dense<0> : tensor<i32>
%n16 = stablehlo.constant dense<16> : tensor<i32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
%u = stablehlo.xor %v, %alt : tensor<16xi1>
%nu = stablehlo.not %u : tensor<16xi1>
%uf = stablehlo.convert %nu : (tensor<16xi1>) -> tensor<16xi32>
%sm = stablehlo.reduce(%uf init: %zi) applies stablehlo.add across dimensions = [0] : (tensor<16xi32>, tensor<i32>) -> tensor<i32>
%all = stablehlo.compare EQ, %sm, %zi : (tensor<i32>, tensor<i32>) -> tensor<i1>
%y = stablehlo.convert %k2 : (tensor<4xi32>) -> tensor<4xf32>
%yz = stablehlo.add %y, %z : tensor<4xf32>
%nz = stablehlo.subtract %y, %yz : tensor<4xf32>

%nw = stablehlo.negate %w : tensor<4xf32>
%zz = stablehlo.select %all, %nz, %nw : tensor<i1>, tensor<4xf32>
%0 = stablehlo.negate %zz : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<16xi32>, %z: tensor<4xf32>, %k2: tensor<4xi32>, %w: tensor<4xf32>) -> (tensor<4xf32>) {
    %c3 = stablehlo.constant dense<3> : tensor<16xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,false,true,false,true,false,false,true,true,false,true,false]> : tensor<16xi1>
%zi = stablehlo.constant dense<0> : tensor<i32>
%n16 = stablehlo.constant dense<16> : tensor<i32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
%u = stablehlo.xor %v, %alt : tensor<16xi1>
%nu = stablehlo.not %u : tensor<16xi1>
%uf = stablehlo.convert %nu : (tensor<16xi1>) -> tensor<16xi32>
%sm = stablehlo.reduce(%uf init: %zi) applies stablehlo.add across dimensions = [0] : (tensor<16xi32>, tensor<i32>) -> tensor<i32>
%all = stablehlo.compare EQ, %sm, %zi : (tensor<i32>, tensor<i32>) -> tensor<i1>
%y = stablehlo.convert %k2 : (tensor<4xi32>) -> tensor<4xf32>
%nz = stablehlo.negate %z : tensor<4xf32>
%nw = stablehlo.negate %w : tensor<4xf32>
%zz = stablehlo.select %all, %nz, %nw : tensor<i1>, tensor<4xf32>
%0 = stablehlo.negate %zz : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
