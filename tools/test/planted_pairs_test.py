#!/usr/bin/env python3
"""Pairs each of which a fault in the toolkit would have judged otherwise: python3 planted_pairs_test.py PARTIR SOURCE_DIR DATA_DIR

property_tests/planted_faults/pairs has one file for each, SPEC before a line `// -----` and IMPL after it, named as the fault in
verdict_faults.py that it shows; outcomes.tsv says how it ends: accepted, refuted, undecided, or an error."""
import concurrent.futures
import os

from cli import SOURCE, Case, main, partir

PAIRS = os.path.join(SOURCE, "property_tests", "planted_faults", "pairs")
OUTCOMES = {0: "accepted", 1: "refuted", 2: "error", 3: "undecided"}


class PlantedPairs(Case):
    def outcome(self, name, options):
        with open(os.path.join(PAIRS, name + ".mlir")) as f:
            spec, impl = f.read().split("\n// -----\n")
        return partir("verify", self.file(name + ".spec.mlir", spec), self.file(name + ".impl.mlir", impl), *options.split())

    def test_each_ends_as_it_should(self):
        with open(os.path.join(PAIRS, "outcomes.tsv")) as f:
            rows = [line.rstrip("\n").split("\t") for line in f if line[0] != "#"]
        self.assertEqual(sorted(r[0] + ".mlir" for r in rows), sorted(n for n in os.listdir(PAIRS) if n.endswith(".mlir")))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = list(pool.map(lambda r: self.outcome(r[0], r[2]), rows))
        for (name, expected, _), r in zip(rows, runs):
            with self.subTest(name):
                self.assertEqual(OUTCOMES.get(r.returncode, r.returncode), expected, (r.stdout + r.stderr)[-1500:])


if __name__ == "__main__":
    main()
