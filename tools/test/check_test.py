#!/usr/bin/env python3
"""`partir check`: python3 check_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import re

from cli import Case, example, main, partir

MESH = [["B", 4], ["M", 2]]


class Chain(Case):
    FILE = example("matmul_chain.mlir")

    def refuted(self, hlo_text, core=FILE, **expected):
        run = partir("check", core, self.file("edited.hlo.mlir", hlo_text), "--json")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        found = json.loads(run.stdout)
        self.assertEqual(found["verdict"], "refuted")
        c = found["counterexample"]
        for key in ("op", "device", "index", "expected", "found"):
            self.assertTrue(c[key], (key, c))
        self.assertNotEqual(c["expected"], c["found"])
        for key, pattern in expected.items():
            self.assertRegex(c[key], pattern)

    def test_a_dropped_all_reduce_is_refuted(self):
        text = self.emit(self.FILE, example("matmul_chain.bp_mp.json"), "hlo")
        m = re.search(r"\n *(%\S+) = partir_hlo.all_reduce[^%]*(%\S+) .*", text)
        # of ones: 16 sums of 8 ones, and on each device those of its half
        self.refuted(re.sub(re.escape(m[1]) + r"\b", m[2], text.replace(m[0], "")),
                     op=r"^%1 = dot_general\(%0, %arg2\)$", device=r"^\(B=0, M=0\)$",
                     index=r"^\[0, 0\]$", expected="^128$", found="^64$",
                     explanation=r'still partial<add> over \{"M"\}')

    def test_a_swapped_axis_order_is_refuted(self):
        schedule = self.schedule(MESH, {"name": "B", "axis": "B", "inputs": {"%arg0": 0}},
                                 {"name": "M", "axis": "M", "inputs": {"%arg0": 0}})
        text = self.emit(self.FILE, schedule, "hlo")
        self.assertIn('{"B", "M"}', text)
        i = text.index('{"B", "M"}')                 # the parameter's, not the result's
        # row 32, where chunk (0, 1) begins, has 57, 58, .. 64; device (0, 1) got row 128: 25 .. 32
        self.refuted(text[:i] + '{"M", "B"}' + text[i + 10:],
                     op=r"^%1 = dot_general\(%0, %arg2\)$", device=r"^\(B=0, M=1\)$",
                     index=r"^\[0, 0\]$", expected="^7744$", found="^3648$",
                     explanation="the right value at another layout")

    def test_a_wrong_tiled_dimension_is_refuted(self):
        # the reshape forgets which dimension was gathered, so the edited text is well typed
        core = self.file("flat.mlir", """
func.func @main(%x: tensor<8x8xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %x : tensor<8x8xf32>
  %1 = stablehlo.reshape %0 : (tensor<8x8xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
""")
        schedule = self.schedule([["B", 4]], {"name": "t", "axis": "B", "inputs": {"x": 1}})
        text = self.emit(core, schedule, "hlo")
        wrong = text
        for was, becomes in (('all_gather [{}, {"B"}]', 'all_gather [{"B"}, {}]'),
                             ("-> tensor<8x8xf32>", "-> tensor<32x2xf32>"),
                             ("(tensor<8x8xf32>) ->", "(tensor<32x2xf32>) ->")):
            self.assertEqual(wrong.count(was), 1, wrong)
            wrong = wrong.replace(was, becomes)
        # of %x = 1, 2, 3, .. device 0 has 1, 2 and below them 9, 10: where 3 + 3 belongs is 9 + 9
        self.refuted(wrong, core=core, op=r'^%1 = all_gather \[\{"B"\}, \{\}\] %0$',
                     location=r"edited\.hlo\.mlir:4:10", device=r"^\(B=0\)$", index=r"^\[2\]$",
                     expected="^6$", found="^18$", explanation="dimension 0 of %0 is tiled")

    def test_shipped_wrong_example_is_refuted(self):
        run = partir("check", example("chain.core.mlir"), example("chain.wrong.hlo.mlir"))
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("first divergent op", run.stdout)

    def test_standard_input_for_either(self):
        core, hlo = example("chain.core.mlir"), example("chain.hlo.mlir")
        for args, file in (((core, "-"), hlo), (("-", hlo), core), (("-",), hlo)):
            with open(file) as f:
                run = partir("check", *args, input=f.read())
            self.assertEqual(run.returncode, 0, (args, run.stderr))
        self.assertError(partir("check", "-", "-"), 2, "only one of FILE and HLO")
        self.assertIn("- for standard input", " ".join(partir("check", "--help").stdout.split()))

    def test_derivation_names_rules(self):
        run = partir("check", example("chain.core.mlir"), "--derivation")
        self.assertEqual(run.returncode, 0, run.stderr)
        for rule in ("T-Slice", "T-Loop", "T-Tile", "T-Op", "T-Func"):
            self.assertIn(rule, run.stdout)
        run = partir("check", example("chain.hlo.mlir"), "--derivation")
        for rule in ("H-Op", "D-Op", "H-Func"):
            self.assertIn(rule, run.stdout)


class Runs(Case):
    CORE, HLO = example("chain.core.mlir"), example("chain.hlo.mlir")

    def found(self, *args):
        run = partir("check", *args, "--json")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return json.loads(run.stdout)

    def test_runs_governs_field_and_native(self):
        for n in (1, 3):
            v = self.found(self.CORE, self.HLO, "--runs", str(n))
            self.assertEqual(v["runs"], 2 * n)  # n in Field and n in native
            self.assertEqual(v["detail"].count(f"{n} run" + ("s" if n > 1 else "")), 2, v["detail"])
            self.assertNotIn("1 runs", v["detail"])

    def test_equal_seeds_give_equal_verdicts(self):
        step = example("train_step.mlir")
        hlo = self.file("step.hlo.mlir", self.emit(step, example("train_step.bp.json"), "hlo"))
        first, again, other = (self.found(step, hlo, "--seed", s) for s in ("5", "5", "6"))
        self.assertEqual(first, again)
        self.assertNotEqual(first["detail"], other["detail"])


class Typing(Case):
    def test_ill_typed_core_names_rule_and_premise(self):
        text = """module attributes {partir_core.mesh = #partir_core.mesh<["B"=3]>} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = partir_core.loop "B" [#tile<0>] (%r : !partir_core.range<"B">) {
      %s = partir_core.slice 0 %x[%r] : tensor<4xf32> -> tensor<1xf32>
      partir_core.yield %s : tensor<1xf32>
    } : tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
"""
        path = self.file("ill.mlir", text)
        self.assertError(partir("check", path), 1, r"ill\.mlir:4:\d+: error: \[T-Slice premise 4\]")


if __name__ == "__main__":
    main()
