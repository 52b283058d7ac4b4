#!/usr/bin/env python3
"""Counterexamples that replay: python3 replay_test.py PARTIR SOURCE_DIR DATA_DIR"""
import json
import os
import re
import shlex
import struct

from cli import Case, example, main, partir

# a product whose summands lie on two devices
ARGUMENTS = '(%x: tensor<8x4x{t}> {{sdy.sharding = #sdy.sharding<@mesh, [{{"a"}}, {{"b"}}]>}}, %w: tensor<4x6x{t}> {{sdy.sharding = #sdy.sharding<@mesh, [{{"b"}}, {{}}]>}})'
SPEC = 'sdy.mesh @mesh = <["a"=2, "b"=2]>\nfunc.func @main' + ARGUMENTS + ''' -> (tensor<8x6x{t}> {{sdy.sharding = #sdy.sharding<@mesh, [{{"a"}}, {{}}]>}}) {{
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4x{t}>, tensor<4x6x{t}>) -> tensor<8x6x{t}>
  return %y : tensor<8x6x{t}>
}}
'''
RIGHT = '''module attributes {{mhlo.num_partitions = 4 : i32}} {{
  func.func @main(%x: tensor<4x2x{t}>, %w: tensor<2x6x{t}>) -> (tensor<4x6x{t}>) {{
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x2x{t}>, tensor<2x6x{t}>) -> tensor<4x6x{t}>
    %1 = "stablehlo.all_reduce"(%0) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}}> ({{
    ^bb0(%a: tensor<{t}>, %b: tensor<{t}>):
      %2 = stablehlo.add %a, %b : tensor<{t}>
      stablehlo.return %2 : tensor<{t}>
    }}) : (tensor<4x6x{t}>) -> tensor<4x6x{t}>
    return %1 : tensor<4x6x{t}>
  }}
}}
'''
# without its sum over the devices, or with a reducer of another name
UNREDUCED = RIGHT.replace("return %1", "return %0")
MAXIMUM = RIGHT.replace("stablehlo.add", "stablehlo.maximum")

# device (0, 0) leaves before the others of its group have come
DEADLOCK = RIGHT.replace('    %1 = "stablehlo.all_reduce"', '''    %id = stablehlo.partition_id : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %p = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %1 = "stablehlo.if"(%p) ({{
      stablehlo.return %0 : tensor<4x6x{t}>
    }}, {{
      %3 = "stablehlo.all_reduce\"''').replace("-> tensor<4x6x{t}>\n    return", '''-> tensor<4x6x{t}>
      stablehlo.return %3 : tensor<4x6x{t}>
    }}) : (tensor<i1>) -> tensor<4x6x{t}>
    return''')


def npy(descr, shape, data, order="False", version=1):
    """The bytes of a .npy file."""
    header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H", len(header)) + header.encode() + data


def read_npy(path):
    """Its type, its shape and the bytes of its elements."""
    with open(path, "rb") as f:
        data = f.read()
    assert data[:8] == b"\x93NUMPY\x01\0", data[:8]
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0
    m = re.fullmatch(r"\{'descr': '([^']*)', 'fortran_order': False, 'shape': \(([\d, ]*)\), \} *\n", data[10:10 + length].decode())
    return m[1], tuple(int(n) for n in m[2].split(",") if n.strip()), data[10 + length:]


def code_blocks(text):
    """The indented parts of a README.md, each as it was before."""
    blocks, inside = [], False
    for line in text.splitlines(keepends=True):
        if not line.startswith("    "):
            inside = False
            continue
        if not inside:
            blocks.append("")
        inside = True
        blocks[-1] += line[4:]
    return blocks


