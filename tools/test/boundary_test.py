#!/usr/bin/env python3
"""The boundary that `partir verify` checks: what SPEC, IMPL and --shardings say of it, in whatever notation, must mean
the same. python3 boundary_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import re

from cli import Case, example, main, partir

XYZ = 'sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>'
FLAT = 'sdy.mesh @flat = <["a"=8]>'
BACK = 'sdy.mesh @back = <["x"=2, "y"=2, "z"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>'
FLAT_BACK = 'sdy.mesh @flat_back = <["a"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>'
WITH_ONE = 'sdy.mesh @with_one = <["x"=2, "one"=1, "y"=2, "z"=2]>'
WIDE = 'sdy.mesh @wide = <["p"=2, "q"=4]>'
TALL = 'sdy.mesh @tall = <["p"=4, "q"=2]>'
FOUR = 'sdy.mesh @four = <["x"=2, "y"=2]>'
MESHES = "\n".join((XYZ, FLAT, BACK, FLAT_BACK, WITH_ONE, WIDE, TALL))


class Said:
    """How one side says that a tensor of rank 2 lies: an attribute of the tensor, attributes of the module, or a file."""

    def __init__(self, attr="", meshes=MESHES, module=None):
        self.attr, self.meshes, self.module = attr, meshes, module

    def program(self, type, param=True, result=True):
        attr = " {" + self.attr + "}" if self.attr else ""
        module = ["mhlo.num_partitions = 8 : i32"] + (self.module or [])
        return (f"module attributes {{{', '.join(module)}}} {{\n{self.meshes}\n"
                f"func.func @main(%x: {type}{attr if param else ''}) -> ({type}{attr if result else ''}) {{\n"
                f"  return %x : {type}\n}}\n}}\n")


def sdy(text, mesh="mesh", meshes=MESHES):
    return Said(f"sdy.sharding = #sdy.sharding<@{mesh}, {text}>", meshes)


def flat(text):
    return sdy(text, "flat")


def mhlo(text):
    return Said(f'mhlo.sharding = "{text}"', "")


def frontend(text):
    """As XLA keeps Shardy's shardings on the way through HLO."""
    quoted = lambda s: s.replace('"', "\\22")
    return Said('mhlo.frontend_attributes = {xla.sdy.sharding = "' + quoted(f"#sdy.sharding<@mesh, {text}>") + '"}', "",
                ['mhlo.frontend_attributes = {xla.sdy.meshes = "' + quoted('{mesh = #sdy.mesh<["x"=2, "y"=2, "z"=2]>}') + '"}'])


def on_module(text):
    return Said("", "", [f'mhlo.spmd_parameters_shardings = ["{text}"]', f'mhlo.spmd_output_sharding = "{text}"'])


NOTHING = Said("", "")
REST = " last_tile_dim_replicate}"
LISTED = "{devices=[8,1]%s}"

