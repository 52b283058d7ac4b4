"""Every command's report under --json has the same first members, however the command ends; limits_test.py
has those that run out of time and memory."""
import json

from cli import Case, example, main, partir

CHAIN, CORE, HLO, WRONG = (example(n) for n in ("matmul_chain.mlir", "chain.core.mlir", "chain.hlo.mlir", "chain.wrong.hlo.mlir"))
SCHEDULE, DEVICE = example("matmul_chain.bp.json"), example("devices/tpu_v4.json")
WORDS = ["proved_all_shapes", "proved", "verified", "tested"]
ADD = """func.func @main() {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<2.0> : tensor<2xf32>
  return
}
"""


class Reports(Case):
    def report(self, name, *args, code, verdict, where="stdout"):
        run = partir(*name.split(), *args, "--json")
        self.assertEqual(run.returncode, code, run.stderr)
        report = json.loads(getattr(run, where))
        self.assertShape(report, code)
        self.assertEqual(report["command"], name)
        self.assertIn(report["verdict"], verdict if isinstance(verdict, list) else [verdict])
        return report

    def test_of_commands_that_judge(self):
        for name, args, code, verdict in (
                ("check", [CORE], 0, WORDS), ("check", [CORE, HLO], 0, WORDS), ("check", [CORE, WRONG], 1, "refuted"),
                ("partition", [CHAIN, "--schedule", SCHEDULE], 0, WORDS),
                ("conformance", [self.file("add.mlir", ADD)], 0, "tested"),
                ("fuzz", ["--minutes", "0.01", "--statement", "theorem2-field"], 0, "tested"),
                ("tmr list", ["abs"], 0, WORDS), ("tmr explain", ["abs"], 0, WORDS), ("tmr derive", ["abs"], 0, WORDS)):
            with self.subTest(name, args=args):
                self.assertIsNone(self.report(name, *args, code=code, verdict=verdict)["error"])

    def test_of_a_pair(self):
        spec = self.file("spec.mlir", "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n")
        impl = """module attributes {{mhlo.num_partitions = 2 : i32}} {{
  func.func @main(%x: tensor<2xf32> {{mhlo.sharding = "{{devices=[2]<=[2]}}"}}) -> (tensor<2xf32> {{mhlo.sharding = "{{devices=[2]<=[2]}}"}}) {{
    %0 = stablehlo.{op} %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }}
}}
"""
        for op, code, verdict in (("optimization_barrier", 0, WORDS), ("negate", 1, "refuted")):
            self.report("verify", spec, self.file(op + ".mlir", impl.format(op=op)), code=code, verdict=verdict)

    def test_of_commands_that_judge_nothing(self):
        for name, args in (("lower", [CORE]), ("run", [CORE]), ("model", ["chain", "--small"]),
                           ("search", [CHAIN, "--mesh", "B=2", "--device", DEVICE, "--evaluations", "3"])):
            with self.subTest(name):
                self.assertIsNone(self.report(name, *args, code=0, verdict=None)["error"])

    def test_of_errors(self):
        missing = self.file("missing.mlir", "") + ".not"
        for name, args in (("check", [missing]), ("verify", [missing, CORE]), ("partition", [missing, "--schedule", SCHEDULE]), ("lower", [missing]),
                           ("run", [missing]), ("model", ["none"]), ("search", [missing, "--mesh", "B=2", "--device", DEVICE]),
                           ("tmr check", [missing]), ("tmr rules", [missing])):
            with self.subTest(name):
                self.assertIsNotNone(self.report(name, *args, code=2, verdict=None)["error"])

    def test_goes_to_standard_error_where_the_program_goes_to_standard_output(self):
        self.report("partition", CHAIN, "--schedule", SCHEDULE, "--emit", "hlo", code=0, verdict=WORDS, where="stderr")


main()
