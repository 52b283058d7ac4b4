#!/usr/bin/env python3
"""Programs that agree in every run and are not known to agree whatever ops on integers decide: python3 free_reading_test.py PARTIR SOURCE_DIR DATA_DIR

Each wrong program differs where no run gets to: the values that its tests compare hardly ever differ."""
from cli import OnTwoDevices, main

EQUAL = "equal whatever comparisons, indices and other ops on integers make of their operands"
AT_PLACES = "equal at every place that an index may name"


def constant(name, value, type="i32"):
    return f"%{name} = stablehlo.constant dense<{value}> : tensor<{type}>\n    "


def hashed(result, operand, value):
    """Whether a product of three integers, modulo 2^32, is `value`: hardly ever."""
    return (constant(f"f_{result[1:]}", 40503, "3xi32") + constant(f"v_{result[1:]}", value, "3xi32") + f"%g_{result[1:]} = stablehlo.multiply {operand}, %f_{result[1:]} : tensor<3xi32>\n    "
            f"{result} = stablehlo.compare EQ, %g_{result[1:]}, %v_{result[1:]}, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>\n    ")


class FreeReading(OnTwoDevices):
    def test_another_of_two_predicates_that_both_have(self):
        def chosen(first, second):
            return (constant("k", 40503, "4xi32") + constant("m", 20011, "4xi32") + constant("n", 20012, "4xi32") + "%h = stablehlo.multiply %a, %k : tensor<4xi32>\n    "
                    "%p = stablehlo.compare GT, %h, %m, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n    "
                    "%q = stablehlo.compare GT, %h, %n, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n    "
                    f"%u = stablehlo.select %{first}, %x, %y : tensor<4xi1>, tensor<4xf32>\n    %v = stablehlo.select %{second}, %y, %x : tensor<4xi1>, tensor<4xf32>\n    "
                    "%w = stablehlo.multiply %v, %v : tensor<4xf32>\n    %r = stablehlo.add %u, %w : tensor<4xf32>\n    return %r : tensor<4xf32>")
        arguments = "%a: tensor<4xi32>, %x: tensor<4xf32>, %y: tensor<4xf32>"
        self.assertIn(EQUAL, self.judge(arguments, "4xf32", chosen("p", "q"), 0))
        self.judge(arguments, "4xf32", chosen("p", "q"), (1, 3), chosen("q", "p"))

    def test_a_product_that_is_hardly_ever_not_zero(self):
        # x (x - 1) (x - 2) .. is 0 modulo 2^29 for all x but some
        product = "".join(constant(f"c{i}", i) + f"%d{i} = stablehlo.subtract %a, %c{i} : tensor<i32>\n    " for i in range(32) if i != 13)
        product += constant("p0", 1) + "".join(f"%p{k + 1} = stablehlo.multiply %p{k}, %d{i} : tensor<i32>\n    " for k, i in enumerate(i for i in range(32) if i != 13))
        whole = "%r = stablehlo.add %x, %x : tensor<i32>\n    return %r : tensor<i32>"
        more = product + constant("f", 2 ** 5) + "%s = stablehlo.multiply %p31, %f : tensor<i32>\n    %t = stablehlo.add %x, %x : tensor<i32>\n    %r = stablehlo.add %t, %s : tensor<i32>\n    return %r : tensor<i32>"
        self.judge("%a: tensor<i32>, %x: tensor<i32>", "i32", whole, (1, 3), more)

    def test_one_of_many_is_left_out_of_a_maximum_of_hashes(self):
        def greatest(left_out):
            kept = f"%a1 = stablehlo.slice %h [0:{left_out}] : (tensor<64xi32>) -> tensor<{left_out}xi32>\n    %a2 = stablehlo.slice %h [{left_out + 1}:64] : (tensor<64xi32>) -> tensor<{63 - left_out}xi32>\n    " \
                   f"%y = stablehlo.concatenate %a1, %a2, dim = 0 : (tensor<{left_out}xi32>, tensor<{63 - left_out}xi32>) -> tensor<63xi32>\n    " if left_out else ""
            y, n = ("y", 63) if left_out else ("h", 64)
            return (constant("k", 1540483477, "64xi32") + "%g = stablehlo.multiply %a, %k : tensor<64xi32>\n    %h = stablehlo.xor %g, %b : tensor<64xi32>\n    " + kept +
                    constant("m", -2147483648) + f"%r = stablehlo.reduce(%{y} init: %m) applies stablehlo.maximum across dimensions = [0] : (tensor<{n}xi32>, tensor<i32>) -> tensor<i32>\n    return %r : tensor<i32>")
        arguments = "%a: tensor<64xi32>, %b: tensor<64xi32>"
        self.assertIn(EQUAL, self.judge(arguments, "i32", greatest(0), 0))
        self.judge(arguments, "i32", greatest(0), (1, 3), greatest(21))

    def rows(self, offset, length, index="%k"):
        """The row of a table that an index names: of its upper half where the index less `offset` is below `length`, else of the lower."""
        def part(name, table, before):
            return f"""%i{name} = stablehlo.subtract %c, %{before} : tensor<3xi32>
    %g{name} = stablehlo.compare GE, %i{name}, %z, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %h{name} = stablehlo.compare LT, %i{name}, %n, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %p{name} = stablehlo.and %g{name}, %h{name} : tensor<3xi1>
    %j{name} = stablehlo.clamp %z, %i{name}, %l : tensor<3xi32>
    %v{name} = {self.gather(table, f"%j{name}", 5)}
    %q{name} = stablehlo.broadcast_in_dim %p{name}, dims = [0] : (tensor<3xi1>) -> tensor<3x2xi1>
    %s{name} = stablehlo.select %q{name}, %v{name}, %f0 : tensor<3x2xi1>, tensor<3x2xf32>
    """
        return (constant("o", offset, "3xi32") + constant("z", 0, "3xi32") + constant("n", length, "3xi32") + constant("l", 4, "3xi32") +
                constant("nine", 9, "3xi32") + constant("f0", "0.0", "3x2xf32") +
                "%part = stablehlo.slice %t [5:10, 0:2] : (tensor<10x2xf32>) -> tensor<5x2xf32>\n    %low = stablehlo.slice %t [0:5, 0:2] : (tensor<10x2xf32>) -> tensor<5x2xf32>\n    "
                f"%c = stablehlo.clamp %z, {index}, %nine : tensor<3xi32>\n    " + part("a", "%part", "o") + part("b", "%low", "z") +
                "%r = stablehlo.add %sa, %sb : tensor<3x2xf32>\n    return %r : tensor<3x2xf32>")

    @staticmethod
    def gather(table, index, rows):
        return (f'"stablehlo.gather"({table}, {index}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], '
                f"index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}}> : (tensor<{rows}x2xf32>, tensor<3xi32>) -> tensor<3x2xf32>")

    def row(self, rows, index="%k"):
        return f"%r = {self.gather('%t', index, rows)}\n    return %r : tensor<3x2xf32>"

    def test_an_index_into_parts(self):
        arguments = "%t: tensor<10x2xf32>, %k: tensor<3xi32>"
        self.assertIn(AT_PLACES, self.judge(arguments, "3x2xf32", self.row(10), 0, self.rows(5, 5)))
        self.judge(arguments, "3x2xf32", self.row(10), 1, self.rows(4, 5))
        self.judge(arguments, "3x2xf32", self.row(10), 1, self.rows(5, 4))

    def test_indices_are_not_combined(self):
        # another row where three indices have one combination of values
        turned = (constant("c", "[317, 811, 44]", "3xi32") + constant("one", 1, "3xi32") + constant("true", "true", "i1") +
                  "%e = stablehlo.compare EQ, %k, %c, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>\n    "
                  "%all = stablehlo.reduce(%e init: %true) applies stablehlo.and across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>\n    "
                  "%m = stablehlo.add %k, %one : tensor<3xi32>\n    %w = stablehlo.broadcast_in_dim %all, dims = [] : (tensor<i1>) -> tensor<3xi1>\n    "
                  "%k2 = stablehlo.select %w, %m, %k : tensor<3xi1>, tensor<3xi32>\n    " + self.row(1000, "%k2"))
        self.judge("%t: tensor<1000x2xf32>, %k: tensor<3xi32>", "3x2xf32", self.row(1000), (1, 3), turned)

    def test_what_a_cut_starts_from_is_compared(self):
        # the number of bits of another number, where a hash has one value
        bits = "%b = stablehlo.popcnt %k : tensor<3xi32>\n    "
        others = hashed("%h", "%k", 20011) + constant("one", 1, "3xi32") + """%m = stablehlo.add %k, %one : tensor<3xi32>
    %k2 = stablehlo.select %h, %m, %k : tensor<3xi1>, tensor<3xi32>
    %b = stablehlo.popcnt %k2 : tensor<3xi32>
    """
        arguments = "%t: tensor<10x2xf32>, %k: tensor<3xi32>"
        self.assertIn(AT_PLACES, self.judge(arguments, "3x2xf32", bits + self.row(10, "%b"), 0, bits + self.rows(5, 5, "%b")))
        self.judge(arguments, "3x2xf32", bits + self.row(10, "%b"), (1, 3), others + self.rows(5, 5, "%b"))

    def test_integers_that_leave_their_range_are_no_sums(self):
        # behind an index, at one number of a table, 1 is added after widening
        table = constant("k1", 1664525, "10x2xi32") + "%u = stablehlo.multiply %t, %k1 : tensor<10x2xi32>\n    "
        integers = lambda text: text.replace("xf32>", "xi32>").replace("dense<0.0>", "dense<0>").replace("(%t,", "(%u,").replace("slice %t", "slice %u")
        body = lambda text: integers(text)[:integers(text).index("return")]
        before = constant("one", 1, "3x2xi32") + "%s = stablehlo.add %r, %one : tensor<3x2xi32>\n    %w = stablehlo.convert %s : (tensor<3x2xi32>) -> tensor<3x2xi64>\n    return %w : tensor<3x2xi64>"
        after = constant("one", 1, "3x2xi64") + "%v = stablehlo.convert %r : (tensor<3x2xi32>) -> tensor<3x2xi64>\n    %w = stablehlo.add %v, %one : tensor<3x2xi64>\n    return %w : tensor<3x2xi64>"
        arguments = "%t: tensor<10x2xi32>, %k: tensor<3xi32>"
        self.assertIn(AT_PLACES, self.judge(arguments, "3x2xi64", table + body(self.row(10)) + before, 0, table + body(self.rows(5, 5)) + before))
        self.judge(arguments, "3x2xi64", table + body(self.row(10)) + before, (1, 3), table + body(self.rows(5, 5)) + after)
        # the same without an index, to floats
        def plus_one(first):
            one = constant("k", 1789, "4xi16") + "%h = stablehlo.multiply %a, %k : tensor<4xi16>\n    "
            if first: return one + constant("one", 1, "4xi16") + "%s = stablehlo.add %h, %one : tensor<4xi16>\n    %r = stablehlo.convert %s : (tensor<4xi16>) -> tensor<4xf32>\n    return %r : tensor<4xf32>"
            return one + constant("one", "1.0", "4xf32") + "%s = stablehlo.convert %h : (tensor<4xi16>) -> tensor<4xf32>\n    %r = stablehlo.add %s, %one : tensor<4xf32>\n    return %r : tensor<4xf32>"
        self.judge("%a: tensor<4xi16>", "4xf32", plus_one(True), (1, 3), plus_one(False))

    def test_sums_that_a_loop_carries(self):
        # the sum of 300 bytes, of which all but the last are added up in 16 bits
        whole = """%w = stablehlo.convert %x : (tensor<300xi8>) -> tensor<300xi32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %r = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300xi32>, tensor<i32>) -> tensor<i32>
    return %r : tensor<i32>"""
        loop = """%z = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<0> : tensor<iN>
    %l:3 = stablehlo.while(%i = %z, %s = %n, %o = %z) : tensor<i32>, tensor<iN>, tensor<i32>
    cond {
      %last = stablehlo.constant dense<300> : tensor<i32>
      %c = stablehlo.compare LT, %i, %last, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %d = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<300xi8>, tensor<i32>) -> tensor<1xi8>
      %e = stablehlo.reshape %d : (tensor<1xi8>) -> tensor<i8>
      %f = stablehlo.convert %e : (tensor<i8>) -> tensor<iN>
      %g = stablehlo.convert %e : (tensor<i8>) -> tensor<i32>
      %t = stablehlo.add %s, %f : tensor<iN>
      %v = stablehlo.convert %s : (tensor<iN>) -> tensor<i32>
      %p = stablehlo.add %v, %g : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t, %p : tensor<i32>, tensor<iN>, tensor<i32>
    }
    return %l#2 : tensor<i32>"""
        self.judge("%x: tensor<300xi8>", "i32", whole, 0, loop.replace("iN", "i32"))
        self.judge("%x: tensor<300xi8>", "i32", whole, (1, 3), loop.replace("iN", "i16"))

    def test_laws_of_one_reading_that_are_none(self):
        # q or q is q, though in a group it is false; a hash has one value
        plain = "%r = stablehlo.add %x, %x : tensor<3xf32>\n    return %r : tensor<3xf32>"
        for of_q in ("%o = stablehlo.or %q, %q : tensor<3xi1>\n    ", "%w = stablehlo.not %q : tensor<3xi1>\n    %v = stablehlo.and %w, %w : tensor<3xi1>\n    %o = stablehlo.not %v : tensor<3xi1>\n    "):
            hidden = hashed("%q", "%k", 20011) + of_q + "%s = stablehlo.add %x, %x : tensor<3xf32>\n    %r = stablehlo.select %o, %x, %s : tensor<3xi1>, tensor<3xf32>\n    return %r : tensor<3xf32>"
            self.judge("%x: tensor<3xf32>, %k: tensor<3xi32>", "3xf32", plain, (1, 3), hidden)

    def test_a_product_of_masks(self):
        plain = "%r = stablehlo.add %x, %x : tensor<3xf32>\n    return %r : tensor<3xf32>"
        hidden = (hashed("%p", "%k", 20011) + hashed("%q", "%l", 977) + "".join(f"%m{q} = stablehlo.convert %{q} : (tensor<3xi1>) -> tensor<3xf32>\n    " for q in "pq") +
                  "%m = stablehlo.multiply %mp, %mq : tensor<3xf32>\n    %y = stablehlo.multiply %m, %x : tensor<3xf32>\n    %s = stablehlo.add %x, %x : tensor<3xf32>\n    "
                  "%r = stablehlo.add %s, %y : tensor<3xf32>\n    return %r : tensor<3xf32>")
        self.judge("%x: tensor<3xf32>, %k: tensor<3xi32>, %l: tensor<3xi32>", "3xf32", plain, (1, 3), hidden)

    def test_bodies_are_not_exchanged(self):
        def mapped(first, second):
            def one(result, operand, limit):
                return f"""%{result} = "stablehlo.map"(%{operand}) <{{dimensions = array<i64: 0>}}> ({{
    ^bb0(%m: tensor<i32>):
      %c = stablehlo.constant dense<{limit}> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %e = stablehlo.compare EQ, %m, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %v = stablehlo.select %e, %z, %m : tensor<i1>, tensor<i32>
      stablehlo.return %v : tensor<i32>
    }}) : (tensor<3xi32>) -> tensor<3xi32>
    """
            hashes = constant("f", 40503, "3xi32") + "".join(f"%h{x} = stablehlo.multiply %{x}, %f : tensor<3xi32>\n    " for x in "kl")
            return hashes + one("a", "hk", first) + one("b", "hl", second) + "%r = stablehlo.subtract %a, %b : tensor<3xi32>\n    return %r : tensor<3xi32>"
        arguments = "%k: tensor<3xi32>, %l: tensor<3xi32>"
        self.assertIn(EQUAL, self.judge(arguments, "3xi32", mapped(20011, 977), 0))
        self.judge(arguments, "3xi32", mapped(20011, 977), (1, 3), mapped(977, 20011))

    def test_one_place_of_many(self):
        found = "%r = stablehlo.dynamic_slice {t}, %k, sizes = [1] : (tensor<2000000xi8>, tensor<i32>) -> tensor<1xi8>\n    return %r : tensor<1xi8>"
        changed = constant("n", 1, "1xi8") + constant("i", 1234567) + "%u = stablehlo.dynamic_update_slice %t, %n, %i : (tensor<2000000xi8>, tensor<1xi8>, tensor<i32>) -> tensor<2000000xi8>\n    "
        arguments = "%t: tensor<2000000xi8>, %k: tensor<i32>"
        self.assertIn(EQUAL, self.judge(arguments, "1xi8", found.format(t="%t"), 0))
        self.judge(arguments, "1xi8", found.format(t="%t"), (1, 3), changed + found.format(t="%u"))

    def test_an_index_into_nothing(self):
        body = """%r = "stablehlo.scatter"(%t, %k, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.OP %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<0xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<0xi32>
    return %r : tensor<0xi32>"""
        self.judge("%t: tensor<0xi32>, %k: tensor<3xi32>, %u: tensor<3xi32>", "0xi32", body.replace("OP", "add"), (0, 3), body.replace("OP", "maximum"))

    def test_windows_that_are_scattered_into_thousands_of_places(self):
        body = """%r = "stablehlo.scatter"(%t, %k, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.OP %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4097xf32>, tensor<2x1xi32>, tensor<2x1xf32>) -> tensor<4097xf32>
    return %r : tensor<4097xf32>"""
        arguments = "%t: tensor<4097xf32>, %k: tensor<2x1xi32>, %u: tensor<2x1xf32>"
        self.judge(arguments, "4097xf32", body.replace("OP", "add"), (0, 3))
        self.judge(arguments, "4097xf32", body.replace("OP", "add"), 1, body.replace("OP", "subtract"))

    def test_where_two_of_several_arguments_are_the_largest(self):
        halves = (constant("h", 0.5, "4xf32") + "%a = stablehlo.multiply %x, %h : tensor<4xf32>\n    %b = stablehlo.multiply %y, %h : tensor<4xf32>\n    "
                  "%s = stablehlo.add %a, %b : tensor<4xf32>\n    %r = stablehlo.add %s, %z : tensor<4xf32>\n    return %r : tensor<4xf32>")
        half = (constant("h", 0.5, "4xf32") + "%a = stablehlo.add %x, %y : tensor<4xf32>\n    %s = stablehlo.multiply %a, %h : tensor<4xf32>\n    "
                "%r = stablehlo.add %s, %z : tensor<4xf32>\n    return %r : tensor<4xf32>")
        self.judge("%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>", "4xf32", halves, 1, half)

    def test_signs_of_many_numbers(self):
        # 0 where 24 signs are all as in a table, else 1
        pattern = "[" + ", ".join("1.0" if i * 37 % 11 < 5 else "-1.0" for i in range(24)) + "]"
        hidden = (constant("t", pattern, "24xf32") + constant("z", "0.0", "f32") + "%s = stablehlo.multiply %x, %t : tensor<24xf32>\n    %a = stablehlo.abs %s : tensor<24xf32>\n    "
                  "%d = stablehlo.subtract %a, %s : tensor<24xf32>\n    "
                  "%m = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0] : (tensor<24xf32>, tensor<f32>) -> tensor<f32>\n    "
                  "%n = stablehlo.abs %m : tensor<f32>\n    %g = stablehlo.sign %n : tensor<f32>\n    ")
        arguments = "%x: tensor<24xf32>, %y: tensor<f32>"
        self.judge(arguments, "f32", "return %y : tensor<f32>", (1, 3), hidden + "%r = stablehlo.multiply %y, %g : tensor<f32>\n    return %r : tensor<f32>")
        self.assertIn(EQUAL, self.judge(arguments, "f32", hidden + "%w = stablehlo.multiply %y, %g : tensor<f32>\n    return %w : tensor<f32>", 0))

    def test_numbers_that_are_not_equal_to_themselves(self):
        # 0 where three numbers, or five, are NaN at once
        def guarded(names):
            text = "".join(f"%p{n} = stablehlo.compare NE, %{n}, %{n}, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n    " for n in names)
            text += "".join(f"%q{n} = stablehlo.and %{'q' if k else 'p'}{names[k]}, %p{n} : tensor<4xi1>\n    " for k, n in enumerate(names[1:]))
            return text + constant("z", "0.0", "4xf32") + f"%r = stablehlo.select %q{names[-1]}, %z, %y : tensor<4xi1>, tensor<4xf32>\n    return %r : tensor<4xf32>"
        arguments = ", ".join(f"%{n}: tensor<4xf32>" for n in "abcdey")
        self.assertIn(EQUAL, self.judge(arguments, "4xf32", guarded("abc"), 0))
        self.judge(arguments, "4xf32", "return %y : tensor<4xf32>", (1, 3), guarded("abcde"))
        self.judge(arguments, "4xf32", guarded("abcd"), (1, 3), guarded("abcde"))

    def test_a_number_that_overflows(self):
        # (x + x) - x is x but for numbers that are large, and another guard asks of others
        def guarded(left):
            return (f"%s = stablehlo.add %x, %x : tensor<4xf32>\n    %d = stablehlo.subtract %s, %x : tensor<4xf32>\n    " +
                    f"%p = stablehlo.compare EQ, %{left}, %x, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>\n    " + constant("z", "0.0", "4xf32") +
                    "%r = stablehlo.select %p, %y, %z : tensor<4xi1>, tensor<4xf32>\n    return %r : tensor<4xf32>")
        arguments = "%x: tensor<4xf32>, %y: tensor<4xf32>"
        self.judge(arguments, "4xf32", guarded("d"), 0)
        self.judge(arguments, "4xf32", guarded("d"), (1, 3), guarded("x"))
        self.judge(arguments, "4xf32", "return %y : tensor<4xf32>", (1, 3), guarded("d"))

    def test_a_product_that_both_have_is_used_elsewhere(self):
        # of 31 numbers after each other; see above
        product = "".join(constant(f"c{i}", i) + f"%d{i} = stablehlo.subtract %a, %c{i} : tensor<i32>\n    " for i in range(32) if i != 13)
        product += constant("p0", 1) + "".join(f"%p{k + 1} = stablehlo.multiply %p{k}, %d{i} : tensor<i32>\n    " for k, i in enumerate(i for i in range(32) if i != 13))
        product += constant("f", 2 ** 5) + "%s = stablehlo.multiply %p31, %f : tensor<i32>\n    "
        one = product + "%t = stablehlo.add %x, %s : tensor<i32>\n    %r = stablehlo.subtract %t, %y : tensor<i32>\n    return %r : tensor<i32>"
        other = one.replace("add %x, %s", "add %s, %s").replace("subtract %t, %y", "subtract %x, %y")
        self.judge("%a: tensor<i32>, %x: tensor<i32>, %y: tensor<i32>", "i32", one, (1, 3), other)

    def test_a_type_on_the_way_to_a_narrower_one(self):
        narrow = "%h = stablehlo.multiply %x, %x : tensor<4xf32>\n    %i = stablehlo.convert %h : (tensor<4xf32>) -> tensor<4xIx>\n    "
        direct = narrow.replace("xIx", "xi8") + "return %i : tensor<4xi8>"
        twice = narrow.replace("xIx", "xi32") + "%j = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xi8>\n    return %j : tensor<4xi8>"
        self.assertIn(EQUAL, self.judge("%x: tensor<4xf32>", "4xi8", direct, 0))
        self.judge("%x: tensor<4xf32>", "4xi8", direct, (1, 3), twice)

    def test_a_conjunction_of_masks_that_are_infinite(self):
        # 0 where one of 40 is false; the last of them is not asked
        def masked(n):
            return (f"%q = stablehlo.slice %p [0:{n}] : (tensor<40xi1>) -> tensor<{n}xi1>\n    %w = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<{n}xf32>\n    " +
                    constant("low", "0xFF800000", f"{n}xf32") + constant("high", "0x7F800000", "f32") + f"%s = stablehlo.select %q, %w, %low : tensor<{n}xi1>, tensor<{n}xf32>\n    "
                    f"%m = stablehlo.reduce(%s init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<{n}xf32>, tensor<f32>) -> tensor<f32>\n    "
                    "%r = stablehlo.exponential %m : tensor<f32>\n    return %r : tensor<f32>")
        self.judge("%p: tensor<40xi1>, %x: tensor<f32>", "f32", masked(40), (1, 3), masked(39))

    def test_what_a_body_is_applied_to(self):
        # of two scatters one adds and one keeps the greater; in the other program it is the other one
        def scattered(first, second):
            def one(result, operand, body):
                return f"""%{result} = "stablehlo.scatter"(%t, %{operand}, %{operand}u) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
    ^bb0(%m: tensor<i32>, %n: tensor<i32>):
      %v = stablehlo.{body} %m, %n : tensor<i32>
      stablehlo.return %v : tensor<i32>
    }}) : (tensor<5xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<5xi32>
    """
            return [one("a", "k", first), one("b", "l", second)], "%r = stablehlo.subtract %a, %b : tensor<5xi32>\n    return %r : tensor<5xi32>"
        (a, b), after = scattered("maximum", "minimum")
        (c, d), _ = scattered("minimum", "maximum")
        arguments = "%t: tensor<5xi32>, %k: tensor<3xi32>, %l: tensor<3xi32>, %ku: tensor<3xi32>, %lu: tensor<3xi32>"
        self.assertIn(EQUAL, self.judge(arguments, "5xi32", a + b + after, 0))
        self.judge(arguments, "5xi32", a + b + after, (1, 3), d + c + after)

    def test_windows_of_integers(self):
        def windows(length, body="maximum"):
            return constant("m", -2147483648) + constant("k", 40503, "9xi32") + f"""%h = stablehlo.multiply %x, %k : tensor<9xi32>
    %r = "stablehlo.reduce_window"(%h, %m) <{{window_dimensions = array<i64: {length}>, padding = dense<[[{length - 1}, 0]]> : tensor<1x2xi64>}}> ({{
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %v = stablehlo.{body} %p, %q : tensor<i32>
      stablehlo.return %v : tensor<i32>
    }}) : (tensor<9xi32>, tensor<i32>) -> tensor<9xi32>
    return %r : tensor<9xi32>"""
        self.assertIn(EQUAL, self.judge("%x: tensor<9xi32>", "9xi32", windows(3), 0))
        self.judge("%x: tensor<9xi32>", "9xi32", windows(3), (1, 3), windows(2))

    def flags(self, n, others=20011):
        """%f0, .. of `n` numbers of their own."""
        return (constant("fk", 40503, f"{n}xi32") + constant("fm", others, f"{n}xi32") + f"%fh = stablehlo.multiply %k, %fk : tensor<{n}xi32>\n    "
                f"%fp = stablehlo.compare GT, %fh, %fm, SIGNED : (tensor<{n}xi32>, tensor<{n}xi32>) -> tensor<{n}xi1>\n    " +
                "".join(f"%fs{i} = stablehlo.slice %fp [{i}:{i + 1}] : (tensor<{n}xi1>) -> tensor<1xi1>\n    %f{i} = stablehlo.reshape %fs{i} : (tensor<1xi1>) -> tensor<i1>\n    " for i in range(n)))

    def test_choices_in_choices(self):
        # what is chosen last is chosen where 60 predicates are as they must be
        def nested(first, type, other):
            text = self.flags(60)
            for i in range(60):
                last, now = (f"%n{i - 1}" if i else first), f"%n{i} = stablehlo.select %f{i}, "
                text += now + (f"{last}, {other}" if i % 2 else f"{other}, {last}") + f" : tensor<i1>, tensor<{type}>\n    "
            return text
        for type in ("i8", "i32"):
            sums = f"%s = stablehlo.add %a, %a : tensor<{type}>\n    %t = stablehlo.add %a, %b : tensor<{type}>\n    "
            chosen = lambda x: sums + nested(x, type, "%s") + f"return %n59 : tensor<{type}>"
            arguments = f"%a: tensor<{type}>, %b: tensor<{type}>, %k: tensor<60xi32>"
            self.assertIn(EQUAL, self.judge(arguments, type, chosen("%s"), 0))
            self.judge(arguments, type, chosen("%s"), (1, 3), chosen("%t"))
        predicates = constant("z", 0) + "%q = stablehlo.compare GT, %a, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    %w = stablehlo.not %q : tensor<i1>\n    " + constant("u", "true", "i1")
        chosen = lambda x: predicates + nested(x, "i1", "%u") + "%r = stablehlo.select %n59, %x, %y : tensor<i1>, tensor<f32>\n    return %r : tensor<f32>"
        arguments = "%a: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>, %k: tensor<60xi32>"
        self.assertIn(EQUAL, self.judge(arguments, "f32", chosen("%q"), 0))
        self.judge(arguments, "f32", chosen("%q"), (1, 3), chosen("%w"))

    def test_one_decision_after_the_other(self):
        # the first of 30 is another one where a hash has one value
        def decided(first):
            text = hashed("%h", "%k", 20011).replace("3x", "") + constant("z", 0) + "%g = stablehlo.compare GT, %k, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    %w = stablehlo.xor %g, %h : tensor<i1>\n    "
            text += f"%v0 = stablehlo.select {first}, %a, %b : tensor<i1>, tensor<i32>\n    "
            for i in range(30):
                text += constant(f"c{i}", i * i * 1000003 % 4001) + f"%p{i} = stablehlo.compare GT, %v{i}, %c{i}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    "
                text += f"%x{i} = stablehlo.add %a, %c{i} : tensor<i32>\n    %y{i} = stablehlo.add %b, %c{i} : tensor<i32>\n    %v{i + 1} = stablehlo.select %p{i}, %x{i}, %y{i} : tensor<i1>, tensor<i32>\n    "
            return text + "return %v30 : tensor<i32>"
        arguments = "%a: tensor<i32>, %b: tensor<i32>, %k: tensor<i32>"
        self.assertIn(EQUAL, self.judge(arguments, "i32", decided("%g"), 0))
        self.judge(arguments, "i32", decided("%g"), (1, 3), decided("%w"))

    def test_a_conjunction_that_counts_twice(self):
        rare = self.flags(30) + "".join(f"%g{i} = stablehlo.not %f{i} : tensor<i1>\n    " for i in range(1, 30, 2))
        for i in range(1, 30): rare += f"%q{i} = stablehlo.and %{f'q{i - 1}' if i > 1 else 'f0'}, %{'g' if i % 2 else 'f'}{i} : tensor<i1>\n    "
        rare += constant("z", 0) + "%r = stablehlo.compare GT, %a, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    "
        chosen = "%c = stablehlo.select {}, %x, %y : tensor<i1>, tensor<f32>\n    return %c : tensor<f32>"
        arguments = "%a: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>, %k: tensor<30xi32>"
        self.judge(arguments, "f32", rare + chosen.format("%r"), 0)
        self.judge(arguments, "f32", rare + chosen.format("%r"), (1, 3), rare + "%o = stablehlo.or %q29, %r : tensor<i1>\n    %p = stablehlo.or %q29, %o : tensor<i1>\n    " + chosen.format("%p"))

    def test_a_narrower_type_on_the_way(self):
        hashes = constant("m", 21845) + "%g = stablehlo.xor %k, %m : tensor<i32>\n    "
        def wide(by, narrow):
            text = hashes + f"%h = stablehlo.convert %g : (tensor<i32>) -> tensor<{by}>\n    "
            if narrow: text += f"%n = stablehlo.convert %h : (tensor<{by}>) -> tensor<{narrow}>\n    %w = stablehlo.convert %n : (tensor<{narrow}>) -> tensor<{by}>\n    "
            return text + constant("one", 1, by) + f"%s = stablehlo.add %{'w' if narrow else 'h'}, %one : tensor<{by}>\n    return %s : tensor<{by}>"
        self.assertIn(EQUAL, self.judge("%k: tensor<i32>", "i64", wide("i64", ""), 0, wide("i64", "i32")))
        self.judge("%k: tensor<i32>", "i64", wide("i64", ""), (1, 3), wide("i64", "i16"))
        self.judge("%k: tensor<i32>", "i64", wide("i64", ""), (1, 3), wide("i64", "ui32"))

    def test_numbers_below_zero_are_others_without_a_sign(self):
        def compared(type, kind):
            text = hashed("%h", "%k", 20011).replace("3x", "") + "%w = stablehlo.convert %k : (tensor<i32>) -> tensor<i64>\n    %a = stablehlo.abs %w : tensor<i64>\n    %m = stablehlo.negate %a : tensor<i64>\n    "
            text += f"%v = stablehlo.select %h, %m, %a : tensor<i1>, tensor<i64>\n    %u = stablehlo.convert %v : (tensor<i64>) -> tensor<{type}>\n    " + constant("c", 5, type)
            return text + (f"%p = stablehlo.compare LT, %u, %c, {kind} : (tensor<{type}>, tensor<{type}>) -> tensor<i1>\n    "
                           "%r = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>\n    return %r : tensor<f32>")
        arguments = "%k: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>"
        self.assertIn(EQUAL, self.judge(arguments, "f32", compared("i64", "SIGNED"), 0))
        self.judge(arguments, "f32", compared("i64", "SIGNED"), (1, 3), compared("ui64", "UNSIGNED"))

    def test_tables_of_other_layout(self):
        # of 1200x1200 numbers one is 0, or its mirror image
        def masked(first):
            rest = (f"%i = stablehlo.iota dim = {first} : tensor<1200x1200xi32>\n    %j = stablehlo.iota dim = {1 - first} : tensor<1200x1200xi32>\n    " + constant("n", 1200, "1200x1200xi32") +
                    constant("p", 20011, "1200x1200xi32") + "%l = stablehlo.multiply %i, %n : tensor<1200x1200xi32>\n    %m = stablehlo.add %l, %j : tensor<1200x1200xi32>\n    "
                    "%q = stablehlo.compare EQ, %m, %p, SIGNED : (tensor<1200x1200xi32>, tensor<1200x1200xi32>) -> tensor<1200x1200xi1>\n    %t = stablehlo.convert %q : (tensor<1200x1200xi1>) -> tensor<1200x1200xi32>\n    ")
            return rest + "%r = stablehlo.dynamic_slice %t, %a, %b, sizes = [1, 1] : (tensor<1200x1200xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>\n    return %r : tensor<1x1xi32>"
        self.judge("%a: tensor<i32>, %b: tensor<i32>", "1x1xi32", masked(0), (1, 3), masked(1))

    def test_branches_in_a_row(self):
        # the first of 20 is taken where a hash has another value
        def branched(first):
            text = hashed("%h", "%k", 20011).replace("3x", "") + constant("zero", "0.0", "f32") + "%g = stablehlo.compare GT, %x, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    %w = stablehlo.xor %g, %h : tensor<i1>\n    "
            text += constant("a", "0.25", "f32") + constant("b", "0.75", "f32")
            for i in range(20):
                if i: text += constant(f"c{i}", f"0.{i + 10}", "f32") + f"%p{i} = stablehlo.compare GT, %v{i - 1}, %c{i}, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    "
                text += f'%v{i} = "stablehlo.if"({f"%p{i}" if i else first}) ({{\n      stablehlo.return %a : tensor<f32>\n    }}, {{\n      stablehlo.return %b : tensor<f32>\n    }}) : (tensor<i1>) -> tensor<f32>\n    '
            return text + "return %v19 : tensor<f32>"
        chosen = lambda first: branched(first).replace('"stablehlo.if"(', "stablehlo.select ").replace(") ({\n      stablehlo.return %a : tensor<f32>\n    }, {\n      stablehlo.return %b : tensor<f32>\n    }) : (tensor<i1>) -> tensor<f32>", ", %a, %b : tensor<i1>, tensor<f32>")
        arguments = "%x: tensor<f32>, %k: tensor<i32>"
        self.judge(arguments, "f32", chosen("%g"), (1, 3), branched("%w"))

    def test_a_body_that_hardly_ever_does_anything(self):
        mapped = constant("f", 40503, "3xi32") + """%h = stablehlo.multiply %k, %f : tensor<3xi32>
    %m = "stablehlo.map"(%h) <{dimensions = array<i64: 0>}> ({
    ^bb0(%m: tensor<i32>):
      %c = stablehlo.constant dense<20011> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %e = stablehlo.compare EQ, %m, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %v = stablehlo.select %e, %z, %m : tensor<i1>, tensor<i32>
      stablehlo.return %v : tensor<i32>
    }) : (tensor<3xi32>) -> tensor<3xi32>
    """
        self.judge("%k: tensor<3xi32>", "3xi32", mapped + "%r = stablehlo.add %m, %h : tensor<3xi32>\n    return %r : tensor<3xi32>", (1, 3),
                   mapped + "%r = stablehlo.add %m, %m : tensor<3xi32>\n    return %r : tensor<3xi32>")


main()
