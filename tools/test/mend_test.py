#!/usr/bin/env python3
"""What `partir verify` says of an edit that mends a refuted program: python3 mend_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import re

from cli import Case, main, partir

# The columns of a are on x, those of b on y: a product with parts of a sum over x, then a sum of squares and a mean over both axes.
SPEC = """sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %t = stablehlo.tanh %p : tensor<4x6xf32>
  %q = stablehlo.multiply %t, %t : tensor<4x6xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<f32>
  %n = stablehlo.constant dense<24.0> : tensor<f32>
  %m = stablehlo.divide %s, %n : tensor<f32>
  return %m : tensor<f32>
}
"""
OVER_X, OVER_Y = "[[0, 3], [1, 4], [2, 5]]", "[[0, 1, 2], [3, 4, 5]]"


def all_reduce(result, operand, shape, groups, channel):
    rows, columns = groups.count("[") - 1, groups.split("]")[0].count(",") + 1
    return f"""  {result} = "stablehlo.all_reduce"({operand}) <{{channel_handle = #stablehlo.channel_handle<handle = {channel}, type = 1>, replica_groups = dense<{groups}> : tensor<{rows}x{columns}xi64>, use_global_device_ids}}> ({{
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %sum = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }}) : (tensor<{shape}f32>) -> tensor<{shape}f32>
"""


RIGHT = ("""module attributes {mhlo.num_partitions = 6 : i32} {
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<f32> {
  %parts = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
""" + all_reduce("%p", "%parts", "4x2x", OVER_X, 1) + """  %t = stablehlo.tanh %p : tensor<4x2xf32>
  %q = stablehlo.multiply %t, %t : tensor<4x2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %local = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
""" + all_reduce("%s", "%local", "", OVER_Y, 2) + """  %n = stablehlo.constant dense<24.0> : tensor<f32>
  %m = stablehlo.divide %s, %n : tensor<f32>
  return %m : tensor<f32>
}
}
""")

# The next row of a table whose rows lie on two devices, from the device before or after.
ROWS = """sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %tail = stablehlo.slice %x [2:8] : (tensor<8xf32>) -> tensor<6xf32>
  %head = stablehlo.slice %x [0:2] : (tensor<8xf32>) -> tensor<2xf32>
  %y = stablehlo.concatenate %tail, %head, dim = 0 : (tensor<6xf32>, tensor<2xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
"""
RING = """module attributes {mhlo.num_partitions = 4 : i32} {
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<PAIRS> : tensor<4x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
}
"""


class Mends(Case):
    def verify(self, spec, impl, *options):
        return partir("verify", self.file("spec.mlir", spec), self.file("impl.mlir", impl), *options)

    def mend(self, spec, impl):
        """What is said, after file, line and column, which are of IMPL."""
        run = self.verify(spec, impl)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        found = re.search(r"\n  mended by +\S+impl\.mlir:(\d+):\d+: (.*)", run.stdout)
        return found and found[2]

    def test_the_program_is_right_without_its_faults(self):
        self.assertEqual(self.verify(SPEC, RIGHT).returncode, 0)
        self.assertEqual(self.verify(ROWS, RING.replace("PAIRS", "[[0, 3], [1, 0], [2, 1], [3, 2]]")).returncode, 0)

    def test_a_missing_all_reduce(self):
        first, second = all_reduce("%p", "%parts", "4x2x", OVER_X, 1), all_reduce("%s", "%local", "", OVER_Y, 2)
        self.assertEqual(self.mend(SPEC, RIGHT.replace(first, "").replace("%parts =", "%p =")),
                         '%p = dot_general(%a, %b): an all_reduce by add over {"x"} after it')
        self.assertIn('an all_reduce by add over {"y"} after it', self.mend(SPEC, RIGHT.replace(second, "").replace("%local =", "%s =")))

    def test_one_too_many(self):
        second = all_reduce("%s", "%local", "", OVER_Y, 2)
        twice = all_reduce("%once", "%local", "", OVER_Y, 2) + all_reduce("%s", "%once", "", OVER_Y, 3)
        self.assertIn("left out", self.mend(SPEC, RIGHT.replace(second, twice)))

    def test_groups_over_another_axis(self):
        self.assertEqual(self.mend(SPEC, RIGHT.replace(all_reduce("%p", "%parts", "4x2x", OVER_X, 1), all_reduce("%p", "%parts", "4x2x", OVER_Y, 1))),
                         '%p = all_reduce(%parts): over {"x"}')

    def test_a_mean_over_too_few(self):
        self.assertIn("24 in place of 8", self.mend(SPEC, RIGHT.replace("dense<24.0>", "dense<8.0>")))

    def test_a_rounding_on_the_way(self):
        rounded = RIGHT.replace("  %q = stablehlo.multiply %t, %t", """  %low = stablehlo.convert %t : (tensor<4x2xf32>) -> tensor<4x2xbf16>
  %back = stablehlo.convert %low : (tensor<4x2xbf16>) -> tensor<4x2xf32>
  %q = stablehlo.multiply %back, %back""")
        self.assertEqual(self.mend(SPEC, rounded), "%back = convert(%low): %t in place of it")

    def test_a_ring_that_goes_the_other_way(self):
        self.assertEqual(self.mend(ROWS, RING.replace("PAIRS", "[[0, 1], [1, 2], [2, 3], [3, 0]]")),
                         '%y = collective_permute(%x): each device sends to the one before along {"x"}')

    def test_two_faults_have_no_one_edit(self):
        self.assertIsNone(self.mend(SPEC, RIGHT.replace("dense<24.0>", "dense<8.0>").replace("stablehlo.tanh", "stablehlo.logistic")))

    def test_it_is_in_the_report_and_can_be_left_out(self):
        wrong = RIGHT.replace("dense<24.0>", "dense<8.0>")
        self.assertIn("24 in place of 8", json.loads(self.verify(SPEC, wrong, "--json").stdout)["counterexample"]["mend"])
        self.assertNotIn("mend", json.loads(self.verify(SPEC, wrong, "--json", "--no-mend").stdout)["counterexample"])
        self.assertNotIn("mended by", self.verify(SPEC, wrong, "--no-mend").stdout)

    def test_a_search_that_a_limit_ends_takes_no_refutation_back(self):
        # two faults, so that no edit mends it, in a program with more edits than the time is enough for
        def text(first, last, n=30, of="tensor<2000xf32>", lies="{sdy.sharding = #sdy.sharding<@mesh, [{}]>}"):
            steps = "".join(f"""  %c{i} = stablehlo.constant dense<{({1: first, n - 1: last}).get(i, 1.5)}> : {of}
  %m{i} = stablehlo.multiply %x{i}, %c{i} : {of}
  %x{i + 1} = stablehlo.tanh %m{i} : {of}
""" for i in range(n))
            return f"""sdy.mesh @mesh = <["x"=2]>
func.func @main(%x0: {of} {lies}) -> ({of} {lies}) {{
{steps}  return %x{n} : {of}
}}
"""
        r = self.verify(text(1.5, 1.5), text(1.75, 1.25), "--time-limit", "3")
        self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
        self.assertNotIn("mended by", r.stdout)


if __name__ == "__main__":
    main()
