#!/usr/bin/env python3
"""Pairs each of which a fault in the toolkit would have judged otherwise: python3 planted_pairs_test.py PARTIR SOURCE_DIR DATA_DIR

property_tests/planted_faults/pairs has one file for each, SPEC before a line `// -----` and IMPL after it, named as the fault in
verdict_faults.py that it shows; outcomes.tsv says how it ends: accepted, refuted, undecided, or an error."""
import concurrent.futures
import os
import sys

from cli import SOURCE, Case, main, partir

sys.path[:0] = [os.path.join(SOURCE, "property_tests", folder) for folder in ("attacks", "planted_faults")]

from attacks import OUTCOMES  # noqa: E402
from known_pairs import PAIRS, planted_pairs  # noqa: E402


class PlantedPairs(Case):
    def outcome(self, pair):
        name, _, options, spec, impl = pair
        return partir("verify", self.file(name + ".spec.mlir", spec), self.file(name + ".impl.mlir", impl), *options.split())

    def test_each_ends_as_it_should(self):
        pairs = list(planted_pairs())
        self.assertEqual(sorted(p[0] + ".mlir" for p in pairs), sorted(n for n in os.listdir(PAIRS) if n.endswith(".mlir")))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = list(pool.map(self.outcome, pairs))
        for (name, expected, *_), r in zip(pairs, runs):
            with self.subTest(name):
                self.assertEqual(OUTCOMES.get(r.returncode, r.returncode), expected, (r.stdout + r.stderr)[-1500:])


if __name__ == "__main__":
    main()
