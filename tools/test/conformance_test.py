#!/usr/bin/env python3
"""`partir conformance`: python3 conformance_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os

from cli import FOREVER, Case, main, partir

PASS = """
func.func @sum() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.add %x, %x : tensor<2xi32>
  check.expect_eq_const %y, dense<[2, 4]> : tensor<2xi32>
  return
}
"""
FAIL = PASS.replace("[2, 4]", "[2, 5]")
UNKNOWN = """func.func @odd() {
  %x = stablehlo.constant dense<1> : tensor<2xi32>
  %y = "stablehlo.frobnicate"(%x) : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq %y, %x : tensor<2xi32>
  return
}
"""
MAIN = """
module @tested {
  func.func public @main() -> tensor<3xf32> {
    %x = call @inputs() : () -> tensor<3xf32>
    %y = call @expected() : () -> tensor<3xf32>
    %z = stablehlo.multiply %x, %x : tensor<3xf32>
    stablehlo.custom_call @check.expect_close(%z, %y) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return %z : tensor<3xf32>
  }
  func.func private @inputs() -> tensor<3xf32> {
    %c = stablehlo.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
    return %c : tensor<3xf32>
  }
  func.func private @expected() -> tensor<3xf32> {
    %c = stablehlo.constant dense<[1.0, EXPECTED, 0xFFC00000]> : tensor<3xf32>
    return %c : tensor<3xf32>
  }
}
"""


class Conformance(Case):
    def judge(self, text, *args, code=0):
        """The report on one file with that text."""
        run = partir("conformance", self.file("t.mlir", text), "--json", *args)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return json.loads(run.stdout)["files"][0]

    def assertJudged(self, found, result, reason="", line=None, functions=None):
        self.assertEqual(found["result"], result, found)
        self.assertRegex(found["reason"], reason or "^" if result != "pass" else "^$")
        if line is not None:
            self.assertEqual(found["location"]["line"], line, found)
        if functions is not None:
            self.assertEqual(found["functions"], functions, found)

    def body(self, text, **more):
        return self.judge("func.func @main() {\n" + text + "\n  return\n}\n", **more)

    def test_table_and_last_line(self):
        folder = os.path.join(self.tmp.name, "suite")
        os.makedirs(os.path.join(folder, "inner"))
        for name, text in (("a", PASS), ("b", FAIL), ("inner/c", UNKNOWN)):
            self.file(f"suite/{name}.mlir", text)
        self.file("suite/notes.txt", "no test")
        run = partir("conformance", folder)
        self.assertEqual((run.returncode, run.stderr), (1, ""))
        lines = run.stdout.splitlines()
        self.assertEqual(lines[-1], "1 passed, 1 failed, 1 unsupported")
        self.assertRegex(lines[1], r"a\.mlir +pass +1 +1$")
        self.assertRegex(lines[2], r"b\.mlir +fail +1 +1  5:3: check.expect_eq_const at \[1\]: "
                                   r"found 4, expected 5$")
        self.assertRegex(lines[3], r"inner/c\.mlir +unsupported +1 +0  3:8: "
                                   r"op 'stablehlo.frobnicate'$")
        self.assertEqual(len(lines), 5)
        os.remove(os.path.join(folder, "b.mlir"))
        self.assertEqual(partir("conformance", folder).returncode, 0)

    def test_json(self):
        run = partir("conformance", self.file("a.mlir", PASS), self.file("b.mlir", FAIL), "--json")
        self.assertEqual(run.returncode, 1)
        report = json.loads(run.stdout)
        self.assertEqual((report["passed"], report["failed"], report["unsupported"]), (1, 1, 0))
        self.assertEqual([f["result"] for f in report["files"]], ["pass", "fail"])
        self.assertEqual(report["files"][1]["location"]["line"], 5)

    def test_a_file_is_as_bad_as_its_worst_function(self):
        split = "\n// -----\n"
        self.assertJudged(self.judge(PASS + split + PASS), "pass", functions=2)
        # the lines of later modules are those of the file
        self.assertJudged(self.judge(PASS + split + FAIL, code=1), "fail", line=14, functions=2)
        self.assertJudged(self.judge(PASS + split + UNKNOWN), "unsupported", "frobnicate", 12)
        self.assertJudged(self.judge(UNKNOWN + split + FAIL + split + PASS, code=1), "fail",
                          functions=3)
        unreadable = "func.func @f() { stablehlo.frobnicate }"
        self.assertJudged(self.judge(unreadable + split + FAIL, code=1), "fail")
        self.assertJudged(self.judge(unreadable + split + PASS), "unsupported",
                          "frobnicate", 1)
        self.assertJudged(self.judge(PASS + split + unreadable), "unsupported", "frobnicate", 10)
        self.assertJudged(self.judge(PASS + split + "func.func @f( {"), "unsupported",
                          "cannot be read", 10)

    def test_main_alone_runs_where_it_is(self):
        self.assertJudged(self.judge(MAIN.replace("EXPECTED", "4.0")), "pass", functions=1)
        self.assertJudged(self.judge(MAIN.replace("EXPECTED", "4.000002"), code=1), "fail",
                          r"check.expect_close at \[1\]: found 4 \(4 ulp away\), expected 4.00000191",
                          7)
        helper = "func.func @helper(%x: tensor<i32>) { return }\n"
        self.assertJudged(self.judge(helper), "unsupported", "no function to run")
        self.assertJudged(self.judge(helper + PASS), "pass", functions=1)

    def test_what_its_suite_does_not_interpret_does_not_fail(self):
        disabled = "// RUN-DISABLED(inaccurate) stablehlo-translate --interpret %s\n"
        self.assertJudged(self.judge(disabled + FAIL), "unsupported", "RUN-DISABLED")
        self.assertJudged(self.judge(disabled + PASS), "pass", functions=1)
        # another tool's line says nothing
        self.assertJudged(self.judge("// RUN-DISABLED: stablehlo-opt %s\n" + FAIL, code=1), "fail")

    def test_bodies_that_are_no_functions_of_scalars(self):
        body = """func.func @main() {
  %x = stablehlo.constant dense<[3.0, 0.0]> : tensor<2xf32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce"(%x, %i) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
STATEMENTS
      stablehlo.return %e : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
"""
        self.assertJudged(self.judge(body.replace("STATEMENTS", """
      %g = stablehlo.constant dense<0.0> : tensor<1xf32>
      %e = stablehlo.add %a, %b : tensor<f32>""")), "unsupported", "no scalar")
        # functions that call others twice: 2^40 additions
        calls = [f"""func.func private @f{k}(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {{
  %0 = call @f{k + 1}(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %1 = call @f{k + 1}(%0, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}}
""" for k in range(40)]
        calls.append("""func.func private @f40(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
""")
        statement = "  %e = func.call @f0(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>"
        self.assertJudged(self.judge("".join(calls) + body.replace("STATEMENTS", statement)),
                          "unsupported", "more than a million")

    def test_attributes_from_which_places_are_computed_are_bounded(self):
        self.assertJudged(self.judge("""func.func @main() {
  %x = stablehlo.constant dense<1.0> : tensor<4xf32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 3>, window_dilations = array<i64: 9223372036854775807>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %e = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %e : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return
}
""", code=1), "fail", "reduce_window C5")

    def test_zeros_of_maximum_and_minimum(self):
        self.assertJudged(self.judge("""func.func @main() {
  %p = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %n = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf32>
  %max = stablehlo.maximum %p, %n : tensor<2xf32>
  %min = stablehlo.minimum %p, %n : tensor<2xf32>
  %a = stablehlo.bitcast_convert %max : (tensor<2xf32>) -> tensor<2xui32>
  %b = stablehlo.bitcast_convert %min : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %a, dense<0> : tensor<2xui32>
  check.expect_eq_const %b, dense<2147483648> : tensor<2xui32>
  return
}
"""), "pass", functions=1)

    def test_an_op_that_is_not_reached_is_not_missed(self):
        unused = UNKNOWN.replace("@odd()", "private @odd()")
        self.assertJudged(self.judge(unused + PASS), "pass", functions=1)

    def test_control_flow_calls_and_tuples(self):
        self.assertJudged(self.judge("""
func.func private @step(%i: tensor<i32>, %s: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %next = stablehlo.add %i, %one : tensor<i32>
  %sum = stablehlo.add %s, %i : tensor<i32>
  return %next, %sum : tensor<i32>, tensor<i32>
}
func.func @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32> cond {
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %1:2 = func.call @step(%i, %s) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.return %1#0, %1#1 : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %0#1, dense<45> : tensor<i32>
  %odd = "stablehlo.case"(%0#0) ({
    stablehlo.return %zero : tensor<i32>
  }, {
    stablehlo.return %end : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq %odd, %end : tensor<i32>
  %t = stablehlo.tuple %odd, %zero : tuple<tensor<i32>, tensor<i32>>
  %b = stablehlo.optimization_barrier %t : tuple<tensor<i32>, tensor<i32>>
  %second = stablehlo.get_tuple_element %b[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  check.expect_eq %second, %zero : tensor<i32>
  %c:2 = stablehlo.composite "own.step" %end, %end {decomposition = @step} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %c#0, dense<11> : tensor<i32>
  return
}
"""), "pass", functions=1)

    def test_criteria_and_their_options(self):
        # %y is 0.0005 from %x, %z one ulp
        values = ("  %x = stablehlo.constant dense<1.0> : tensor<f32>\n"
                  "  %y = stablehlo.constant dense<1.0005> : tensor<f32>\n"
                  "  %z = stablehlo.constant dense<1.00000012> : tensor<f32>\n"
                  "  %n = stablehlo.constant dense<0x7FC00000> : tensor<f32>\n")
        for check, holds in (
                ("check.expect_almost_eq %x, %z : tensor<f32>", True),
                ("check.expect_almost_eq %x, %y : tensor<f32>", False),
                ("check.expect_almost_eq %x, %y, tolerance = 0.001 : tensor<f32>", True),
                ('"check.expect_almost_eq"(%x, %y) {tolerance = 0.001 : f64} : (tensor<f32>, tensor<f32>) -> ()', True),
                ("stablehlo.custom_call @check.expect_almost_eq(%x, %y) : (tensor<f32>, tensor<f32>) -> ()", True),
                ("check.expect_almost_eq_const %y, dense<1.0> : tensor<f32>", False),
                ("check.expect_almost_eq %n, %n : tensor<f32>", True),
                ("check.expect_eq %n, %n : tensor<f32>", False),
                ("check.expect_close %n, %n : tensor<f32>, tensor<f32>", True),
                ("check.expect_close %x, %z : tensor<f32>, tensor<f32>", True),
                ("check.expect_close %x, %z, max_ulp_difference = 0 : tensor<f32>, tensor<f32>", False),
                ("check.expect_close %x, %z, max_ulp_difference = 1, min_ulp_difference = 1 : tensor<f32>, tensor<f32>", True),
                ("check.expect_close %x, %x, min_ulp_difference = 1 : tensor<f32>, tensor<f32>", False),
                ('"check.expect_close"(%x, %y) {max_ulp_difference = 10000 : ui64} : (tensor<f32>, tensor<f32>) -> ()', True),
                ("stablehlo.custom_call @check.expect_eq(%x, %x) : (tensor<f32>, tensor<f32>) -> ()", True),
                ("stablehlo.custom_call @check.expect_eq(%x, %z) : (tensor<f32>, tensor<f32>) -> ()", False)):
            with self.subTest(check):
                found = self.body(values + "  " + check, code=0 if holds else 1)
                self.assertJudged(found, "pass" if holds else "fail")
                self.assertEqual(found["checks"], 1)

    def test_what_is_wrong_fails_and_what_is_missing_does_not(self):
        constant = "  %x = stablehlo.constant dense<1> : tensor<2xi32>\n"
        self.assertJudged(self.body(constant + '  %y = "stablehlo.if"(%x) ({}, {}) : (tensor<2xi32>) -> tensor<i32>'),
                          "unsupported", "cannot be read")
        self.assertJudged(self.body(constant + '  %y = "stablehlo.if"(%x) ({\n stablehlo.return %x : tensor<2xi32>\n}, {\n'
                                    ' stablehlo.return %x : tensor<2xi32>\n}) : (tensor<2xi32>) -> tensor<2xi32>', code=1),
                          "fail", "if I1: pred is a tensor<i1>", 3)
        nobody = "call of @nobody, which has no definition here"
        self.assertJudged(self.body("  call @nobody() : () -> ()"), "unsupported", nobody, 2)
        declared = self.judge("func.func private @nobody()\nfunc.func @main() {\n"
                              "  call @nobody() : () -> ()\n  return\n}\n")
        self.assertJudged(declared, "unsupported", nobody, 3)
        self.assertJudged(self.judge("func.func @main() {\n  call @f() : () -> tensor<i32>\n  return\n}\n"
                                     "func.func @f() { return }\n", code=1), "fail", "T-Op premise 2", 2)
        self.assertJudged(self.body("  %z = stablehlo.constant dense<1.0> : tensor<f8E5M2>"),
                          "unsupported", "f8E5M2", 2)
        self.assertJudged(self.body('  "check.expect_miracle"() : () -> ()'), "unsupported",
                          "check.expect_miracle", 2)
        self.assertJudged(self.body("  call @main() : () -> ()"), "unsupported", "nested deeper")

    def test_a_hang_ends_that_file_alone(self):
        slow, good = self.file("a.mlir", FOREVER), self.file("b.mlir", PASS)
        run = partir("conformance", slow, good, "--json", "--timeout", "0.5")
        self.assertEqual(run.returncode, 1, run.stdout)
        first, second = json.loads(run.stdout)["files"]
        self.assertJudged(first, "fail", "no end after 0.5 s")
        self.assertJudged(second, "pass")

    def test_usage(self):
        self.assertError(partir("conformance", "/nonexistent"), 2, "/nonexistent: error: no such")
        self.assertError(partir("conformance", self.tmp.name), 2, "without .mlir files")
        self.assertError(partir("conformance"), 2, "PATH")
        self.assertError(partir("conformance", self.tmp.name, "--jobs", "0"), 2, "--jobs")


if __name__ == "__main__":
    main()
