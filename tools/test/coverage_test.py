#!/usr/bin/env python3
"""What the runs behind a verdict must have met: python3 coverage_test.py PARTIR SOURCE_DIR DATA_DIR

Both programs are the same here, so that only coverage can keep `verify` from accepting."""
import re

from cli import Case, main, partir

TABLE = """%i = stablehlo.reshape {index} : (tensor<6xi32>) -> tensor<6x1xi32>
    %r = "stablehlo.gather"(%t, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}}> : (tensor<{rows}x2xf32>, tensor<6x1xi32>) -> tensor<6x2xf32>
    return %r : tensor<6x2xf32>"""
ARGUMENTS = "%t: tensor<{rows}x2xf32>, %k: tensor<6xi32>"


class Coverage(Case):
    def judge(self, arguments, result, body, code):
        """`body` on two devices that each have everything."""
        spec = re.sub(r"(%\w+: tensor<([^>]*)>)", lambda m: m[1] + " {sdy.sharding = #sdy.sharding<@mesh, [" +
                      ", ".join(["{}"] * m[2].count("x")) + "]>}", arguments)
        ranks = ", ".join(["{}"] * result.count("x"))
        spec = (f'sdy.mesh @mesh = <["x"=2]>\nfunc.func @main({spec}) -> (tensor<{result}> '
                f'{{sdy.sharding = #sdy.sharding<@mesh, [{ranks}]>}}) {{\n    {body}\n}}\n')
        impl = f"module attributes {{mhlo.num_partitions = 2 : i32}} {{\nfunc.func @main({arguments}) -> (tensor<{result}>) {{\n    {body}\n}}\n}}\n"
        r = partir("verify", self.file("spec.mlir", spec), self.file("impl.mlir", impl))
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r.stdout

    def rows(self, index, before="", rows=8, code=0):
        return self.judge(ARGUMENTS.format(rows=rows), "6x2xf32", before + "\n    " + TABLE.format(index=index, rows=rows), code)

    def constant(self, name, value):
        return f"%{name} = stablehlo.constant dense<{value}> : tensor<6xi32>\n    "

    def test_an_index_that_is_an_argument_meets_all_places(self):
        self.rows("%k")
        self.rows("%k", rows=40)
        self.rows("%k", rows=50257)  # where random ones are never the last

    def test_what_ranges_exclude_need_not_be_met(self):
        limits = self.constant("zero", 0) + self.constant("seven", 7)
        self.rows("%c", limits + "%c = stablehlo.clamp %zero, %k, %seven : tensor<6xi32>")
        self.rows("%c", limits + "%c = stablehlo.maximum %zero, %k : tensor<6xi32>")
        self.rows("%c", limits + "%c = stablehlo.and %k, %seven : tensor<6xi32>", rows=12)
        compare = "%p = stablehlo.compare LT, %k, %zero, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>\n    "
        self.rows("%c", limits + compare + "%c = stablehlo.select %p, %seven, %k : tensor<6xi1>, tensor<6xi32>")
        both = compare + "%q = stablehlo.compare GT, %k, %seven, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>\n    %o = stablehlo.or %p, %q : tensor<6xi1>\n    "
        self.rows("%c", limits + both + "%c = stablehlo.select %o, %zero, %k : tensor<6xi1>, tensor<6xi32>")
        position = "%c = stablehlo.remainder %m, %e : tensor<6xi32>"
        self.rows("%c", limits + self.constant("e", 8) + "%m = stablehlo.maximum %zero, %k : tensor<6xi32>\n    " + position)

    def test_an_index_that_no_run_brought_to_a_place_is_undecided(self):
        # how many bits a number has is followed by no range
        said = self.rows("%c", "%c = stablehlo.popcnt %k : tensor<6xi32>", rows=40, code=3)
        self.assertRegex(said, r"equal meaning: undecided: the Core program's gather at .*spec.mlir:\d+:\d+ met no index below 0")

    def test_components_of_index_vectors_are_told_apart(self):
        body = """%n = stablehlo.iota dim = 0 : tensor<6x1xi32>
    %i = stablehlo.reshape %k : (tensor<6xi32>) -> tensor<6x1xi32>
    %v = stablehlo.concatenate %n, %i, dim = 1 : (tensor<6x1xi32>, tensor<6x1xi32>) -> tensor<6x2xi32>
    %r = "stablehlo.gather"(%t, %v) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x2xi32>) -> tensor<6xf32>
    return %r : tensor<6xf32>"""
        self.judge("%t: tensor<6x5xf32>, %k: tensor<6xi32>", "6xf32", body, 0)

    def test_a_single_start_meets_all_places(self):
        body = """%z = stablehlo.constant dense<0> : tensor<i32>
    %r = stablehlo.dynamic_slice %t, %k, %z, sizes = [3, 2] : (tensor<9x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32>"""
        self.judge("%t: tensor<9x2xf32>, %k: tensor<i32>", "3x2xf32", body, 0)

    def test_a_choice_that_never_falls_is_undecided(self):
        body = """%p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %q = stablehlo.compare GT, %a, %b, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %o = stablehlo.OP %p, %q : tensor<4xi1>
    %r = stablehlo.select %o, %a, %b : tensor<4xi1>, tensor<4xi32>
    return %r : tensor<4xi32>"""
        arguments = "%a: tensor<4xi32>, %b: tensor<4xi32>"
        said = self.judge(arguments, "4xi32", body.replace("OP", "and"), 3)
        self.assertRegex(said, r"the predicate of the Core program's select at .* was false in every run")
        self.judge(arguments, "4xi32", body.replace("OP", "or"), 0)

    def test_a_reduction_that_nothing_decides_is_undecided(self):
        body = """%p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %q = stablehlo.compare GT, %a, %b, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %o = stablehlo.OP %p, %q : tensor<6xi1>
    %f = stablehlo.constant dense<false> : tensor<i1>
    %r = stablehlo.reduce(%o init: %f) applies stablehlo.or across dimensions = [0] : (tensor<6xi1>, tensor<i1>) -> tensor<i1>
    return %r : tensor<i1>"""
        arguments = "%a: tensor<6xi32>, %b: tensor<6xi32>"
        said = self.judge(arguments, "i1", body.replace("OP", "and"), 3)
        self.assertRegex(said, r"the Core program's reduce at .* was decided by its first element in no run")
        self.judge(arguments, "i1", body.replace("OP", "or"), 0)


main()
