#!/usr/bin/env python3
"""`--time-limit` and `--memory-limit` of every command: python3 limits_test.py PARTIR SOURCE_DIR DATA_DIR

Nothing here is timed: a run either ends with the right words or is killed, long after it should have ended."""
import json
import os
import re
import subprocess
import sys
import time

from cli import FOREVER, PARTIR, Case, example, main, partir

SPEC = """sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
# what each device runs: BODY of a `while` without end
LOCAL = """module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %yes = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.while(%i = %x) : tensor<2xf32> cond {
      stablehlo.return %yes : tensor<i1>
    } do {
BODY
    }
    return %0 : tensor<2xf32>
  }
}
"""
EMPTY = "      stablehlo.return %i : tensor<2xf32>"
ADDS = "      %1 = stablehlo.add %i, %i : tensor<2xf32>\n      stablehlo.return %1 : tensor<2xf32>"
NESTED = """      %1 = stablehlo.while(%j = %i) : tensor<2xf32> cond {
        %no = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %no : tensor<i1>
      } do {
        stablehlo.return %j : tensor<2xf32>
      }
      stablehlo.return %1 : tensor<2xf32>"""
COMMUNICATES = """      %1 = "stablehlo.all_reduce"(%i) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %2 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      stablehlo.return %1 : tensor<2xf32>"""

HUGE = 1 << 40
# ops without operands, or of scalars, that make 2^40 elements
MAKES = {
    "iota": f"%y = stablehlo.iota dim = 0 : tensor<{HUGE}xi32>\n  return %y : tensor<{HUGE}xi32>",
    "splat": f"%y = stablehlo.constant dense<1> : tensor<{HUGE}xi32>\n  return %y : tensor<{HUGE}xi32>",
    "broadcast": f"%c = stablehlo.constant dense<1> : tensor<i32>\n"
                 f"  %y = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<{HUGE}xi32>\n"
                 f"  return %y : tensor<{HUGE}xi32>",
    "sum": f"%c = stablehlo.iota dim = 0 : tensor<{HUGE}xi32>\n"
           f"  %y = stablehlo.add %c, %c : tensor<{HUGE}xi32>\n"
           f"  %z = stablehlo.slice %y [0:1] : (tensor<{HUGE}xi32>) -> tensor<1xi32>\n"
           f"  return %z : tensor<1xi32>",
}
# a view of 2^40 elements takes no memory, but time
REDUCES = f"""func.func @main(%x: tensor<f32>) -> tensor<f32> {{
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<{HUGE}xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<{HUGE}xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}}
"""
COMMANDS = ("partition", "run", "check", "lower", "conformance", "fuzz", "verify", "model", "search", "tmr list", "tmr check",
            "tmr derive", "tmr rules", "tmr explain")


def long_text(n):
    """A chain of n ops."""
    lines = ["func.func @main(%v0: tensor<8xf32>) -> tensor<8xf32> {"]
    lines += [f"  %v{i + 1} = stablehlo.add %v{i}, %v{i} : tensor<8xf32>" for i in range(n)]
    return "\n".join(lines) + f"\n  return %v{n} : tensor<8xf32>\n}}\n"


class Limits(Case):
    def undecided(self, *args, says, where=None):
        """The command runs out, says so on standard error and, with --json, in one object on standard output."""
        for json_too in ((), ("--json",)):
            r = partir(*args, *json_too)
            self.assertEqual(r.returncode, 3, r.stdout[-2000:] + r.stderr[-2000:])
            self.assertRegex(r.stderr, (where or "") + r".*: error: out of " + says)
            self.assertRegex(r.stderr, r"(?m)^undecided; decided so far: ")
        report = json.loads(r.stdout)
        self.assertShape(report, 3)
        self.assertEqual((report["verdict"], report["error"]["kind"]), ("undecided", "out_of_budget"))
        self.assertRegex(report["error"]["message"], "^out of " + says)
        self.assertTrue(report["detail"].startswith(report["error"]["message"]))
        self.assertIsInstance(report["runs"], int)
        self.assertIsNotNone(report["error"]["file"])
        return report

    def test_every_command_has_them(self):
        for command in COMMANDS:
            text = partir(*command.split(), "--help").stdout
            for option in ("--time-limit", "--memory-limit"):
                self.assertRegex(text, rf"(?m)^ +{option} ", command)
        text = partir("fuzz", "--help").stdout
        for option in ("--subject-time-limit", "--subject-memory-limit"):
            self.assertIn(option, text)

    def test_they_are_numbers_above_0(self):
        for option, value in (("--time-limit", "0"), ("--time-limit", "nan"), ("--time-limit", "soon"), ("--time-limit", "-1"),
                              ("--memory-limit", "0"), ("--memory-limit", "8GiB"), ("--memory-limit", "1e3")):
            self.assertError(partir("run", example("matmul_chain.mlir"), option, value), 2, option)

    def test_enough_is_enough(self):
        r = partir("run", example("matmul_chain.mlir"), "--time-limit", "1e300", "--memory-limit", str((1 << 63) - 1))
        self.assertEqual(r.returncode, 0, r.stderr)

    def test_loops_without_end_on_each_device(self):
        spec = self.file("spec.mlir", SPEC)
        for name, body in (("empty", EMPTY), ("adds", ADDS), ("nested", NESTED), ("communicates", COMMUNICATES)):
            with self.subTest(name):
                impl = self.file("impl.mlir", LOCAL.replace("BODY", body))
                self.undecided("verify", spec, impl, "--time-limit", "3", where=r"impl\.mlir:\d+:\d+",
                               says="time: the 3 s of --time-limit are over; it was comparing")

    def test_a_loop_without_end_in_spec(self):
        spec = self.file("spec.mlir", LOCAL.replace("BODY", ADDS).replace(" attributes {mhlo.num_partitions = 2 : i32}", ""))
        impl = self.file("impl.mlir", LOCAL.replace("BODY", ADDS))
        shardings = self.file("s.json", json.dumps({"mesh": [["a", 2]], "params": [[[]]], "results": [[[]]]}))
        r = partir("verify", spec, impl, "--shardings", shardings, "--time-limit", "1")
        self.assertIn(r.returncode, (2, 3), r.stdout + r.stderr)  # unsupported as a program on whole tensors, or undecided
        self.assertRegex(r.stderr, r"spec\.mlir:\d+:\d+: error: (unsupported|out of time)")

    def test_a_loop_without_end_in_a_test(self):
        path = self.file("t.mlir", FOREVER)
        r = partir("conformance", path, "--time-limit", "1", "--json")
        self.assertEqual(r.returncode, 3, r.stdout + r.stderr)
        report = json.loads(r.stdout)
        self.assertEqual(report["undecided"], 1)
        self.assertEqual(report["files"][0]["result"], "undecided")
        self.assertRegex(report["files"][0]["reason"], "^out of time")
        self.assertEqual(report["files"][0]["location"]["line"], 3)
        # each function has the time to itself
        bad = FOREVER.replace("@main", "@one") + FOREVER.replace("@main", "@other")
        r = partir("conformance", self.file("two.mlir", bad), "--time-limit", "0.5")
        self.assertEqual(r.returncode, 3, r.stdout + r.stderr)
        self.assertIn("0 passed, 0 failed, 0 unsupported, 1 undecided", r.stdout)

    def test_2_to_the_40_elements_are_refused_where_they_are_made(self):
        for name, body in MAKES.items():
            with self.subTest(name):
                path = self.file("huge.mlir", f"func.func @main() -> {re.search('return .* : (.*)', body)[1]} {{\n  {body}\n}}\n")
                runs = [("check", path)]
                if name in ("iota", "sum"):  # the others are views, of which `run` prints a part
                    runs.append(("run", path))
                for args in runs:
                    self.undecided(*args, where=r"huge\.mlir:2:\d+" if name != "broadcast" else r"huge\.mlir:3:\d+",
                                   says=r"memory: a tensor of \d+ MiB, where the limit leaves \d+ MiB")

    def test_a_parameter_without_room_is_refused(self):
        text = f"func.func @main(%x: tensor<{HUGE}xf32>) -> tensor<{HUGE}xf32> {{\n  return %x : tensor<{HUGE}xf32>\n}}\n"
        path = self.file("huge.mlir", text)
        schedule = self.schedule([["B", 2]], {"name": "t", "axis": "B", "inputs": {"x": 0}})
        for args in (("run", path), ("check", path), ("partition", path, "--schedule", schedule)):
            self.undecided(*args, where=r"huge\.mlir:1:\d+", says=r"memory: a tensor of 4194304 MiB, where the limit leaves")
        # what is only typed is not run
        self.assertEqual(partir("partition", path, "--schedule", schedule, "--no-check").returncode, 0)

    def test_an_op_that_does_not_ask_is_ended_all_the_same(self):
        self.undecided("run", self.file("long.mlir", REDUCES), "--time-limit", "3", where=r"long\.mlir:4:\d+",
                       says="time: the 3 s of --time-limit are over; it was running the program")

    def test_memory_that_runs_out_on_the_way(self):
        n = 300
        lines = [f"  %{i} = stablehlo.constant dense<{i}.0> : tensor<1000000xf32>\n"
                 f"  %s{i} = stablehlo.add %{i}, %x : tensor<1000000xf32>" for i in range(n)]
        text = "func.func @main(%x: tensor<1000000xf32>) -> (" + ", ".join(["tensor<1000000xf32>"] * n) + ") {\n" + \
            "\n".join(lines) + "\n  return " + ", ".join(f"%s{i}" for i in range(n)) + " : " + \
            ", ".join(["tensor<1000000xf32>"] * n) + "\n}\n"
        self.undecided("run", self.file("many.mlir", text), "--memory-limit", "200", where=r"many\.mlir:\d+:\d+", says="memory: ")

    def test_what_is_decided_is_said(self):
        schedule = self.schedule([["B", 2]], {"name": "first", "axis": "B", "inputs": {"x": 0}})
        slow = self.file("slow.mlir", """func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
