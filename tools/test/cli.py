"""What the end-to-end tests of the `partir` command share. Each `*_test.py` runs the command as a user
would: python3 X_test.py PARTIR SOURCE_DIR DATA_DIR [unittest arguments]."""
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import unittest

PARTIR, SOURCE, DATA = sys.argv[1:4]
os.environ.setdefault("PARTIR_TIME_LIMIT", "250")  # a machine with other work to do


# A test file of StableHLO's that never ends.
FOREVER = """func.func @main() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.while() cond {
    stablehlo.return %yes : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}
"""


def example(name):
    return os.path.join(SOURCE, "examples", name)


def partir(*args, timeout=300, **more):
    if "input" not in more:
        more.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run([PARTIR, *args], capture_output=True, text=True, errors="replace",
                          timeout=timeout, **more)


def main():
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[4:]])


class Case(unittest.TestCase):
    def assertShape(self, report, code):
        """What every report under --json begins with."""
        self.assertEqual(list(report)[:5], ["command", "exit_code", "verdict", "detail", "error"])
        self.assertEqual(report["exit_code"], code)
        self.assertIsInstance(report["detail"], str)
        if report["error"] is not None:
            self.assertLessEqual({"message", "file", "line", "column", "kind"}, set(report["error"]))

    def setUp(self):
        self.tmp = tempfile.TemporaryDirectory()
        self.addCleanup(self.tmp.cleanup)

    def file(self, name, text, mode="w"):
        path = os.path.join(self.tmp.name, name)
        with open(path, mode) as f:
            f.write(text)
        return path

    def schedule(self, mesh, *tactics):
        return self.file("schedule.json", json.dumps({"mesh": mesh, "tactics": list(tactics)}))

    def emit(self, file, schedule, what):
        """The program after the last tactic; --no-check leaves its meaning undecided."""
        run = partir("partition", file, "--schedule", schedule, "--no-check", "--emit", what)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def report(self, *args, code=0):
        run = partir("partition", *args, "--json")
        self.assertEqual(run.returncode, code, run.stdout[-2000:] + run.stderr[-2000:])
        return json.loads(run.stdout)

    def on_terminal(self, *args):
        """What a run that succeeds writes on standard error, where that is a terminal."""
        try:
            terminal, other_end = pty.openpty()
        except OSError as e:  # a container without /dev/pts
            self.skipTest(f"no pseudo-terminal: {e}")
        run = subprocess.Popen([PARTIR, *args], stderr=other_end, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        os.close(other_end)
        shown = b""
        try:
            while chunk := os.read(terminal, 4096):
                shown += chunk
        except OSError:  # Linux says EIO when the last writer has closed
            pass
        os.close(terminal)
        self.assertEqual(run.wait(), 0)
        return shown

    def assertCounts(self, tactic, axis=None, **expected):
        found = tactic["by_axis"][axis] if axis else tactic["collectives"]
        full = {k: expected.get(k, 0) for k in found}
        self.assertEqual(found, full, tactic["name"])

    def assertScaled(self, file, elements, full, *args):
        """--scale runs a smaller program, but its report has the figures of the program itself."""
        small = self.report(file, "--scale", elements, *args)
        self.assertLess(small["scaled"]["largest_after"], small["scaled"]["largest_before"])
        self.assertRegex(small["scaled"]["arguments"][0], r"^%\w+: [\dx]+ -> [\dx]+$")
        t = small["tactics"][-1]
        for key in ("collectives", "by_axis", "parameter_bytes", "peak_bytes", "sent_bytes"):
            self.assertEqual(t[key], full[key], key)
        self.assertEqual(t["scaled"]["collectives"], full["collectives"])
        self.assertLess(t["scaled"]["parameter_bytes"], full["parameter_bytes"])
        self.assertHolds(t)

    def assertHolds(self, tactic):
        self.assertIn(tactic["verdict"], ("tested", "proved"), tactic["detail"])
        for check in tactic["checks"]:
            self.assertIn(check["verdict"], ("tested", "proved"), check)

    def assertError(self, run, code, pattern):
        self.assertEqual(run.returncode, code, run.stdout[-500:] + run.stderr[-1500:])
        self.assertRegex(run.stderr, pattern)


class OnTwoDevices(Case):
    def judge(self, arguments, result, body, code, other=None):
        """`body` on two devices that each have everything; IMPL's is `other` where that is given. `code`: the exit code, or several. The audit is
        off: it takes longer than the verdict and can only withdraw an acceptance. verify_test and corpus_test have it on."""
        spec = re.sub(r"(%\w+: tensor<([^>]*)>)", lambda m: m[1] + " {sdy.sharding = #sdy.sharding<@mesh, [" +
                      ", ".join(["{}"] * m[2].count("x")) + "]>}", arguments)
        ranks = ", ".join(["{}"] * result.count("x"))
        spec = (f'sdy.mesh @mesh = <["x"=2]>\nfunc.func @main({spec}) -> (tensor<{result}> '
                f'{{sdy.sharding = #sdy.sharding<@mesh, [{ranks}]>}}) {{\n    {body}\n}}\n')
        impl = f"module attributes {{mhlo.num_partitions = 2 : i32}} {{\nfunc.func @main({arguments}) -> (tensor<{result}>) {{\n    {other or body}\n}}\n}}\n"
        r = partir("verify", self.file("spec.mlir", spec), self.file("impl.mlir", impl), "--audit", "off", "--no-mend")
        self.assertIn(r.returncode, code if isinstance(code, tuple) else (code,), r.stdout + r.stderr)
        return r.stdout
