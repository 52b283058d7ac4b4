#!/usr/bin/env python3
"""examples/train_step.mlir: its collective counts, and that it is a training step.

Reads PARTIR_BIN (folder of the command) and PARTIR_SOURCE_DIR."""
import array
import json
import math
import os
import pathlib
import random
import struct
import subprocess
import tempfile
import unittest

PARTIR = os.path.join(os.environ["PARTIR_BIN"], "partir")
EXAMPLES = pathlib.Path(os.environ["PARTIR_SOURCE_DIR"]) / "examples"
PROGRAM = str(EXAMPLES / "train_step.mlir")
SHAPES = [(32, 48), (48,), (48, 40), (40,), (40, 16), (16,), (64, 32), (64, 16)]
RATE = 0.05


def partir(*args):
    return subprocess.run([PARTIR, *args], capture_output=True, text=True, check=True, timeout=300,
                          stdin=subprocess.DEVNULL).stdout


def write_npy(path, shape, values):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header +
                     array.array("f", values).tobytes())


def read_npy(path):
    data = path.read_bytes()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    return array.array("f", data[start:])


class Counts(unittest.TestCase):
    """The counts that examples/README.md explains; every verdict holds."""

    def check(self, schedule, expected):
        report = json.loads(partir("partition", PROGRAM, "--schedule", str(EXAMPLES / schedule),
                                   "--json"))
        last = report["tactics"][-1]
        self.assertEqual(last["conflicts"], [])
        self.assertIn(last["verdict"], ["tested", "verified", "proved"])
        for axis, counts in expected.items():
            found = {k: v for k, v in last["by_axis"][axis].items() if v}
            self.assertEqual(found, counts, axis)

    def test_batch_parallel_adds_up_six_gradients_and_the_loss(self):
        self.check("train_step.bp.json", {"B": {"all_reduce": 7}, "M": {}})

    def test_model_parallel_adds_one_sum_where_the_pair_of_layers_joins(self):
        self.check("train_step.bp_mp.json", {"B": {"all_reduce": 7}, "M": {"all_reduce": 1}})

    def test_sharded_parameters_scatter_six_gradients_and_gather_per_use(self):
        # w1 and w2 are used forward and backward, w0, b0, b1, b2 once; the loss stays whole
        self.check("train_step.bp_mp_z3.json",
                   {"B": {"all_gather": 8, "reduce_scatter": 6, "all_reduce": 1},
                    "M": {"all_reduce": 1}})


class Gradients(unittest.TestCase):
    def setUp(self):
        tmp = tempfile.TemporaryDirectory()
        self.addCleanup(tmp.cleanup)
        self.tmp = pathlib.Path(tmp.name)

    def step(self, arguments):
        inputs = []
        for i, (shape, values) in enumerate(zip(SHAPES, arguments)):
            path = self.tmp / f"arg{i}.npy"
            write_npy(path, shape, values)
            inputs += ["--input", f"arg{i}={path}"]
        partir("run", PROGRAM, "--semantics", "core", "--save", str(self.tmp / "out"), *inputs)
        return [read_npy(self.tmp / f"out{i}.npy") for i in range(7)]

    def test_gradients_are_those_of_the_loss(self):
        """(loss(p + hg) - loss(p - hg)) / 2h = |g|² along each parameter's own g = (p - p') / rate."""
        rng = random.Random(7)
        arguments = [[rng.uniform(-1, 1) * (0.3 if i < 6 else 1) for _ in range(math.prod(shape))]
                     for i, shape in enumerate(SHAPES)]
        after = self.step(arguments)
        for i in range(6):
            with self.subTest(parameter=i):
                # the program's p is the f32 nearest to ours
                g = [(p - q) / RATE for p, q in zip(array.array("f", arguments[i]), after[i])]
                norm2 = sum(x * x for x in g)
                self.assertGreater(norm2, 1e-6)
                h = 0.05 / math.sqrt(norm2)

                def loss(along):
                    moved = list(arguments)
                    moved[i] = [p + along * x for p, x in zip(arguments[i], g)]
                    return self.step(moved)[6][0]

                slope = (loss(h) - loss(-h)) / (2 * h)
                # h² of the third derivative and rounding of the loss over 2h: far below this
                self.assertLess(abs(slope - norm2), 0.01 * norm2)


if __name__ == "__main__":
    unittest.main()
