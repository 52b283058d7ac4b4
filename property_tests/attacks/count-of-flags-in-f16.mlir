sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<6000xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.convert %a : (tensor<6000xi1>) -> tensor<6000xf32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<6000xf32>, tensor<f32>) -> tensor<f32>
    return %s : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<3000xi1>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.convert %a : (tensor<3000xi1>) -> tensor<3000xf32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3000xf32>, tensor<f32>) -> tensor<f32>
    %n = stablehlo.convert %s : (tensor<f32>) -> tensor<f16>
    %m = "stablehlo.all_reduce"(%n) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f16>, %y: tensor<f16>):
        %q = stablehlo.add %x, %y : tensor<f16>
        stablehlo.return %q : tensor<f16>
      }) : (tensor<f16>) -> tensor<f16>
    %t = stablehlo.convert %m : (tensor<f16>) -> tensor<f32>
    return %t : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<3000xi1>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.convert %a : (tensor<3000xi1>) -> tensor<3000xf32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3000xf32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %q = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %q : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
    return %t : tensor<f32>
}
}
