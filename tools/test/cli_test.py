#!/usr/bin/env python3
"""End-to-end tests of the `partir` command: python3 cli_test.py PARTIR SOURCE_DIR DATA_DIR

Every test runs the command as a user would. Tests that need DATA_DIR are skipped, by name, when it is
missing."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PARTIR, SOURCE, DATA = sys.argv[1:4]
MODELS = os.path.join(DATA, "models")
JAX = os.path.join(MODELS, "jax_mlp_sgd_step.mlir")


def example(name):
    return os.path.join(SOURCE, "examples", name)


def partir(*args, timeout=300):
    return subprocess.run([PARTIR, *args], capture_output=True, text=True, timeout=timeout,
                          stdin=subprocess.DEVNULL)


class Case(unittest.TestCase):
    def setUp(self):
        self.tmp = tempfile.TemporaryDirectory()
        self.addCleanup(self.tmp.cleanup)

    def file(self, name, text, mode="w"):
        path = os.path.join(self.tmp.name, name)
        with open(path, mode) as f:
            f.write(text)
        return path

    def schedule(self, mesh, *tactics):
        return self.file("schedule.json", json.dumps({"mesh": mesh, "tactics": list(tactics)}))

    def report(self, *args, code=0):
        run = partir("partition", *args, "--json")
        self.assertEqual(run.returncode, code, run.stdout[-2000:] + run.stderr[-2000:])
        return json.loads(run.stdout)

    def assertCounts(self, tactic, axis=None, **expected):
        found = tactic["by_axis"][axis] if axis else tactic["collectives"]
        full = {k: expected.get(k, 0) for k in found}
        self.assertEqual(found, full, tactic["name"])

    def assertHolds(self, tactic):
        self.assertIn(tactic["verdict"], ("tested", "verified", "proved"), tactic["detail"])
        for check in tactic["checks"]:
            self.assertIn(check["verdict"], ("tested", "verified", "proved"), check)

    def assertError(self, run, code, pattern):
        self.assertEqual(run.returncode, code, run.stdout[-500:] + run.stderr[-1500:])
        self.assertRegex(run.stderr, pattern)


MESH = [["B", 4], ["M", 2]]
BP = {"name": "BP", "axis": "B", "inputs": {"%arg6": 0, "%arg7": 0}}
MP = {"name": "MP", "axis": "M", "inputs": {"%arg0": 0, "%arg2": 1}}
Z3 = {"name": "Z3", "axis": "B",
      "inputs": {"%arg0": 1, "%arg1": 0, "%arg2": 0, "%arg3": 0, "%arg4": 1}}


@unittest.skipUnless(os.path.exists(JAX), "no " + JAX)
class JaxTrainingStep(Case):
    def test_counts_and_verdicts_tactic_by_tactic(self):
        bp, mp, z3 = self.report(JAX, "--schedule", self.schedule(MESH, BP, MP, Z3))["tactics"]
        # BP: the batch (96) is tiled; each of the six gradients sums over the batch, once: 6. The
        # loss is no output, and nothing else contracts over the batch.
        self.assertCounts(bp, all_reduce=6)
        self.assertCounts(bp, "B", all_reduce=6)
        # MP: layer 1 makes columns of its output on each device, layer 2 contracts over them: one
        # all_reduce more, over M, where the pair joins. Backward, M tiles only what stays tiled.
        self.assertCounts(mp, all_reduce=7)
        self.assertCounts(mp, "B", all_reduce=6)
        self.assertCounts(mp, "M", all_reduce=1)
        # Z3: parameters 0-4 are sharded over B. Each of their five gradients is reduced straight
        # into its shard: 5 reduce_scatter. Gradient 5 (arg5 has extent 10, which 4 does not divide)
        # and the joint of MP stay all_reduce: 2. Gathers, one per use other than the update:
        # arg0 1 (forward), arg1 1, arg2 2 (forward, backward), arg3 1, arg4 2 (forward, backward): 7.
        self.assertCounts(z3, all_gather=7, all_reduce=2, reduce_scatter=5)
        self.assertCounts(z3, "B", all_gather=7, all_reduce=1, reduce_scatter=5)
        self.assertCounts(z3, "M", all_reduce=1)
        for t in (bp, mp, z3):
            self.assertHolds(t)
            self.assertEqual(t["conflicts"], [])
        # five of six parameters shrink fourfold under Z3
        self.assertLess(z3["parameter_bytes"], bp["parameter_bytes"] / 3)

    def test_an_extent_that_does_not_divide_is_a_located_error(self):
        z3 = {**Z3, "inputs": {**Z3["inputs"], "%arg5": 0}}
        path = self.schedule(MESH, BP, MP, z3)
        run = partir("partition", JAX, "--schedule", path)
        self.assertError(run, 1, re.escape(path) + r":1:\d+: error: .*extent 10.*%arg5")

    def test_merged_gathers_are_an_option(self):
        t = self.report(JAX, "--schedule", self.schedule(MESH, BP, MP, Z3), "--no-check",
                        "--merge-parameter-gathers")["tactics"][2]
        # arg2 and arg4 are gathered once each instead of twice
        self.assertCounts(t, all_gather=5, all_reduce=2, reduce_scatter=5)


@unittest.skipUnless(os.path.isdir(MODELS), "no " + MODELS)
class SdyModels(Case):
    def test_llama_attention_from_its_own_shardings(self):
        path = os.path.join(MODELS, "sdy_llama_attn_prefill_manual.mlir")
        full = self.report(path, "--no-check")["tactics"][0]
        # heads are tiled from the projections to the output projection, which contracts over them
        self.assertCounts(full, all_reduce=1)
        small = self.report(path, "--scale", "16384")
        self.assertTrue(small["scaled"])
        self.assertEqual(small["tactics"][0]["collectives"], full["collectives"])
        self.assertHolds(small["tactics"][0])

    def test_autoencoder_from_its_own_shardings(self):
        t = self.report(os.path.join(MODELS, "autoencoder_linear.mlir"))["tactics"][0]
        # inference is independent per batch row
        self.assertCounts(t)
        self.assertHolds(t)


class Chain(Case):
    FILE = example("matmul_chain.mlir")

    def emit(self, what, schedule, *more):
        run = partir("partition", self.FILE, "--schedule", example(schedule), "--no-check",
                     "--emit", what, *more)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_counts(self):
        t = self.report(self.FILE, "--schedule", example("matmul_chain.bp_mp_z3.json"))["tactics"]
        self.assertEqual([x["name"] for x in t], ["BP", "MP", "Z3"])
        self.assertCounts(t[0])                      # rows of x are independent
        self.assertCounts(t[1], all_reduce=1)        # the second matmul contracts over M
        self.assertCounts(t[1], "M", all_reduce=1)
        self.assertCounts(t[2], "M", all_reduce=1)
        self.assertCounts(t[2], "B", all_gather=2)   # one for each weight
        for x in t:
            self.assertHolds(x)

    def test_emitted_text_is_input_again(self):
        core = self.file("core.mlir", self.emit("core", "matmul_chain.bp_mp.json"))
        hlo = self.file("hlo.mlir", self.emit("hlo", "matmul_chain.bp_mp.json"))
        for args in ((core,), (hlo,), (core, hlo), (self.FILE, hlo)):
            run = partir("check", *args)
            self.assertEqual(run.returncode, 0, (args, run.stdout, run.stderr))
        stablehlo = self.emit("stablehlo", "matmul_chain.bp_mp_z3.json")
        self.assertEqual(stablehlo.count('"stablehlo.all_gather"'), 2)
        self.assertEqual(stablehlo.count('"stablehlo.all_reduce"'), 1)
        self.assertIn("mhlo.num_partitions = 8", stablehlo)

    def refuted(self, hlo_text, **expected):
        run = partir("check", self.FILE, self.file("edited.hlo.mlir", hlo_text), "--json")
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
        text = self.emit("hlo", "matmul_chain.bp_mp.json")
        m = re.search(r"\n *(%\S+) = partir_hlo.all_reduce[^%]*(%\S+) .*", text)
        self.refuted(re.sub(re.escape(m[1]) + r"\b", m[2], text.replace(m[0], "")))

    def test_a_swapped_axis_order_is_refuted(self):
        schedule = self.schedule(MESH, {"name": "B", "axis": "B", "inputs": {"%arg0": 0}},
                                 {"name": "M", "axis": "M", "inputs": {"%arg0": 0}})
        run = partir("partition", self.FILE, "--schedule", schedule, "--no-check", "--emit", "hlo")
        self.assertIn('{"B", "M"}', run.stdout)
        text = run.stdout
        i = text.index('{"B", "M"}')                 # the parameter's, not the result's
        self.refuted(text[:i] + '{"M", "B"}' + text[i + 10:])

    def test_a_wrong_tiled_dimension_is_refuted(self):
        text = """
