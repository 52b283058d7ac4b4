#!/usr/bin/env python3
"""What the runs behind a verdict must have met: python3 coverage_test.py PARTIR SOURCE_DIR DATA_DIR

Both programs are the same but where a test says so: then only coverage can keep `verify` from accepting."""
from cli import OnTwoDevices, main

TABLE = """%i = stablehlo.reshape {index} : (tensor<6xi32>) -> tensor<6x1xi32>
    %r = "stablehlo.gather"(%t, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}}> : (tensor<{rows}x2xf32>, tensor<6x1xi32>) -> tensor<6x2xf32>
    return %r : tensor<6x2xf32>"""
ARGUMENTS = "%t: tensor<{rows}x2xf32>, %k: tensor<6xi32>"


class Coverage(OnTwoDevices):
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

    def test_what_no_run_meets_where_both_do_the_same(self):
        # how many bits a number has is followed by no range
        said = self.rows("%c", "%c = stablehlo.popcnt %k : tensor<6xi32>", rows=40, code=0)
        self.assertIn("equal whatever comparisons, indices and other ops on integers make of their operands", said)

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

    def test_a_choice_that_never_falls(self):
        body = """%p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %q = stablehlo.compare GT, %a, %b, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %o = stablehlo.OP %p, %q : tensor<4xi1>
    %r = stablehlo.select %o, %a, %b : tensor<4xi1>, tensor<4xi32>
    return %r : tensor<4xi32>"""
        arguments = "%a: tensor<4xi32>, %b: tensor<4xi32>"
        for op in ("and", "or"):
            self.judge(arguments, "4xi32", body.replace("OP", op), 0)
        # the predicate is always false, but that is not known here
        never = body.replace("OP", "and")
        self.judge(arguments, "4xi32", never, 3, never.replace("select %o, %a, %b", "select %o, %a_, %b").replace(
            "    %r = ", "    %one = stablehlo.constant dense<1> : tensor<4xi32>\n    %a_ = stablehlo.add %a, %one : tensor<4xi32>\n    %r = "))

    def test_a_reduction_that_nothing_decides(self):
        body = """%p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %q = stablehlo.compare GT, %a, %b, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %o = stablehlo.OP %p, %q : tensor<6xi1>
    %f = stablehlo.constant dense<false> : tensor<i1>
    %r = stablehlo.reduce(%o init: %f) applies stablehlo.or across dimensions = [0] : (tensor<6xi1>, tensor<i1>) -> tensor<i1>
    return %r : tensor<i1>"""
        arguments = "%a: tensor<6xi32>, %b: tensor<6xi32>"
        for op in ("and", "or"):
            self.judge(arguments, "i1", body.replace("OP", op), 0)

    def test_one_element_of_many_integers_decides_a_maximum(self):
        least, most = "%i = stablehlo.constant dense<-2147483648> : tensor<i32>\n    ", "    return %r : tensor<i32>"
        greatest = "%r = stablehlo.reduce({x} init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<{n}xi32>, tensor<i32>) -> tensor<i32>\n"
        whole = least + greatest.format(x="%k", n=500) + most
        left_out = (least + "%a = stablehlo.slice %k [0:200] : (tensor<500xi32>) -> tensor<200xi32>\n    "
                    "%b = stablehlo.slice %k [201:500] : (tensor<500xi32>) -> tensor<299xi32>\n    "
                    "%y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<200xi32>, tensor<299xi32>) -> tensor<499xi32>\n    " + greatest.format(x="%y", n=499) + most)
        self.judge("%k: tensor<500xi32>", "i32", whole, 0)
        said = self.judge("%k: tensor<500xi32>", "i32", whole, 1, left_out)
        self.assertIn("one place after another", said)

    def test_a_promise_that_the_core_program_breaks_is_no_fault(self):
        body = """%z = stablehlo.constant dense<0> : tensor<16xi32>
    %v = stablehlo.reshape %k : (tensor<16xi32>) -> tensor<16x1xi32>
    %r = "stablehlo.scatter"(%z, %v, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      stablehlo.return %new : tensor<i32>
    }) : (tensor<16xi32>, tensor<16x1xi32>, tensor<16xi32>) -> tensor<16xi32>
    return %r : tensor<16xi32>"""
        self.judge("%k: tensor<16xi32>, %u: tensor<16xi32>", "16xi32", body, 0)

    def test_more_places_than_there_is_time_for_are_undecided(self):
        body = """%r = stablehlo.dynamic_slice %t, %k, sizes = [1] : (tensor<2000000xi8>, tensor<i32>) -> tensor<1xi8>
    return %r : tensor<1xi8>"""
        together = """%a = stablehlo.slice %t [0:5] : (tensor<2000000xi8>) -> tensor<5xi8>
    %b = stablehlo.slice %t [5:2000000] : (tensor<2000000xi8>) -> tensor<1999995xi8>
    %u = stablehlo.concatenate %a, %b, dim = 0 : (tensor<5xi8>, tensor<1999995xi8>) -> tensor<2000000xi8>
    """ + body.replace("%t", "%u")
        said = self.judge("%t: tensor<2000000xi8>, %k: tensor<i32>", "1xi8", body, 3, together)
        self.assertIn("not every place that is indexed or reduced was met: that needs 2000002 runs", said)

    def test_more_places_than_can_be_met_are_undecided(self):
        body = """%a = stablehlo.slice %t [0:5] : (tensor<9000000xi8>) -> tensor<5xi8>
    %b = stablehlo.slice %t [5:9000000] : (tensor<9000000xi8>) -> tensor<8999995xi8>
    %u = stablehlo.concatenate %a, %b, dim = 0 : (tensor<5xi8>, tensor<8999995xi8>) -> tensor<9000000xi8>
    %r = stablehlo.dynamic_slice %u, %k, sizes = [1] : (tensor<9000000xi8>, tensor<i32>) -> tensor<1xi8>
    return %r : tensor<1xi8>"""
        said = self.judge("%t: tensor<9000000xi8>, %k: tensor<i32>", "1xi8", body, 3)
        self.assertIn("indexes more places than runs can meet", said)

    def test_what_has_no_bound_must_be_explained_by_rounding(self):
        # ranks are integers: no bound says how far rounding may move them, but what is rounded before they are decided counts
        body = """%d = PRODUCT
    %n = stablehlo.iota dim = 0 : tensor<16xf32>
    %s:2 = "stablehlo.sort"(%d, %n) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
      %c = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>)
    return %s#1 : tensor<16xf32>"""
        product = "stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<16x8xbf16>, tensor<8xbf16>) -> tensor<16xTYPE>"
        exact = body.replace("PRODUCT", product.replace("TYPE", "f32"))
        rounded = body.replace("%d = PRODUCT", "%e = " + product.replace("TYPE", "bf16") + "\n    %d = stablehlo.convert %e : (tensor<16xbf16>) -> tensor<16xf32>")
        # a sum of its own that rounds more is no rounding of SPEC's either
        on_the_way = "%e = " + product.replace("TYPE", "f32") + """
    %far = stablehlo.constant dense<65536.0> : tensor<16xf32>
    %up = stablehlo.add %e, %far : tensor<16xf32>
    %d = stablehlo.subtract %up, %far : tensor<16xf32>"""
        self.judge("%x: tensor<16x8xbf16>, %y: tensor<8xbf16>", "16xf32", exact, 0)
        said = self.judge("%x: tensor<16x8xbf16>, %y: tensor<8xbf16>", "16xf32", exact, 1, rounded)
        self.assertIn("differs in native by", said)
        said = self.judge("%x: tensor<16x8xbf16>, %y: tensor<8xbf16>", "16xf32", exact, 1, body.replace("%d = PRODUCT", on_the_way))
        self.assertIn("differs in native by", said)


main()
