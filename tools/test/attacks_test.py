#!/usr/bin/env python3
"""Wrong programs that were accepted once: python3 attacks_test.py PARTIR SOURCE_DIR DATA_DIR

property_tests/attacks has one file for each. The wrong one must not be accepted within the freedoms that outcomes.tsv names, without an audit; it also says
within which freedom the right one beside it is judged, and how that ends."""
import concurrent.futures
import os
import sys

from cli import SOURCE, Case, main, partir

ATTACKS = os.path.join(SOURCE, "property_tests", "attacks")
sys.path.insert(0, ATTACKS)

from attacks import OUTCOMES, asked, attacks  # noqa: E402


class Attacks(Case):
    def outcome(self, question):
        spec, impl, freedom, _ = question
        r = partir("verify", spec, impl, "--freedom", freedom, "--no-mend", "--audit", "off")
        # what a slower machine does not decide, a faster one may accept
        return "out of time" if "out of time" in r.stderr else OUTCOMES.get(r.returncode, r.returncode)

    def test_none_is_accepted(self):
        self.assertEqual(sorted(a.name + ".mlir" for a in attacks()), sorted(n for n in os.listdir(ATTACKS) if n.endswith(".mlir")))
        questions = [(a, q) for a in attacks() for q in asked(a, self.tmp.name)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            seen = list(pool.map(lambda q: self.outcome(q[1]), questions))
        for (attack, (_, impl, freedom, right)), outcome in zip(questions, seen):
            with self.subTest(f"{os.path.basename(impl)} within {freedom}"):
                self.assertIn(outcome, right, attack.fault)


if __name__ == "__main__":
    main()
