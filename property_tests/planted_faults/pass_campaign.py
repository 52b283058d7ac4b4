#!/usr/bin/env python3
"""`partir fuzz --lowering` finds a fault in each MLIR pass: pass_campaign.py PARTIR PARTIR_OPT_FAULTY

pass_faults_test looks at all planted faults in its own process; here a campaign does as its users have it do, with a
command, a process for each program. It must find each fault below and leave a program of at most five ops that replays,
and without a fault it must find nothing."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

PARTIR, FAULTY = sys.argv[1:3]
PASSES = ("-partir-tile=actions=%actions -partir-propagate -partir-core-to-hlo -partir-hlo-simplify "
          "-partir-hlo-to-stablehlo")
FAULTS = ("tile/first-operand-reads-it", "propagate/sums-by-max", "core-to-hlo/no-all-reduce",
          "hlo-simplify/gathers-merge-inner-axes-major", "hlo-to-stablehlo/groups-along-the-other-axes")


def campaign(fault, folder):
    environment = dict(os.environ)
    environment.pop("PARTIR_FAULT", None)
    if fault:
        environment["PARTIR_FAULT"] = fault
    run = subprocess.run(
        [PARTIR, "fuzz", "--lowering", f"{FAULTY} %in {PASSES} -o %out", "--input", "core", "--programs", "60",
         "--minutes", "1", "--out", folder, "--json"],
        capture_output=True, text=True, check=False, timeout=300, env=environment)
    return run.returncode, json.loads(run.stdout)


class Campaign(unittest.TestCase):
    def test_a_fault_in_each_pass_is_found_and_made_small(self):
        for fault in FAULTS:
            with self.subTest(fault), tempfile.TemporaryDirectory() as folder:
                code, report = campaign(fault, folder)
                self.assertEqual(code, 1, report)
                found = min(report["findings"], key=lambda f: f["ops"])
                self.assertLessEqual(found["ops"], 5)
                before, after = (os.path.join(found["reproducer"], f"{f}.mlir") for f in ("before", "after"))
                again = subprocess.run([PARTIR, "verify", before, after], capture_output=True, text=True, check=False)
                self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
                print(f"{fault:48} {found['ops']} ops, {report['seconds']:.1f} s", flush=True)

    def test_without_a_fault_nothing_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            code, report = campaign("", folder)
        self.assertEqual((code, report["findings"], report["says_little"]), (0, [], False))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
