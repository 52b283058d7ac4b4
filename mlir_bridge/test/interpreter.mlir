// RUN: partir-opt %s | FileCheck %s
// RUN: partir-opt %s | partir-opt | FileCheck %s
// RUN: partir-opt %s --mlir-print-op-generic | partir-opt | FileCheck %s

// CHECK-LABEL: func @main
func.func @main(%x: tensor<2xi64>) {
  // CHECK: "interpreter.run_parallel"(%{{.*}}, %{{.*}}) <{programs = {{\[\[}}@f], [@f]]}> : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  %0:2 = "interpreter.run_parallel"(%x, %x) {
    programs=[[@f], [@f]]
  } : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  // CHECK: "interpreter.run_parallel"() <{infeed = [@q0, @q1], programs = {{\[\[}}@g, @g]]}> : () -> ()
  "interpreter.run_parallel"() {infeed=[@q0, @q1], programs=[[@g, @g]]} : () -> ()
  // CHECK: interpreter.print %{{.*}} : tensor<2xi64>
  interpreter.print %x : tensor<2xi64>
  // CHECK: interpreter.probe %{{.*}}, probe_id = "probe0" : tensor<2xi64>
  %2 = interpreter.probe %x, probe_id = "probe0" : tensor<2xi64>
  return
}
