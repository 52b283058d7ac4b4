sdy.mesh @mesh = <["x"=2]>
func.func @main(%k: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<100> : tensor<i8>
    %v6 = stablehlo.constant dense<7> : tensor<i8>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i8>
    %v8 = stablehlo.convert %v7 : (tensor<i8>) -> tensor<i32>
    %v9 = stablehlo.add %v8, %v8 : tensor<i32>
    return %v9 : tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>) -> (tensor<i32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<100> : tensor<i8>
    %v6 = stablehlo.constant dense<7> : tensor<i8>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i8>
    %v8 = "stablehlo.all_reduce"(%v7) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<i8>, %b: tensor<i8>):
        %r = stablehlo.add %a, %b : tensor<i8>
        stablehlo.return %r : tensor<i8>
      }) : (tensor<i8>) -> tensor<i8>
    %v9 = stablehlo.reshape %v8 : (tensor<i8>) -> tensor<1xi8>
    %v10 = stablehlo.convert %v9 : (tensor<1xi8>) -> tensor<1xi32>
    %v11 = stablehlo.reshape %v10 : (tensor<1xi32>) -> tensor<i32>
    return %v11 : tensor<i32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%k: tensor<i32>) -> (tensor<i32>) {
    %v1 = stablehlo.constant dense<40503> : tensor<i32>
    %v2 = stablehlo.multiply %k, %v1 : tensor<i32>
    %v3 = stablehlo.constant dense<20011> : tensor<i32>
    %v4 = stablehlo.compare EQ, %v2, %v3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v5 = stablehlo.constant dense<100> : tensor<i8>
    %v6 = stablehlo.constant dense<7> : tensor<i8>
    %v7 = stablehlo.select %v4, %v5, %v6 : tensor<i1>, tensor<i8>
    %v8 = stablehlo.convert %v7 : (tensor<i8>) -> tensor<i32>
    %v9 = "stablehlo.all_reduce"(%v8) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %r = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %r : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
    return %v9 : tensor<i32>
}
}
