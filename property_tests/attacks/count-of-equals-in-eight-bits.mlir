sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<240xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<240xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %h = stablehlo.constant dense<1640531535> : tensor<240xi32>
    %k = stablehlo.multiply %x, %h : tensor<240xi32>
    %p = stablehlo.compare EQ, %k, %y : (tensor<240xi32>, tensor<240xi32>) -> tensor<240xi1>
    %c = stablehlo.convert %p : (tensor<240xi1>) -> tensor<240xi32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<240xi32>, tensor<i32>) -> tensor<i32>
    return %s : tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<60xi32>, %y: tensor<60xi32>) -> (tensor<i32>) {
    %z = stablehlo.constant dense<0> : tensor<i8>
    %h = stablehlo.constant dense<1640531535> : tensor<60xi32>
    %k = stablehlo.multiply %x, %h : tensor<60xi32>
    %p = stablehlo.compare EQ, %k, %y : (tensor<60xi32>, tensor<60xi32>) -> tensor<60xi1>
    %c = stablehlo.convert %p : (tensor<60xi1>) -> tensor<60xi8>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<60xi8>, tensor<i8>) -> tensor<i8>
    %t = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<i8>, %m: tensor<i8>):
        %o = stablehlo.add %l, %m : tensor<i8>
        stablehlo.return %o : tensor<i8>
      }) : (tensor<i8>) -> tensor<i8>
    %w = stablehlo.convert %t : (tensor<i8>) -> tensor<i32>
    return %w : tensor<i32>
}
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<60xi32>, %y: tensor<60xi32>) -> (tensor<i32>) {
    %z = stablehlo.constant dense<0> : tensor<i16>
    %h = stablehlo.constant dense<1640531535> : tensor<60xi32>
    %k = stablehlo.multiply %x, %h : tensor<60xi32>
    %p = stablehlo.compare EQ, %k, %y : (tensor<60xi32>, tensor<60xi32>) -> tensor<60xi1>
    %c = stablehlo.convert %p : (tensor<60xi1>) -> tensor<60xi16>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<60xi16>, tensor<i16>) -> tensor<i16>
    %t = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<i16>, %m: tensor<i16>):
        %o = stablehlo.add %l, %m : tensor<i16>
        stablehlo.return %o : tensor<i16>
      }) : (tensor<i16>) -> tensor<i16>
    %w = stablehlo.convert %t : (tensor<i16>) -> tensor<i32>
    return %w : tensor<i32>
}
}
