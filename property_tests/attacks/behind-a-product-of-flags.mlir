module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<9xi32> {mhlo.sharding = "{replicated}"}, %z: tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %k2: tensor<16xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %w: tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %c3 = stablehlo.constant dense<3> : tensor<9xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,true,true,false,true]> : tensor<9xi1>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi1>
%u = stablehlo.xor %v, %alt : tensor<9xi1>
%uf = stablehlo.convert %u : (tensor<9xi1>) -> tensor<9xf32>
%mf = stablehlo.reduce(%uf init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
%y = stablehlo.convert %k2 : (tensor<16xi32>) -> tensor<16xf32>
%mb = stablehlo.broadcast_in_dim %mf, dims = [] : (tensor<f32>) -> tensor<16xf32>
%zm = stablehlo.multiply %z, %mb : tensor<16xf32>
%0 = stablehlo.add %zm, %w : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<9xi32>, %z: tensor<4xf32>, %k2: tensor<4xi32>, %w: tensor<4xf32>) -> (tensor<4xf32>) {
    %c3 = stablehlo.constant dense<3> : tensor<9xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,true,true,false,true]> : tensor<9xi1>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi1>
%u = stablehlo.xor %v, %alt : tensor<9xi1>
%uf = stablehlo.convert %u : (tensor<9xi1>) -> tensor<9xf32>
%mf = stablehlo.reduce(%uf init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
%y = stablehlo.convert %k2 : (tensor<4xi32>) -> tensor<4xf32>
%mb = stablehlo.broadcast_in_dim %mf, dims = [] : (tensor<f32>) -> tensor<4xf32>
%yz = stablehlo.add %y, %z : tensor<4xf32>
%nz = stablehlo.subtract %y, %yz : tensor<4xf32>
%zm = stablehlo.multiply %nz, %mb : tensor<4xf32>
%0 = stablehlo.subtract %w, %zm : tensor<4xf32>

    return %0 : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<9xi32>, %z: tensor<4xf32>, %k2: tensor<4xi32>, %w: tensor<4xf32>) -> (tensor<4xf32>) {
    %c3 = stablehlo.constant dense<3> : tensor<9xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,true,true,false,true]> : tensor<9xi1>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi1>
%u = stablehlo.xor %v, %alt : tensor<9xi1>
%uf = stablehlo.convert %u : (tensor<9xi1>) -> tensor<9xf32>
%mf = stablehlo.reduce(%uf init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
%y = stablehlo.convert %k2 : (tensor<4xi32>) -> tensor<4xf32>
%mb = stablehlo.broadcast_in_dim %mf, dims = [] : (tensor<f32>) -> tensor<4xf32>
%zm = stablehlo.multiply %z, %mb : tensor<4xf32>
%0 = stablehlo.add %zm, %w : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
