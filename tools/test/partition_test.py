#!/usr/bin/env python3
"""`partir partition` and `partir lower`: python3 partition_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import pty
import re
import subprocess

from cli import PARTIR, SOURCE, Case, example, main, partir

MESH = [["B", 4], ["M", 2]]


class Chain(Case):
    FILE = example("matmul_chain.mlir")

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
        core = self.file("core.mlir", self.emit(self.FILE, example("matmul_chain.bp_mp.json"), "core"))
        hlo = self.file("hlo.mlir", self.emit(self.FILE, example("matmul_chain.bp_mp.json"), "hlo"))
        for args in ((core,), (hlo,), (core, hlo), (self.FILE, hlo)):
            run = partir("check", *args)
            self.assertEqual(run.returncode, 0, (args, run.stdout, run.stderr))
        stablehlo = self.emit(self.FILE, example("matmul_chain.bp_mp_z3.json"), "stablehlo")
        self.assertEqual(stablehlo.count('"stablehlo.all_gather"'), 2)
        self.assertEqual(stablehlo.count('"stablehlo.all_reduce"'), 1)
        self.assertIn("mhlo.num_partitions = 8", stablehlo)

    def test_lower(self):
        core = example("chain.core.mlir")
        plain = partir("lower", core, "--no-simplify")
        simplified = partir("lower", core)
        self.assertEqual((plain.returncode, simplified.returncode), (0, 0), plain.stderr)
        self.assertIn("all_slice", plain.stdout)
        self.assertLess(len(simplified.stdout), len(plain.stdout))


class TrainingStep(Case):
    def test_every_shipped_schedule_holds(self):
        names = sorted(f for f in os.listdir(os.path.join(SOURCE, "examples"))
                       if f.startswith("train_step.") and f.endswith(".json"))
        self.assertTrue(names)
        for name in names:
            for t in self.report(example("train_step.mlir"), "--schedule", example(name))["tactics"]:
                self.assertHolds(t)


class Options(Case):
    CHAIN = example("matmul_chain.mlir")
    Z3 = example("matmul_chain.bp_mp_z3.json")

    def test_no_check_is_undecided(self):
        run = partir("partition", self.CHAIN, "--schedule", self.Z3, "--no-check")
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertNotIn("proved", run.stdout)
        self.assertNotIn("tested", run.stdout)
        self.assertIn("typing rules hold; meaning not run (--no-check)", run.stdout)
        for t in self.report(self.CHAIN, "--schedule", self.Z3, "--no-check", code=3)["tactics"]:
            self.assertEqual(t["verdict"], "undecided")
            self.assertEqual(t["detail"], "typing rules hold; meaning not run (--no-check)")
            self.assertEqual([c["what"] for c in t["checks"]], ["typing"])

    def test_runs_governs_field_and_native(self):
        one, two = (self.report(self.CHAIN, "--schedule", self.Z3, "--runs", n)["tactics"][0]
                    for n in ("1", "2"))
        for t, n in ((one, 1), (two, 2)):
            runs = {c["what"]: c["runs"] for c in t["checks"]}
            # Field and native each
            self.assertEqual(runs["Theorem 2"], 2 * n)
            self.assertEqual(runs["against the original"], 2 * n)
            self.assertEqual(t["runs"], 4 * n)  # of all checks together
        self.assertNotIn("1 runs", json.dumps(one))
        self.assertRegex(one["detail"], r"Field .*\b1 run\b")
        self.assertRegex(two["detail"], r"Field .*\b2 runs\b")

    def test_equal_seeds_give_equal_reports(self):
        def verdicts(seed):
            report = self.report(example("train_step.mlir"), "--schedule",
                                 example("train_step.bp_mp.json"), "--seed", seed)
            return [(t["detail"], t["checks"]) for t in report["tactics"]]
        self.assertEqual(verdicts("7"), verdicts("7"))
        self.assertNotEqual(verdicts("7"), verdicts("8"))  # largest errors are of other inputs

    def test_after_stops_early(self):
        report = self.report(self.CHAIN, "--schedule", self.Z3, "--after", "MP")
        self.assertEqual([t["name"] for t in report["tactics"]], ["BP", "MP"])
        emitted = self.emit(self.CHAIN, example("matmul_chain.bp_mp.json"), "hlo")
        run = partir("partition", self.CHAIN, "--schedule", self.Z3, "--after", "MP", "--emit", "hlo")
        self.assertEqual((run.returncode, run.stdout), (0, emitted))
        self.assertError(partir("partition", self.CHAIN, "--schedule", self.Z3, "--after", "X"), 2,
                         'no tactic "X"; it has BP, MP, Z3')

    def test_axes_stand_in_the_order_of_the_mesh(self):
        schedule = self.schedule([["Z", 4], ["A", 2]], {"name": "t", "axis": "Z", "inputs": {"w1": 0}},
                                 {"name": "u", "axis": "A", "inputs": {"w1": 1}})
        run = partir("partition", self.CHAIN, "--schedule", schedule)
        self.assertRegex(run.stdout, r"\nu .* Z: 1 A\w+; A: 1 AR ")
        by_axis = self.report(self.CHAIN, "--schedule", schedule)["tactics"][1]["by_axis"]
        self.assertEqual(list(by_axis), ["Z", "A"])

    def test_no_tactics_check_the_program_itself(self):
        schedule = self.schedule(MESH)
        run = partir("partition", self.CHAIN, "--schedule", schedule)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"\n\(none\) .* tested")
        report = self.report(self.CHAIN, "--schedule", schedule)
        self.assertEqual(report["tactics"], [])
        self.assertCounts(report["unpartitioned"])
        self.assertHolds(report["unpartitioned"])

    def test_operands_held_back_by_atomic_are_reported(self):
        file = self.file("add.mlir", """
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}
""")
        schedule = self.schedule(MESH, {"name": "t", "axis": "B",
                                        "inputs": {"a": 0, "b": "replicated"}})
        (t,) = self.report(file, "--schedule", schedule)["tactics"]
        (c,) = t["conflicts"]
        self.assertTrue(c["held_back_by_atomic"])
        self.assertEqual((c["axis"], c["candidates"]), ("B", []))
        self.assertIn("add.mlir", c["location"]["file"])
        self.assertHolds(t)
        run = partir("partition", file, "--schedule", schedule)
        self.assertRegex(run.stdout, r'held back by atomic on "B" at .*add\.mlir:3:')
        self.assertRegex(run.stdout, r"\nt .* 0  tested")  # and not a conflict

    def test_output_goes_to_its_file_only_if_nothing_is_refuted(self):
        out = self.file("out.mlir", "precious")
        run = partir("partition", self.CHAIN, "--schedule", self.Z3, "--emit", "hlo", "-o", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        with open(out) as f:
            self.assertIn("partir_hlo.all_gather", f.read())
        self.assertError(partir("partition", self.CHAIN, "--schedule", self.Z3, "-o", out), 2,
                         "--output requires --emit")


class Scale(Case):
    def test_figures_are_those_of_the_unscaled_program(self):
        args = ("--schedule", example("train_step.bp_mp_z3.json"))
        full = self.report(example("train_step.mlir"), *args)["tactics"][-1]
        self.assertScaled(example("train_step.mlir"), "256", full, *args)
        run = partir("partition", example("train_step.mlir"), *args, "--scale", "256")
        self.assertRegex(run.stdout, r"%arg0: 32x48 -> \d+x\d+\n")
        self.assertRegex(run.stdout, r"3072 elements -> 256")

    def test_other_counts_than_the_unscaled_programs_are_undecided(self):
        # S-ReduceHoist moves %h's all_reduce behind the second matmul, where it meets %z's, because
        # 31 < 64; scaled, 64 becomes 8 and it stays where it is: two all_reduce
        file = self.file("hoist.mlir", """
