#!/usr/bin/env python3
"""Bad input: python3 errors_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import resource
import stat
import subprocess

from cli import PARTIR, Case, example, main, partir


class BadInput(Case):
    GOOD = example("matmul_chain.mlir")

    def bad_module(self, text, code, pattern, mode="w"):
        path = self.file("bad.mlir", text, mode)
        schedule = self.schedule([["B", 2]], {"name": "t", "axis": "B", "inputs": {"%arg0": 0}})
        self.assertError(partir("partition", path, "--schedule", schedule), code, pattern)

    def test_modules(self):
        f = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n%b\n  return %b : tensor<4xf32>\n}\n"
        at = r"bad\.mlir:\d+:\d+: error: "
        self.bad_module(f.replace("%b\n", "%b = stablehlo.add %a %a : tensor<4xf32>\n"), 2, at)
        self.bad_module(f.replace("%b\n", "%b = \"stablehlo.frobnicate\"(%a) : (tensor<4xf32>) -> tensor<4xf32>\n"),
                        2, at + ".*(unsupported|frobnicate)")
        reshaped = f.replace("%b\n", "%b = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<5xf32>\n")
        self.bad_module(reshaped, 2, at + ".*different type")  # MLIR's: %b is used at another type
        self.bad_module(reshaped.replace("-> tensor<4xf32>", "-> tensor<5xf32>")
                        .replace("%b : tensor<4xf32>", "%b : tensor<5xf32>"),
                        1, at + r"\[T-Op premise 1\].*reshape C2")
        self.bad_module("", 2, "bad.mlir")
        self.bad_module(b"\0\1\2\xff" * 1000, 2, "bad.mlir", "wb")

    def test_garbage_of_100_megabytes(self):
        path = os.path.join(self.tmp.name, "big.mlir")
        with open(path, "wb") as out:
            for i in range(100):
                out.write(bytes((j * 131 + i) % 251 for j in range(1 << 10)) * (1 << 10))
        run = partir("check", path, timeout=60)
        self.assertError(run, 2, "big.mlir")
        self.assertLess(len(run.stderr), 100000)

    def test_hlo_is_not_taken_for_core(self):
        # nothing but its distributed type tells that this is one device's program
        path = self.file("local.mlir", """module attributes {partir_core.mesh = #partir_core.mesh<["B"=4]>} {
  func.func @main(%x: tensor<2xf32> {partir_hlo.dist = #partir_hlo.dist<[{"B"}]>}) -> tensor<2xf32> {
    %y = stablehlo.tanh %x : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
""")
        schedule = self.schedule([["B", 2]], {"name": "t", "axis": "B", "inputs": {"%arg0": 0}})
        for args in (("partition", path, "--schedule", schedule), ("lower", path),
                     ("lower", example("chain.hlo.mlir"))):
            self.assertError(partir(*args), 2, r"mlir:\d+:\d+: error: this program is PartIR:HLO")

    def test_missing_files_and_usage(self):
        self.assertError(partir("check", "/nonexistent.mlir"), 2, "nonexistent")
        self.assertError(partir("partition", self.GOOD, "--schedule", "/nonexistent.json"), 2,
                         "nonexistent")
        self.assertError(partir("frobnicate"), 2, r'^unknown command "frobnicate" The commands are '
                         "partition, run, check, lower")
        self.assertError(partir("parition", self.GOOD), 2, 'did you mean "partition"')
        self.assertError(partir(""), 2, 'unknown command ""')
        self.assertEqual(partir().returncode, 2)
        self.assertEqual(partir("--help").returncode, 0)
        for command in ("partition", "run", "check", "lower"):
            run = partir(command, "--help")
            self.assertEqual(run.returncode, 0)
            self.assertIn("Examples:", run.stdout)

    def test_nothing_is_written_on_failure(self):
        out = self.file("out.mlir", "precious")
        bad = self.file("bad.mlir", "nonsense")
        self.assertEqual(partir("lower", bad, "-o", out).returncode, 2)
        with open(out) as f:
            self.assertEqual(f.read(), "precious")

    def test_options_without_text_are_named(self):
        good = example("matmul_chain.mlir")
        self.assertError(partir("check", ""), 2, "^FILE: expected a name")
        self.assertError(partir("check", good, ""), 2, "^HLO: expected a name")
        self.assertError(partir("lower", good, "-o", ""), 2, "^--output: expected a name")
        for option in ("--schedule", "--after", "--output"):
            run = partir("partition", good, "--emit", "hlo", option, "")
            self.assertError(run, 2, "^" + option + ": expected a name")

    def test_numbers_out_of_range_are_neither_wrapped_nor_cut_off(self):
        good, hlo = example("chain.core.mlir"), example("chain.hlo.mlir")
        for option in ("--runs", "--seed"):
            for text in ("-1", "99999999999999999999", "1e3", "x", " 1"):
                self.assertError(partir("check", good, hlo, option, text), 2,
                                 f'^{option}: expected an integer from .*, found "{text}"')
        self.assertError(partir("check", good, hlo, "--runs", "0"), 2, "from 1 to 9223372036854775807")
        self.assertError(partir("partition", good, "--scale", "0"), 2, "^--scale: expected an integer")
        self.assertEqual(partir("check", good, hlo, "--seed", "18446744073709551615").returncode, 0)

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w") as full:
            run = subprocess.run([PARTIR, "lower", example("chain.core.mlir")], stdout=full,
                                 stderr=subprocess.PIPE, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("standard output cannot be written", run.stderr)

    def test_what_is_no_regular_file_stays_what_it_is(self):
        out, link, pipe = (os.path.join(self.tmp.name, name) for name in ("out.mlir", "link.mlir", "pipe"))
        os.symlink(out, link)
        os.mkfifo(pipe)
        reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
        for target in (link, pipe):
            run = partir("model", "chain", "-o", target)
            self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue(os.path.islink(link))
        with open(out) as f:
            self.assertEqual(f.read(), reader.communicate(timeout=10)[0])
        self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))
        self.assertError(partir("model", "chain", "-o", "/dev/full"), 2, "/dev/full: error: cannot be written")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_nothing_is_written_when_a_tactic_fails(self):
        out = self.file("out.mlir", "precious")
        schedule = self.schedule([["B", 3]], {"name": "t", "axis": "B", "inputs": {"x": 0}})
        run = partir("partition", self.GOOD, "--schedule", schedule, "--emit", "hlo", "-o", out)
        self.assertError(run, 1, "extent 256")
        with open(out) as f:
            self.assertEqual(f.read(), "precious")

    def test_what_the_system_refuses_ends_as_at_a_limit(self):
        path = self.file("huge.mlir", """
func.func @main(%a: tensor<100000x1000xf32>) -> tensor<100000x1000xf32> {
  %0 = stablehlo.tanh %a : tensor<100000x1000xf32>
  return %0 : tensor<100000x1000xf32>
}
""")
        schedule = self.schedule([["B", 2]], {"name": "t", "axis": "B", "inputs": {"%arg0": 0}})

        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
        for args in (("run", path), ("check", path), ("partition", path, "--schedule", schedule)):
            run = partir(*args, preexec_fn=little_memory)
            self.assertError(run, 3, r"huge\.mlir(:\d+:\d+)?: error: out of memory: the system has no more")
            if args[0] == "partition":
                self.assertIn("huge.mlir: note: the largest tensor has 100000000 elements", run.stderr)
                self.assertIn("; --scale makes extents smaller", run.stderr)


class JsonErrors(Case):
    CHAIN = example("matmul_chain.mlir")

    def error(self, *args, code=2):
        run = partir(*args, "--json")
        self.assertEqual(run.returncode, code, run.stderr)
        report = json.loads(run.stdout)
        self.assertEqual(list(report["error"])[:5], ["message", "file", "line", "column", "kind"])
        self.assertIn(report["error"]["message"], run.stderr)  # for people, too
        return report

    def test_kinds_and_places(self):
        e = self.error("check", "/nonexistent.mlir")["error"]
        self.assertEqual((e["file"], e["line"], e["kind"]), ("/nonexistent.mlir", None, "bad_input"))
        bad = self.file("bad.mlir", "func.func @main( {\n}\n")
        e = self.error("run", bad)["error"]
        self.assertEqual((e["file"], e["line"], e["kind"]), (bad, 1, "bad_input"))
        self.assertGreater(e["column"], 0)
        e = self.error("frobnicate")["error"]
        self.assertEqual(e["kind"], "usage")
        e = self.error("check", self.CHAIN, "--frobnicate")["error"]
        self.assertEqual(e["kind"], "usage")
        e = self.error("run", self.CHAIN, "--input", "x=")["error"]
        self.assertIn("--input x=", e["message"])
        self.assertEqual((e["file"], e["kind"]), (None, "usage"))
        bad = self.file("ill.mlir", """
func.func @main(%a: tensor<4xf32>) -> tensor<5xf32> {
  %b = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<5xf32>
  return %b : tensor<5xf32>
}
""")
        e = self.error("check", bad, code=1)["error"]
        self.assertEqual((e["file"], e["line"], e["kind"]), (bad, 3, "rejected"))
        self.assertEqual((e["rule"], e["premise"]), ("T-Op", 1))

    def test_lower(self):
        bad = self.file("bad.mlir", "func.func @main( {\n}\n")
        e = self.error("lower", bad)["error"]
        self.assertEqual((e["file"], e["line"], e["kind"]), (bad, 1, "bad_input"))
        e = self.error("lower", example("chain.hlo.mlir"))["error"]
        self.assertIn("this program is PartIR:HLO", e["message"])

    def test_a_trace_is_kept_up_to_the_error(self):
        bad = self.file("m.mlir", """
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %b = stablehlo.negate %a : tensor<2xf32>
  return %b : tensor<2xf32>
}
""")
        report = self.error("run", bad, "--trace", "--save", "/nonexistent/r")
        self.assertIn("negate", "".join(report["trace"]))

    def test_reports_of_tactics_before_the_one_that_fails(self):
        schedule = self.schedule([["B", 4]], {"name": "good", "axis": "B", "inputs": {"x": 0}},
                                 {"name": "bad", "axis": "B", "inputs": {"w1": 7}})
        report = self.error("partition", self.CHAIN, "--schedule", schedule, code=1)
        self.assertEqual([t["name"] for t in report["tactics"]], ["good"])
        self.assertHolds(report["tactics"][0])
        self.assertEqual((report["error"]["file"], report["error"]["kind"]), (schedule, "bad_action"))
        # the table of the same, without --json
        run = partir("partition", self.CHAIN, "--schedule", schedule)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stdout, r"\ngood .* tested")
        self.assertNotIn("{", run.stdout)

    def test_output_file_that_cannot_be_written(self):
        out = os.path.join(self.tmp.name, "missing", "out.mlir")
        report = self.error("partition", self.CHAIN, "--schedule", example("matmul_chain.bp.json"),
                            "--emit", "hlo", "-o", out)
        self.assertEqual(report["error"]["file"], out)
        self.assertHolds(report["tactics"][0])

    def test_names_that_are_not_utf8(self):
        path = os.path.join(self.tmp.name.encode(), b"caf\xe9.mlir")
        with open(self.CHAIN, "rb") as f, open(path, "wb") as out:
            out.write(f.read())
        for args in (("check", path), ("run", path),
                     ("partition", path, "--schedule", example("matmul_chain.bp.json"))):
            run = partir(*args, "--json")
            self.assertEqual(run.returncode, 0, run.stderr)
            json.loads(run.stdout)
        e = self.error("check", path + b"x")["error"]
        self.assertTrue(e["file"].endswith("caf\N{REPLACEMENT CHARACTER}.mlirx"), e)


if __name__ == "__main__":
    main()
