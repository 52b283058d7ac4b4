#!/usr/bin/env python3
"""`partir verify --audit`: python3 audit_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json

from cli import Case, main, partir

# relu on integers, so that the verdict is `tested`; the contracted dimension is on the axis
SPEC = """func.func @main(%x: tensor<4x8xi32>, %w: tensor<8x6xi32>) -> tensor<4x6xi32> {
  %z = stablehlo.constant dense<0> : tensor<4x8xi32>
  %r = stablehlo.maximum %x, %z : tensor<4x8xi32>
  %y = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x6xi32>) -> tensor<4x6xi32>
  return %y : tensor<4x6xi32>
}
"""
IMPL = """sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %w: tensor<2x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<4x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<4x2xi32>
  %r = stablehlo.maximum %x, %z : tensor<4x2xi32>
  %y = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<4x2xi32>, tensor<2x6xi32>) -> tensor<4x6xi32>
  %s = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<4x6xi32>) -> tensor<4x6xi32>
  return %s : tensor<4x6xi32>
}
"""
TILED = " {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}]>}"


class Audit(Case):
    def verify(self, code, *options, spec=SPEC, impl=IMPL):
        r = partir("verify", self.file("spec.mlir", spec), self.file("impl.mlir", impl), *options)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r.stdout

    def test_a_verdict_that_is_tested_audits_itself_and_others_where_asked(self):
        text = self.verify(0)
        self.assertIn("equal meaning: tested", text)
        self.assertRegex(text, r"audit: refuted \d+ of \d+ mutants, (\d+ shown equal, )?\d+ planned\n")
        self.assertNotIn("audit", self.verify(0, "--audit=off"))
        whole, part = "func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>)", "func.func @main(%x: tensor<2xf32>TILED) -> (tensor<2xf32>TILED)"
        body = " {\n  %y = stablehlo.reverse %x, dims = [0] : SIZE\n  %z = stablehlo.reverse %y, dims = [0] : SIZE\n  return %z : SIZE\n}\n"
        moved = {"spec": whole + body.replace("SIZE", "tensor<8xf32>"),
                 "impl": 'sdy.mesh @mesh = <["a"=4]>\n' + part.replace("TILED", TILED) + body.replace("SIZE", "tensor<2xf32>")}
        self.assertNotIn("audit", self.verify(0, "--audit=auto", **moved))
        self.assertIn("audit: refuted", self.verify(0, "--audit=on", **moved))
        self.assertNotIn("audit", self.verify(1, "--audit=on", impl=IMPL.replace("return %s", "return %y")))

    def test_the_report_counts_what_ran(self):
        report = json.loads(self.verify(0, "--audit=on", "--json"))
        a = report["audit"]
        self.assertEqual(a["refuted"] + a["shown_equal"], a["run"])
        self.assertEqual(a["run"], a["planned"])
        self.assertEqual(a["survivors"], [])
        self.assertEqual(report, json.loads(self.verify(0, "--audit=on", "--json")))

    def test_words_that_are_none(self):
        self.assertIn("--audit", partir("verify", "a", "b", "--audit=perhaps").stderr)


if __name__ == "__main__":
    main()