func.func @main(%x: tensor<4x64xf32>, %w: tensor<64x64xf32>, %w1: tensor<64x31xf32>,
                %x2: tensor<4x64xf32>, %w3: tensor<64x31xf32>) -> tensor<4x31xf32> {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
  %y = stablehlo.dot_general %h, %w1, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x31xf32>) -> tensor<4x31xf32>
  %z = stablehlo.dot_general %x2, %w3, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x31xf32>) -> tensor<4x31xf32>
  %o = stablehlo.add %y, %z : tensor<4x31xf32>
  return %o : tensor<4x31xf32>
}
""")
        schedule = self.schedule([["M", 2]], {"name": "MP", "axis": "M",
                                              "inputs": {"%arg0": 1, "%arg3": 1}})
        (full,) = self.report(file, "--schedule", schedule)["tactics"]
        self.assertCounts(full, all_reduce=1)
        (t,) = self.report(file, "--schedule", schedule, "--scale", "300", code=3)["tactics"]
        self.assertEqual(t["collectives"], full["collectives"])
        self.assertEqual(t["scaled"]["collectives"]["all_reduce"], 2)
        self.assertEqual(t["verdict"], "undecided")
        self.assertIn("the scaled program, which was run, has other collectives", t["detail"])


class OtherElements(Case):
    def test_i1_results(self):
        file = self.file("less.mlir", """
