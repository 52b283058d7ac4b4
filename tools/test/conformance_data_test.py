#!/usr/bin/env python3
"""StableHLO's own tests, and Shardy's: python3 conformance_data_test.py PARTIR SOURCE_DIR DATA_DIR

Exits with 77, which ctest shows as Skipped, where DATA_DIR has none of them. No file may fail, and
no fewer may pass than did; raise the numbers as ops are added."""
import json
import os
import sys

from cli import DATA, Case, main, partir

PASSED = {"stablehlo_interpret": 60, "stablehlo_testdata": 240,
          # Shardy's drivers run sharded programs, which have to be partitioned first
          "shardy/executable_convert_global_to_local": 0,
          "shardy/executable_partitioner_pipeline": 0}


class Suites(Case):
    def test_none_fails_and_no_fewer_pass(self):
        for folder, passed in PASSED.items():
            path = os.path.join(DATA, folder)
            if not os.path.isdir(path):
                continue
            with self.subTest(folder):
                run = partir("conformance", path, "--json")
                report = json.loads(run.stdout)
                failed = [f for f in report["files"] if f["result"] == "fail"]
                self.assertEqual((run.returncode, failed), (0, []))
                self.assertGreaterEqual(report["passed"], passed)
                for f in report["files"]:
                    if f["result"] == "unsupported":
                        self.assertTrue(f["reason"] and f["location"], f)


if __name__ == "__main__":
    if not any(os.path.isdir(os.path.join(DATA, folder)) for folder in PASSED):
        print("skipped: no StableHLO suites in", DATA)
        sys.exit(77)
    main()
