#!/usr/bin/env python3
"""Flags and attributes with which an op means less than without, or promises something: python3 flags_test.py PARTIR SOURCE_DIR DATA_DIR

What they say is not judged, so that a program with them is unsupported: exit code 2, at the op."""
from cli import Case, main, partir

UPSTREAM = """mesh.mesh @mesh(shape = 2)
func.func @main({parameters}) -> {result} {{
{body}
}}
"""
PLAIN = """module attributes {{mhlo.num_partitions = 1 : i32}} {{
func.func @main(%a: tensor<4x8xf32> {{mhlo.sharding = "{{replicated}}"}}, %b: tensor<8x2xf32> {{mhlo.sharding = "{{replicated}}"}}) -> (tensor<4x2xf32> {{mhlo.sharding = "{{replicated}}"}}) {{
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]{precision} : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %e = "stablehlo.exponential"(%p){accuracy} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %e : tensor<4x2xf32>
}}
}}
"""


class Flags(Case):
    def verify(self, spec, impl):
        return partir("verify", self.file("spec.mlir", spec), self.file("impl.mlir", impl))

    def accepted(self, spec, impl):
        run = self.verify(spec, impl)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def unsupported(self, spec, impl, *words):
        run = self.verify(spec, impl)
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        for word in ("impl.mlir:", "error: unsupported", *words):
            self.assertIn(word, run.stderr)

    def upstream(self, parameters, result, right, wrong, *words):
        """Bodies of one program, on whole tensors on every device."""
        text = [UPSTREAM.format(parameters=parameters, result=result, body=body) for body in (right, wrong)]
        self.accepted(text[0], text[0])
        self.unsupported(text[0], text[1], *words)

    def test_overflow_flags(self):
        for op, flag in (("addi", "nsw"), ("subi", "nuw"), ("muli", "nsw"), ("shli", "nuw")):
            body = f"  %c = arith.{op} %a, %b FLAG : tensor<4xi32>\n  return %c : tensor<4xi32>"
            self.upstream("%a: tensor<4xi32>, %b: tensor<4xi32>", "tensor<4xi32>", body.replace("FLAG ", ""),
                          body.replace("FLAG", f"overflow<{flag}>"), f"arith.{op}", "overflow flags", flag)

    def test_fast_math_flags(self):
        for op, flag in (("addf", "nnan"), ("divf", "ninf"), ("maximumf", "nnan"), ("mulf", "reassoc"), ("subf", "contract")):
            body = f"  %c = arith.{op} %a, %bFLAG : tensor<4xf32>\n  return %c : tensor<4xf32>"
            self.upstream("%a: tensor<4xf32>, %b: tensor<4xf32>", "tensor<4xf32>", body.replace("FLAG", ""),
                          body.replace("FLAG", f" fastmath<{flag}>"), f"arith.{op}", "fast-math flags", flag)
        body = "  %c = math.exp %aFLAG : tensor<4xf32>\n  return %c : tensor<4xf32>"
        self.upstream("%a: tensor<4xf32>", "tensor<4xf32>", body.replace("FLAG", ""), body.replace("FLAG", " fastmath<ninf>"), "math.exp", "ninf")

    def test_flags_of_a_later_arith(self):
        body = "  %c = arith.extui %a ATTRIBUTES: tensor<4xi8> to tensor<4xi32>\n  return %c : tensor<4xi32>"
        self.upstream("%a: tensor<4xi8>", "tensor<4xi32>", body.replace("ATTRIBUTES", "{mine.note = 1 : i32} "), body.replace("ATTRIBUTES", "{nneg} "),
                      "arith.extui", "nneg")
        inside = """  %e = tensor.empty() : tensor<4xi32>
  %c = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %o: i32):
    %three = arith.constant 3 : i32
    %y = arith.shrui %x, %three ATTRIBUTES: i32
    linalg.yield %y : i32
  } -> tensor<4xi32>
  return %c : tensor<4xi32>"""
        self.upstream("%a: tensor<4xi32>", "tensor<4xi32>", inside.replace("ATTRIBUTES", ""), inside.replace("ATTRIBUTES", "{isExact} "), "arith.shrui", "isExact")

    def test_rounding_modes(self):
        body = "  %c = arith.truncf %a MODE : tensor<4xf32> to tensor<4xbf16>\n  return %c : tensor<4xbf16>"
        for mode in ("downward", "upward", "toward_zero", "to_nearest_away"):
            self.upstream("%a: tensor<4xf32>", "tensor<4xbf16>", body.replace("MODE ", ""), body.replace("MODE", mode), "arith.truncf", mode)
        self.accepted(*(UPSTREAM.format(parameters="%a: tensor<4xf32>", result="tensor<4xbf16>", body=body.replace("MODE ", m))
                        for m in ("", "to_nearest_even ")))

    def test_conversions_outside_of_the_range(self):
        bounds = "  %least = arith.constant dense<-128.0> : tensor<4xf32>\n  %most = arith.constant dense<LIMIT> : tensor<4xf32>\n"
        clamp = bounds + "  %l = arith.maximumf %a, %least : tensor<4xf32>\n  %x = arith.minimumf %l, %most : tensor<4xf32>\n"
        end = "  %c = arith.fptosi %x : tensor<4xf32> to tensor<4xi8>\n  return %c : tensor<4xi8>"
        right = clamp.replace("LIMIT", "127.0") + end
        self.upstream("%a: tensor<4xf32>", "tensor<4xi8>", right, end.replace("%x", "%a"), "arith.fptosi", "clamp")
        self.upstream("%a: tensor<4xf32>", "tensor<4xi8>", right, clamp.replace("LIMIT", "200.0") + end, "arith.fptosi", "clamp")
        self.upstream("%a: tensor<4xf32>", "tensor<4xi8>", right, bounds.replace("LIMIT", "127.0") + "  %x = arith.minimumf %a, %most : tensor<4xf32>\n" + end,
                      "arith.fptosi", "clamp")
        # the last of both limits decides
        crossed = bounds.replace("-128.0", "200.0").replace("LIMIT", "100.0") + """  %h = arith.minimumf %a, %most : tensor<4xf32>
  %x = arith.maximumf %h, %least : tensor<4xf32>
"""
        self.upstream("%a: tensor<4xf32>", "tensor<4xi8>", right, crossed + end, "arith.fptosi", "clamp")
        # what is cut off is no part of the integer, but what is rounded up is
        fraction = clamp.replace("LIMIT", "127.5") + end
        rounded = fraction.replace("arith.fptosi %x", "arith.fptosi %r").replace("  %c =", "  %r = math.roundeven %x : tensor<4xf32>\n  %c =")
        self.upstream("%a: tensor<4xf32>", "tensor<4xi8>", fraction, rounded, "arith.fptosi", "clamp")

    def test_conversions_whose_result_is_chosen_in_the_range_only(self):
        # in these forms upstream lowers tosa.cast, where the greatest integer is no float of the operand's type
        body = """  %e = tensor.empty() : tensor<4xTO>
  %c = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<4xFROM>) outs(%e : tensor<4xTO>) {
  ^bb0(%x: FROM, %o: TO):
    %n = math.roundeven %x : FROM
    %least = arith.constant LEAST : FROM
    %beyond = arith.constant BEYOND : FROM
    %most = arith.constant MOST : TO
    %l = arith.maximumf %n, %least : FROM
    %i = arith.fptosi %l : FROM to TO
    %above = arith.cmpf uge, %n, %beyond : FROM
    %y = arith.select %above, %most, %i : TO
    linalg.yield %y : TO
  } -> tensor<4xTO>
  return %c : tensor<4xTO>"""
        for source, to, bits in (("f32", "i32", 32), ("bf16", "i16", 16)):
            text = body.replace("LEAST", f"{-2.0 ** (bits - 1):.9e}").replace("BEYOND", f"{2.0 ** (bits - 1):.9e}").replace("MOST", str(2 ** (bits - 1) - 1))
            text = text.replace("FROM", source).replace("TO", to)
            for wrong in (text.replace("uge", "ugt"), text.replace("%above, %most, %i", "%above, %i, %most"), text.replace("linalg.yield %y", "linalg.yield %i")):
                self.upstream(f"%a: tensor<4x{source}>", f"tensor<4x{to}>", text, wrong, "arith.fptosi", "clamp")
        half = """  %n = math.roundeven %a : tensor<4xf16>
  %i = arith.fptosi %n : tensor<4xf16> to tensor<4xi32>
  %above = arith.constant dense<0x7C00> : tensor<4xf16>
  %below = arith.constant dense<0xFC00> : tensor<4xf16>
  %most = arith.constant dense<2147483647> : tensor<4xi32>
  %least = arith.constant dense<-2147483648> : tensor<4xi32>
  %p = arith.cmpf ueq, %n, %above : tensor<4xf16>
  %q = arith.cmpf ueq, %n, %below : tensor<4xf16>
  %h = arith.select %p, %most, %i : tensor<4xi1>, tensor<4xi32>
  %c = arith.select %q, %least, %h : tensor<4xi1>, tensor<4xi32>
  return %c : tensor<4xi32>"""
        self.upstream("%a: tensor<4xf16>", "tensor<4xi32>", half, half.replace("0xFC00", "0x7C00"), "arith.fptosi", "clamp")

    def test_indices_outside_of_a_tensor(self):
        start = "  %q = tensor.extract %i[] : tensor<i32>\n  %z = arith.constant 0 : i32\n  %m = arith.constant LAST : i32\n"
        clamp = start + "  %l = arith.maxsi %q, %z : i32\n  %n = arith.minsi %l, %m : i32\n  %j = arith.index_cast %n : i32 to index\n"
        for op, result, last in (("%v = tensor.extract_slice %t[%j] [4] [1] : tensor<8xf32> to tensor<4xf32>", "tensor<4xf32>", 4),
                                 ("%v = tensor.insert_slice %u into %t[%j] [4] [1] : tensor<4xf32> into tensor<8xf32>", "tensor<8xf32>", 4)):
            end = f"  {op}\n  return %v : {result}"
            right = clamp.replace("LAST", str(last)) + end
            of_both = "%t: tensor<8xf32>, %u: tensor<4xf32>, %i: tensor<i32>"
            self.upstream(of_both, result, right, clamp.replace("LAST", str(last + 1)) + end, "clamp to 0 .. 4")
            self.upstream(of_both, result, right, start.replace("LAST", "0") + "  %j = arith.index_cast %q : i32 to index\n" + end, "clamp to 0 .. 4")

    def test_indices_that_constants_make(self):
        insert = "  %v = tensor.insert_slice %u into %t[AT] [4] [1] : tensor<4xf32> into tensor<8xf32>\n  return %v : tensor<8xf32>"
        of_both = "%t: tensor<8xf32>, %u: tensor<4xf32>"
        made = "  %two = arith.constant 2 : index\n  %n = arith.constant N : index\n  %k = arith.muli %n, %two : index\n" + insert.replace("AT", "%k")
        self.upstream(of_both, "tensor<8xf32>", insert.replace("AT", "4"), insert.replace("AT", "6"), "tensor.insert_slice", "6", "0 .. 4")
        self.upstream(of_both, "tensor<8xf32>", made.replace("N", "2"), made.replace("N", "3"), "tensor.insert_slice", "0 .. 4")
        element = "  %k = arith.constant AT : index\n  %e = tensor.extract %t[%k] : tensor<8xf32>\n  %v = tensor.splat %e : tensor<4xf32>\n  return %v : tensor<4xf32>"
        self.upstream(of_both, "tensor<4xf32>", element.replace("AT", "7"), element.replace("AT", "8"), "tensor.extract", "0 .. 7")

    def test_indices_that_wrap_between_their_limits(self):
        body = """  %q = tensor.extract %i[] : tensor<i64>
  %least = arith.constant 0 : TYPE
  %most = arith.constant 4 : i64
  %h = arith.minsi %q, %most : i64
  CAST
  %l = arith.maxsi %n, %least : TYPE
  %k = arith.index_cast %l : TYPE to index
  %v = tensor.extract_slice %t[%k] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %v : tensor<4xf32>"""
        narrow = body.replace("CAST", "%j = arith.index_cast %h : i64 to index\n  %n = arith.index_cast %j : index to i32").replace("TYPE", "i32")
        self.upstream("%t: tensor<8xf32>, %i: tensor<i64>", "tensor<4xf32>", body.replace("CAST\n  ", "").replace("%n,", "%h,").replace("TYPE", "i64"), narrow, "clamp to 0 .. 4")

    def test_indices_that_share_their_operands_end(self):
        start = "  %x0 = tensor.extract %i[] : tensor<index>\n"
        end = "  %v = tensor.extract_slice %t[%AT] [4] [1] : tensor<8xf32> to tensor<4xf32>\n  return %v : tensor<4xf32>"
        clamp = "  %z = arith.constant 0 : index\n  %m = arith.constant 4 : index\n  %l = arith.maxsi %x0, %z : index\n  %k = arith.minsi %l, %m : index\n"
        shared = "".join(f"  %x{n + 1} = arith.maxsi %x{n}, %x{n} : index\n" for n in range(100))
        self.upstream("%t: tensor<8xf32>, %i: tensor<index>", "tensor<4xf32>", start + clamp + end.replace("AT", "k"), start + shared + end.replace("AT", "x100"), "clamp to 0 .. 4")

    def test_indices_that_devices_make(self):
        spec = UPSTREAM.format(parameters="%t: tensor<8xf32>", result="tensor<8xf32>", body="""  %whole = mesh.sharding @mesh split_axes = [[]] : !mesh.sharding
  %parts = mesh.sharding @mesh split_axes = [[0]] : !mesh.sharding
  %a = mesh.shard %t to %whole : tensor<8xf32>
  %b = mesh.shard %a to %whole annotate_for_users : tensor<8xf32>
  %n = arith.negf %b : tensor<8xf32>
  %c = mesh.shard %n to %parts : tensor<8xf32>
  %d = mesh.shard %c to %parts annotate_for_users : tensor<8xf32>
  return %d : tensor<8xf32>""")
        part = """  %n = arith.negf %t : tensor<8xf32>
  %v = tensor.extract_slice %n[%k] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %v : tensor<4xf32>"""
        number = "  %p = mesh.process_linear_index on @mesh : index\n"
        times = number + "  %each = arith.constant EACH : index\n  %k = arith.muli %p, %each : index\n" + part

        def impl(body):
            return UPSTREAM.format(parameters="%t: tensor<8xf32>", result="tensor<4xf32>", body=body)
        self.accepted(spec, impl(times.replace("EACH", "4")))
        self.accepted(spec, impl(number.replace("linear", "multi") + "  %k = affine.apply affine_map<(d0) -> (d0 * 4)>(%p)\n" + part))
        # the offset would be moved inside
        self.unsupported(spec, impl(times.replace("EACH", "5")), "5 on device 1", "0 .. 4")
        self.unsupported(spec, impl(number + "  %k = affine.apply affine_map<(d0) -> (d0 * 8 - d0 floordiv 2)>(%p)\n" + part), "8 on device 1", "0 .. 4")

    def test_attributes_of_a_later_tosa(self):
        body = "  %c = tosa.maximum %a, %b ATTRIBUTES: (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n  return %c : tensor<4xf32>"
        self.upstream("%a: tensor<4xf32>, %b: tensor<4xf32>", "tensor<4xf32>", body.replace("ATTRIBUTES", ""),
                      body.replace("ATTRIBUTES", '{nan_mode = "IGNORE"} '), "tosa.maximum", "nan_mode")

    def test_precision_below_that_of_spec(self):
        asked = {p: PLAIN.format(precision=f", precision = [{p}, {p}]", accuracy="") for p in ("DEFAULT", "HIGH", "HIGHEST")}
        none = PLAIN.format(precision="", accuracy="")
        for spec, impl in (("HIGHEST", "HIGH"), ("HIGHEST", "DEFAULT"), ("HIGH", "DEFAULT")):
            self.unsupported(asked[spec], asked[impl], "stablehlo.dot_general", f"precision {impl}", f"SPEC asks for {spec}", "spec.mlir:3:")
        self.unsupported(asked["HIGH"], none, "precision DEFAULT")
        for spec, impl in (("HIGHEST", "HIGHEST"), ("HIGH", "HIGHEST"), ("DEFAULT", "DEFAULT")):
            self.accepted(asked[spec], asked[impl])
        self.accepted(none, asked["HIGHEST"])
        # operand by operand
        both = {(a, b): PLAIN.format(precision=f", precision = [{a}, {b}]", accuracy="") for a in ("DEFAULT", "HIGHEST") for b in ("DEFAULT", "HIGHEST")}
        self.accepted(both["HIGHEST", "DEFAULT"], both["HIGHEST", "DEFAULT"])
        for impl in (("DEFAULT", "DEFAULT"), ("DEFAULT", "HIGHEST")):
            self.unsupported(both["HIGHEST", "DEFAULT"], both[impl], "precision DEFAULT", "SPEC asks for HIGHEST")
        self.unsupported(both["DEFAULT", "HIGHEST"], both["HIGHEST", "DEFAULT"], "precision DEFAULT", "SPEC asks for HIGHEST")

    def test_precision_of_products_of_other_rows(self):
        def text(first, second):
            return f"""module attributes {{mhlo.num_partitions = 1 : i32}} {{
func.func @main(%x: tensor<4x8xf32> {{mhlo.sharding = "{{replicated}}"}}, %w: tensor<4x4xf32> {{mhlo.sharding = "{{replicated}}"}}) -> (tensor<4x4xf32> {{mhlo.sharding = "{{replicated}}"}}, tensor<4x4xf32> {{mhlo.sharding = "{{replicated}}"}}) {{
  %a = stablehlo.slice %x [0:4, 0:4] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %b = stablehlo.slice %x [0:4, 4:8] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %p = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0], precision = [{first}, {first}] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %q = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0], precision = [{second}, {second}] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %p, %q : tensor<4x4xf32>, tensor<4x4xf32>
}}
}}
"""
        # which of the two a product of IMPL is, is not known
        mixed = text("HIGHEST", "DEFAULT")
        self.accepted(mixed, text("HIGHEST", "HIGHEST"))
        for impl in (mixed, text("HIGHEST", "HIGH")):
            self.unsupported(mixed, impl, "SPEC asks for HIGHEST", "impl.mlir:6:", "spec.mlir:5:")
        for impl in (text("DEFAULT", "DEFAULT"), text("DEFAULT", "HIGHEST")):
            self.unsupported(mixed, impl, "precision DEFAULT", "impl.mlir:5:")

    def test_precision_below_that_of_the_same_product(self):
        def text(first, second):
            lies = 'mhlo.sharding = "{replicated}"'
            return f"""module attributes {{mhlo.num_partitions = 1 : i32}} {{
func.func @main(%a: tensor<4x4xf32> {{{lies}}}, %b: tensor<4x4xf32> {{{lies}}}) -> (tensor<4x4xf32> {{{lies}}}) {{
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [{first}, {first}] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %q = stablehlo.dot_general %p, %b, contracting_dims = [1] x [0], precision = [{second}, {second}] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %q : tensor<4x4xf32>
}}
}}
"""
        mixed = text("HIGHEST", "DEFAULT")
        for impl in (mixed, text("HIGHEST", "HIGH"), text("HIGHEST", "HIGHEST")):
            self.accepted(mixed, impl)
        for impl in (text("DEFAULT", "HIGHEST"), text("DEFAULT", "DEFAULT"), text("HIGH", "DEFAULT")):
            self.unsupported(mixed, impl, "impl.mlir:3:", "SPEC asks for HIGHEST", "spec.mlir:3:")
        # that product is nowhere in SPEC
        self.unsupported(mixed, mixed.replace("%p, %b, con", "%p, %p, con"), "impl.mlir:4:", "SPEC asks for HIGHEST")

    def test_an_algorithm_is_as_precise_as_its_types(self):
        algorithm = (", algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, "
                     "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>")
        exact, highest, none = (PLAIN.format(precision=p, accuracy="") for p in (algorithm, ", precision = [HIGHEST, HIGHEST]", ""))
        self.unsupported(exact, none, "precision DEFAULT", "by an algorithm", "spec.mlir:3:")
        for spec, impl in ((exact, exact), (exact, highest), (highest, exact), (none, exact)):
            self.accepted(spec, impl)

    def test_results_in_place_of_two_parameters(self):
        def text(first, second, module=""):
            lies = 'mhlo.sharding = "{replicated}"'
            return f"""module attributes {{mhlo.num_partitions = 1 : i32{module}}} {{
func.func @main(%a: tensor<6xf32> {{{lies}{first}}}, %b: tensor<6xf32> {{{lies}{second}}}) -> (tensor<6xf32> {{{lies}}}, tensor<6xf32> {{{lies}}}) {{
  %s = stablehlo.subtract %a, %b : tensor<6xf32>
  %m = stablehlo.maximum %a, %b : tensor<6xf32>
  return %s, %m : tensor<6xf32>, tensor<6xf32>
}}
}}
"""

        def aliases(*pairs):
            entries = [f'{{alias = {{kind = "may_alias", parameter_index = array<i64>, parameter_number = {p} : i64}}, output_index = array<i64: {r}>}}' for p, r in pairs]
            return f", mhlo.input_output_alias = [{', '.join(entries)}]"
        zero, one = (f", tf.aliasing_output = {i} : i32" for i in (0, 1))
        plain = text("", "")
        for right in (text(zero, one), text(one, zero), text(zero, ""), text("", "", aliases((0, 1), (1, 0))), text(zero, one, aliases((0, 0), (1, 1)))):
            self.accepted(plain, right)
        for wrong in (text(zero, zero), text("", "", aliases((0, 1), (1, 1))), text(one, "", aliases((1, 1)))):
            for spec, impl in ((plain, wrong), (wrong, plain)):
                self.assertError(self.verify(spec, impl), 2, r"\.mlir:2:\d+: error: parameter 1 \(%b\) aliases result [01], as parameter 0 \(%a\) does")
        self.assertError(self.verify(plain, text(zero, ", tf.aliasing_output = 7 : i32")), 2, r"\.mlir:2:\d+: error: parameter 1 \(%b\) aliases result 7, but there are only 2")
        half = text(zero, "").replace("(tensor<6xf32> {mhlo", "(tensor<3xf32> {mhlo", 1)
        self.assertNotEqual(half, text(zero, ""))
        half = half.replace("return %s, %m : tensor<6xf32>", "%h = stablehlo.slice %s [0:3] : (tensor<6xf32>) -> tensor<3xf32>\n  return %h, %m : tensor<3xf32>")
        self.assertError(self.verify(half.replace(zero, ""), half), 2, r"\.mlir:2:\d+: error: parameter 0 \(%a\) aliases result 0, which has 12 bytes where the parameter has 24")

    def test_results_that_may_be_off(self):
        loose = " <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-01, rtol = 0.000000e+00, ulps = 0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}>"
        highest = " <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}>"
        none, off, exact = (PLAIN.format(precision="", accuracy=a) for a in ("", loose, highest))
        self.unsupported(none, off, "stablehlo.exponential", "TOLERANCE")
        self.accepted(off, off)
        self.accepted(off, none)
        self.accepted(none, exact)
        self.accepted(exact, exact)
        self.assertError(self.verify(exact, none), 2, r"spec\.mlir:4:\d+: error: unsupported: op 'stablehlo.exponential' asks for the accuracy HIGHEST in SPEC")

        def two(first, second):
            return f"""module attributes {{mhlo.num_partitions = 1 : i32}} {{
func.func @main(%a: tensor<4xf32> {{mhlo.sharding = "{{replicated}}"}}, %b: tensor<4xf32> {{mhlo.sharding = "{{replicated}}"}}) -> (tensor<4xf32> {{mhlo.sharding = "{{replicated}}"}}, tensor<4xf32> {{mhlo.sharding = "{{replicated}}"}}) {{
  %p = "stablehlo.exponential"(%a){first} : (tensor<4xf32>) -> tensor<4xf32>
  %q = "stablehlo.exponential"(%b){second} : (tensor<4xf32>) -> tensor<4xf32>
  return %p, %q : tensor<4xf32>, tensor<4xf32>
}}
}}
"""
        self.accepted(two(loose, ""), two(loose, ""))
        self.unsupported(two(loose, ""), two("", loose), "stablehlo.exponential", "TOLERANCE", "impl.mlir:4:")
        self.unsupported(two(loose, ""), two(loose, loose), "impl.mlir:4:")
        self.accepted(two(highest, ""), two(highest, ""))
        self.unsupported(two(highest, ""), two("", highest), "accuracy HIGHEST in SPEC", "impl.mlir:3:", "spec.mlir:3:")
        # of two rows one may be off, and which of them a function of IMPL is of is not known
        def rows(first, second):
            return f"""module attributes {{mhlo.num_partitions = 1 : i32}} {{
func.func @main(%a: tensor<8xf32> {{mhlo.sharding = "{{replicated}}"}}) -> (tensor<4xf32> {{mhlo.sharding = "{{replicated}}"}}, tensor<4xf32> {{mhlo.sharding = "{{replicated}}"}}) {{
  %x = stablehlo.slice %a [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %y = stablehlo.slice %a [4:8] : (tensor<8xf32>) -> tensor<4xf32>
  %p = "stablehlo.exponential"(%x){first} : (tensor<4xf32>) -> tensor<4xf32>
  %q = "stablehlo.exponential"(%y){second} : (tensor<4xf32>) -> tensor<4xf32>
  return %p, %q : tensor<4xf32>, tensor<4xf32>
}}
}}
"""
        for impl in (rows("", loose), rows(loose, loose)):
            self.unsupported(rows(loose, ""), impl, "stablehlo.exponential", "TOLERANCE")
        self.accepted(rows(loose, ""), rows("", ""))
        self.unsupported(rows(highest, ""), rows("", highest), "accuracy HIGHEST in SPEC", "impl.mlir:5:", "spec.mlir:5:")
        # a function that is called twice makes two values
        called = two(loose, "").replace('%q = "stablehlo.exponential"(%b)', "%q = func.call @f(%b)").replace(f'%p = "stablehlo.exponential"(%a){loose}', "%p = func.call @f(%a)")
        called = called.rstrip()[:-1] + f"""func.func private @f(%l: tensor<4xf32>) -> tensor<4xf32> {{
  %d = "stablehlo.exponential"(%l){loose} : (tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}}
}}
"""
        self.unsupported(two(loose, ""), called, "stablehlo.exponential", "TOLERANCE")
        self.accepted(two(loose, loose), called)


if __name__ == "__main__":
    main()
