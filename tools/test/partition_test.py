#!/usr/bin/env python3
"""`partir partition` and `partir lower`: python3 partition_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import re

from cli import SOURCE, Case, example, main, partir

MESH = [["B", 4], ["M", 2]]
KINDS = ("all_gather", "all_reduce", "reduce_scatter", "all_to_all", "all_slice")


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
        # L-Slice gives three all_slice and L-Loop an all_gather and an all_reduce; simplified, the
        # parameters and the result take in all but the all_reduce
        def counts(text):
            return {k: text.count("= partir_hlo." + k + " ") for k in KINDS}
        expected = dict.fromkeys(KINDS, 0)
        self.assertEqual(counts(plain.stdout),
                         {**expected, "all_slice": 3, "all_gather": 1, "all_reduce": 1})
        self.assertEqual(counts(simplified.stdout), {**expected, "all_reduce": 1})
        for args, run in ((("--no-simplify",), plain), ((), simplified)):
            report = json.loads(partir("lower", core, *args, "--json").stdout)
            self.assertEqual(report["collectives"], counts(run.stdout))
            self.assertEqual(report["program"], run.stdout)

    def test_lower_to_a_file_reports_as_json(self):
        out = os.path.join(self.tmp.name, "out.mlir")
        run = partir("lower", example("chain.core.mlir"), "--json", "-o", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        report = json.loads(run.stdout)
        self.assertEqual((report["output"], report["collectives"]["all_reduce"]), (out, 1))
        self.assertNotIn("program", report)
        with open(out) as f:
            self.assertEqual(f.read(), partir("lower", example("chain.core.mlir")).stdout)

    def test_standard_input(self):
        with open(self.FILE) as f:
            text = f.read()
        args = ("--schedule", example("matmul_chain.bp_mp.json"), "--emit", "hlo")
        of_file, of_input = (partir("partition", file, *args, input=text) for file in (self.FILE, "-"))
        self.assertEqual((of_input.returncode, of_input.stdout), (0, of_file.stdout), of_input.stderr)
        self.assertIn("- for standard input", " ".join(partir("partition", "--help").stdout.split()))


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

    def test_no_check_leaves_the_meaning_undecided(self):
        run = partir("partition", self.CHAIN, "--schedule", self.Z3, "--no-check")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("proved", run.stdout)
        self.assertNotIn("tested", run.stdout)
        self.assertIn("typing rules hold; meaning not run (--no-check)", run.stdout)
        report = self.report(self.CHAIN, "--schedule", self.Z3, "--no-check")
        self.assertIsNone(report["verdict"])
        for t in report["tactics"]:
            self.assertEqual(t["verdict"], "undecided")
            self.assertEqual(t["detail"], "typing rules hold; meaning not run (--no-check)")
            self.assertEqual([c["what"] for c in t["checks"]], ["typing", "distributed types"])

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

    def test_output_goes_to_its_file(self):
        # that a refuted program is not written: tools_test.cpp, and errors_test.py where it fails
        out = self.file("out.mlir", "precious")
        run = partir("partition", self.CHAIN, "--schedule", self.Z3, "--emit", "hlo", "-o", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        with open(out) as f:
            text = f.read()
        self.assertEqual(text, self.emit(self.CHAIN, self.Z3, "hlo"))
        self.assertError(partir("partition", self.CHAIN, "--schedule", self.Z3, "-o", out), 2,
                         "--output requires --emit")
        with open(out) as f:
            self.assertEqual(f.read(), text)


class ShardingHints(Case):
    """Modules that bring their own shardings, and no schedule."""

    def module(self, body, argument="", result=""):
        attribute = "tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, %s>}"
        argument, result = (attribute % s if s else "tensor<8x8xf32>" for s in (argument, result))
        return self.file("sdy.mlir", f"""module {{
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%a: {argument}) -> ({result}) {{
{body}
  }}
}}
""")

    def tiled(self, file):
        """The distributed types of arguments and results, of a partition that holds."""
        for t in self.report(file)["tactics"]:
            self.assertHolds(t)
        run = partir("partition", file, "--emit", "hlo")
        self.assertEqual(run.returncode, 0, run.stderr)
        return re.findall(r"#partir_hlo\.dist<(\[[^\]]*\])>", run.stdout)

    BODY = """    %0 = sdy.sharding_constraint %a <@mesh, CONSTRAINT> : tensor<8x8xf32>
    %1 = stablehlo.tanh %0 : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>"""

    def test_a_constraint_on_an_argument(self):
        file = self.module(self.BODY.replace("CONSTRAINT", '[{"x"}, {}]'))
        self.assertEqual(self.tiled(file), ['[{"x"}, {}]'] * 2)

    def test_the_same_sharding_said_again(self):
        s = '[{"y", "x"}, {}]'
        self.assertEqual(self.tiled(self.module("    return %a : tensor<8x8xf32>", s, s)), [s] * 2)
        body = self.BODY.replace("CONSTRAINT", s)
        self.assertEqual(self.tiled(self.module(body, s, s)), [s] * 2)
        again = """    %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, S>]>} : tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, S> : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>"""
        self.assertEqual(self.tiled(self.module(again.replace("S>", s + ">"), "", s)), [s] * 2)

    def test_one_sharding_may_go_on_where_another_ends(self):
        file = self.module(self.BODY.replace("CONSTRAINT", '[{"x", "y"}, {}]'), '[{"x", ?}, {?}]')
        self.assertEqual(self.tiled(file), ['[{"x", "y"}, {}]'] * 2)

    def test_a_hint_is_of_its_value_and_not_of_a_name(self):
        file = self.module("""    %h = stablehlo.tanh %a : tensor<8x8xf32>
    %b = stablehlo.transpose %h, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32> loc("%h")
    %1 = sdy.sharding_constraint %h <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    return %b : tensor<8x8xf32>""")
        # by the name %h, %b would be tiled on dimension 0 as well
        self.assertEqual(self.tiled(file), ['[{"x"}, {}]', '[{}, {"x"}]'])

    def test_shardings_that_contradict_name_both(self):
        for argument, constraint, pattern in (
                ('[{"x"}, {}]', '[{}, {"x"}]', r"\[tile premise 5\].* %a, .*on dimension 0"),
                ('[{"x"}, {}]', '[{}, {}], replicated={"x"}', r"\[atomic premise 3\].* %a, "),
                ('[{"x", "y"}, {}]', '[{"y", "x"}, {}]', r'axes \{"y", "x"\}, but "x" is major'),
                ('[{"x"}, {}]', '[{"y", "x"}, {}]', r'axes \{"y", "x"\}, but "x" is major')):
            file = self.module(self.BODY.replace("CONSTRAINT", constraint), argument)
            self.assertError(partir("partition", file), 1,
                             r"sdy\.mlir:4:\d+: error: .*" + pattern + r".* at \S*sdy\.mlir:3:19")


class Scale(Case):
    def test_figures_are_those_of_the_unscaled_program(self):
        args = ("--schedule", example("train_step.bp_mp_z3.json"))
        full = self.report(example("train_step.mlir"), *args)["tactics"][-1]
        self.assertScaled(example("train_step.mlir"), "256", full, *args)
        run = partir("partition", example("train_step.mlir"), *args, "--scale", "256")
        self.assertRegex(run.stdout, r"%arg0: 32x48 -> \d+x\d+\n")
        self.assertRegex(run.stdout, r"3072 elements -> 160")

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


class Infinities(Case):
    def test_a_sum_taken_apart_is_not_refuted_by_them(self):
        # the i32 makes some runs draw an infinity: 0 * inf in a part is NaN where the whole is infinite
        program = self.file("sum.mlir", """
func.func @main(%w: tensor<2x2xf32>, %v: tensor<2x1xf32>, %n: tensor<i32>) -> tensor<1xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
""")
        schedule = self.file("rows.json", json.dumps(
            {"mesh": [["A", 2]], "tactics": [{"name": "rows", "axis": "A", "inputs": {"w": 0}}]}))
        for seed in range(1, 9):
            report = self.report(program, "--schedule", schedule, "--seed", str(seed))
            self.assertHolds(report["tactics"][0])


class ProgressLine(Case):
    ARGS = ("partition", example("train_step.mlir"), "--schedule", example("train_step.bp.json"))

    def test_none_in_a_pipe(self):
        self.assertEqual(partir(*self.ARGS).stderr, "")

    def test_shown_on_a_terminal_and_cleared(self):
        shown = self.on_terminal(*self.ARGS)
        self.assertIn(b"BP: Theorem 2", shown)
        self.assertIn(b"BP: against the original", shown)
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown)


if __name__ == "__main__":
    main()
