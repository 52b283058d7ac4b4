#!/usr/bin/env python3
"""Wrong programs that were accepted once: python3 attacks_test.py PARTIR SOURCE_DIR DATA_DIR

property_tests/attacks has one file for each: SPEC, a wrong IMPL and a right one, apart by lines `// -----`. The wrong one must not be
accepted within the freedoms that outcomes.tsv names; it also says within which freedom the right one is judged, and how that ends."""
import concurrent.futures
import os

from cli import SOURCE, Case, main, partir

ATTACKS = os.path.join(SOURCE, "property_tests", "attacks")
OUTCOMES = {0: "accepted", 1: "refuted", 2: "error", 3: "undecided"}


class Attacks(Case):
    def outcomes(self, name, freedoms, freedom_of_right):
        """Of the wrong program within each of these freedoms, then of the right one."""
        with open(os.path.join(ATTACKS, name + ".mlir")) as f:
            spec, wrong, right = (self.file(f"{name}.{i}.mlir", t) for i, t in enumerate(f.read().split("\n// -----\n")))
        asked = [(wrong, f) for f in freedoms.split()] + [(right, freedom_of_right)]
        return [partir("verify", spec, impl, "--freedom", f).returncode for impl, f in asked]

    def test_none_is_accepted(self):
        with open(os.path.join(ATTACKS, "outcomes.tsv")) as f:
            rows = [line.rstrip("\n").split("\t") for line in f if line[0] != "#"]
        self.assertEqual(sorted(r[0] + ".mlir" for r in rows), sorted(n for n in os.listdir(ATTACKS) if n.endswith(".mlir")))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            seen = list(pool.map(lambda r: self.outcomes(*r[:3]), rows))
        for (name, _, _, expected, fault), (*wrong, right) in zip(rows, seen):
            with self.subTest(name):
                self.assertTrue(set(wrong) <= {1, 3}, f"{fault}: {[OUTCOMES.get(w, w) for w in wrong]}")
                self.assertEqual(OUTCOMES.get(right, right), expected, "of the right program")


if __name__ == "__main__":
    main()
