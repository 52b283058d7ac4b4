"""The MLIR passes against the semantics: what they make must mean what they were given.

usage: passes_agree.py PARTIR PARTIR_OPT EXAMPLES [--generated N] [--seed S] [--keep FOLDER]

Each example with each of its schedules, and N generated programs with generated schedules, is partitioned to
PartIR:Core. Then
  1. -partir-core-to-hlo, and with -partir-hlo-simplify after it: `partir check CORE HLO` must hold;
  2. -partir-hlo-to-stablehlo: the module is run by StableHLO's meaning, one process for each partition, on
     shards of random arguments; `check.expect_eq` compares each partition's results, bit by bit, with the
     shards of what PartIR:HLO's meaning gives. Both fold reductions in the order of the groups;
  3. the schedule itself by -partir-tile and -partir-propagate, and all passes after them: `partir check` of the
     unpartitioned program with the lowered one must hold.
One planted fault in each must be found. The numbers of collectives are compared with those of `partir lower`.
Last, all passes together take a program of 10,000 ops in less than 10 seconds of processor time.
"""

import argparse
import json
import math
import os
import random
import re
import resource
import struct
import subprocess
import sys
import tempfile

FORMATS = {"f32": ("f", "<f4"), "i32": ("i", "<i4")}
COLLECTIVES = ("all_gather", "all_reduce", "reduce_scatter", "all_to_all")


class Failed(Exception):
    """Something did not hold."""


