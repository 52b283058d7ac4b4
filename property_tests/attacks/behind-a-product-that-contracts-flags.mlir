module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<16xi32> {mhlo.sharding = "{replicated}"}, %z: tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %k2: tensor<16xi32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %w: tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> (tensor<16xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
    %c3 = stablehlo.constant dense<3> : tensor<16xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,false,true,false,true,false,false,true,true,false,true,false]> : tensor<16xi1>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
%u = stablehlo.xor %v, %alt : tensor<16xi1>
%uf = stablehlo.convert %u : (tensor<16xi1>) -> tensor<16xf32>
%mf = stablehlo.reduce(%uf init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%y = stablehlo.convert %k2 : (tensor<16xi32>) -> tensor<16xf32>
%mr = stablehlo.reshape %mf : (tensor<f32>) -> tensor<1xf32>
%ar = stablehlo.reshape %z : (tensor<16xf32>) -> tensor<16x1xf32>
%zm = stablehlo.dot_general %ar, %mr, contracting_dims = [1] x [0] : (tensor<16x1xf32>, tensor<1xf32>) -> tensor<16xf32>
%0 = stablehlo.add %zm, %w : tensor<16xf32>
    return %0 : tensor<16xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<16xi32>, %z: tensor<4xf32>, %k2: tensor<4xi32>, %w: tensor<4xf32>) -> (tensor<4xf32>) {
    %c3 = stablehlo.constant dense<3> : tensor<16xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,false,true,false,true,false,false,true,true,false,true,false]> : tensor<16xi1>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
%u = stablehlo.xor %v, %alt : tensor<16xi1>
%uf = stablehlo.convert %u : (tensor<16xi1>) -> tensor<16xf32>
%mf = stablehlo.reduce(%uf init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%y = stablehlo.convert %k2 : (tensor<4xi32>) -> tensor<4xf32>
%yz = stablehlo.add %y, %z : tensor<4xf32>
%nz = stablehlo.subtract %y, %yz : tensor<4xf32>

%mr = stablehlo.reshape %mf : (tensor<f32>) -> tensor<1xf32>
%ar = stablehlo.reshape %nz : (tensor<4xf32>) -> tensor<4x1xf32>
%zm = stablehlo.dot_general %ar, %mr, contracting_dims = [1] x [0] : (tensor<4x1xf32>, tensor<1xf32>) -> tensor<4xf32>
%0 = stablehlo.subtract %w, %zm : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----
module @m attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%k: tensor<16xi32>, %z: tensor<4xf32>, %k2: tensor<4xi32>, %w: tensor<4xf32>) -> (tensor<4xf32>) {
    %c3 = stablehlo.constant dense<3> : tensor<16xi32>
%alt = stablehlo.constant dense<[true,false,true,true,false,false,true,false,true,false,false,true,true,false,true,false]> : tensor<16xi1>
%one = stablehlo.constant dense<1.0> : tensor<f32>
%v = stablehlo.compare EQ, %k, %c3 : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
%u = stablehlo.xor %v, %alt : tensor<16xi1>
%uf = stablehlo.convert %u : (tensor<16xi1>) -> tensor<16xf32>
%mf = stablehlo.reduce(%uf init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%y = stablehlo.convert %k2 : (tensor<4xi32>) -> tensor<4xf32>
%nz = stablehlo.negate %z : tensor<4xf32>
%mr = stablehlo.reshape %mf : (tensor<f32>) -> tensor<1xf32>
%ar = stablehlo.reshape %nz : (tensor<4xf32>) -> tensor<4x1xf32>
%zm = stablehlo.dot_general %ar, %mr, contracting_dims = [1] x [0] : (tensor<4x1xf32>, tensor<1xf32>) -> tensor<4xf32>
%0 = stablehlo.subtract %w, %zm : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
