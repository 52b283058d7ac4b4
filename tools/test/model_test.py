#!/usr/bin/env python3
"""`partir model`, and strategies in schedule files: python3 model_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os

from cli import Case, example, main, partir

MODELS = ("chain", "MLP", "T32", "T48", "MOE", "IT32", "UNet", "GNS")

# what Core text begins with where there are no axes
EMPTY_MESH = "module attributes {partir_core.mesh = #partir_core.mesh<[]>} {"


class Models(Case):
    def model(self, *args):
        run = partir("model", *args)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_each_reads_back_to_the_same_text(self):
        empty = self.file("empty.json", '{"mesh": [], "tactics": []}')
        for name in MODELS:
            with self.subTest(name):
                text = self.model(name, "--small")
                self.assertNotIn("partir_core", text)
                file = self.file(name + ".mlir", text)
                run = partir("partition", file, "--schedule", empty, "--no-check", "--emit", "core")
                self.assertEqual(run.stdout, text.replace("module {", EMPTY_MESH, 1), run.stderr)

    def test_the_exported_transformer_has_the_counts(self):
        file = os.path.join(self.tmp.name, "t.mlir")
        report = json.loads(self.model("T32", "--small", "--layers", "1", "-o", file, "--json"))
        self.assertEqual(report["sizes"]["layers"], 1)
        tactics = self.report(file, "--schedule", example("transformer.bp_mp_z3.json"))["tactics"]
        self.assertEqual([t["name"] for t in tactics], ["BP", "MP", "Z3"])
        self.assertCounts(tactics[0], all_reduce=11)
        self.assertCounts(tactics[1], all_reduce=15)
        self.assertCounts(tactics[2], all_gather=11, all_reduce=10, reduce_scatter=5)
        for t in tactics:
            self.assertHolds(t)

    def test_experts_and_tokens_over_one_axis_change_places(self):
        file = self.file("m.mlir", self.model("MOE", "--small", "--layers", "1"))
        exchange = "*.dispatch|*.combine|*.sent.gradient|*.expert_inputs|*.expert_outputs.gradient|*.returned"
        schedule = {"mesh": [["B", 4]], "tactics": [{"strategy": "EP", "axis": "B", "exchange": exchange},
                                                    {"strategy": "BP", "axis": "B"}]}
        tactics = self.report(file, "--schedule", self.file("s.json", json.dumps(schedule)))["tactics"]
        self.assertCounts(tactics[1], all_reduce=9, all_to_all=4)
        self.assertHolds(tactics[1])

    def test_mistakes(self):
        for args, text in ((("T33",), 'no model is named "T33"; the models are chain, MLP, T32'),
                           (("MLP", "--heads", "3"), "model MLP has no --heads; it has --batch --d --d-hidden --layers"),
                           (("MLP", "--batch", "0"), "--batch")):
            run = partir("model", *args)
            self.assertEqual(run.returncode, 2, (args, run.stdout))
            self.assertIn(text, run.stderr)


class Strategies(Case):
    def error(self, tactic):
        schedule = self.file("s.json", '{"mesh": [["B", 4]],\n "tactics": [%s]}' % tactic)
        run = partir("partition", example("train_step.mlir"), "--schedule", schedule)
        self.assertEqual(run.returncode, 2, run.stderr)
        return run.stderr.replace(schedule, "s.json")

    def test_mistakes_are_located(self):
        self.assertIn('s.json:2:27: error: no strategy is named "XP"; known are BP, MP',
                      self.error('{"strategy": "XP", "axis": "B"}'))
        self.assertIn("s.json:2:48: error: unknown key \"colums\" for strategy MP; known are name, axis, strategy, heads,"
                      " columns", self.error('{"strategy": "MP", "axis": "B",   "colums": "*"}'))
        self.assertIn("names no axis", self.error('{"strategy": "BP"}'))
        self.assertIn("s.json:2:27: error: strategy ES finds no argument",
                      self.error('{"strategy": "ES", "axis": "B"}'))
        self.assertIn("expected", self.error('{"strategy": "BP", "axis": "B", "inputs": {"x": 0}}'))

    def test_strategies_do_what_the_tactics_by_hand_do(self):
        by_hand = self.report(example("train_step.mlir"), "--schedule", example("train_step.bp.json"))
        by_name = self.report(example("train_step.mlir"), "--schedule",
                              self.file("s.json", '{"mesh": [["B", 4], ["M", 2]], "tactics": '
                                        '[{"strategy": "BP", "axis": "B"}]}'))
        self.assertEqual(by_hand["tactics"][0]["by_axis"], by_name["tactics"][0]["by_axis"])


if __name__ == "__main__":
    main()