# SPEC, IMPL and IMPL's local type: the same in another spelling.
AGREE = [
    (sdy('[{"x"}, {}]'), mhlo("{devices=[2,1,4]<=[8]" + REST), "8x16"),
    (sdy('[{"y"}, {}]'), mhlo("{devices=[2,1,4]<=[2,2,2]T(1,0,2)" + REST), "8x16"),
    (sdy('[{"z"}, {}]'), mhlo("{devices=[2,1,4]<=[4,2]T(1,0)" + REST), "8x16"),
    (sdy('[{"x", "y"}, {}]'), mhlo("{devices=[4,1,2]<=[8]" + REST), "4x16"),
    (sdy('[{"y", "x"}, {}]'), mhlo("{devices=[4,1,2]<=[2,2,2]T(1,0,2)" + REST), "4x16"),
    (sdy('[{"x"}, {"y"}]'), mhlo("{devices=[2,2,2]<=[8]" + REST), "8x8"),
    (sdy('[{"y"}, {"x"}]'), mhlo("{devices=[2,2,2]<=[2,2,2]T(1,0,2)" + REST), "8x8"),
    (sdy('[{"x"}, {"y"}]'), mhlo("{devices=[2,2,2]0,1,2,3,4,5,6,7" + REST), "8x8"),
    (sdy('[{"x"}, {"y"}]'), mhlo("{devices=[2,2,2]<=[8] last_tile_dims={replicated}}"), "8x8"),
    (sdy('[{"x"}, {"y"}]'), flat('[{"a":(1)2}, {"a":(2)2}]'), "8x8"),
    (sdy('[{"z"}, {"y"}]'), flat('[{"a":(4)2}, {"a":(2)2}]'), "8x8"),
    (sdy('[{"x", "y", "z"}, {}]'), flat('[{"a"}, {}]'), "2x16"),
    (sdy('[{"x", "y"}, {"z"}]'), flat('[{"a":(1)4}, {"a":(4)2}]'), "4x8"),
    (sdy('[{"x", "y", "z"}, {}]'), mhlo(LISTED % "<=[8]"), "2x16"),
    (sdy('[{"x", "y", "z"}, {}]'), mhlo(LISTED % "<=[2,4]"), "2x16"),
    (sdy('[{"z", "y", "x"}, {}]'), mhlo(LISTED % "0,4,2,6,1,5,3,7"), "2x16"),
    (sdy('[{"z", "y", "x"}, {}]'), mhlo(LISTED % "<=[2,2,2]T(2,1,0)"), "2x16"),
    (sdy('[{}, {}]'), mhlo("{replicated}"), "16x16"),
    (sdy('[{}, {}]'), mhlo("{devices=[1,1,8]<=[8]" + REST), "16x16"),
    (sdy('[{}, {}]'), flat('[{}, {}]'), "16x16"),
    (sdy('[{"x"}, {}], unreduced={"y"}'), mhlo("{devices=[2,1,2,2]<=[8] last_tile_dims={unreduced, replicated}}"), "8x16"),
    (sdy('[{"x"}, {}], unreduced={"y"}'), mhlo("{devices=[2,1,2,2]<=[2,2,2]T(0,2,1) last_tile_dims={replicated, unreduced}}"), "8x16"),
    (sdy('[{"x"}, {}], unreduced=max{"y"}'), flat('[{"a":(1)2}, {}], unreduced=max{"a":(2)2}'), "8x16"),
    (sdy('[{"x"}, {}]', "back"), mhlo("{devices=[2,1,4]7,6,5,4,3,2,1,0" + REST), "8x16"),
    (sdy('[{"x", "y", "z"}, {}]', "back"), mhlo(LISTED % "7,6,5,4,3,2,1,0"), "2x16"),
    (sdy('[{"x", "y", "z"}, {}]', "back"), sdy('[{"a"}, {}]', "flat_back"), "2x16"),
    (sdy('[{"x"}, {}]', "back"), sdy('[{"a":(1)2}, {}]', "flat_back"), "8x16"),
    (sdy('[{"one", "x"}, {}]', "with_one"), mhlo("{devices=[2,1,4]<=[8]" + REST), "8x16"),
    (sdy('[{"q"}, {}]', "wide"), sdy('[{"y", "z"}, {}]'), "4x16"),
    (sdy('[{"q":(1)2}, {"q":(2)2}]', "wide"), sdy('[{"y"}, {"z"}]'), "8x8"),
    (mhlo("{devices=[2,2,2]<=[8]" + REST), sdy('[{"x"}, {"y"}]'), "8x8"),
    (mhlo("{devices=[1,8]<=[8]}"), mhlo("{devices=[1,8]<=[4,2]}"), "16x2"),
    (sdy('[{"x"}, {"y"}]'), frontend('[{"x"}, {"y"}]'), "8x8"),
    (frontend('[{"z"}, {}]'), mhlo("{devices=[2,1,4]<=[4,2]T(1,0)" + REST), "8x16"),
    (sdy('[{"x"}, {"y"}]'), on_module("{devices=[2,2,2]<=[8]" + REST), "8x8"),
    # what SPEC leaves open is IMPL's business
    (sdy('[{"x", ?}, {?}]'), mhlo("{devices=[4,1,2]<=[8]" + REST), "4x16"),
    (sdy('[{"x", ?}, {?}]'), sdy('[{"x", "z"}, {"y"}]'), "4x8"),
    (sdy('[{?}, {?}]'), sdy('[{"z"}, {"x"}]'), "8x8"),
    (sdy('[{"x", ?}, {}]'), mhlo("{devices=[2,1,4]<=[8]" + REST), "8x16"),
    (sdy('[{?}, {?}], replicated={"z"}'), sdy('[{"x"}, {"y"}]'), "8x8"),
    (sdy('[{?}, {}], replicated={"y":(1)2}'), mhlo("{devices=[2,1,4]<=[8]" + REST), "8x16"),
    # and what only one of them says
    (NOTHING, mhlo("{devices=[2,2,2]<=[8]" + REST), "8x8"),
    (sdy('[{"x"}, {"y"}]'), NOTHING, "8x8"),
    (mhlo("{devices=[2,2,2]<=[2,2,2]T(2,1,0)" + REST), NOTHING, "8x8"),
]

