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

    def test_attributes_of_a_later_tosa(self):
        body = "  %c = tosa.maximum %a, %b ATTRIBUTES: (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n  return %c : tensor<4xf32>"
        self.upstream("%a: tensor<4xf32>, %b: tensor<4xf32>", "tensor<4xf32>", body.replace("ATTRIBUTES", ""),
                      body.replace("ATTRIBUTES", '{nan_mode = "IGNORE"} '), "tosa.maximum", "nan_mode")

    def test_precision_below_that_of_spec(self):
        asked = {p: PLAIN.format(precision=f", precision = [{p}, {p}]", accuracy="") for p in ("DEFAULT", "HIGH", "HIGHEST")}
        none = PLAIN.format(precision="", accuracy="")
        for spec, impl in (("HIGHEST", "HIGH"), ("HIGHEST", "DEFAULT"), ("HIGH", "DEFAULT")):
            self.unsupported(asked[spec], asked[impl], "stablehlo.dot_general", f"precision {impl}", f"asks for {spec}", "spec.mlir:3:")
        self.unsupported(asked["HIGH"], none, "precision DEFAULT")
        for spec, impl in (("HIGHEST", "HIGHEST"), ("HIGH", "HIGHEST"), ("DEFAULT", "DEFAULT")):
            self.accepted(asked[spec], asked[impl])
        self.accepted(none, asked["HIGHEST"])

    def test_results_that_may_be_off(self):
        loose = " <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-01, rtol = 0.000000e+00, ulps = 0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}>"
        highest = " <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}>"
        none, off, exact = (PLAIN.format(precision="", accuracy=a) for a in ("", loose, highest))
        self.unsupported(none, off, "stablehlo.exponential", "TOLERANCE")
        self.accepted(off, off)
        self.accepted(off, none)
        self.accepted(none, exact)


if __name__ == "__main__":
    main()
