#!/usr/bin/env python3
"""`partir fuzz`: python3 fuzz_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import shutil

from cli import Case, example, main, partir


SPEC = """sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %sum : tensor<4xf32>
}
"""
LOCAL = """module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %part = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %sum = "stablehlo.all_reduce"(%part) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %sum : tensor<4xf32>
  }
}
"""
WITHOUT_SUM = LOCAL.replace("return %sum", "return %part")


class Fuzz(Case):
    def test_looks_at_programs_and_finds_nothing(self):
        r = partir("fuzz", "--minutes", "0.02", "--json", "--seed", "5")
        self.assertEqual(r.returncode, 0, r.stderr)
        report = json.loads(r.stdout)
        self.assertEqual(report["verdict"], "tested")
        self.assertGreaterEqual(len(report["programs"]), 8)
        self.assertTrue(all(n >= 500 for n in report["programs"].values()), report["programs"])
        self.assertGreater(report["rules"]["T-Slice"], 100)
        self.assertGreater(report["rules"]["S-GatherSlice"], 0)

    def test_a_table_for_people(self):
        r = partir("fuzz", "--minutes", "0.001", "--statement", "typing", "--jobs", "1")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertRegex(r.stdout, r"typing +\d+ ")
        self.assertIn("no counterexample in", r.stdout)
        self.assertNotIn("theorem4", r.stdout)

    def test_goes_on_from_a_state(self):
        state = os.path.join(self.tmp.name, "campaign.json")
        options = ("fuzz", "--minutes", "0.001", "--statement", "typing", "--state", state)
        before = 0
        for _ in range(2):
            self.assertEqual(partir(*options).returncode, 0)
            with open(state, encoding="utf-8") as f:
                report = json.load(f)
            (first, done), = report["batches"]["typing"]
            self.assertEqual(first, 0)
            self.assertGreater(done, before)
            self.assertEqual(report["programs"]["typing"], 500 * done)
            before = done
        other = partir(*options, "--seed", "2")
        self.assertEqual(other.returncode, 2)
        self.assertIn("--seed 1", other.stderr)
        with open(state, "w", encoding="utf-8") as f:
            f.write("{")
        self.assertEqual(partir(*options).returncode, 2)

    def test_replays_a_program_from_its_text_alone(self):
        with open(example("chain.core.mlir"), encoding="utf-8") as f:
            chain = f.read()
        found = os.path.join(self.tmp.name, "found.core.mlir")
        for statement, code, says in (("theorem2-field", 0, "tested"), ("theorem4", 1, "refuted: "),
                                      ("theorem99", 2, "no statement")):
            with open(found, "w", encoding="utf-8") as f:
                f.write(f"// partir fuzz: {statement}, seed 7\n{chain}")
            r = partir("fuzz", "--replay", found)
            self.assertEqual(r.returncode, code, r.stdout + r.stderr)
            self.assertIn(says, r.stdout + r.stderr)
        self.assertEqual(partir("fuzz", "--replay", os.path.join(self.tmp.name, "none")).returncode, 2)

    def pairs(self, **texts):
        """A folder of one pair; the text of `wrong` in wrong.mlir, and so on."""
        folder = os.path.join(self.tmp.name, "pairs")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        for kind, text in texts.items():
            self.file(f"pairs/sum.{kind}.mlir", text)
        return folder

    def test_pairs_are_judged_as_they_stand_and_with_further_faults(self):
        folder = self.pairs(spec=SPEC, right="// freedom: sums\n" + LOCAL, wrong=WITHOUT_SUM)
        r = partir("fuzz", "--pairs", folder, "--minutes", "0.05", "--json")
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        report = json.loads(r.stdout)
        self.assertEqual((report["verdict"], report["pairs_known"], report["pairs"], report["ends"]["accepted"]), ("tested", 2, 2, 1))
        self.assertGreater(report["mutants"], 2)
        self.assertEqual(report["ends"]["refuted"], report["mutants"] + 1)
        self.assertIn("2 of 2 pairs", partir("fuzz", "--pairs", folder, "--minutes", "0.001").stdout)

    def test_a_pair_with_another_verdict_than_its_own_is_found(self):
        for texts, why in ((dict(right=WITHOUT_SUM), "a right program is not accepted: refuted"), (dict(wrong=LOCAL), "a wrong program is accepted"),
                           (dict(right=LOCAL.replace("%part)", "%none)")), "a right program is not accepted: error")):
            folder = self.pairs(spec=SPEC, **texts)
            r = partir("fuzz", "--pairs", folder, "--minutes", "0.05")
            self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
            self.assertIn(f"sum.{next(iter(texts))}.mlir: {why}", r.stdout)
            self.assertIn("again: partir verify ", r.stdout)

    def test_says_so_where_there_is_not_one_verdict(self):
        r = partir("fuzz", "--pairs", self.pairs(spec=SPEC, wrong="no program"), "--minutes", "0.01")
        self.assertEqual(r.returncode, 3, r.stdout + r.stderr)
        self.assertIn("not one verdict", r.stdout)

    def test_refuses_folders_that_are_no_pairs(self):
        for texts, why in ((dict(spec=SPEC), "has no pairs"), (dict(wrong=LOCAL), "sum.spec.mlir"), (dict(spec=SPEC, right="// freedom: wide\n"), "\"wide\" is no freedom")):
            r = partir("fuzz", "--pairs", self.pairs(**texts))
            self.assertEqual(r.returncode, 2, r.stdout + r.stderr)
            self.assertIn(why, r.stderr)

    def test_refuses_what_it_does_not_know(self):
        for wrong in (("--statement", "theorem9"), ("--minutes", "-1"), ("--jobs", "0"), ("--out", "/nowhere")):
            self.assertEqual(partir("fuzz", *wrong).returncode, 2, wrong)


if __name__ == "__main__":
    main()