func.func @main(%a: tensor<8x6xf32>, %b: tensor<8x6xf32>) -> (tensor<8x6xi1>, tensor<6xi1>) {
  %c = stablehlo.compare LT, %a, %b : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
  %i = stablehlo.constant dense<false> : tensor<i1>
  %d = stablehlo.reduce(%c init: %i) applies stablehlo.or across dimensions = [0] : (tensor<8x6xi1>, tensor<i1>) -> tensor<6xi1>
  return %c, %d : tensor<8x6xi1>, tensor<6xi1>
}
""")
        schedule = self.schedule(MESH, {"name": "t", "axis": "B", "inputs": {"a": 0}})
        (t,) = self.report(file, "--schedule", schedule)["tactics"]
        self.assertCounts(t, all_reduce=1)  # or-ed over the rows, which are tiled
        self.assertHolds(t)

    def test_integers(self):
        file = self.file("ints.mlir", """
func.func @main(%a: tensor<8x6xi32>, %b: tensor<6x4xi32>) -> (tensor<8x4xi32>, tensor<8xi32>) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x6xi32>, tensor<6x4xi32>) -> tensor<8x4xi32>
  %i = stablehlo.constant dense<-2147483648> : tensor<i32>
  %d = stablehlo.reduce(%c init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<8x4xi32>, tensor<i32>) -> tensor<8xi32>
  return %c, %d : tensor<8x4xi32>, tensor<8xi32>
}
""")
        schedule = self.schedule(MESH, {"name": "t", "axis": "B", "inputs": {"b": 1}},
                                 {"name": "u", "axis": "M", "inputs": {"a": 1}})
        t, u = self.report(file, "--schedule", schedule)["tactics"]
        self.assertCounts(t, "B", all_reduce=1)  # the max over the tiled columns
        self.assertCounts(u, "M", all_reduce=1)  # the contraction
        self.assertHolds(t)
        self.assertHolds(u)


class ProgressLine(Case):
    ARGS = ("partition", example("train_step.mlir"), "--schedule", example("train_step.bp.json"))

    def test_none_in_a_pipe(self):
        self.assertEqual(partir(*self.ARGS).stderr, "")

    def test_shown_on_a_terminal_and_cleared(self):
        terminal, other_end = pty.openpty()
        run = subprocess.Popen([PARTIR, *self.ARGS], stderr=other_end, stdout=subprocess.DEVNULL,
                               stdin=subprocess.DEVNULL)
        os.close(other_end)
        shown = b""
        try:
            while chunk := os.read(terminal, 4096):
                shown += chunk
        except OSError:  # Linux says EIO when the last writer has closed
            pass
        os.close(terminal)
        self.assertEqual(run.wait(), 0)
        self.assertIn(b"BP: Theorem 2", shown)
        self.assertIn(b"BP: against the original", shown)
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown)


if __name__ == "__main__":
    main()