def call(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def output(command, text=None):
    code, out, err = call(command, text)
    if code != 0:
        raise Failed(f"exit code {code} of {' '.join(command)}\n{err or out}")
    return out


# ---- arrays in files


def save(path, element, shape, values):
    code, descr = FORMATS[element]
    dims = "(" + "".join(f"{n}, " for n in shape).rstrip() + ")"
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {dims}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{code}", *values))


def load(path):
    """The elements' bytes, four each."""
    with open(path, "rb") as file:
        data = file.read()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    return [data[i : i + 4] for i in range(start, len(data), 4)]


# ---- signatures and shards


class Tensor:
    """A parameter or a result: its local shape, and the axes that tile each dimension."""

    def __init__(self, text, mesh):
        kind = re.match(r"tensor<((?:\d+x)*)(\w+)>", text)
        self.type, self.element = kind[0], kind[2]
        self.local = [int(n) for n in kind[1].split("x")[:-1]]
        dist = re.search(r"partir_hlo\.dist<\[(.*?)\](, partial.*?)?>", text)
        if dist and dist[2]:
            raise Failed("a pending reduction in the signature")
        self.tilings = (
            [re.findall(r'"(\w+)"', dims) for dims in re.findall(r"\{(.*?)\}", dist[1])]
            if dist
            else [[] for _ in self.local]
        )
        self.shape = [
            n * math.prod(mesh[a] for a in axes) for n, axes in zip(self.local, self.tilings)
        ]

    def shard(self, elements, mesh, device):
        """The elements of the part that a device has, row-major."""
        starts = []
        for extent, axes in zip(self.local, self.tilings):
            index = 0
            for axis in axes:
                index = index * mesh[axis] + device[axis]
            starts.append(index * extent)
        part = []

        def collect(dim, offset):
            if dim == len(self.shape):
                part.append(elements[offset])
                return
            for i in range(self.local[dim]):
                collect(dim + 1, offset * self.shape[dim] + starts[dim] + i)

        collect(0, 0)
        return part


def signature(text):
    """The mesh, the parameters and the results of PartIR:HLO text."""
    mesh = dict(
        (a, int(n)) for a, n in re.findall(r'"(\w+)"=(\d+)', re.search(r"mesh<\[(.*?)\]>", text)[1])
    )
    line = re.search(r"func\.func (?:public )?@main\((.*?)\) -> (.*) \{\n", text)
    pattern = r"tensor<[^<>]*>(?: \{(?:[^{}]|\{[^{}]*\})*\})?"
    found = [
        [Tensor(t, mesh) for t in re.findall(pattern, part or "")] for part in line.groups()
    ]
    return mesh, found[0], found[1]


def devices(mesh):
    """Coordinates of all devices, row-major in mesh order."""
    found = [{}]
    for axis, size in mesh.items():
        found = [{**device, axis: i} for device in found for i in range(size)]
    return found


def constant(element, local, values):
    return f'dense<"0x{b"".join(values).hex().upper()}"> : tensor<{"".join(f"{n}x" for n in local)}{element}>'


def driver(local_text, mesh, params, results, arguments, expected):
    """The local module with a test that runs it on all partitions and checks every result."""
    lines, operands, types, names, checks = [], [], [], [], []
    for i, device in enumerate(devices(mesh)):
        for j, param in enumerate(params):
            name = f"%a{i}_{j}"
            shard = constant(param.element, param.local, param.shard(arguments[j], mesh, device))
            lines.append(f"{name} = stablehlo.constant {shard}")
            operands.append(name)
            types.append(param.type)
        for j, result in enumerate(results):
            name = f"%r#{len(names)}"
            shard = constant(result.element, result.local, result.shard(expected[j], mesh, device))
            checks.append(f"%e{len(names)} = stablehlo.constant {shard}")
            checks.append(f"check.expect_eq {name}, %e{len(names)} : {result.type}")
            names.append(result.type)
    programs = ", ".join(["@main"] * math.prod(mesh.values()))
    lines.append(
        f'%r:{len(names)} = "interpreter.run_parallel"({", ".join(operands)}) '
        f'{{programs = [[{programs}]]}} : ({", ".join(types)}) -> ({", ".join(names)})'
    )
    body = "\n".join("    " + line for line in lines + checks)
    # to the run these tensors are local ones, however they came about
    end = re.sub(r"(, )?sdy\.sharding = #sdy\.sharding<@\w+, \[[^\]]*\]>", "", local_text).rstrip()
    assert end.endswith("}")
    return f"{end[:-1]}  func.func public @test() {{\n{body}\n    return\n  }}\n}}\n"


# ---- the checks


def number(text):
    """Of collectives that communicate."""
    return sum(len(re.findall(rf"partir_hlo\.{c}\b", text)) for c in COLLECTIVES)


class Checker:
    def __init__(self, arguments):
        self.partir, self.opt = arguments.partir, arguments.partir_opt
        self.folder = arguments.keep or tempfile.mkdtemp()
        self.random = random.Random(arguments.seed)
        self.counts = {"programs": 0, "fewer": 0, "equal": 0, "more": 0}
        self.partitions = {"fewer": 0, "equal": 0, "more": 0}

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def same_meaning(self, core, hlo_text, name):
        """Whether `partir check` says that both mean the same; fails where it cannot say."""
        hlo = self.write(name, hlo_text)
        code, out, err = call([self.partir, "check", core, hlo])
        if code not in (0, 1):
            raise Failed(f"{name}: {err or out}")
        return code == 0, out

    def passes(self, text, *names):
        return output([self.opt, *(f"-partir-{n}" for n in names)], text)

    def core(self, core_text, name):
        """All of it on one PartIR:Core program."""
        self.counts["programs"] += 1
        core = self.write(f"{name}.core.mlir", core_text)
        for kind, names in (
            ("plain", ("core-to-hlo",)),
            ("hlo", ("core-to-hlo", "hlo-simplify")),
        ):
            hlo_text = self.passes(core_text, *names)
            same, out = self.same_meaning(core, hlo_text, f"{name}.{kind}.mlir")
            if not same:
                raise Failed(f"{name}.{kind}.mlir is refuted\n{out}")
        self.compare_counts(core, hlo_text)
        self.local(hlo_text, name)
        return hlo_text

    def compare_counts(self, core, hlo_text):
        ours, theirs = number(hlo_text), number(output([self.partir, "lower", core]))
        self.counts["fewer" if ours < theirs else "more" if ours > theirs else "equal"] += 1

    def local(self, hlo_text, name, fault=None):
        """Runs what -partir-hlo-to-stablehlo makes on shards; `fault` changes its text."""
        mesh, params, results = signature(hlo_text)
        hlo = self.write(f"{name}.hlo.mlir", hlo_text)
        arguments, flags = [], []
        for j, param in enumerate(params):
            code = FORMATS[param.element][0]
            values = [self.random.randint(-3, 3) for _ in range(math.prod(param.shape))]
            if code == "f":
                values = [v / 8 for v in values]
            path = os.path.join(self.folder, f"{name}.in{j}.npy")
            save(path, param.element, param.shape, values)
            arguments.append([struct.pack("<" + code, v) for v in values])
            flags += ["--input", f"arg{j}={path}"]
        prefix = os.path.join(self.folder, f"{name}.out")
        output([self.partir, "run", hlo, "--semantics", "spmd", "--save", prefix, *flags])
        expected = [load(f"{prefix}{j}.npy") for j in range(len(results))]
        local_text = self.passes(hlo_text, "hlo-to-stablehlo")
        if fault:
            changed = fault(local_text)
            assert changed != local_text
            local_text = changed
        test = self.write(
            f"{name}.local.mlir", driver(local_text, mesh, params, results, arguments, expected)
        )
        code, out, err = call([self.partir, "conformance", test])
        if code != 0 or "1 passed, 0 failed, 0 unsupported" not in out:
            raise Failed(f"{test}: {err or out}")

    def partitioned(self, program, schedule, theirs, name):
        """The passes as the partitioner; `theirs` is what lowering/ makes of what partition/ makes."""
        with open(schedule, encoding="utf-8") as file:
            plan = json.load(file)
        with open(program, encoding="utf-8") as file:
            text = file.read()
        axes = ", ".join(f'"{axis}"={size}' for axis, size in plan["mesh"])
        mesh = f"partir_core.mesh = #partir_core.mesh<[{axes}]>"
        text = (
            text.replace("attributes {", f"attributes {{{mesh}, ", 1)
            if re.search(r"^module .*attributes \{", text, flags=re.M)
            else text.replace("module {", f"module attributes {{{mesh}}} {{", 1)
        )
        whole = self.write(f"{name}.whole.mlir", text)
        names = []
        for tactic in plan["tactics"]:
            actions = [f"{value}:{dim}:{tactic['axis']}" for value, dim in tactic["inputs"].items()]
            names += ["tile=actions=" + ",".join(actions), "propagate"]
        hlo_text = self.passes(text, *names, "core-to-hlo", "hlo-simplify")
        same, out = self.same_meaning(whole, hlo_text, f"{name}.mine.mlir")
        if not same:
            raise Failed(f"{name}.mine.mlir is refuted\n{out}")
        ours, theirs = number(hlo_text), number(theirs)
        self.partitions["fewer" if ours < theirs else "more" if ours > theirs else "equal"] += 1
        self.local(hlo_text, f"{name}.mine")

    def must_fail(self, what, check):
        try:
            check()
        except Failed as failed:
            if "'check.expect_eq'" in str(failed) or "check.expect_eq at" in str(failed):
                return
            raise
        raise Failed(f"a planted fault was not found: {what}")

    def faults(self, core_text, hlo_text):
        """The checks are ones that can fail."""
        core = self.write("fault.core.mlir", core_text)
        whole = self.passes(core_text, "core-to-hlo")
        wrong = re.sub(r"partir_hlo\.all_reduce <add>", "partir_hlo.all_reduce <max>", whole, count=1)
        assert wrong != whole
        if self.same_meaning(core, wrong, "fault.mlir")[0]:
            raise Failed("a planted fault was not found: another reduction")
        self.must_fail(
            "another reducer",
            lambda: self.local(
                hlo_text,
                "fault",
                lambda text: re.sub(
                    r'("stablehlo\.all_reduce".*?)stablehlo\.add', r"\1stablehlo.subtract", text,
                    count=1, flags=re.S,
                ),
            ),
        )


# ---- generated programs: integers, whose sums are exact in any order


def generated(rng):
    """A StableHLO program and a schedule of it."""
    mesh = [["B", rng.choice([2, 3])], ["M", 2]]
    extents = [12, 24]
    values, lines = [], []
    for i in range(rng.randint(2, 4)):
        values.append((f"%arg{i}", [rng.choice(extents), rng.choice(extents)]))
    count = len(values)

    def text(shape):
        return "tensor<" + "".join(f"{n}x" for n in shape) + "i32>"

    params = ", ".join(f"{name}: {text(shape)}" for name, shape in values)

    def let(expression, shape):
        name = f"%{len(lines)}"
        lines.append(f"{name} = {expression}")
        values.append((name, shape))

    for _ in range(rng.randint(3, 9)):
        x, shape = rng.choice(values[-4:] if rng.random() < 0.7 else values)
        kind = rng.randrange(6)
        if kind == 0 or len(shape) < 2:
            let(f"stablehlo.negate {x} : {text(shape)}", shape)
        elif kind == 1:
            let(
                f"stablehlo.transpose {x}, dims = [1, 0] : ({text(shape)}) -> {text(shape[::-1])}",
                shape[::-1],
            )
        elif kind == 2:
            alike = [v for v in values if v[1] == shape]
            let(f"stablehlo.multiply {x}, {rng.choice(alike)[0]} : {text(shape)}", shape)
        elif kind in (3, 4):
            fitting = [v for v in values if len(v[1]) == 2 and v[1][0] == shape[1]]
            if fitting:
                y, other = rng.choice(fitting)
                into = [shape[0], other[1]]
                let(
                    f"stablehlo.dot_general {x}, {y}, contracting_dims = [1] x [0] : "
                    f"({text(shape)}, {text(other)}) -> {text(into)}",
                    into,
                )
        else:
            d = rng.randrange(2)
            zero = f"%z{len(lines)}"
            lines.append(f"{zero} = stablehlo.constant dense<0> : tensor<i32>")
            let(
                f"stablehlo.reduce({x} init: {zero}) applies stablehlo.add across dimensions = [{d}] : "
                f"({text(shape)}, tensor<i32>) -> {text([shape[1 - d]])}",
                [shape[1 - d]],
            )
    results = values[-1:] + ([values[-2]] if rng.random() < 0.5 else [])
    returned = ", ".join(text(shape) for _, shape in results)
    body = "\n".join("    " + line for line in lines)
    module = (
        f"module {{\n  func.func @main({params}) -> ({returned}) {{\n{body}\n"
        f"    return {', '.join(name for name, _ in results)} : {returned}\n  }}\n}}\n"
    )
    tactics = []
    for axis, _ in mesh:
        inputs = {
            f"%arg{i}": rng.randrange(2) for i in range(count) if rng.random() < 0.6
        } or {"%arg0": 0}
        tactics.append({"name": "T" + axis, "axis": axis, "inputs": inputs})
    return module, json.dumps({"mesh": mesh, "tactics": tactics})


# ---- size


def large(checker, count):
    """Processor seconds of all passes on a chain of `count` ops."""
    square = "tensor<64x64xf32>"
    lines, x = [], "%arg0"
    for i in range(count):
        if i % 4 == 0:
            lines.append(
                f"%{i} = stablehlo.dot_general {x}, %arg1, contracting_dims = [1] x [0] : "
                f"({square}, {square}) -> {square}"
            )
        elif i % 4 == 1:
            lines.append(f"%{i} = stablehlo.tanh {x} : {square}")
        else:
            lines.append(f"%{i} = stablehlo.add {x}, %{i - 2} : {square}")
        x = f"%{i}"
    body = "\n".join("    " + line for line in lines)
    text = (
        'module attributes {partir_core.mesh = #partir_core.mesh<["B"=4, "M"=2]>} {\n'
        f"  func.func @main(%arg0: {square}, %arg1: {square}) -> {square} {{\n{body}\n"
        f"    return {x} : {square}\n  }}\n}}\n"
    )
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    local = checker.passes(
        text, "tile=actions=%arg0:0:B", "propagate", "tile=actions=%arg1:1:M", "propagate",
        "core-to-hlo", "hlo-simplify", "hlo-to-stablehlo",
    )
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start
    if "stablehlo.all_reduce" not in local and "stablehlo.all_gather" not in local:
        raise Failed("the large program was not partitioned")
    return seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("partir")
    parser.add_argument("partir_opt")
    parser.add_argument("examples")
    parser.add_argument("--generated", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="where the files go")
    arguments = parser.parse_args()
    checker = Checker(arguments)

    def partitioned(program, schedule):
        return output([checker.partir, "partition", program, "--schedule", schedule, "--emit", "core"])

    names = sorted(os.listdir(arguments.examples))
    for schedule in (n for n in names if n.endswith(".json")):
        program = os.path.join(arguments.examples, schedule.split(".")[0] + ".mlir")
        path = os.path.join(arguments.examples, schedule)
        core_text = partitioned(program, path)
        hlo_text = checker.core(core_text, schedule.removesuffix(".json"))
        checker.partitioned(program, path, hlo_text, schedule.removesuffix(".json"))
        if "all_reduce" in hlo_text and "bp_mp" in schedule:
            checker.faults(core_text, hlo_text)
    for name in (n for n in names if n.endswith(".core.mlir")):
        with open(os.path.join(arguments.examples, name), encoding="utf-8") as file:
            checker.core(file.read(), name.removesuffix(".core.mlir"))

    for i in range(arguments.generated):
        module, schedule = generated(checker.random)
        program = checker.write(f"g{i}.mlir", module)
        # no schedule of these is refused: every extent divides by every product of axes
        path = checker.write(f"g{i}.json", schedule)
        hlo_text = checker.core(partitioned(program, path), f"g{i}")
        checker.partitioned(program, path, hlo_text, f"g{i}")

    def tally(counts):
        return ", ".join(f"{n} {what}" for what, n in counts.items())

    seconds = large(checker, 10_000)
    if seconds > 10:
        raise Failed(f"10,000 ops take {seconds:.1f} s of processor time")

    print(f"{tally(checker.counts)} collectives than lowering/")
    print(f"partitioned by the passes: {tally(checker.partitions)} collectives than by partition/")
    print(f"10,000 ops through all passes: {seconds:.2f} s of processor time")


if __name__ == "__main__":
    try:
        main()
    except Failed as error:
        print(error, file=sys.stderr)
        sys.exit(1)
