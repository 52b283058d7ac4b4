sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<602xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.convert %a : (tensor<602xi1>) -> tensor<602xf32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<602xf32>, tensor<f32>) -> tensor<f32>
    %l = stablehlo.constant dense<0.125> : tensor<f32>
    %e = stablehlo.multiply %s, %l : tensor<f32>
    return %e : tensor<f32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<301xi1>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.convert %a : (tensor<301xi1>) -> tensor<301xf32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<301xf32>, tensor<f32>) -> tensor<f32>
    %n = stablehlo.convert %s : (tensor<f32>) -> tensor<bf16>
    %m = "stablehlo.all_reduce"(%n) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
        %q = stablehlo.add %x, %y : tensor<bf16>
        stablehlo.return %q : tensor<bf16>
      }) : (tensor<bf16>) -> tensor<bf16>
    %t = stablehlo.convert %m : (tensor<bf16>) -> tensor<f32>
    %l = stablehlo.constant dense<0.125> : tensor<f32>
    %e = stablehlo.multiply %t, %l : tensor<f32>
    return %e : tensor<f32>
}
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%a: tensor<301xi1>) -> (tensor<f32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c = stablehlo.convert %a : (tensor<301xi1>) -> tensor<301xf32>
    %s = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<301xf32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.all_reduce"(%s) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %q = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %q : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
    %l = stablehlo.constant dense<0.125> : tensor<f32>
    %e = stablehlo.multiply %t, %l : tensor<f32>
    return %e : tensor<f32>
}
}