# SPEC, IMPL and IMPL's local type, which is the one of its own statement: another meaning.
DISAGREE = [
    (sdy('[{"x"}, {}]'), mhlo("{devices=[2,1,4]<=[2,2,2]T(1,0,2)" + REST), "8x16"),
    (sdy('[{"x"}, {}]'), mhlo("{devices=[2,1,4]<=[4,2]T(1,0)" + REST), "8x16"),
    (sdy('[{"x"}, {}]'), sdy('[{"y"}, {}]'), "8x16"),
    (sdy('[{"x", "y"}, {}]'), sdy('[{"y", "x"}, {}]'), "4x16"),
    (sdy('[{"x", "y"}, {}]'), mhlo("{devices=[4,1,2]<=[2,2,2]T(1,0,2)" + REST), "4x16"),
    (sdy('[{"x"}, {"y"}]'), mhlo("{devices=[2,2,2]<=[2,2,2]T(1,0,2)" + REST), "8x8"),
    (sdy('[{"x"}, {"y"}]'), sdy('[{"y"}, {"x"}]'), "8x8"),
    (sdy('[{"x"}, {"y"}]'), mhlo("{devices=[2,2,2]0,1,4,5,2,3,6,7" + REST), "8x8"),
    (sdy('[{"x"}, {"y"}]'), flat('[{"a":(2)2}, {"a":(1)2}]'), "8x8"),
    (sdy('[{"x"}, {}]'), flat('[{"a":(4)2}, {}]'), "8x16"),
    (sdy('[{"x", "y", "z"}, {}]'), flat('[{"a":(4)2, "a":(1)4}, {}]'), "2x16"),
    (sdy('[{"x", "y", "z"}, {}]'), mhlo(LISTED % "0,4,2,6,1,5,3,7"), "2x16"),
    (sdy('[{"x", "y", "z"}, {}]'), mhlo(LISTED % "1,0,2,3,4,5,6,7"), "2x16"),
    (sdy('[{"x", "y", "z"}, {}]'), mhlo(LISTED % "<=[2,4]T(1,0)"), "2x16"),
    (sdy('[{"x"}, {}]'), sdy('[{"x"}, {}]', "back"), "8x16"),
    (sdy('[{"x", "y", "z"}, {}]', "back"), mhlo(LISTED % "<=[8]"), "2x16"),
    (flat('[{"a"}, {}]'), sdy('[{"a"}, {}]', "flat_back"), "2x16"),
    (sdy('[{"p"}, {}]', "tall"), sdy('[{"q"}, {}]', "wide"), "4x16"),
    (sdy('[{"p"}, {}]', "wide"), sdy('[{"q"}, {}]', "tall"), "8x16"),
    (sdy('[{"x"}, {}]'), sdy('[{}, {"x"}]'), "16x8"),
    (sdy('[{"x"}, {}]'), mhlo("{replicated}"), "16x16"),
    (mhlo("{replicated}"), sdy('[{"x"}, {}]'), "8x16"),
    (mhlo("{maximal device=0}"), mhlo("{replicated}"), "16x16"),
    (mhlo("{replicated}"), mhlo("{maximal device=3}"), "16x16"),
    (mhlo("{maximal device=1}"), mhlo("{devices=[2,1,4]<=[8]" + REST), "8x16"),
    (mhlo("{maximal device=1}"), mhlo("{maximal device=2}"), "16x16"),
    (sdy('[{}, {}]'), mhlo("{devices=[1,1,8]<=[8] last_tile_dims={unreduced}}"), "16x16"),
    (sdy('[{"x"}, {}]'), sdy('[{"x"}, {}], unreduced={"y"}'), "8x16"),
    (sdy('[{"x"}, {}], unreduced={"y"}'), mhlo("{devices=[2,1,4]<=[8]" + REST), "8x16"),
    (sdy('[{"x"}, {}], unreduced={"y"}'), sdy('[{"x"}, {}], unreduced={"z"}'), "8x16"),
    (sdy('[{"x"}, {}], unreduced={"y"}'), sdy('[{"x"}, {}], unreduced={"y", "z"}'), "8x16"),
    (sdy('[{"x"}, {}], unreduced={"y"}'), sdy('[{"x"}, {}], unreduced=max{"y"}'), "8x16"),
    (sdy('[{"x"}, {}], unreduced={"y"}'), mhlo("{devices=[2,1,2,2]<=[8] last_tile_dims={replicated, unreduced}}"), "8x16"),
    (mhlo("{devices=[4,1,2]<=[8]" + REST), mhlo("{devices=[4,1,2]<=[2,4]T(1,0)" + REST), "4x16"),
    (mhlo("{devices=[8,1]<=[8]}"), mhlo("{devices=[4,1,2]<=[8]" + REST), "4x16"),
    (sdy('[{"x"}, {}]', "four", FOUR), sdy('[{"x"}, {}]'), "8x16"),
    (sdy('[{"x"}, {"y"}]'), frontend('[{"y"}, {"x"}]'), "8x8"),
    (sdy('[{"x"}, {"y"}]'), on_module("{devices=[2,2,2]<=[2,2,2]T(1,0,2)" + REST), "8x8"),
    # beyond what SPEC leaves open
    (sdy('[{"x", ?}, {}]'), sdy('[{"y", "x"}, {}]'), "4x16"),
    (sdy('[{"x", ?}, {?}]'), sdy('[{}, {"x"}]'), "16x8"),
    (sdy('[{"x", ?}, {?}]'), mhlo("{replicated}"), "16x16"),
    (sdy('[{"x", ?}, {}]'), sdy('[{"x"}, {"y"}]'), "8x8"),
    (sdy('[{"x"}, {?}]'), sdy('[{"x", "y"}, {}]'), "4x16"),
    (sdy('[{?}, {?}], replicated={"z"}'), sdy('[{"z"}, {}]'), "8x16"),
    (sdy('[{?}, {?}]'), sdy('[{?}, {?}], unreduced={"x"}'), "16x16"),
]


