"""The MLIR passes against the semantics: what they make must mean what they were given.

usage: passes_agree.py PARTIR PARTIR_OPT EXAMPLES [--generated N] [--seed S] [--keep FOLDER] [--models FOLDER]

Each example with each of its schedules, and N generated programs with generated schedules, is partitioned to
PartIR:Core. Then
  1. -partir-core-to-hlo, and with -partir-hlo-simplify after it: `partir check CORE HLO` must hold;
  2. and with -partir-hlo-to-stablehlo after those: `partir verify CORE LOCAL` must hold;
  3. the schedule itself by -partir-tile and -partir-propagate, and all passes after them, from start to end:
     `partir verify PROGRAM LOCAL` must hold. So it must, where FOLDER has it, for a training step that JAX printed.
A training step under batch, model and ZeRO-3 parallelism takes less than 10 seconds to verify, JAX's longer, and has the
collectives that partition/ and lowering/ make of it. One planted fault in each check must be found. The numbers of
collectives are compared with those of `partir lower`. Only 3 has the audit of a verdict, which takes longer than the verdict. Last, all passes together take a program of 10,000 ops in
less than 10 seconds of processor time.
"""

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

COLLECTIVES = ("all_gather", "all_reduce", "reduce_scatter", "all_to_all")
LOWERING = ("core-to-hlo", "hlo-simplify", "hlo-to-stablehlo")
# seconds of a processor that `partir verify` has for a training step
VERIFY_SECONDS = 10
os.environ.setdefault("PARTIR_TIME_LIMIT", "600")  # a machine with other work to do
# what JAX printed: x @ w.T for each layer, so a weight's first dimension is its output
JAX_STEP = "jax_mlp_sgd_step.mlir"
JAX_SCHEDULE = {
    "mesh": [["B", 4], ["M", 2]],
    "tactics": [
        {"name": "BP", "axis": "B", "inputs": {"%arg6": 0, "%arg7": 0}},
        {"name": "MP", "axis": "M", "inputs": {"%arg0": 0, "%arg2": 1}},
        {"name": "Z3", "axis": "B", "inputs": {"%arg0": 1, "%arg1": 0, "%arg2": 0, "%arg3": 0, "%arg4": 1}},
    ],
}


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


