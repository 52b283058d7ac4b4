#!/usr/bin/env python3
"""`partir tmr rules`: python3 rules_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import re

from cli import DATA, SOURCE, Case, main, partir

REGISTRY = os.path.join(DATA, "shardy", "propagation", "op_sharding_rule_registry.mlir")

DOT = """func.func @f(%x: tensor<8x4xf32>, %y: tensor<4x6xf32>) -> tensor<8x6xf32> {
  %0 = stablehlo.dot %x, %y {sdy.sharding_rule = #sdy.op_sharding_rule<RULE>} : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
"""
RIGHT = "([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}"


class RulesCase(Case):
    def assertShowsFault(self, program):
        """The results of the whole differ from those of the parts."""
        run = partir("run", program, "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        results = json.loads(run.stdout)["results"]
        half = len(results) // 2
        self.assertNotEqual(results[:half], results[half:], program)


class Rules(RulesCase):
    def rules(self, text, code, *options):
        self.path = self.file("rules.mlir", text)
        r = partir("tmr", "rules", self.path, *options)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r

    def test_each_factor_of_a_right_rule_is_proved(self):
        r = self.rules(DOT.replace("RULE", RIGHT), 0, "--steps")
        self.assertIn(f"{self.path}:2:8: @f: stablehlo.dot\n", r.stdout)
        self.assertIn("  k (reduction): proved: (tile<1>, tile<0>) -> partial<add>\n", r.stdout)
        self.assertIn("add is associative and commutative", r.stdout)
        self.assertIn("1 rule, 3 factors: 3 proved, 0 verified, 0 refuted, 0 without a claim, 0 undecided", r.stdout)

    def test_wrong_factors_come_with_programs_that_show_it(self):
        wrong = os.path.join(self.tmp.name, "wrong")
        r = self.rules(DOT.replace("RULE", "([i, k], [k, j])->([i, j]) {i=8, j=6, k=4}"), 1, "--counterexamples", wrong)
        self.assertIn("  k (pass-through): refuted: ", r.stdout)
        program = os.path.join(wrong, "f_k.mlir")
        self.assertIn(program, r.stdout)
        self.assertShowsFault(program)

    def test_quiet_tells_of_wrong_rules_alone(self):
        r = self.rules(DOT.replace("RULE", RIGHT), 0, "--quiet")
        self.assertEqual(r.stdout.count("\n"), 1, r.stdout)

    def test_json(self):
        report = json.loads(self.rules(DOT.replace("RULE", RIGHT), 0, "--json").stdout)
        self.assertEqual(report["proved"], 3)
        factors = report["rules"][0]["factors"]
        self.assertEqual([f["kind"] for f in factors], ["pass-through", "reduction", "pass-through"])

    def test_bad_rules_have_places(self):
        for rule, where, says in (
                ("([i, k], [k, j])->([i, j]) {q=8}", "2:100", "no dimension has a factor q"),
                ("([i, k])->([i, j])", "2:72", "the rule is of 1 operand, the op of 2"),
                ("([i], [k, j])->([i, j])", "2:72", "the rule gives operand 0 rank 1, the op tensor<8x4xf32>"),
                ("([i, k], [k, j])->", r"2:\d+", "expected")):
            r = self.rules(DOT.replace("RULE", rule), 2)
            self.assertRegex(r.stderr, f":{where}: .*{re.escape(says)}")
        r = self.rules("func.func @f() {\n  return\n}\n", 2)
        self.assertIn("no op has a sharding rule", r.stderr)
        self.assertEqual(partir("tmr", "rules", "/does/not/exist").returncode, 2)

    def test_what_has_no_definition_is_undecided(self):
        text = DOT.replace("stablehlo.dot %x, %y", "stablehlo.custom_call @mystery(%x, %y)").replace("RULE", RIGHT)
        r = self.rules(text, 3)
        self.assertIn("the toolkit has no definition of stablehlo.custom_call @mystery", r.stdout)

    def test_minimal_reproducers_of_wrong_rules_are_kept(self):
        wrong = os.path.join(self.tmp.name, "wrong")
        r = partir("tmr", "check", os.path.join(SOURCE, "property_tests", "refuted_rules.tmr"), "--json", "--counterexamples", wrong)
        self.assertEqual(r.returncode, 1, r.stderr)
        programs = []
        for op in json.loads(r.stdout)["ops"]:
            refuted = [f for rule in op["rules"] for f in rule["factors"] if f["outcome"] == "refuted"]
            self.assertGreaterEqual(len(refuted), 1, op)
            programs += [f["program"] for f in refuted if "program" in f]
        self.assertEqual(len(programs), 4)  # a reshape is refuted by its types
        for program in programs:
            self.assertShowsFault(program)


class ShardysRegistry(RulesCase):
    def setUp(self):
        super().setUp()
        if not os.path.exists(REGISTRY):
            self.skipTest("no ../shared/data")

    def test_all_claims_but_29_are_decided(self):
        wrong = os.path.join(self.tmp.name, "wrong")
        r = partir("tmr", "rules", REGISTRY, "--json", "--counterexamples", wrong)
        self.assertEqual(r.returncode, 1, r.stderr)
        report = json.loads(r.stdout)
        self.assertEqual(len(report["rules"]), 122)
        # the figures of docs/registry.md
        self.assertEqual(report["factors"], 457)
        self.assertEqual(report["no_claim"], 129)
        self.assertLessEqual(report["undecided"], 29)
        found = {(rule["function"], f["factor"]): f for rule in report["rules"] for f in rule["factors"]}
        self.assertEqual(found["fft", "i"]["outcome"], "verified")
        # an update that is divided where the operand is not is not pass-through
        self.assertEqual(found["dynamic_update_slice_constant_indices", "m"]["outcome"], "refuted")
        # elements change their places: dimensions of operands alone are lost
        self.assertEqual(found["reshape_swap_dims_no_common_divisor", "i"]["outcome"], "refuted")
        # minor factors, groups, masks
        self.assertEqual(found["reshape_merge_dim", "j"]["outcome"], "proved")
        self.assertEqual(found["conv_feature_group_count", "n"]["outcome"], "proved")
        self.assertTrue(found["gather", "o"]["adapted"])
        # every program that shows a fault runs, and shows it
        refuted = [f for f in found.values() if f["outcome"] == "refuted"]
        programs = [f["program"] for f in refuted if "program" in f]
        self.assertGreater(len(programs), 5)
        for program in programs:
            self.assertShowsFault(program)


if __name__ == "__main__":
    main()
