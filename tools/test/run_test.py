#!/usr/bin/env python3
"""`partir run`: python3 run_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os

from cli import Case, example, main, partir


class Run(Case):
    FILE = example("matmul_chain.mlir")

    def test_run_agrees_between_semantics_and_from_files(self):
        core = partir("run", example("chain.core.mlir"), "--domain", "field", "--json")
        spmd = partir("run", example("chain.core.mlir"), "--domain", "field", "--json",
                      "--semantics", "spmd")
        self.assertEqual((core.returncode, spmd.returncode), (0, 0), core.stderr + spmd.stderr)
        self.assertEqual(json.loads(core.stdout)["results"][0]["hash"],
                         json.loads(spmd.stdout)["results"][0]["hash"])
        out = os.path.join(self.tmp.name, "r")
        run = partir("run", self.FILE, "--save", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue(os.path.exists(out + "0.npy"))
        self.assertEqual(partir("run", self.FILE, "--input", "arg0=" + out + "0.npy").returncode, 0)
        bad = partir("run", self.FILE, "--input", "arg1=" + out + "0.npy")
        self.assertError(bad, 2, "expected tensor<8x16xf32>")

    def test_trace_shows_values_of_both_semantics(self):
        # sums of constants, so that every line is known to the digit
        x, y = "[1, -0, 2, -inf]", "[3, 0, 4, -inf]"
        file = self.file("small.core.mlir", """
module attributes {partir_core.mesh = #partir_core.mesh<["B"=2]>} {
  func.func @main() -> tensor<4xf32> {
    %x = stablehlo.constant dense<[1.0, -0.0, 2.0, 0xFF800000]> : tensor<4xf32>
    %c = stablehlo.constant dense<[2.0, 0.0, 2.0, 5.0]> : tensor<4xf32>
    %y = partir_core.loop "B" [#tile<0>] (%r : !partir_core.range<"B">) {
      %xs = partir_core.slice 0 %x[%r] : tensor<4xf32> -> tensor<2xf32>
      %cs = partir_core.slice 0 %c[%r] : tensor<4xf32> -> tensor<2xf32>
      %s = stablehlo.add %xs, %cs : tensor<2xf32>
      partir_core.yield %s : tensor<2xf32>
    } : tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
""")
        core = partir("run", file, "--semantics", "core", "--trace")
        spmd = partir("run", file, "--semantics", "spmd", "--trace")
        self.assertEqual((core.returncode, spmd.returncode), (0, 0), core.stderr + spmd.stderr)
        for line in (f"%x = constant : tensor<4xf32> = {x}", " %r = 1 of 2:",
                     "  %xs = slice 0 %x[%r] at (B=1) : tensor<2xf32> = [2, -inf]",
                     "  %s = add %xs, %cs at (B=0) : tensor<2xf32> = [3, 0]",
                     "  %s = add %xs, %cs at (B=1) : tensor<2xf32> = [4, -inf]", "  yield %s",
                     f'%y = loop "B" [tile<0>] : tensor<4xf32> = {y}'):
            self.assertIn(line, core.stdout.splitlines())
        self.assertRegex(spmd.stdout, r"(?m)^%s = add .*\n +\(B=0\): \[3, 0\]\n +\(B=1\): \[4, -inf\]$")
        self.assertIn(f"= tensor<4xf32> {y}", spmd.stdout)
        # with --json the same lines, beside the same results
        for semantics, text in (("core", core.stdout), ("spmd", spmd.stdout)):
            run = partir("run", file, "--semantics", semantics, "--trace", "--json")
            self.assertEqual(run.returncode, 0, run.stderr)
            report = json.loads(run.stdout)
            self.assertEqual(report["trace"],
                             [l for l in text.splitlines() if not l.startswith("result ")])
            self.assertIn(y, report["results"][0]["value"])
        self.assertNotIn("trace", json.loads(partir("run", file, "--json").stdout))

    def test_devices_that_disagree_are_an_error(self):
        text = """module attributes {partir_core.mesh = #partir_core.mesh<["B"=2]>} {
  func.func @main(%x: tensor<2xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}]>}) -> tensor<2xf32> {
    %y = stablehlo.OP %x : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
"""
        out = os.path.join(self.tmp.name, "r")
        file = self.file("dis.hlo.mlir", text.replace("OP", "tanh"))
        run = partir("run", file, "--save", out)
        self.assertError(run, 1, r"dis\.hlo\.mlir:2:\d+: error: devices disagree on result 0, which .*"
                                 r"; \S*/r\*\.npy: not written")
        self.assertRegex(run.stdout, r"devices disagree: \(B=1\) at \[0\] has \S+, expected \S+\n")
        self.assertFalse(os.path.exists(out + "0.npy"))
        run = partir("run", file, "--json")
        self.assertError(run, 1, "devices disagree")
        (result,) = json.loads(run.stdout)["results"]
        self.assertFalse(result["consistent"])
        d = result["disagreement"]
        self.assertEqual((d["device"], d["index"]), ("(B=1)", "[0]"))
        self.assertNotEqual(d["found"], d["expected"])

    def test_nans_agree(self):
        file = self.file("nan.hlo.mlir", """module attributes {partir_core.mesh = #partir_core.mesh<["B"=2]>} {
  func.func @main() -> tensor<2xf32> {
    %x = stablehlo.constant dense<[-1.0, 0.0]> : tensor<2xf32>
    %y = stablehlo.sqrt %x : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
""")
        run = partir("run", file, "--semantics", "spmd")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"\[-?nan, 0\]")

    def test_standard_input(self):
        with open(example("chain.hlo.mlir")) as f:
            text = f.read()
        of_file, of_input = (partir("run", file, input=text) for file in (example("chain.hlo.mlir"), "-"))
        self.assertEqual((of_input.returncode, of_input.stdout), (0, of_file.stdout), of_input.stderr)
        self.assertIn("- for standard input", " ".join(partir("run", "--help").stdout.split()))

    def test_semantics_follow_from_the_text(self):
        for file, expected in (("chain.hlo.mlir", "spmd"), ("chain.core.mlir", "core"),
                               ("matmul_chain.mlir", "core")):
            run = partir("run", example(file), "--json")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(json.loads(run.stdout)["semantics"], expected)
        bad = partir("run", example("chain.hlo.mlir"), "--semantics", "core")
        self.assertError(bad, 2, "has SPMD semantics only")

    def test_inputs_that_are_wrong_name_the_option(self):
        for text, why in (("x", "expected name=file.npy"), ("x=", "no file name after ="),
                          ("=x.npy", "no argument's name before ="), ("", "expected name=file.npy"),
                          ("nobody=x.npy", 'no argument is named "nobody"')):
            run = partir("run", self.FILE, "--input", text)
            self.assertError(run, 2, f"--input {text}: {why}")
        self.assertError(partir("run", self.FILE, "--input", "arg0=/nonexistent.npy"), 2,
                         "/nonexistent.npy: error")
        out = os.path.join(self.tmp.name, "r")
        self.assertEqual(partir("run", self.FILE, "--save", out).returncode, 0)
        one = "arg0=" + out + "0.npy"
        self.assertError(partir("run", self.FILE, "--input", one, "--input", one), 2, "given twice")

    def test_equal_seeds_give_equal_results(self):
        def results(seed):
            return json.loads(partir("run", self.FILE, "--json", "--seed", seed).stdout)["results"]
        self.assertEqual(results("3"), results("3"))
        self.assertNotEqual(results("3"), results("4"))


if __name__ == "__main__":
    main()
