#!/usr/bin/env python3
"""The corpus of right and wrong pairs: python3 corpus_test.py PARTIR SOURCE_DIR DATA_DIR"""
import collections
import os
import re
import subprocess
import sys

from cli import PARTIR, SOURCE, Case, main

CORPUS = os.path.join(SOURCE, "property_tests", "corpus")
sys.path.insert(0, CORPUS)


class Corpus(Case):
    def judge(self, partir, *options):
        return subprocess.run([sys.executable, os.path.join(CORPUS, "judge.py"), partir, *options], capture_output=True, text=True)

    def test_a_sample_is_judged_rightly(self):
        r = self.judge(PARTIR, "--sample", "60")
        print(r.stdout)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertRegex(r.stdout, r"\n\d\d passed, 0 failed")

    def test_a_verdict_that_never_varies_fails(self):
        for code, fails in ((0, "wrong"), (1, "right"), (2, "wrong"), (2, "right")):
            fake = self.file("fake.sh", f"#!/bin/sh\nexit {code}\n")
            os.chmod(fake, 0o755)
            r = self.judge(fake, "--sample", "30")
            self.assertEqual(r.returncode, 1)
            self.assertRegex(r.stdout, f"FAILED {fails} ")

    def test_each_program_was_executed_as_it_is_printed(self):
        from execute import digest, read_table
        from programs import variants
        rows, found = read_table(), variants()
        self.assertEqual(sorted(rows), sorted(v.name for v in found))
        for v in found:
            self.assertEqual(rows[v.name]["digest"], digest(v), f"{v.name} has changed since it was executed: run execute.py")

    def test_a_sample_executes_as_its_rows_say(self):
        r = subprocess.run([sys.executable, os.path.join(CORPUS, "execute.py"), "--again", "20"], capture_output=True, text=True)
        if r.returncode == 77:
            self.skipTest(r.stdout.strip())
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)

    def test_it_is_as_large_and_as_varied_as_it_is_meant_to_be(self):
        from programs import variants
        wrong, right = ([v for v in variants() if v.kind == k] for k in ("wrong", "right"))
        self.assertGreaterEqual(len(wrong), 300)
        self.assertGreaterEqual(len(right), 250)
        self.assertLessEqual(max(collections.Counter(v.template.name for v in wrong).values()), 5)
        self.assertGreaterEqual(sum(v.op_count() >= 100 for v in wrong), 60)
        functions = {"exponential", "log", "tanh", "rsqrt", "divide", "logistic", "power"}
        differently = [v for v in right if v.options.get("how") and (functions & set(v.ops()) or re.search("bf16", v.impl_text()))]
        self.assertGreaterEqual(len(differently), 250 // 3 + 1)


if __name__ == "__main__":
    main()
