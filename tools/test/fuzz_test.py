#!/usr/bin/env python3
"""`partir fuzz`: python3 fuzz_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os

from cli import Case, example, main, partir


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

    def test_refuses_what_it_does_not_know(self):
        for wrong in (("--statement", "theorem9"), ("--minutes", "-1"), ("--jobs", "0"), ("--out", "/nowhere")):
            self.assertEqual(partir("fuzz", *wrong).returncode, 2, wrong)


if __name__ == "__main__":
    main()