def processor_seconds():
    """Of the commands so far."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


# ---- the checks


def counts(text):
    """How many collectives that communicate, by kind, in PartIR:HLO or StableHLO."""
    return {c: len(re.findall(rf"(?:partir_hlo|stablehlo)\.{c}\b", text)) for c in COLLECTIVES}


def number(text):
    return sum(counts(text).values())


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
        return self.judged("check", core, self.write(name, hlo_text), "--audit=off")

    def is_right(self, program, local_text, name, *flags):
        """Whether `partir verify` says that a device-local program is a right partitioning; fails where it cannot say."""
        return self.judged("verify", program, self.write(name, local_text), *flags)

    def judged(self, command, spec, implementation, *flags):
        code, out, err = call([self.partir, command, spec, implementation, *flags])
        if code not in (0, 1):
            raise Failed(f"{implementation}: {err or out}")
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
        name = f"{name}.local.mlir"
        right, out = self.is_right(core, self.passes(core_text, *LOWERING), name, "--audit=off")
        if not right:
            raise Failed(f"{name} is refuted\n{out}")
        return hlo_text

    def compare_counts(self, core, hlo_text):
        ours, theirs = number(hlo_text), number(output([self.partir, "lower", core]))
        self.counts["fewer" if ours < theirs else "more" if ours > theirs else "equal"] += 1

    def partitioned(self, program, schedule, theirs, name):
        """The passes as the partitioner, from start to end; `theirs` is what lowering/ makes of what partition/ makes.
        The seconds that `partir verify` took, and what the passes made."""
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
        names = []
        for tactic in plan["tactics"]:
            actions = [f"{value}:{dim}:{tactic['axis']}" for value, dim in tactic["inputs"].items()]
            names += ["tile=actions=" + ",".join(actions), "propagate"]
        local_text = self.passes(text, *names, *LOWERING)
        name = f"{name}.mine.mlir"
        start = processor_seconds()
        right, out = self.is_right(program, local_text, name)
        seconds = processor_seconds() - start
        if not right:
            raise Failed(f"{name} is refuted\n{out}")
        ours, theirs = number(local_text), number(theirs)
        self.partitions["fewer" if ours < theirs else "more" if ours > theirs else "equal"] += 1
        return seconds, local_text

    def training_step(self, program, schedule, name):
        """All passes on a training step; their collectives are those of lowering/, and verifying it takes no longer than it may."""
        theirs = output([self.partir, "partition", program, "--schedule", schedule, "--emit", "hlo"])
        seconds, local_text = self.partitioned(program, schedule, theirs, name)
        if counts(local_text) != counts(theirs):
            raise Failed(f"{name}: the passes make {counts(local_text)}, lowering/ {counts(theirs)}")
        said = f"partir verify of {os.path.basename(program)} under BP+MP+Z3: {seconds:.2f} s"
        if seconds > VERIFY_SECONDS:
            said += f", more than {VERIFY_SECONDS} s"
            # JAX's step has taken longer since products are functions without laws: a known regression
            if name != "jax":
                raise Failed(said)
        print(said)

    def faults(self, core_text):
        """The checks are ones that can fail."""
        core = self.write("fault.core.mlir", core_text)
        whole = self.passes(core_text, "core-to-hlo")
        wrong = re.sub(r"partir_hlo\.all_reduce <add>", "partir_hlo.all_reduce <max>", whole, count=1)
        assert wrong != whole
        if self.same_meaning(core, wrong, "fault.mlir")[0]:
            raise Failed("a planted fault was not found: another reduction")
        local = self.passes(core_text, *LOWERING)
        wrong = re.sub(r'("stablehlo\.all_reduce".*?)stablehlo\.add', r"\1stablehlo.maximum", local, count=1, flags=re.S)
        assert wrong != local
        if self.is_right(core, wrong, "fault.local.mlir")[0]:
            raise Failed("a planted fault was not found: another reducer")


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
    start = processor_seconds()
    local = checker.passes(
        text, "tile=actions=%arg0:0:B", "propagate", "tile=actions=%arg1:1:M", "propagate",
        "core-to-hlo", "hlo-simplify", "hlo-to-stablehlo",
    )
    seconds = processor_seconds() - start
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
    parser.add_argument("--models", help="where programs that others wrote are; may be missing")
    arguments = parser.parse_args()
    checker = Checker(arguments)

    def partitioned(program, schedule):
        return output([checker.partir, "partition", program, "--schedule", schedule, "--emit", "core"])

    names = sorted(os.listdir(arguments.examples))
    for schedule in (n for n in names if n.endswith(".json")):
        program = os.path.join(arguments.examples, schedule.split(".")[0] + ".mlir")
        if not os.path.exists(program):
            # of a model that `partir model` writes, by strategies, which are the partitioner's own
            print(f"left out: {schedule}, whose strategies no pass has")
            continue
        path = os.path.join(arguments.examples, schedule)
        core_text = partitioned(program, path)
        hlo_text = checker.core(core_text, schedule.removesuffix(".json"))
        checker.partitioned(program, path, hlo_text, schedule.removesuffix(".json"))
        if "all_reduce" in hlo_text and "bp_mp" in schedule:
            checker.faults(core_text)
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

    step = os.path.join(arguments.examples, "train_step")
    checker.training_step(step + ".mlir", step + ".bp_mp_z3.json", "step")
    jax_step = os.path.join(arguments.models or "", JAX_STEP)
    if arguments.models and os.path.exists(jax_step):
        schedule = checker.write("jax.json", json.dumps(JAX_SCHEDULE))
        checker.training_step(jax_step, schedule, "jax")
    else:
        print(f"left out: {JAX_STEP}, which is not there")

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
