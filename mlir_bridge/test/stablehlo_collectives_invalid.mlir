// RUN: partir-opt %s --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{requires attribute 'replica_groups'}}
  %0 = "stablehlo.collective_broadcast"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{attribute 'replica_groups' failed to satisfy constraint: table of 64-bit integers}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<9999999x999999xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 1 operands, the last of them the root, but 1 results}}
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<0> : tensor<1x1xi64>, has_dynamic_root} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has 0 operands, but 0 results}}
  "stablehlo.collective_broadcast"() {replica_groups = dense<0> : tensor<1x1xi64>} : () -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{requires one region}}
  %0 = "stablehlo.collective_reduce"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error @+1 {{requires attribute 'channel_handle'}}
  %0 = "stablehlo.send"(%x, %t) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be token that orders side effects, but got 'tensor<4xf32>'}}
  %0 = "stablehlo.infeed"(%x) : (tensor<4xf32>) -> !stablehlo.token
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{result #0 must be future of an asynchronous op, but got 'tensor<4xf32>'}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
