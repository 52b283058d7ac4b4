#!/usr/bin/env python3
"""`partir fuzz --lowering`: python3 lowering_fuzz_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import shutil
import sys
import time

from cli import PARTIR, Case, main, partir

OPT = os.path.join(os.path.dirname(PARTIR), "partir-opt")
PASSES = "-partir-tile=actions=%actions -partir-propagate -partir-core-to-hlo -partir-hlo-simplify -partir-hlo-to-stablehlo"

# a lowering that forgets one all_reduce
FORGETFUL = f"""import re, subprocess, sys
text = subprocess.run([{OPT!r}, *sys.argv[3:], sys.argv[1]], capture_output=True, text=True, check=True).stdout
found = re.search(r'^ *(%\\w+) = "stablehlo.all_reduce"\\((%\\w+)\\).*?^ *\\}}\\) : [^\\n]*\\n', text, re.S | re.M)
if found:
    text = text[:found.start()] + re.sub(found[1] + r"\\b", found[2], text[found.end():])
open(sys.argv[2], "w").write(text)
"""


class LoweringFuzz(Case):
    def campaign(self, lowering, code, *options, programs=12):
        out = os.path.join(self.tmp.name, "findings")
        os.makedirs(out, exist_ok=True)
        if "--subject-time-limit" not in options:
            options += ("--subject-time-limit", "60")  # a machine with other work to do
        r = partir("fuzz", "--lowering", lowering, "--programs", str(programs), "--minutes", "3", "--out", out, "--json",
                   *options)
        self.assertEqual(r.returncode, code, r.stdout[-3000:] + r.stderr[-3000:])
        return json.loads(r.stdout)

    def script(self, name, text):
        return f"{sys.executable} {self.file(name, text)}"

    def replays(self, finding):
        """The reproducer's verdict again, from its two files alone."""
        folder = finding["reproducer"]
        for name in ("verdict.txt", "verdict.json", "inputs.txt", "command.txt"):
            self.assertGreater(os.path.getsize(os.path.join(folder, name)), 0, name)
        r = partir("verify", os.path.join(folder, "before.mlir"), os.path.join(folder, "after.mlir"), "--json")
        self.assertEqual(r.returncode, 1, r.stderr)
        verdict = json.loads(r.stdout)
        self.assertEqual(verdict["verdict"], "refuted")
        self.assertEqual(verdict["counterexample"]["op"], finding["verdict"]["counterexample"]["op"])

    def assertKinds(self, report, *kinds):
        self.assertEqual(sorted({f["kind"] for f in report["findings"]}), sorted(kinds), report["findings"])

    def test_our_lowerings_are_right(self):
        for lowering in ("reference", "mlir"):
            report = self.campaign(lowering, 0, programs=150)
            self.assertEqual(report["programs"], sum(report["ends"].values()))
            self.assertGreater(report["ends"]["holds"], 70, report)
            self.assertNotIn("refused", report["ends"])
            self.assertEqual(report["findings"], [])

    def test_a_forgotten_all_reduce_is_found_and_shrunk(self):
        command = self.script("forgetful.py", FORGETFUL) + " %in %out " + PASSES
        report = self.campaign(command, 1, "--input", "core", programs=60)
        self.assertKinds(report, "refuted")
        self.assertGreater(report["ends"]["holds"], 0)
        for finding in report["findings"]:
            self.assertTrue(finding["shrunk"], finding)
            self.assertLessEqual(finding["ops"], 5, finding)
            self.replays(finding)

    def test_upstreams_faults_are_found_from_nothing(self):
        if not shutil.which("mlir-opt-19"):
            self.skipTest("there is no mlir-opt-19")
        out = self.tmp.name
        r = partir("fuzz", "--lowering", "mesh", "--minutes", "2", "--seed", "1", "--programs", "100", "--out", out, "--json")
        self.assertEqual(r.returncode, 1, r.stderr)
        report = json.loads(r.stdout)
        self.assertEqual(report["programs"], 100, "time was up before")
        kinds = [f["kind"] for f in report["findings"]]
        for wanted in (("refuted",), ("ill_typed",), ("crash",), ("timed_out", "out_of_memory")):
            self.assertTrue(set(wanted) & set(kinds), (wanted, report))
        self.assertNotIn("internal", kinds)
        self.assertGreater(report["ends"].get("holds", 0), 0, report)
        # most of what crashes it is known after a while
        self.assertLess(3 * report["ends"]["crash"], report["programs"], report)
        self.assertEqual(report["ends"].get("passed_over", 0), sum(report["passed_over"].values()))
        self.replays(report["findings"][kinds.index("refuted")])

    def test_crashes_hangs_and_hogs_are_kinds_of_their_own(self):
        report = self.campaign("kill -SEGV $$", 1)
        self.assertKinds(report, "crash")
        self.assertEqual((report["findings"][0]["op"], report["findings"][0]["count"]), ("signal 11", 12))
        report = self.campaign("echo '#4 0x12 my::pass(int) (/x+0x1)' >&2; kill -ABRT $$", 1, programs=4)
        self.assertEqual(report["findings"][0]["rule"], "my::pass")
        # what it started hangs, too, and goes with it
        marker = str(os.getpid()) + "9876.5"
        report = self.campaign(f"sleep {marker} & sleep {marker}", 1, "--subject-time-limit", "0.5", programs=2)
        self.assertKinds(report, "timed_out")
        def left():
            return [p for p in os.listdir("/proc") if p.isdigit() and self.command_line(p) == ["sleep", marker]]

        for _ in range(50):  # a kill takes a moment
            if left():
                time.sleep(0.1)
        self.assertEqual(left(), [])
        hog = self.script("hog.py", "x = []\nwhile True: x.append(bytearray(1 << 24))\n")
        self.assertKinds(self.campaign(hog, 1, "--subject-memory-limit", "256", programs=4), "out_of_memory")
        self.assertKinds(self.campaign("yes", 1, programs=2), "out_of_memory")

    @staticmethod
    def command_line(process):
        try:
            with open(f"/proc/{process}/cmdline", encoding="utf-8", errors="replace") as f:
                return f.read().split("\0")[:-1]
        except OSError:
            return []

    def test_outputs_that_are_no_programs(self):
        self.assertKinds(self.campaign("echo 'func.func @main( {'", 1, programs=4), "malformed")
        # a type that its op does not have
        wrong = self.script("wrong.py", "import re, sys\n"
                            "text = sys.stdin.read()\n"
                            "print(text.replace('\\n    return', '\\n    %wrong = stablehlo.add %arg0, %arg1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\\n    return', 1))")
        report = self.campaign(wrong, 1, programs=4)
        self.assertLessEqual({f["kind"] for f in report["findings"]}, {"malformed", "ill_typed"})

    def test_a_lowering_that_says_nothing(self):
        r = partir("fuzz", "--lowering", "no_such_command %in", "--programs", "4")
        self.assertEqual(r.returncode, 2)
        self.assertIn("no_such_command", r.stderr)
        report = self.campaign("echo 'error: I do not know op 7' >&2; exit 3", 3)
        self.assertEqual(report["refused"], {"I do not know op #": 12})
        self.assertTrue(report["says_little"])
        report = self.campaign("echo 'error: no' >&2; exit 3", 1, "--strict", programs=4)
        self.assertKinds(report, "refused")
        text = partir("fuzz", "--lowering", "exit 3", "--programs", "4").stdout
        self.assertIn("too few outputs were judged", text)

    def test_usage(self):
        for options in (("--lowering", "mesh", "--input", "core"), ("--programs", "3"), ("--lowering", "x", "--replay", PARTIR),
                        ("--lowering", "")):
            self.assertEqual(partir("fuzz", *options).returncode, 2, options)
        self.assertIn("--lowering mesh", partir("fuzz", "--help").stdout)


if __name__ == "__main__":
    main()
