#!/usr/bin/env python3
"""What one program alone does to integers must be met by runs: python3 own_ops_test.py PARTIR SOURCE_DIR DATA_DIR

The two programs are written so that random runs, coverage and the sweep of the table's places show nothing."""
from cli import OnTwoDevices, main


def constant(name, value, type="i32"):
    return f"%{name} = stablehlo.constant dense<{value}> : tensor<{type}>\n    "


def compare(result, direction, a, b, type, kind="SIGNED"):
    bits = type[:type.rindex("x") + 1] + "i1" if "x" in type else "i1"
    return f"%{result} = stablehlo.compare {direction}, {a}, {b}, {kind} : (tensor<{type}>, tensor<{type}>) -> tensor<{bits}>\n    "


class OwnOps(OnTwoDevices):
    def test_a_threshold_among_many(self):
        # at one of sixteen limits > for >=
        def steps(turned):
            body = constant("s0", 0)
            for k in range(16):
                limit = 997 * (k + 3) ** 2
                body += constant(f"c{k}", limit) + compare(f"p{k}", "GT" if k == turned else "GE", "%k", f"%c{k}", "i32")
                body += f"%n{k} = stablehlo.convert %p{k} : (tensor<i1>) -> tensor<i32>\n    %s{k + 1} = stablehlo.add %s{k}, %n{k} : tensor<i32>\n    "
            return body + "return %s16 : tensor<i32>"
        self.judge("%k: tensor<i32>", "i32", steps(None), 0)
        for k in (0, 9, 15):
            self.judge("%k: tensor<i32>", "i32", steps(None), 1, steps(k))

    def test_equality_in_a_narrower_type(self):
        exact = compare("r", "EQ", "%a", "%b", "4xi32") + "return %r : tensor<4xi1>"
        converted = "".join(f"%{x}f = stablehlo.convert %{x} : (tensor<4xi32>) -> tensor<4xf32>\n    " for x in "ab")
        narrow = converted + compare("r", "EQ", "%af", "%bf", "4xf32", "FLOAT") + "return %r : tensor<4xi1>"
        said = self.judge("%a: tensor<4xi32>, %b: tensor<4xi32>", "4xi1", exact, 3, narrow)
        self.assertRegex(said, "the SPMD program's convert at .* is of integers that no runs cover, and the other program computes nothing like it")
        # of numbers that f32 holds it is the same
        limits = constant("least", -1000, "4xi32") + constant("most", 1000, "4xi32")
        clamped = limits + "".join(f"%{x}c = stablehlo.clamp %least, %{x}, %most : tensor<4xi32>\n    " for x in "ab")
        within = lambda body: clamped + body.replace("%a,", "%ac,").replace("%b,", "%bc,").replace("%a :", "%ac :").replace("%b :", "%bc :")
        self.judge("%a: tensor<4xi32>, %b: tensor<4xi32>", "4xi1", within(exact), 0, within(narrow))

    def test_sums_in_a_type_that_does_not_hold_them(self):
        def total(through):
            return (f"%w = stablehlo.convert %x : (tensor<300xi8>) -> tensor<300x{through}>\n    " + constant("z", 0, through) +
                    f"%s = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300x{through}>, tensor<{through}>) -> tensor<{through}>\n    "
                    f"%r = stablehlo.convert %s : (tensor<{through}>) -> tensor<i64>\n    return %r : tensor<i64>")
        self.judge("%x: tensor<300xi8>", "i64", total("i32"), 0)
        said = self.judge("%x: tensor<300xi8>", "i64", total("i32"), 3, total("i16"))
        self.assertRegex(said, "the SPMD program's convert at .* is of sums or products that may have left their type's range")
        self.judge("%x: tensor<300xi8>", "i64", total("i64"), 0, total("i32"))  # which holds 300 times 128

    def test_each_branch_is_taken(self):
        def scaled(factors):
            branches = "}, {\n".join(f"{constant(f'f{k}', f)}%m{k} = stablehlo.multiply %x, %f{k} : tensor<i32>\n    stablehlo.return %m{k} : tensor<i32>\n    "
                                     for k, f in enumerate(factors))
            return index + f'%r = "stablehlo.case"(%i) ({{\n{branches}}}) : (tensor<i32>) -> tensor<i32>\n    return %r : tensor<i32>'
        index = constant("m", 63) + constant("h", 77) + "%q = stablehlo.multiply %k, %h : tensor<i32>\n    %i = stablehlo.and %q, %m : tensor<i32>\n    "
        whole = index + constant("one", 1) + "%j = stablehlo.add %i, %one : tensor<i32>\n    %r = stablehlo.multiply %x, %j : tensor<i32>\n    return %r : tensor<i32>"
        right = list(range(1, 65))
        # a right one is not known to be right: the two branch by different ops
        self.judge("%x: tensor<i32>, %k: tensor<i32>", "i32", whole, 3, scaled(right))
        self.judge("%x: tensor<i32>, %k: tensor<i32>", "i32", whole, 1, scaled(right[:37] + [1] + right[38:]))

    def test_pairs_of_places(self):
        def look_up(table):
            return table + """%a1 = stablehlo.reshape %a : (tensor<4xi32>) -> tensor<4x1xi32>
    %b1 = stablehlo.reshape %b : (tensor<4xi32>) -> tensor<4x1xi32>
    %v = stablehlo.concatenate %a1, %b1, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
    %r = "stablehlo.gather"(%u, %v) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<40x50xf32>, tensor<4x2xi32>) -> tensor<4xf32>
    return %r : tensor<4xf32>"""
        arguments = "%t: tensor<40x50xf32>, %a: tensor<4xi32>, %b: tensor<4xi32>"
        as_it_is = look_up("%u = stablehlo.optimization_barrier %t : tensor<40x50xf32>\n    ")
        one_lost = look_up(constant("z", "0.0", "1x1xf32") + constant("i", 21) + constant("j", 40) +
                           "%u = stablehlo.dynamic_update_slice %t, %z, %i, %j : (tensor<40x50xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<40x50xf32>\n    ")
        self.judge(arguments, "4xf32", as_it_is, 0)
        self.judge(arguments, "4xf32", as_it_is, 1, one_lost)

    def test_a_top_k_of_parts(self):
        whole = """%r:2 = "chlo.top_k"(%x) <{k = 5 : i64}> : (tensor<16xi32>) -> (tensor<5xi32>, tensor<5xi32>)
    return %r#0 : tensor<5xi32>"""
        def of_parts(k):
            return f"""%a = stablehlo.slice %x [0:8] : (tensor<16xi32>) -> tensor<8xi32>
    %b = stablehlo.slice %x [8:16] : (tensor<16xi32>) -> tensor<8xi32>
    %p:2 = "chlo.top_k"(%a) <{{k = {k} : i64}}> : (tensor<8xi32>) -> (tensor<{k}xi32>, tensor<{k}xi32>)
    %q:2 = "chlo.top_k"(%b) <{{k = {k} : i64}}> : (tensor<8xi32>) -> (tensor<{k}xi32>, tensor<{k}xi32>)
    %c = stablehlo.concatenate %p#0, %q#0, dim = 0 : (tensor<{k}xi32>, tensor<{k}xi32>) -> tensor<{2 * k}xi32>
    %r:2 = "chlo.top_k"(%c) <{{k = 5 : i64}}> : (tensor<{2 * k}xi32>) -> (tensor<5xi32>, tensor<5xi32>)
    return %r#0 : tensor<5xi32>"""
        # which is right, but no law that is known here says so
        self.judge("%x: tensor<16xi32>", "5xi32", whole, 3, of_parts(5))
        self.judge("%x: tensor<16xi32>", "5xi32", whole, 1, of_parts(4))

    def test_a_number_in_place_of_an_overflow(self):
        product = "%s = stablehlo.multiply %x, %x : tensor<4xf32>\n    "
        hidden = product + constant("big", "3.0e38", "4xf32") + "%r = stablehlo.minimum %s, %big : tensor<4xf32>\n    return %r : tensor<4xf32>"
        self.judge("%x: tensor<4xf32>", "4xf32", product + "return %s : tensor<4xf32>", 1, hidden)
        finite = (product + "%f = stablehlo.is_finite %s : (tensor<4xf32>) -> tensor<4xi1>\n    " + constant("one", "1.0", "4xf32") +
                  "%g = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>\n    %n = stablehlo.not %g : tensor<4xi1>\n    "
                  "%p = stablehlo.or %f, %n : tensor<4xi1>\n    %r = stablehlo.select %p, %s, %one : tensor<4xi1>, tensor<4xf32>\n    return %r : tensor<4xf32>")
        said = self.judge("%x: tensor<4xf32>", "4xf32", product + "return %s : tensor<4xf32>", 3, finite)
        self.assertRegex(said, "the SPMD program's is_finite at .* made a number of an infinity or NaN")

    def test_a_code_of_several_integers(self):
        exact = compare("p", "EQ", "%a", "%c", "i32") + compare("q", "EQ", "%b", "%d", "i32") + "%r = stablehlo.and %p, %q : tensor<i1>\n    return %r : tensor<i1>"
        code = constant("m", 65599) + "".join(f"%{x}m = stablehlo.multiply %{x}, %m : tensor<i32>\n    %{x}h = stablehlo.add %{x}m, %{y} : tensor<i32>\n    " for x, y in ("ab", "cd"))
        coded = code + compare("r", "EQ", "%ah", "%ch", "i32") + "return %r : tensor<i1>"
        said = self.judge("%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>", "i1", exact, 3, coded)
        self.assertRegex(said, "the SPMD program's compare at .* compares a code of several integers")

    def test_functions_that_a_region_calls(self):
        exact = (compare("p", "EQ", "%a", "%c", "i32") + compare("q", "EQ", "%b", "%d", "i32") + "%s = stablehlo.and %p, %q : tensor<i1>\n    "
                 "%r = stablehlo.and %s, %k : tensor<i1>\n    return %r : tensor<i1>")
        coded = (constant("m", 65599) + "".join(f"%{x}m = stablehlo.multiply %{x}, %m : tensor<i32>\n    %{x}h = stablehlo.add %{x}m, %{y} : tensor<i32>\n    "
                                               for x, y in ("ab", "cd")) + compare("r", "EQ", "%ah", "%ch", "i32"))
        called = """%r = "stablehlo.if"(%k) ({{
      %s = func.call @same(%a, %b, %c, %d) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
    }}, {{
      stablehlo.return %k : tensor<i1>
    }}) : (tensor<i1>) -> tensor<i1>
    return %r : tensor<i1>
}}
func.func private @same(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {{
    {}return %r : tensor<i1>"""
        arguments = "%k: tensor<i1>, " + ", ".join(f"%{x}: tensor<i32>" for x in "abcd")
        said = self.judge(arguments, "i1", exact, 3, called.format(coded))
        self.assertRegex(said, "the SPMD program's compare at .* compares a code of several integers")

    def test_what_no_result_is_made_of(self):
        arguments = "%a: tensor<4xi32>, %b: tensor<4xi32>"
        total = "%r = stablehlo.add %a, %b : tensor<4xi32>\n    return %r : tensor<4xi32>"
        self.judge(arguments, "4xi32", "%unused = stablehlo.shift_left %a, %b : tensor<4xi32>\n    " + total, 0, total)
        # and SPEC has it only where its results are made of it
        def chosen(used, unused):
            return (constant("seven", 7, "4xi32") + constant("limit", 20011, "4xi32") + "%m = stablehlo.multiply %a, %seven : tensor<4xi32>\n    "
                    "%h = stablehlo.subtract %m, %b : tensor<4xi32>\n    " + compare("p", used, "%h", "%limit", "4xi32") +
                    compare("q", unused, "%h", "%limit", "4xi32") + "%r = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xi32>\n    return %r : tensor<4xi32>")
        self.judge(arguments, "4xi32", chosen("GT", "GE"), 0)
        self.judge(arguments, "4xi32", chosen("GT", "GE"), 3, chosen("GE", "GT"))

    def test_what_both_index_alike_needs_no_sweep(self):
        body = """%r = stablehlo.dynamic_slice %t, %k, sizes = [1] : (tensor<9000000xi8>, tensor<i32>) -> tensor<1xi8>
    return %r : tensor<1xi8>"""
        self.judge("%t: tensor<9000000xi8>, %k: tensor<i32>", "1xi8", body, 0)


main()