class Boundary(Case):
    def verify(self, spec, impl, code, *options):
        self.spec, self.impl = self.file("spec.mlir", spec), self.file("impl.mlir", impl)
        r = partir("verify", self.spec, self.impl, *options)
        self.assertEqual(r.returncode, code, f"{spec}\n{impl}\n{r.stdout}{r.stderr}")
        return r

    def pair(self, spec, impl, local, code, *options, **parts):
        return self.verify(spec.program("tensor<16x16xf32>", **parts), impl.program(f"tensor<{local}xf32>", **parts), code, *options)

    def assertShowsBoth(self, r, what, one, other):
        """An error at the one file, and a note at the other."""
        self.assertRegex(r.stderr, rf"^{re.escape(one)}:\d+:\d+: error: {what}")
        self.assertRegex(r.stderr, rf"\n{re.escape(other)}:\d+:\d+: note: ")

    def shardings(self, dist, ids=None, axes=(("x", 2), ("y", 2), ("z", 2))):
        return self.file("shardings.json", json.dumps(
            {"mesh": [list(a) for a in axes], **({"device_ids": ids} if ids else {}), "params": [dist], "results": [dist]}))

    def test_the_same_in_another_spelling_is_accepted(self):
        self.assertGreaterEqual(len(AGREE), 25)
        for spec, impl, local in AGREE:
            with self.subTest(spec=spec.attr, impl=impl.attr):
                r = self.pair(spec, impl, local, 0)
                self.assertRegex(r.stdout, r"\nequal meaning: (verified|tested)")

    def test_another_meaning_is_an_error_that_shows_both(self):
        self.assertGreaterEqual(len(DISAGREE), 25)
        for spec, impl, local in DISAGREE:
            with self.subTest(spec=spec.attr, impl=impl.attr):
                for parts in ({}, {"result": False}, {"param": False}):
                    if parts and impl.module:
                        continue
                    r = self.pair(spec, impl, local, 2, **parts)
                    which = "result 0" if parts == {"param": False} else "parameter 0"
                    self.assertShowsBoth(r, rf"{which}.* lies otherwise by IMPL than by SPEC: ", self.impl, self.spec)
                    self.assertIn("so that", r.stderr)

    def test_a_file_of_shardings_must_say_what_the_texts_say(self):
        x = [["x"], []]
        for dist, ids, spec, impl in (
                ([["y"], []], None, sdy('[{"x"}, {}]'), NOTHING),
                (x, [7, 6, 5, 4, 3, 2, 1, 0], sdy('[{"x"}, {}]'), NOTHING),
                ({"dims": x, "partial": ["y"]}, None, mhlo("{devices=[2,1,4]<=[8]" + REST), NOTHING),
                ([["y"], []], None, sdy('[{"x", ?}, {}]'), NOTHING),
                ([["z"], []], None, NOTHING, mhlo("{devices=[2,1,4]<=[8]" + REST)),
                (x, [0, 4, 1, 5, 2, 6, 3, 7], NOTHING, sdy('[{"x"}, {}]'))):
            r = self.pair(spec, impl, "8x16", 2, "--shardings", self.shardings(dist, ids))
            text, who = (self.spec, "SPEC") if impl is NOTHING else (self.impl, "IMPL")
            self.assertShowsBoth(r, rf"parameter 0.* lies otherwise by --shardings than by {who}", os.path.join(self.tmp.name, "shardings.json"), text)
        for dist, ids, spec, impl in (
                (x, None, sdy('[{"x"}, {}]'), mhlo("{devices=[2,1,4]<=[8]" + REST)),
                (x, [7, 6, 5, 4, 3, 2, 1, 0], sdy('[{"x"}, {}]', "back"), NOTHING),
                (x, None, sdy('[{?}, {?}]'), NOTHING)):
            self.pair(spec, impl, "8x16", 0, "--shardings", self.shardings(dist, ids))
        other = self.file("other.mlir", sdy('[{"y"}, {}]').program("tensor<16x16xf32>"))
        self.assertShowsBoth(self.pair(sdy('[{"x"}, {}]'), NOTHING, "8x16", 2, "--shardings", other),
                             "parameter 0", other, self.spec)

    def test_one_text_that_says_two_things(self):
        both = Said(sdy('[{"x"}, {}]').attr + ", " + mhlo("{devices=[2,1,4]<=[4,2]T(1,0)" + REST).attr)
        for spec, impl, who in ((both, NOTHING, "SPEC"), (NOTHING, both, "IMPL")):
            r = self.pair(spec, impl, "8x16", 2)
            self.assertIn(f"lies otherwise by {who} itself, which says it twice", r.stderr)
        self.pair(Said(sdy('[{"x"}, {}]').attr + ", " + mhlo("{devices=[2,1,4]<=[8]" + REST).attr), NOTHING, "8x16", 0)

    def test_each_tensor_has_its_own_statement(self):
        """SPEC says how one lies, and IMPL the other: neither is taken as replicated."""
        text = lambda t, a, b: (f"{MESHES}\nfunc.func @main(%x: {t}{a}, %y: {t}{b}) -> ({t}{a}, {t}{b}) {{\n"
                                f"  return %x, %y : {t}, {t}\n}}\n")
        attr = lambda s: " {" + s.attr + "}"
        x, z = sdy('[{"x"}, {}]'), mhlo("{devices=[2,1,4]<=[4,2]T(1,0)" + REST)
        spec, impl = text("tensor<16x16xf32>", attr(x), ""), text("tensor<8x16xf32>", "", attr(z))
        r = self.verify(spec, impl, 0, "--json")
        b = json.loads(r.stdout)["boundary"]
        self.assertEqual(b["mesh"], [["x", 2], ["y", 2], ["z", 2]])
        self.assertEqual([t["dims"] for t in b["params"]], [[["x"], []], [["z"], []]])
        self.assertEqual([[s["by"] for s in t["stated"]] for t in b["params"] + b["results"]], [["SPEC"], ["IMPL"]] * 2)
        self.verify(spec.replace("return %x, %y", "return %y, %x"), impl, 1)

    def test_local_types_that_do_not_follow(self):
        for spec, local in ((sdy('[{"x"}, {}]'), "16x16"), (sdy('[{"x"}, {}]'), "16x8"), (sdy('[{"x"}, {}]'), "4x16"),
                            (mhlo("{replicated}"), "8x16"), (sdy('[{"x", ?}, {}]'), "4x16")):
            r = self.pair(spec, NOTHING, local, 2)
            self.assertShowsBoth(r, rf"parameter 0 is tensor<{local}xf32> on each device; its sharding", self.impl, self.spec)
            self.assertEqual("leaves open" in r.stderr, "?" in spec.attr)
        r = self.pair(sdy('[{"x"}, {}]'), NOTHING, "8x16", 2, param=False)
        self.assertIn("nothing says how it lies, so that every device is taken to hold all of it", r.stderr)

    def test_programs_on_whole_tensors(self):
        impl = lambda a, b, use: (f"{MESHES}\nfunc.func @main(%x: tensor<16x16xf32>{a}) -> (tensor<16x16xf32>{b}) {{\n"
                                  f"  %0 = stablehlo.negate %x {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, {use}>]>}} : tensor<16x16xf32>\n"
                                  "  return %0 : tensor<16x16xf32>\n}\n")
        spec = lambda said: said.program("tensor<16x16xf32>").replace("return %x", "%0 = stablehlo.negate %x : tensor<16x16xf32>\n  return %0")
        x = " {" + sdy('[{"x"}, {}]').attr + "}"
        same, other = mhlo("{devices=[2,1,4]<=[8]" + REST), mhlo("{devices=[2,1,4]<=[4,2]T(1,0)" + REST)
        self.verify(spec(same), impl(x, x, '[{"x"}, {}]'), 0)
        self.verify(spec(NOTHING), impl(x, x, '[{"x"}, {}]'), 0)
        for said, program in ((other, impl(x, x, '[{"x"}, {}]')), (same, impl("", "", "[{}, {}]"))):
            self.assertShowsBoth(self.verify(spec(said), program, 2), "parameter 0 .*lies otherwise by IMPL than by SPEC", self.impl, self.spec)

    def test_what_cannot_be_read_is_a_note(self):
        for text in ("{manual}", "{unknown}", "{devices=[2,1,4]<=[8] last_tile_dims={manual}}", "{mesh['x'=8], [{'x'}, {}]}"):
            r = self.pair(mhlo(text), sdy('[{"x"}, {}]'), "8x16", 0)
            self.assertRegex(r.stdout, rf"{self.spec}:\d+:\d+: note: .*SPEC's sharding is not compared with the others: unsupported: ")
            self.assertNotIn("SPEC at", r.stdout)
            self.assertIn("unsupported", self.pair(mhlo(text), NOTHING, "8x16", 2).stderr)

    def test_uneven_shards_are_compared_though_they_cannot_be_run(self):
        spec = lambda said: said.program("tensor<10x16xf32>")
        r = self.verify(spec(flat('[{"a"}, {}]')), mhlo(LISTED % "<=[2,4]T(1,0)").program("tensor<2x16xf32>"), 2)
        self.assertIn("lies otherwise", r.stderr)
        r = self.verify(spec(flat('[{"a"}, {}]')), mhlo(LISTED % "<=[8]").program("tensor<2x16xf32>"), 2)
        self.assertNotIn("lies otherwise", r.stderr)

    def test_what_shardy_makes_of_shards_of_unequal_extents(self):
        spec = flat('[{"a"}, {}]').program("tensor<12x16xf32>")
        r = self.verify(spec, flat('[{"a":(1)4}, {}]').program("tensor<3x16xf32>"), 0)
        self.assertRegex(r.stdout, rf"{self.spec}:\d+:\d+: note: parameter 0 .* does not divide; what was checked has the major parts that do")
        self.assertNotIn("likewise SPEC", r.stdout)
        for impl, local in ((flat('[{"a":(2)4}, {}]'), "3x16"), (flat('[{"a":(4)2}, {}]'), "6x16"), (flat('[{}, {"a":(1)4}]'), "12x4")):
            self.assertIn("lies otherwise", self.verify(spec, impl.program(f"tensor<{local}xf32>"), 2).stderr)
        # GSPMD has such shards
        spec = mhlo(LISTED % "<=[8]").program("tensor<12x16xf32>")
        self.assertIn("lies otherwise", self.verify(spec, flat('[{"a":(1)4}, {}]').program("tensor<3x16xf32>"), 2).stderr)

    def test_whole_everywhere_runs_on_all_the_devices_that_anybody_speaks_of(self):
        impl = mhlo("{replicated}").program("tensor<16x16xf32>").replace("module attributes {mhlo.num_partitions = 8 : i32}", "module")
        bad = impl.replace("  return %x", """  %id = stablehlo.partition_id : tensor<ui32>
  %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
  %y = stablehlo.add %x, %b : tensor<16x16xf32>
  return %y""")
        spec = sdy('[{}, {}]').program("tensor<16x16xf32>")
        self.assertIn("8 devices", self.verify(spec, impl, 0).stdout)
        self.verify(spec, bad, 1)
        self.verify(NOTHING.program("tensor<16x16xf32>"), bad, 1)

    def test_summands_by_the_word_of_one_text(self):
        r = self.pair(NOTHING, sdy('[{"x"}, {}], unreduced={"y"}'), "8x16", 0)
        self.assertRegex(r.stdout, rf"{self.impl}:\d+:\d+: note: result 0 is in summands by the word of IMPL alone")
        self.assertIn('partial<add> {"y"}', r.stdout)

    def test_names_in_another_order(self):
        def text(params, results, attr=""):
            types = [f"%{params[0]}: tensor<4xf32>{attr}", f"%{params[1]}: tensor<4xf32>"]
            infos = [f'tensor<4xf32> {{jax.result_info = "{r}"}}' for r in results]
            return (f"func.func @main({', '.join(types)}) -> ({', '.join(infos)}) {{\n"
                    f"  return %{params[0]}, %{params[1]} : tensor<4xf32>, tensor<4xf32>\n}}\n")

        spec = text("xw", ("loss", "grad"), ' {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{}]>}')
        for params, results in (("xw", ("loss", "grad")), ("ab", ("a", "b"))):
            self.assertNotIn("another order", self.verify(spec, text(params, results), 0).stdout)
        r = self.verify(spec, text("wx", ("grad", "loss")), 0)
        self.assertRegex(r.stdout, r"impl.mlir:1:\d+: note: the names are in another order: parameter 0 of IMPL is called w as is parameter 1 of SPEC")
        self.assertIn("result 0 of IMPL is called grad as is result 1 of SPEC", r.stdout)

    def test_the_boundary_is_printed(self):
        r = self.pair(sdy('[{"x"}, {"y"}]'), mhlo("{devices=[2,2,2]<=[8]" + REST), "8x8", 0)
        lines = r.stdout.splitlines()
        self.assertEqual(lines[0], 'boundary over the mesh ["d0"=2, "d1"=2, "d2"=2], 8 devices')
        self.assertEqual(lines[1], '  parameter 0 %x: tensor<16x16xf32> as [{"d0"}, {"d1"}], tensor<8x8xf32> on each device; '
                                   f"by IMPL at {self.impl}:3:17, likewise SPEC at {self.spec}:9:17")
        self.assertRegex(lines[2], r'^  result 0: tensor<16x16xf32> as \[\{"d0"\}, \{"d1"\}\], .*; by IMPL at .*, likewise SPEC at ')
        report = json.loads(self.pair(sdy('[{"x"}, {}]', "back"), NOTHING, "8x16", 0, "--json").stdout)
        self.assertEqual(report["boundary"]["device_ids"], [7, 6, 5, 4, 3, 2, 1, 0])
        self.assertEqual(report["boundary"]["params"], [{
            "name": "%x", "global": "tensor<16x16xf32>", "dims": [["x"], []], "local": "tensor<8x16xf32>",
            "stated": [{"by": "SPEC", "location": {"file": self.spec, "line": 9, "column": 17}}]}])

    def test_many_tensors_are_shown_together(self):
        count = 30
        text = lambda type, attr: (f"{XYZ}\nfunc.func @main(" + ", ".join(f"%p{i}: {type(i)}{attr(i)}" for i in range(count)) + f") -> ({type(0)}{attr(0)}) {{\n"
                                   f"  return %p0 : {type(0)}\n}}\n")
        attr = lambda i: " {" + sdy('[{"x"}]' if i % 3 else "[{}]", meshes="").attr + "}"
        spec = text(lambda i: "tensor<8xf32>", attr)
        impl = text(lambda i: "tensor<4xf32>" if i % 3 else "tensor<8xf32>", lambda i: "")
        lines = self.verify(spec, impl, 0).stdout.splitlines()
        self.assertEqual([" ".join(line.split()[:2]).rstrip(":") for line in lines[1:4]], ["10 parameters", "20 parameters", "result 0"])
        self.assertIn('20 parameters as [{"x"}], by SPEC: 1-2, 4-5, 7-8, ', lines[2])
        report = json.loads(self.verify(spec, impl, 0, "--json").stdout)
        self.assertEqual(len(report["boundary"]["params"]), count)

    def test_of_the_mesh_dialect(self):
        spec = """mesh.mesh @mesh0(shape = 2x2)
func.func @f(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  return %x : tensor<4x6xf32>
}
"""
        impl = spec.replace("4x6", "2x6")
        r = self.verify(spec, impl, 0)
        self.assertRegex(r.stdout, r"parameter 0 %x: tensor<4x6xf32> as .* on each device; nobody says so, found by trying: one of 2 ways")
        r = self.verify(spec, spec, 0)
        self.assertIn("nobody says so, its local type allows nothing else", r.stdout)

    def test_check_of_two_programs_prints_what_the_second_states(self):
        core = example("chain.core.mlir")
        r = partir("check", core, example("chain.hlo.mlir"))
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
        self.assertRegex(r.stdout, r"boundary over the mesh .*\n  parameter 0 %\w+: tensor<\w+> as \[.*\], tensor<\w+> on each device; by HLO at .*chain.hlo.mlir:\d+:\d+")


if __name__ == "__main__":
    main()