class Replay(Case):
    def folder(self, name="wrong"):
        return os.path.join(self.tmp.name, name)

    def pair(self, impl, t="f32", spec=SPEC):
        return self.file("s.mlir", spec.format(t=t)), self.file("i.mlir", impl.format(t=t))

    def refute(self, *args, command="verify", code=1):
        """The command that refutes, and then what README.md says: with the same outcome, printed to the letter, in the folder."""
        folder = self.folder()
        r = partir(command, *args, "--counterexample", folder, *(["--no-mend"] if command == "verify" else []))
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        self.assertIn(f"  folder              {folder}\n", r.stdout)
        with open(os.path.join(folder, "README.md")) as f:
            readme = f.read()
        shown, printed, report = code_blocks(readme)
        self.assertEqual(report, r.stdout)
        again = partir(*shlex.split(shown)[1:], cwd=folder)
        self.assertEqual((again.returncode, again.stdout, again.stderr), (1, printed, ""))
        for name in re.findall(r"^\| `([^`]*)`", readme, re.M):
            self.assertTrue(os.path.exists(os.path.join(folder, name)), name)
        # nothing else is left beside it
        self.assertEqual([n for n in os.listdir(self.tmp.name) if "partial" in n], [])
        return r.stdout, printed, readme

    def at(self, *options, folder=None, code=1, command="verify", **more):
        folder = folder or self.folder()
        r = partir(command, os.path.join(folder, "spec.mlir"), os.path.join(folder, "impl.mlir"), "--at", os.path.join(folder, "inputs"), *options, **more)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r

    def row(self, printed, what):
        return re.search(rf"^  {what} +(.*)$", printed, re.M)[1]

    def test_floats(self):
        found, printed, _ = self.refute(*self.pair(UNREDUCED))
        self.assertIn("equal meaning: refuted: at these inputs result 0 differs by ", printed)
        for what in ("device", "index", "expected", "found"):
            self.assertEqual(self.row(printed, what), self.row(found, what))
        self.assertIn("input               %x = inputs/arg0.npy : tensor<8x4xf32>\n", printed)
        # the files hold what is printed
        self.assertEqual(read_npy(self.folder() + "/inputs/arg0.npy")[:2], ("<f4", (8, 4)))
        row, column = json.loads(self.row(printed, "index"))
        for what in ("expected", "found"):
            descr, shape, data = read_npy(f"{self.folder()}/{what}/result0.device0.npy")
            self.assertEqual((descr, shape), ("<f4", (4, 6)))
            self.assertEqual(struct.unpack("<24f", data)[6 * row + column], float(self.row(printed, what)))
        # from anywhere, and as JSON
        r = json.loads(self.at("--json", cwd="/").stdout)
        self.assertEqual((r["verdict"], r["counterexample"]["device"]), ("refuted", "(a=0, b=0)"))
        self.assertEqual(r["counterexample"]["location"], self.folder() + "/impl.mlir:2:3")

    def test_two_bytes_that_numpy_has_no_type_for(self):
        _, _, readme = self.refute(*self.pair(UNREDUCED, "bf16"))
        self.assertIn('NumPy has no bf16: of such a file `numpy.load(..).view("uint16")` are the bits.', readme)
        path = self.folder() + "/inputs/arg0.npy"
        descr, shape, data = read_npy(path)
        self.assertEqual((descr, shape, len(data)), ("<V2", (8, 4), 64))
        # bits in an unsigned type are read, too
        with open(path, "wb") as f:
            f.write(npy("<u2", "(8, 4)", data))
        self.at()

    def test_integers(self):
        found, printed, _ = self.refute(*self.pair(MAXIMUM, "i32"))
        self.assertEqual(read_npy(self.folder() + "/inputs/arg1.npy")[:2], ("<i4", (4, 6)))
        self.assertEqual(self.row(printed, "found"), self.row(found, "found"))

    def test_other_types(self):
        for t, descr in (("f64", "<f8"), ("f16", "<f2"), ("i64", "<i8"), ("ui16", "<u2"), ("i8", "|i1"), ("complex<f32>", "<c8"), ("i4", "|i1")):
            with self.subTest(t):
                folder = self.folder(re.sub(r"\W", "", t))
                r = partir("verify", *self.pair(UNREDUCED, t), "--counterexample", folder)
                self.assertEqual(r.returncode, 1, r.stdout + r.stderr)
                self.assertEqual(read_npy(folder + "/inputs/arg0.npy")[:2], (descr, (8, 4)), r.stdout)
                self.at(folder=folder)

    def test_one_place_among_many(self):
        # the last row of the table is another one: only an index that names it shows that
        gather = '''"stablehlo.gather"(%t, {i}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}}> : (tensor<16x2xf32>, tensor<4xi32>) -> tensor<4x2xf32>'''
        spec = ('sdy.mesh @mesh = <["a"=2]>\nfunc.func @main(%t: tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, '
                '%i: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {\n'
                "  %r = " + gather.format(i="%i") + "\n  return %r : tensor<4x2xf32>\n}\n")
        impl = ("module attributes {mhlo.num_partitions = 2 : i32} {\nfunc.func @main(%t: tensor<16x2xf32>, %i: tensor<4xi32>) -> (tensor<4x2xf32>) {\n"
                "  %c = stablehlo.constant dense<14> : tensor<4xi32>\n  %j = stablehlo.minimum %i, %c : tensor<4xi32>\n"
                "  %r = " + gather.format(i="%j") + "\n  return %r : tensor<4x2xf32>\n}\n}\n")
        self.refute(self.file("s.mlir", spec), self.file("i.mlir", impl))
        indices = struct.unpack("<4i", read_npy(self.folder() + "/inputs/arg1.npy")[2])
        self.assertTrue(any(i >= 15 for i in indices), indices)

    def test_parts_of_a_sum(self):
        # each device squares its part of %x
        body = "  %y = stablehlo.multiply %x, %x : tensor<8xf32>\n  return %y : tensor<8xf32>\n}\n"
        impl = "module attributes {mhlo.num_partitions = 2 : i32} {\nfunc.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>) {\n" + body + "}\n"
        part = {"dims": [[]], "partial": ["a"], "monoid": "add"}
        shardings = self.file("lie.json", json.dumps({"mesh": [["a", 2]], "params": [part], "results": [part]}))
        spec = self.file("s.mlir", "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n" + body)
        _, _, readme = self.refute(spec, self.file("i.mlir", impl), "--shardings", shardings, "--seed", "7")
        self.assertIn("partir verify spec.mlir impl.mlir --shardings shardings.json --at inputs --seed ", readme)
        self.assertIn("draws the parts of the parameters", readme)

    def test_devices_that_wait_for_one_another(self):
        _, printed, readme = self.refute(*self.pair(DEADLOCK))
        self.assertIn("equal meaning: refuted: at these inputs the SPMD program has no outcome\n", printed)
        self.assertRegex(self.row(printed, "why"), "deadlock: ")
        self.assertIn("The report below names no inputs", readme)
        self.assertFalse(os.path.exists(self.folder() + "/found"))

    def test_a_promise_that_some_indices_break(self):
        # the program under test promises that no two of its indices are equal
        scatter = """"stablehlo.scatter"(%t, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = {unique}}}> ({{
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }}) : (tensor<8xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<8xi32>"""
        whole = " {sdy.sharding = #sdy.sharding<@mesh, [{}]>}"
        spec = (f'sdy.mesh @mesh = <["a"=2]>\nfunc.func @main(%t: tensor<8xi32>{whole}, %i: tensor<2xi32>{whole}, %u: tensor<2xi32>{whole}) -> (tensor<8xi32>{whole}) {{\n'
                "  %r = " + scatter.format(unique="false") + "\n  return %r : tensor<8xi32>\n}\n")
        impl = ("module attributes {mhlo.num_partitions = 2 : i32} {\nfunc.func @main(%t: tensor<8xi32>, %i: tensor<2xi32>, %u: tensor<2xi32>) -> (tensor<8xi32>) {\n"
                "  %r = " + scatter.format(unique="true") + "\n  return %r : tensor<8xi32>\n}\n}\n")
        _, printed, _ = self.refute(self.file("s.mlir", spec), self.file("i.mlir", impl))
        self.assertIn("at these inputs the SPMD program has no outcome", printed)
        self.assertEqual(*struct.unpack("<2i", read_npy(self.folder() + "/inputs/arg1.npy")[2]))

    def test_devices_that_disagree(self):
        # each adds its own number to what all are to have alike
        body = "  %id = stablehlo.partition_id : tensor<ui32>\n  %y = stablehlo.add %x, %id : tensor<ui32>\n  return %y : tensor<ui32>\n"
        whole = " {sdy.sharding = #sdy.sharding<@mesh, []>}"
        spec = f'sdy.mesh @mesh = <["a"=2]>\nfunc.func @main(%x: tensor<ui32>{whole}) -> (tensor<ui32>{whole}) {{\n  return %x : tensor<ui32>\n}}\n'
        impl = "module attributes {mhlo.num_partitions = 2 : i32} {\nfunc.func @main(%x: tensor<ui32>) -> (tensor<ui32>) {\n" + body + "}\n}\n"
        _, printed, _ = self.refute(self.file("s.mlir", spec), self.file("i.mlir", impl))
        self.assertEqual(self.row(printed, "device"), "(a=1)")
        # which has no value as a whole
        self.assertEqual(sorted(os.listdir(self.folder() + "/found")), ["result0.device1.npy"])

    def test_programs_of_check(self):
        found, printed, _ = self.refute(example("chain.core.mlir"), example("chain.wrong.hlo.mlir"), command="check")
        for what in ("device", "index", "expected", "found"):
            self.assertEqual(self.row(printed, what), self.row(found, what))
        # from standard input
        with open(example("chain.wrong.hlo.mlir")) as f:
            text = f.read()
        r = partir("check", example("chain.core.mlir"), "-", "--counterexample", self.folder("piped"), "--json", input=text)
        self.assertEqual(json.loads(r.stdout)["counterexample"]["folder"], self.folder("piped"), r.stderr)
        with open(self.folder("piped") + "/impl.mlir") as f:
            self.assertEqual(f.read(), text)
        self.assertEqual(json.loads(self.at("--json", command="check", folder=self.folder("piped")).stdout)["verdict"], "refuted")

    def test_where_the_two_do_not_differ(self):
        spec, impl = self.pair(UNREDUCED)
        self.refute(spec, impl)
        right = self.file("right.mlir", RIGHT.format(t="f32"))
        r = partir("verify", spec, right, "--at", self.folder() + "/inputs")
        self.assertEqual(r.returncode, 3, r.stderr)
        self.assertIn("equal meaning: undecided: at these inputs no result differs by more than the derived bound, and one run decides nothing\n", r.stdout)
        # zeros hide what is wrong
        for k, shape in enumerate(("(8, 4)", "(4, 6)")):
            self.file(f"wrong/inputs/arg{k}.npy", npy("<f4", shape, bytes(4 * eval(shape)[0] * eval(shape)[1])), "wb")
        self.at(code=3)

    def test_no_folder_where_nothing_is_refuted(self):
        spec, impl = self.pair(RIGHT)
        r = partir("verify", spec, impl, "--counterexample", self.folder("a/b"))
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertNotIn("folder", r.stdout)
        self.assertEqual(sorted(os.listdir(self.tmp.name)), ["i.mlir", "s.mlir"])

    def test_where_a_folder_may_be(self):
        spec, impl = self.pair(UNREDUCED)
        # an empty one, one in folders that are not there yet, one through a link
        os.mkdir(self.folder("empty"))
        os.mkdir(self.folder("target"))
        os.symlink("target", self.folder("link"))
        for name in ("empty/", "new/er/", "link"):
            r = partir("verify", spec, impl, "--counterexample", self.folder(name))
            self.assertEqual(r.returncode, 1, r.stderr)
            self.assertTrue(os.path.exists(self.folder(name) + "/README.md"))
        self.assertTrue(os.path.islink(self.folder("link")))
        before = sorted(os.listdir(self.folder("empty")))
        for name, why in (("empty", "the folder is not empty"), ("s.mlir", "is there, and is no folder"), ("s.mlir/x", "cannot be made: .* is no folder")):
            r = partir("verify", spec, impl, "--counterexample", self.folder(name))
            self.assertError(r, 2, re.escape(self.folder(name)) + ": error: " + why)
            self.assertEqual(r.stdout, "")  # before anything runs
        self.assertEqual(sorted(os.listdir(self.folder("empty"))), before)
        if os.geteuid() != 0:
            os.mkdir(self.folder("locked"), 0o500)
            self.assertError(partir("verify", spec, impl, "--counterexample", self.folder("locked/x")), 2, "locked/x: error: cannot be made in .*: Permission denied")
        # a place that lets nothing be made, which shows only when it is tried: the verdict is printed nevertheless
        r = partir("verify", spec, impl, "--counterexample", "/proc/1/wrong")
        self.assertError(r, 2, "/proc/1/wrong: error: cannot be ")
        if r.stdout:
            self.assertIn("equal meaning: refuted: ", r.stdout)

    def test_files_that_are_no_inputs(self):
        self.refute(*self.pair(UNREDUCED))
        path = self.folder() + "/inputs/arg0.npy"
        with open(path, "rb") as f:
            good = f.read()
        data = good[-128:]
        self.assertEqual(good, npy("<f4", "(8, 4)", data))
        long = b"\x93NUMPY\x02\0" + struct.pack("<I", 0xfffffff0) + good[10:]
        for contents, why in (
                (b"", "wrong magic bytes"), (b"\x93NUMPX" + good[6:], "wrong magic bytes"), (good[:7], "wrong magic bytes"),
                (good[:9], "it ends within the header"), (good[:60], "it ends within the header"), (long, "it ends within the header"),
                (good[:6] + b"\x09" + good[7:], "unknown version"),
                (good[:-1], r"holds 127 bytes of data, tensor<8x4xf32> takes another number"), (good + b"\0", "holds 129 bytes of data"),
                (npy("<f4", "(4, 8)", data), r"arg0.npy: error: holds a tensor<4x8xf32>, expected tensor<8x4xf32> for parameter 0 \(%x\)"),
                (npy("<f8", "(4, 4)", data), "holds a tensor<4x4xf64>, expected tensor<8x4xf32>"),
                (npy("<i4", "(8, 4)", data), "holds a tensor<8x4xi32>, expected"),
                (npy(">f4", "(8, 4)", data), "elements of type '>f4' are not supported"),
                (npy("|O", "(8, 4)", data), r"elements of type '\|O' are not supported"),
                (npy("<f4", "(999999999999999, 999999999999999)", data), "a shape too large"),
                (npy("<f4", "(8, -4)", data), "expected an extent"), (npy("<f4", "(8, 4", data), "in the header"),
                (npy("<f4", "(" * 5000, data), "in the header")):
            self.file("wrong/inputs/arg0.npy", contents, "wb")
            r = self.at(code=2)
            self.assertRegex(r.stderr, f"^{re.escape(path)}: error: ")
            self.assertRegex(r.stderr, why)
        # columns first: the same numbers in another order
        columns = b"".join(data[4 * (4 * i + j):][:4] for j in range(4) for i in range(8))
        self.file("wrong/inputs/arg0.npy", npy("<f4", "(8, 4)", columns, "True"), "wb")
        self.at()
        os.remove(path)
        self.assertError(self.at(code=2), 2, re.escape(path) + ": error: cannot open the file")
        os.mkdir(path)
        self.assertError(self.at(code=2), 2, re.escape(path) + ": error: ")
        os.rmdir(path)
        self.file("wrong/inputs/arg0.npy", good, "wb")
        self.file("wrong/inputs/arg2.npy", good, "wb")
        self.assertError(self.at(code=2), 2, "arg2.npy: error: there is no parameter 2: the program has 2 parameters")
        error = json.loads(self.at("--json", code=2).stdout)["error"]
        self.assertEqual(error["file"], self.folder() + "/inputs/arg2.npy")
        self.assertError(partir("verify", *self.pair(UNREDUCED), "--at", self.folder("nowhere")), 2, "nowhere: error: cannot be read as a directory of inputs")

    def test_usage(self):
        spec, impl = self.pair(UNREDUCED)
        for options in (("--at", "x", "--counterexample", "y"), ("--at", "x", "--runs", "3"), ("--at", ""), ("--counterexample", "")):
            self.assertEqual(partir("verify", spec, impl, *options).returncode, 2, options)
        self.assertError(partir("check", example("chain.core.mlir"), "--at", "x"), 2, "--at is of two programs, FILE and HLO")
        for command in ("verify", "check"):
            text = partir(command, "--help").stdout
            self.assertIn("--counterexample wrong\n", text)
            self.assertIn("--at wrong/inputs\n", text)


if __name__ == "__main__":
    main()
