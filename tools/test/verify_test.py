#!/usr/bin/env python3
"""`partir verify`: python3 verify_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import re
import time

from cli import DATA, PARTIR, Case, example, main, partir

OPT = os.path.join(os.path.dirname(PARTIR), "partir-opt")
CORPUS = os.path.join(DATA, "shardy_corpus")

SPEC = """func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x6xf32>) -> tensor<8x6xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
"""
SDY = """sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %w: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}
"""
GSPMD = ("{devices=[2,2]<=[4]}", "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}",
         "{devices=[2,1,2]<=[4] last_tile_dim_replicate}")
JSON = {"mesh": [["a", 2], ["b", 2]], "params": [[["a"], ["b"]], {"dims": [["b"], []]}], "results": [[["a"], []]]}

LOCAL = """module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<4x2xf32>, %w: tensor<2x6xf32>) -> (tensor<4x6xf32>) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x6xf32>) -> tensor<4x6xf32>
    %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %1 : tensor<4x6xf32>
  }
}
"""


def with_gspmd(text, *shardings):
    """The program with `mhlo.sharding` on its two parameters and its result."""
    for name, sharding in zip(("%x: ", "%w: "), shardings):
        text = re.sub(name + r"(tensor<\w+>)", name + r'\1 {mhlo.sharding = "' + sharding + '"}', text, count=1)
    return re.sub(r"-> \(?(tensor<\w+>)\)? \{", r'-> (\1 {mhlo.sharding = "' + shardings[2] + '"}) {', text, count=1)


class Verify(Case):
    def verify(self, impl, code, *options, spec=SPEC):
        self.spec, self.impl = self.file("spec.mlir", spec), self.file("impl.mlir", impl)
        r = partir("verify", self.spec, self.impl, *options)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r

    def shardings(self, value):
        return self.file("shardings.json", value if isinstance(value, str) else json.dumps(value))

    def test_shardings_come_from_the_spec_the_implementation_or_a_file(self):
        shardings = self.shardings(JSON)
        for r in (self.verify(LOCAL, 0, spec=SDY), self.verify(LOCAL, 0, "--shardings", shardings),
                  self.verify(with_gspmd(LOCAL, *GSPMD), 0), self.verify(LOCAL, 0, spec=with_gspmd(SPEC, *GSPMD)),
                  self.verify(LOCAL, 0, "--shardings", self.file("sdy.mlir", SDY))):
            self.assertIn(", 4 devices\n", r.stdout)
            self.assertIn("\nequal meaning: verified: polynomials of degree at most 2, equal at a random point modulo a random prime", r.stdout)

    def test_a_sum_that_is_left_in_parts_is_refuted(self):
        r = self.verify(LOCAL.replace("return %1", "return %0"), 1, spec=SDY)
        self.assertIn("result 0 (%0) is still partial<add> over {\"b\"}: an all_reduce or reduce_scatter is missing", r.stdout)
        self.assertIn(f"{self.impl}:3:10", r.stdout)
        for wrong in ("[[0, 2], [1, 3]]", "[[0, 1], [2], [3]]"):
            r = self.verify(LOCAL.replace("[[0, 1], [2, 3]]", wrong), 1 if wrong.count("[") == 3 else 2, spec=SDY)
        report = json.loads(self.verify(LOCAL.replace("stablehlo.add", "stablehlo.maximum"), 1, "--json", spec=SDY).stdout)
        self.assertEqual(report["verdict"], "refuted")
        self.assertEqual(report["mesh"], [["a", 2], ["b", 2]])
        self.assertIn("is reduced by max", report["counterexample"]["explanation"])
        self.assertEqual(report["counterexample"]["location"], f"{self.impl}:4:10")

    def test_a_deadlock_is_refuted_and_does_not_hang(self):
        guarded = LOCAL.replace('    %1 = "stablehlo.all_reduce"', """    %id = stablehlo.partition_id : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %p = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %1 = "stablehlo.if"(%p) ({
      stablehlo.return %0 : tensor<4x6xf32>
    }, {
      %3 = "stablehlo.all_reduce\"""").replace("-> tensor<4x6xf32>\n    return", """-> tensor<4x6xf32>
      stablehlo.return %3 : tensor<4x6xf32>
    }) : (tensor<i1>) -> tensor<4x6xf32>
    return""")
        r = self.verify(guarded, 1, spec=SDY)
        self.assertIn("the SPMD program has no outcome", r.stdout)
        self.assertRegex(r.stdout, r"deadlock: \(0, 1\) at .*, all_reduce, waits for \(0, 0\) \(ended\)")

    def test_mistakes_are_located_errors(self):
        sdy = self.file("sdy.mlir", SDY)
        for impl, spec, options, where, says in (
                (LOCAL, SPEC, (), "impl.mlir:2:3", "nothing says how @main's parameters and results lie on the devices"),
                (LOCAL.replace("num_partitions = 4", "num_partitions = 8"), SDY, (), "impl.mlir:2:3", "is for 8 devices, its boundary is on 4"),
                (LOCAL.replace("%w: tensor<2x6", "%w: tensor<4x6").replace("(tensor<4x2xf32>, tensor<2x6xf32>)", "(tensor<4x2xf32>, tensor<4x6xf32>)"),
                 SDY, (), "impl.mlir:3:10", "dot_general"),
                (LOCAL[:len(LOCAL) // 2], SDY, (), r"impl.mlir:\d+:\d+", ""),
                (LOCAL, SDY[:300], (), r"spec.mlir:\d+:\d+", ""),
                (LOCAL, SDY.replace('[{"a"}, {"b"}]', '[{"a"}, {"c"}]'), (), "spec.mlir:2:17", '"c"'),
                (LOCAL, SDY.replace('[{"a"}, {"b"}]', '[{}, {"b"}]'), (), "impl.mlir:2:19", "parameter 0 is tensor<4x2xf32> on each device"),
                (LOCAL, SPEC.replace("@main(%x", "@main(%z: tensor<f32>, %x"), ("--shardings", sdy), "sdy.mlir:2:1", "2 parameters, expected 3"),
                (with_gspmd(LOCAL, "{devices=[2,2]<=[4", *GSPMD[1:]), SPEC, (), "impl.mlir:2:19", "malformed"),
                (with_gspmd(LOCAL, "{manual}", *GSPMD[1:]), SPEC, (), "impl.mlir:2:19", "unsupported"),
                (SDY.replace("}) {", "}) {\n  sdy.nonsense"), SPEC, (), "impl.mlir:3:3", "sdy.nonsense")):
            r = self.verify(impl, 2 if "dot_general" not in says else 1, *options, spec=spec)
            self.assertRegex(r.stderr, f"{where}: error: .*{re.escape(says)}", r.stderr)
        self.assertError(self.verify(LOCAL, 2, "--shardings", "/nowhere.json"), 2, "/nowhere.json")

    def test_mistakes_in_json_are_located(self):
        for text, where, says in (
                ("", "1:1", "the file of shardings is empty"),
                ("{", r"1:\d+", "not JSON"),
                ("[]", "1:1", "expected an object with mesh, params and results"),
                ('{"mesh": [["a", 4]],\n "params": []}', "1:1", "the shardings have no results"),
                ('{"mesh": [["a", 4]],\n "param": []}', "2:2", 'unknown key "param"; known are mesh, device_ids, params, results'),
                (json.dumps(JSON).replace('[["a"], ["b"]]', '[["a"], ["z"]]'), r"1:\d+", 'axis "z" is not in the mesh'),
                (json.dumps(JSON).replace('[["a"], ["b"]]', '[["a"], ["a"]]'), r"1:\d+", "an axis is listed twice"),
                (json.dumps(JSON).replace('[["a"], ["b"]]', '[["a"]]'), r"1:\d+", "a sharding of 1 dimensions on tensor<8x4xf32>"),
                (json.dumps(JSON).replace('[["a"], ["b"]], ', ""), r"1:\d+", "1 shardings of params, the program has 2"),
                (json.dumps(JSON | {"device_ids": [0, 1, 2, 2]}), r"1:\d+", "expected the numbers 0 to 3, each once"),
                (json.dumps(JSON).replace('"dims"', '"monoid": "sum", "dims"'), r"1:\d+", 'unknown monoid "sum"')):
            path = self.shardings(text)
            r = self.verify(LOCAL, 2, "--shardings", path)
            self.assertRegex(r.stderr, f"{path}:{where}: error: .*{re.escape(says)}")

    def test_device_ids_say_which_partition_is_where(self):
        # the mesh's devices in the order 0, 2, 1, 3: the sum over "b" is between 0 and 2
        permuted = JSON | {"device_ids": [0, 2, 1, 3]}
        self.verify(LOCAL, 1, "--shardings", self.shardings(permuted))
        self.verify(LOCAL.replace("[[0, 1], [2, 3]]", "[[0, 2], [1, 3]]"), 0, "--shardings", self.shardings(permuted))

    def test_programs_with_shardys_collectives(self):
        impl = SDY.replace("  return %y", '  %z = sdy.all_reduce {"b"} %y out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x6xf32>\n  return %z')
        impl = impl.replace("[1] x [0] :", '[1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} :')
        self.assertIn("verified", self.verify(impl, 0).stdout)
        wrong = impl.replace('{"b"} %y', '{"a"} %y')
        self.verify(wrong, 1)
        r = self.verify(impl, 2, "--shardings", self.shardings(JSON))
        self.assertIn("is on whole tensors and says itself how they lie on the devices", r.stderr)

    def test_programs_can_be_piped(self):
        spec = self.file("spec.mlir", SDY)
        r = partir("verify", spec, "-", input=LOCAL)
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertError(partir("verify", "-", "-", input=SDY), 2, "only one of SPEC and IMPL")

    def test_the_training_step_as_it_is_lowered(self):
        step = example("train_step.mlir")
        for schedule in ("train_step.bp.json", "train_step.bp_mp_z3.json"):
            impl = self.file("step.mlir", self.emit(step, example(schedule), "stablehlo"))
            start = time.monotonic()
            r = partir("verify", step, impl)
            self.assertEqual(r.returncode, 0, r.stdout + r.stderr)
            self.assertLess(time.monotonic() - start, 60)  # a second or two; this is for hangs
        self.assertIn("tested: exact in Field", r.stdout)
        # without its first all_reduce
        text = open(impl).read()
        name, operand = re.search(r'(%\d+) = "stablehlo.all_reduce"\((%\d+)\)', text).groups()
        wrong = re.sub(re.escape(name) + r"\b(?! =)", operand, text)
        r = partir("verify", step, self.file("wrong.mlir", wrong))
        self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
        self.assertRegex(r.stdout, r"still partial<add>")

    def test_the_training_step_by_the_passes(self):
        if not os.path.exists(OPT):
            self.skipTest("no partir-opt")
        step = example("train_step.mlir")
        hlo = self.file("step.hlo.mlir", self.emit(step, example("train_step.bp_mp_z3.json"), "hlo"))
        impl = os.path.join(self.tmp.name, "step.spmd.mlir")
        run = partir_opt("-partir-hlo-to-stablehlo", hlo, "-o", impl)
        self.assertEqual(run.returncode, 0, run.stderr)
        r = partir("verify", step, impl)
        self.assertEqual(r.returncode, 0, r.stdout + r.stderr)


def partir_opt(*args):
    import subprocess
    return subprocess.run([OPT, *args], capture_output=True, text=True, timeout=300)


class Corpus(Case):
    """Programs through Shardy's partitioner, against what running them once had said."""

    # A softmax less its maximum is the same real number whatever is subtracted; Shardy subtracts a sum of maxima, and
    # large arguments overflow. What was executed were small ones.
    REFUTED = {"softmaxish"}
    # Their collectives on whole tensors: shards of unequal extents, or an op that no device can run on its shards.
    UNSUPPORTED_SDY = {"gather_table_sharded"}

    def setUp(self):
        super().setUp()
        if not os.path.isdir(CORPUS):
            self.skipTest("no shardy_corpus")
        with open(os.path.join(CORPUS, "outcomes.tsv")) as f:
            self.outcomes = dict(line.rstrip("\n").split("\t") for line in f if line.strip())

    def verify(self, name, kind):
        at = lambda k: os.path.join(CORPUS, f"{name}.{k}.mlir")
        if not os.path.exists(at(kind)):
            return None
        more = ["--shardings", at("sdy")] if kind == "local" else []
        r = partir("verify", at("before"), at(kind), *more, "--json")
        return r.returncode, json.loads(r.stdout)

    def test_local_programs(self):
        decided = judged = 0
        for name, outcome in self.outcomes.items():
            found = self.verify(name, "local")
            if found is None:
                self.assertEqual(outcome, "lowering failed", name)
                continue
            code, report = found
            judged += 1
            if name in self.REFUTED:
                self.assertEqual(code, 1, (name, report))
            elif outcome == "right (executed)":
                self.assertEqual(code, 0, (name, report))
            elif outcome == "wrong (executed)":
                self.assertEqual(code, 1, (name, report))
                self.assertRegex(report["counterexample"]["location"], rf"{name}.local.mlir:\d+:\d+")
            else:
                decided += code in (0, 1)
                print(f"{name}: {report.get('verdict') or report['error']['message']}")
        self.assertGreater(judged, 80)
        self.assertGreaterEqual(decided, 18)

    def test_wrong_ones_name_what_is_wrong(self):
        for name, says in (("argmax_sharded", "is partial<max>, and is reduced by add"),
                           ("argmin_two_axes", "is partial<min>, and is reduced by add"),
                           ("reduce_max_sharded", "is partial<max>, and is reduced by add"),
                           ("reduce_max_i32", "is partial<max>, and is reduced by add"),
                           ("reduce_mul_sharded", "is partial<mul>, and is reduced by add"),
                           ("reduce_variadic_add_max", "is partial<max>, and is reduced by add"),
                           # the initial value counts once per device
                           ("reduce_add_init5", "no registry entry of reduce has operands (tile<0>, any)"),
                           ("reduce_mul_init2", "no registry entry of reduce has operands (tile<0>, any)")):
            code, report = self.verify(name, "local")
            self.assertEqual(code, 1, name)
            self.assertIn(says, report["counterexample"]["explanation"], name)
        # a strided slice taken contiguously: where what the neighbours sent is cut
        self.assertIn("dynamic_slice", self.verify("slice_strided", "local")[1]["counterexample"]["op"])
        # clamped to what is no bound
        self.assertIn("clamp", self.verify("gather_table_sharded", "local")[1]["counterexample"]["op"])

    def test_collectives_on_whole_tensors(self):
        count = {}
        for name, outcome in self.outcomes.items():
            found = self.verify(name, "sdy")
            if found is None:
                continue
            code, report = found
            count[code] = count.get(code, 0) + 1
            if code == 2:
                self.assertIn("unsupported", report["error"]["message"], name)
                self.assertTrue(outcome == "lowering failed" or name in self.UNSUPPORTED_SDY, (name, report))
            elif name in self.REFUTED:
                self.assertEqual(code, 1, (name, report))
            elif outcome == "right (executed)":
                self.assertEqual(code, 0, (name, report))
            elif outcome == "wrong (executed)":
                self.assertEqual(code, 1, (name, report))
        print("by exit code:", count)


class Mesh(Case):
    """Upstream MLIR's mesh lowering."""

    def test_right_and_wrong_ones(self):
        folder = os.path.join(DATA, "mesh")
        if not os.path.isdir(folder):
            self.skipTest("no mesh")
        judged = 0
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".spmd.mlir"):
                continue
            judged += 1
            stem = name[:-len(".spmd.mlir")]
            r = partir("verify", os.path.join(folder, stem + ".mlir"), os.path.join(folder, name))
            said = (r.stdout + r.stderr).strip().splitlines()
            print(f"{stem}: {r.returncode}: {next((x for x in said if x.startswith('equal meaning')), said[0])[:150]}")
            # a wrong one is refuted, or its ill-typed output rejected; of one no output was printed at all
            expected = 0 if stem[0].isdigit() else 2 if stem.endswith("_rejected") else 1
            self.assertEqual(r.returncode, expected, stem + "\n" + r.stdout + r.stderr)
        self.assertGreaterEqual(judged, 15)


if __name__ == "__main__":
    main()
