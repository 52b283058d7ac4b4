#!/usr/bin/env python3
"""Programs that agree in every run and are not known to agree whatever ops on integers decide: python3 free_reading_test.py PARTIR SOURCE_DIR DATA_DIR

Each wrong program differs where no run gets to: the values that its tests compare hardly ever differ."""
from cli import OnTwoDevices, main

EQUAL = "equal whatever comparisons, indices and other ops on integers make of their operands"
AT_PLACES = "equal at every place that an index may name"


def constant(name, value, type="i32"):
    return f"%{name} = stablehlo.constant dense<{value}> : tensor<{type}>\n    "


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

    def rows(self, offset, length):
        """The row of a table that an index names: of its upper half where the index less `offset` is below `length`, else of the lower."""
        return (constant("o", offset, "3xi32") + constant("z", 0, "3xi32") + constant("n", length, "3xi32") + constant("l", 4, "3xi32") +
                "%part = stablehlo.slice %t [5:10, 0:2] : (tensor<10x2xf32>) -> tensor<5x2xf32>\n    %low = stablehlo.slice %t [0:5, 0:2] : (tensor<10x2xf32>) -> tensor<5x2xf32>\n    "
                "%zero = stablehlo.constant dense<0> : tensor<3xi32>\n    %nine = stablehlo.constant dense<9> : tensor<3xi32>\n    %c = stablehlo.clamp %zero, %k, %nine : tensor<3xi32>\n    " +
                "".join(f"""%i{w} = stablehlo.subtract %c, %{'o' if w == 'a' else 'z'} : tensor<3xi32>
    %g{w} = stablehlo.compare GE, %i{w}, %z, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %h{w} = stablehlo.compare LT, %i{w}, %n, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %p{w} = stablehlo.and %g{w}, %h{w} : tensor<3xi1>
    %j{w} = stablehlo.clamp %z, %i{w}, %l : tensor<3xi32>
    %v{w} = "stablehlo.gather"(%{t}, %j{w}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}}> : (tensor<5x2xf32>, tensor<3xi32>) -> tensor<3x2xf32>
    %q{w} = stablehlo.broadcast_in_dim %p{w}, dims = [0] : (tensor<3xi1>) -> tensor<3x2xi1>
    %s{w} = stablehlo.select %q{w}, %v{w}, %f0 : tensor<3x2xi1>, tensor<3x2xf32>
    """ for w, t in (("a", "part"), ("b", "low"))) +
                "%r = stablehlo.add %sa, %sb : tensor<3x2xf32>\n    return %r : tensor<3x2xf32>").replace("%part = ", '%f0 = stablehlo.constant dense<0.0> : tensor<3x2xf32>\n    %part = ', 1)

    def test_an_index_into_parts(self):
        whole = """%r = "stablehlo.gather"(%t, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<10x2xf32>, tensor<3xi32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32>"""
        arguments = "%t: tensor<10x2xf32>, %k: tensor<3xi32>"
        self.assertIn(AT_PLACES, self.judge(arguments, "3x2xf32", whole, 0, self.rows(5, 5)))
        self.judge(arguments, "3x2xf32", whole, 1, self.rows(4, 5))
        self.judge(arguments, "3x2xf32", whole, 1, self.rows(5, 4))

    def test_indices_are_not_combined(self):
        # another row where two indices have one pair of values
        whole = """%r = "stablehlo.gather"(%t, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<1000x2xf32>, tensor<3xi32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32>"""
        turned = (constant("c", "[317, 811, 44]", "3xi32") + constant("one", 1, "3xi32") + constant("true", "true", "i1") +
                  "%e = stablehlo.compare EQ, %k, %c, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>\n    "
                  "%all = stablehlo.reduce(%e init: %true) applies stablehlo.and across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>\n    "
                  "%m = stablehlo.add %k, %one : tensor<3xi32>\n    %w = stablehlo.broadcast_in_dim %all, dims = [] : (tensor<i1>) -> tensor<3xi1>\n    "
                  "%k2 = stablehlo.select %w, %m, %k : tensor<3xi1>, tensor<3xi32>\n    " + whole.replace("(%t, %k)", "(%t, %k2)"))
        self.judge("%t: tensor<1000x2xf32>, %k: tensor<3xi32>", "3x2xf32", whole, (1, 3), turned)

    def test_where_two_of_several_arguments_are_the_largest(self):
        halves = (constant("h", 0.5, "4xf32") + "%a = stablehlo.multiply %x, %h : tensor<4xf32>\n    %b = stablehlo.multiply %y, %h : tensor<4xf32>\n    "
                  "%s = stablehlo.add %a, %b : tensor<4xf32>\n    %r = stablehlo.add %s, %z : tensor<4xf32>\n    return %r : tensor<4xf32>")
        half = (constant("h", 0.5, "4xf32") + "%a = stablehlo.add %x, %y : tensor<4xf32>\n    %s = stablehlo.multiply %a, %h : tensor<4xf32>\n    "
                "%r = stablehlo.add %s, %z : tensor<4xf32>\n    return %r : tensor<4xf32>")
        self.judge("%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>", "4xf32", halves, 1, half)


main()
