// RUN: partir-opt %s --verify-diagnostics --split-input-file

func.func @f() {
  // expected-error @+1 {{'interpreter.run_parallel' op requires attribute 'programs'}}
  "interpreter.run_parallel"() : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{attribute 'programs' failed to satisfy constraint: rows of function names}}
  "interpreter.run_parallel"() {programs = [@f]} : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xi64>) {
  // expected-error @+1 {{failed to verify that all of {operand, result} have same type}}
  %0 = "interpreter.probe"(%x) {probe_id = "p"} : (tensor<2xi64>) -> tensor<2xi32>
  return
}