module attributes {partir_core.mesh = #partir_core.mesh<["B"=2]>} {
  func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x2xf32> {partir_hlo.dist = #partir_hlo.dist<[{}, {"B"}]>}) {
    %0 = partir_hlo.all_slice [{"B"}, {}] %x : tensor<4x4xf32> -> tensor<2x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<2x4xf32>) -> tensor<4x2xf32>
    return %1 : tensor<4x2xf32>
  }
}
"""
        core = self.file("id.mlir", """
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
""")
        run = partir("check", core, self.file("w.hlo.mlir", text), "--json")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertEqual(json.loads(run.stdout)["verdict"], "refuted")

    def test_shipped_wrong_example_is_refuted(self):
        run = partir("check", example("chain.core.mlir"), example("chain.wrong.hlo.mlir"))
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("first divergent op", run.stdout)

    def test_derivation_names_rules(self):
        run = partir("check", example("chain.core.mlir"), "--derivation")
        self.assertEqual(run.returncode, 0, run.stderr)
        for rule in ("T-Slice", "T-Loop", "T-Tile", "T-Op", "T-Func"):
            self.assertIn(rule, run.stdout)
        run = partir("check", example("chain.hlo.mlir"), "--derivation")
        for rule in ("H-Op", "D-Op", "H-Func"):
            self.assertIn(rule, run.stdout)

    def test_lower(self):
        core = example("chain.core.mlir")
        plain = partir("lower", core, "--no-simplify")
        simplified = partir("lower", core)
        self.assertEqual((plain.returncode, simplified.returncode), (0, 0), plain.stderr)
        self.assertIn("all_slice", plain.stdout)
        self.assertLess(len(simplified.stdout), len(plain.stdout))

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
        for semantics, word in (("core", "yield"), ("spmd", "all_reduce|all_gather|argument")):
            run = partir("run", example("chain.core.mlir"), "--semantics", semantics, "--trace")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertRegex(run.stdout, word)


class TrainingStep(Case):
    def test_every_shipped_schedule_holds(self):
        names = sorted(f for f in os.listdir(os.path.join(SOURCE, "examples"))
                       if f.startswith("train_step.") and f.endswith(".json"))
        self.assertTrue(names)
        for name in names:
            for t in self.report(example("train_step.mlir"), "--schedule", example(name))["tactics"]:
                self.assertHolds(t)


class BadInput(Case):
    GOOD = example("matmul_chain.mlir")

    def bad_module(self, text, code, pattern, mode="w"):
        path = self.file("bad.mlir", text, mode)
        schedule = self.schedule([["B", 2]], {"name": "t", "axis": "B", "inputs": {"%arg0": 0}})
        self.assertError(partir("partition", path, "--schedule", schedule), code, pattern)

    def bad_schedule(self, text, code, pattern):
        path = self.file("bad.json", text)
        run = partir("partition", self.GOOD, "--schedule", path)
        self.assertError(run, code, r"bad\.json:\d+:\d+: error: .*" + pattern)

    def test_modules(self):
        f = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n%b\n  return %b : tensor<4xf32>\n}\n"
        at = r"bad\.mlir:\d+:\d+: error: "
        self.bad_module(f.replace("%b\n", "%b = stablehlo.add %a %a : tensor<4xf32>\n"), 2, at)
        self.bad_module(f.replace("%b\n", "%b = \"stablehlo.frobnicate\"(%a) : (tensor<4xf32>) -> tensor<4xf32>\n"),
                        2, at + ".*(unsupported|frobnicate)")
        reshaped = f.replace("%b\n", "%b = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<5xf32>\n")
        self.bad_module(reshaped, 2, at + ".*different type")  # MLIR's: %b is used at another type
        self.bad_module(reshaped.replace("-> tensor<4xf32>", "-> tensor<5xf32>")
                        .replace("%b : tensor<4xf32>", "%b : tensor<5xf32>"),
                        1, at + r"\[T-Op premise 1\].*reshape C2")
        self.bad_module("", 2, "bad.mlir")
        self.bad_module(b"\0\1\2\xff" * 1000, 2, "bad.mlir", "wb")

    def test_garbage_of_100_megabytes(self):
        path = os.path.join(self.tmp.name, "big.mlir")
        with open(path, "wb") as out:
            for i in range(100):
                out.write(bytes((j * 131 + i) % 251 for j in range(1 << 10)) * (1 << 10))
        run = partir("check", path, timeout=60)
        self.assertError(run, 2, "big.mlir")
        self.assertLess(len(run.stderr), 100000)

    def test_schedules(self):
        mesh = '{"mesh": [["B", 4], ["M", 2]], "tactics": '
        self.bad_schedule("{", 2, "not JSON")
        self.bad_schedule("", 2, "empty")
        self.bad_schedule('[1, 2]', 2, "expected an object")
        self.bad_schedule('{"mesh": [["B", 0]], "tactics": []}', 2, "size 0")
        # The same bound as for a mesh in MLIR text; a byte order mark is no column.
        for size in ("1048577", "99999999999999999999"):
            for mark in ("", "\ufeff"):
                path = self.file("bad.json", mark + '{"mesh": [["B", %s]], "tactics": []}' % size)
                run = partir("partition", self.GOOD, "--schedule", path)
                self.assertError(run, 2, r"bad\.json:1:17: error: a mesh of more than 2\^20 devices")
        self.bad_schedule('{"mesh": [["B", 2], ["B", 2]], "tactics": []}', 2, "twice")
        self.bad_schedule(mesh + '[{"name": "x", "axis": "Q", "inputs": {"%arg0": 0}}]}', 2,
                          "not in the mesh")
        self.bad_schedule(mesh + '[{"name": "x", "axis": "B", "inptus": {"%arg0": 0}}]}', 2,
                          "unknown key")
        self.bad_schedule(mesh + '[{"name": "x", "axis": "B", "inputs": {"%arg9": 0}}]}', 1,
                          "no argument is named")
        self.bad_schedule(mesh + '[{"name": "x", "axis": "B", "inputs": {"%arg0": 7}}]}', 1,
                          "dimension 7")
        self.bad_schedule(mesh + '[{"name": "x", "axis": "B", "inputs": {"%arg0": 0, "%arg0": 1}}]}',
                          1, "already tiled")
        self.bad_schedule('{"mesh": [["B", 3]], "tactics": [{"axis": "B", "inputs": {"%arg0": 0}}]}',
                          1, "extent 256")

    def test_missing_files_and_usage(self):
        self.assertError(partir("check", "/nonexistent.mlir"), 2, "nonexistent")
        self.assertError(partir("partition", self.GOOD, "--schedule", "/nonexistent.json"), 2,
                         "nonexistent")
        self.assertEqual(partir("frobnicate").returncode, 2)
        self.assertEqual(partir().returncode, 2)
        self.assertEqual(partir("--help").returncode, 0)
        for command in ("partition", "run", "check", "lower"):
            run = partir(command, "--help")
            self.assertEqual(run.returncode, 0)
            self.assertIn("Examples:", run.stdout)

    def test_nothing_is_written_on_failure(self):
        out = self.file("out.mlir", "precious")
        bad = self.file("bad.mlir", "nonsense")
        self.assertEqual(partir("lower", bad, "-o", out).returncode, 2)
        with open(out) as f:
            self.assertEqual(f.read(), "precious")

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
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[4:]])
