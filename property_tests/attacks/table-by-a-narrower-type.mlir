module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%p: tensor<i32>, %x: tensor<1xf32>, %u: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<1xf32>, tensor<4xf32>) {
%ub = stablehlo.convert %u : (tensor<4xf32>) -> tensor<4xbf16>
%uf = stablehlo.convert %ub : (tensor<4xbf16>) -> tensor<4xf32>
%vb = stablehlo.convert %v : (tensor<4xf32>) -> tensor<4xbf16>
%vf = stablehlo.convert %vb : (tensor<4xbf16>) -> tensor<4xf32>
%s = stablehlo.add %uf, %vf : tensor<4xf32>
%sb = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
%r = stablehlo.convert %sb : (tensor<4xbf16>) -> tensor<4xf32>
%i = stablehlo.iota dim = 0 : tensor<5000xi32>
%n = stablehlo.constant dense<7919> : tensor<5000xi32>
%j = stablehlo.multiply %i, %n : tensor<5000xi32>
%o = stablehlo.constant dense<5003> : tensor<5000xi32>
%h = stablehlo.remainder %j, %o : tensor<5000xi32>
%k = stablehlo.constant dense<4321> : tensor<5000xi32>
%m = stablehlo.compare EQ, %h, %k : (tensor<5000xi32>, tensor<5000xi32>) -> tensor<5000xi1>
%a = stablehlo.constant dense<257.0> : tensor<5000xf32>
%b = stablehlo.constant dense<1.0> : tensor<5000xf32>
%t = stablehlo.select %m, %a, %b : tensor<5000xi1>, tensor<5000xf32>
%g = stablehlo.dynamic_slice %t, %p, sizes = [1] : (tensor<5000xf32>, tensor<i32>) -> tensor<1xf32>
%y = stablehlo.multiply %g, %x : tensor<1xf32>
return %y, %r : tensor<1xf32>, tensor<4xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%p: tensor<i32> {mhlo.sharding = "{replicated}"}, %x: tensor<1xf32> {mhlo.sharding = "{replicated}"}, %u: tensor<4xf32> {mhlo.sharding = "{replicated}"}, %v: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}, tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
%s = stablehlo.add %u, %v : tensor<4xf32>
%sb = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
%r = stablehlo.convert %sb : (tensor<4xbf16>) -> tensor<4xf32>
%i = stablehlo.iota dim = 0 : tensor<5000xi32>
%n = stablehlo.constant dense<7919> : tensor<5000xi32>
%j = stablehlo.multiply %i, %n : tensor<5000xi32>
%o = stablehlo.constant dense<5003> : tensor<5000xi32>
%h = stablehlo.remainder %j, %o : tensor<5000xi32>
%k = stablehlo.constant dense<4321> : tensor<5000xi32>
%m = stablehlo.compare EQ, %h, %k : (tensor<5000xi32>, tensor<5000xi32>) -> tensor<5000xi1>
%a = stablehlo.constant dense<257.0> : tensor<5000xf32>
%b = stablehlo.constant dense<1.0> : tensor<5000xf32>
%t = stablehlo.select %m, %a, %b : tensor<5000xi1>, tensor<5000xf32>
%tb = stablehlo.convert %t : (tensor<5000xf32>) -> tensor<5000xbf16>
%tf = stablehlo.convert %tb : (tensor<5000xbf16>) -> tensor<5000xf32>
%g = stablehlo.dynamic_slice %tf, %p, sizes = [1] : (tensor<5000xf32>, tensor<i32>) -> tensor<1xf32>
%y = stablehlo.multiply %g, %x : tensor<1xf32>
return %y, %r : tensor<1xf32>, tensor<4xf32>
}
}

// -----
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {

func.func public @main(%p: tensor<i32> {mhlo.sharding = "{replicated}"}, %x: tensor<1xf32> {mhlo.sharding = "{replicated}"}, %u: tensor<4xf32> {mhlo.sharding = "{replicated}"}, %v: tensor<4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<1xf32> {mhlo.sharding = "{replicated}"}, tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
%s = stablehlo.add %u, %v : tensor<4xf32>
%sb = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
%r = stablehlo.convert %sb : (tensor<4xbf16>) -> tensor<4xf32>
%i = stablehlo.iota dim = 0 : tensor<5000xi32>
%n = stablehlo.constant dense<7919> : tensor<5000xi32>
%j = stablehlo.multiply %i, %n : tensor<5000xi32>
%o = stablehlo.constant dense<5003> : tensor<5000xi32>
%h = stablehlo.remainder %j, %o : tensor<5000xi32>
%k = stablehlo.constant dense<4321> : tensor<5000xi32>
%m = stablehlo.compare EQ, %h, %k : (tensor<5000xi32>, tensor<5000xi32>) -> tensor<5000xi1>
%a = stablehlo.constant dense<257.0> : tensor<5000xf32>
%b = stablehlo.constant dense<1.0> : tensor<5000xf32>
%t = stablehlo.select %m, %a, %b : tensor<5000xi1>, tensor<5000xf32>
%g = stablehlo.dynamic_slice %t, %p, sizes = [1] : (tensor<5000xf32>, tensor<i32>) -> tensor<1xf32>
%y = stablehlo.multiply %g, %x : tensor<1xf32>
return %y, %r : tensor<1xf32>, tensor<4xf32>
}
}
