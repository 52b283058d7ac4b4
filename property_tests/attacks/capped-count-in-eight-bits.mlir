sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<600xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<ui8> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.convert %a : (tensor<600xi1>) -> tensor<600xi32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<600xi32>, tensor<i32>) -> tensor<i32>
    %h = stablehlo.constant dense<3> : tensor<i32>
    %m = stablehlo.minimum %s, %h : tensor<i32>
    %r = stablehlo.convert %m : (tensor<i32>) -> tensor<ui8>
    return %r : tensor<ui8>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<300xi1>) -> (tensor<ui8>) {
    %z = stablehlo.constant dense<0> : tensor<ui8>
    %c = stablehlo.convert %a : (tensor<300xi1>) -> tensor<300xui8>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300xui8>, tensor<ui8>) -> tensor<ui8>
    %t = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
        %q = stablehlo.add %x, %y : tensor<ui8>
        stablehlo.return %q : tensor<ui8>
      }) : (tensor<ui8>) -> tensor<ui8>
    %h = stablehlo.constant dense<3> : tensor<ui8>
    %m = stablehlo.minimum %t, %h : tensor<ui8>
    %r = stablehlo.optimization_barrier %m : tensor<ui8>
    return %r : tensor<ui8>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<300xi1>) -> (tensor<ui8>) {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.convert %a : (tensor<300xi1>) -> tensor<300xi32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300xi32>, tensor<i32>) -> tensor<i32>
    %t = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %q = stablehlo.add %x, %y : tensor<i32>
        stablehlo.return %q : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
    %h = stablehlo.constant dense<3> : tensor<i32>
    %m = stablehlo.minimum %t, %h : tensor<i32>
    %r = stablehlo.convert %m : (tensor<i32>) -> tensor<ui8>
    return %r : tensor<ui8>
}
}