""" + "\n".join(f"  %{i + 1} = stablehlo.dot_general {'%' + str(i) if i else '%x'}, %x, contracting_dims = [1] x [0] : "
                "(tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>" for i in range(400)) + """
  return %400 : tensor<1024x1024xf32>
}
""")
        report = self.undecided("partition", slow, "--schedule", schedule, "--time-limit", "5",
                                says=r"time: the 5 s of --time-limit are over; it was at the tactic first: ")
        self.assertEqual(report["tactics"] if "tactics" in report else [], [])
        report = self.undecided("check", slow, "--time-limit", "5",
                                says="time: the 5 s of --time-limit are over; it was checking: ")
        self.assertIn("decided so far: typing: proved", report["detail"])

    def test_ten_thousand_devices(self):
        n = 10000
        spec = self.file("spec.mlir", SPEC.replace('"a"=2', f'"a"={n}').replace("tensor<4xf32>", f"tensor<{4 * n}xf32>"))
        groups = f"dense<{[list(range(n))]}> : tensor<1x{n}xi64>"
        local = LOCAL.replace("mhlo.num_partitions = 2", f"mhlo.num_partitions = {n}")
        local = local[:local.index("    %yes")] + COMMUNICATES.replace("%i)", "%x)").replace(
            "dense<[[0, 1]]> : tensor<1x2xi64>", groups).replace("stablehlo.return %1", "return %1") + "\n  }\n}\n"
        impl = self.file("impl.mlir", local.replace("tensor<2xf32>", "tensor<4xf32>"))
        r = partir("verify", spec, impl, "--time-limit", "20")
        self.assertIn(r.returncode, (1, 2, 3), r.stdout[-2000:] + r.stderr[-2000:])
        schedule = self.schedule([["B", n]], {"name": "t", "axis": "B", "inputs": {"x": 0}})
        r = partir("partition", spec, "--schedule", schedule, "--time-limit", "20")
        self.assertIn(r.returncode, (0, 3), r.stdout[-2000:] + r.stderr[-2000:])

    def test_a_long_text(self):
        text = long_text(110_000)
        self.assertGreater(len(text), 5_000_000)
        path = self.file("long.mlir", text)
        schedule = self.schedule([["B", 2]], {"name": "t", "axis": "B", "inputs": {"v0": 0}})
        for args in (("run", path), ("lower", path, "-o", os.devnull), ("partition", path, "--schedule", schedule)):
            r = partir(*args, "--time-limit", "20")
            self.assertIn(r.returncode, (0, 2, 3), r.stdout[-2000:] + r.stderr[-2000:])
        self.undecided("run", path, "--time-limit", "0.1", where="long.mlir", says="time: ")

    def test_a_reader_that_waits(self):
        for args in (("run", "-"), ("verify", self.file("spec.mlir", SPEC), "-"), ("tmr", "check", "-")):
            read, write = os.pipe()
            try:
                r = partir(*args, "--time-limit", "0.5", stdin=read)
            finally:
                os.close(read), os.close(write)
            self.assertEqual(r.returncode, 3, r.stderr)
            self.assertRegex(r.stderr, "error: out of time: .*; it was reading ")

    def with_child(self, child, *args):
        """Runs the command in a process that has started `child`."""
        path = self.file("long.mlir", REDUCES)
        r = subprocess.run(["sh", "-c", child + ' & exec "$@"', "sh", PARTIR, "run", path, *args], capture_output=True, text=True,
                           stdin=subprocess.DEVNULL, timeout=300)
        self.assertEqual(r.returncode, 3, r.stderr)
        return r.stderr

    def test_what_was_started_goes_along(self):
        marker = str(os.getpid()) + "1234.5"
        self.assertIn("out of time", self.with_child(f"(sleep {marker} & sleep {marker})", "--time-limit", "2"))
        for _ in range(50):
            if self.running(["sleep", marker]):
                time.sleep(0.1)
        self.assertEqual(self.running(["sleep", marker]), [])

    def test_what_was_started_counts(self):
        hog = f"{sys.executable} -c 'import time; x = bytearray(600 << 20); time.sleep(600)'"
        self.assertRegex(self.with_child(hog, "--memory-limit", "400"), "out of memory: .* are in use, --memory-limit is 400.0 MiB")

    def test_it_ends_where_nobody_reads_what_it_says(self):
        read, write = os.pipe()
        os.set_blocking(write, False)
        try:
            while True:
                os.write(write, b"x" * 4096)
        except BlockingIOError:
            pass
        os.set_blocking(write, True)
        r = subprocess.run([PARTIR, "run", self.file("long.mlir", REDUCES), "--time-limit", "1", "--json"], stdin=subprocess.DEVNULL,
                           stdout=write, stderr=write, timeout=300)
        os.close(read), os.close(write)
        self.assertEqual(r.returncode, 3)

    def test_a_program_of_fuzz_that_hangs_takes_its_processes_along(self):
        marker = str(os.getpid()) + "8765.5"
        out = os.path.join(self.tmp.name, "out")
        os.makedirs(out)
        r = partir("fuzz", "--lowering", f"sleep {marker} & sleep {marker}", "--programs", "2", "--minutes", "3", "--out", out,
                   "--json", "--subject-time-limit", "0.5", "--time-limit", "30")
        self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
        self.assertEqual([f["kind"] for f in json.loads(r.stdout)["findings"]], ["timed_out"])
        for _ in range(50):  # a kill takes a moment
            if self.running(["sleep", marker]):
                time.sleep(0.1)
        self.assertEqual(self.running(["sleep", marker]), [])

    @staticmethod
    def running(command):
        found = []
        for p in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{p}/cmdline", encoding="utf-8", errors="replace") as f:
                    if f.read().split("\0")[:-1] == command:
                        found.append(p)
            except OSError:
                pass
        return found

    def test_a_search_that_runs_out_says_what_it_has(self):
        device = os.path.join(os.path.dirname(example("x")), "devices", "tpu_v4.json")
        r = partir("search", example("train_step.mlir"), "--mesh", "B=4,M=2", "--device", device, "--memory-limit", "1", "--json")
        self.assertEqual(r.returncode, 3, r.stdout + r.stderr)
        report = json.loads(r.stdout)
        self.assertEqual(report["error"]["kind"], "out_of_budget")

    def test_the_environment_sets_them_too(self):
        path = self.file("long.mlir", REDUCES)
        r = partir("run", path, env=dict(os.environ, PARTIR_TIME_LIMIT="0.5"))
        self.assertEqual(r.returncode, 3, r.stderr)
        self.assertIn("the 0.5 s of --time-limit are over", r.stderr)


if __name__ == "__main__":
    main()
