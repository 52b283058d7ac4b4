#!/usr/bin/env python3
"""`partir partition --device`, and what it says of conflicts: python3 device_test.py PARTIR SOURCE_DIR
DATA_DIR"""
import copy
import glob
import json
import os
import re
import unittest

from cli import DATA, SOURCE, Case, example, main, partir

JAX = os.path.join(DATA, "models", "jax_mlp_sgd_step.mlir")
MESH = [["B", 4], ["M", 2]]
DEVICE = {
    "name": "toy",
    "peak_flops_per_s": {"f32": 1000},
    "memory_bytes": 1000000,
    "memory_bytes_per_s": 1e6,
    "link": {"topology": "ring", "bytes_per_s": 100, "latency_s": 0.5},
}


class Device(Case):
    FILE = example("matmul_chain.mlir")
    SCHEDULE = example("matmul_chain.bp_mp.json")

    def simulated(self, device, *args):
        d = self.file("device.json", json.dumps(device))
        return self.report(self.FILE, "--schedule", self.SCHEDULE, "--device", d, "--no-check", *args)

    def test_figures_worked_out_by_hand(self):
        # x: 256x8, w1: 8x16, w2: 16x8; two matmuls of 2·256·8·16 flops each
        r = self.simulated(DEVICE, "--per-op", "1")
        flops = 2 * 2 * 256 * 8 * 16
        whole, bp, mp = r["simulated"]["as_it_is"], *(t["simulated"] for t in r["tactics"])
        self.assertEqual([t["flops"] for t in (whole, bp, mp)], [flops, flops / 4, flops / 8])
        self.assertAlmostEqual(whole["total_s"], flops / 1000)
        self.assertAlmostEqual(whole["mfu"], 1 / 8)
        self.assertAlmostEqual(bp["total_s"], flops / 4000)
        self.assertAlmostEqual(bp["change_percent"], -75)
        # the all_reduce of 64x8 floats over M: two hops of half of 2,048 bytes
        sent = 2 * (0.5 + 1024 / 100)
        self.assertAlmostEqual(mp["communication_s"], sent)
        self.assertAlmostEqual(mp["total_s"], flops / 8000 + sent)
        self.assertAlmostEqual(mp["mfu"], flops / 1000 / 8 / mp["total_s"])
        self.assertAlmostEqual(mp["change_percent"], 100 * (mp["total_s"] / bp["total_s"] - 1))
        self.assertEqual(mp["peak_bytes"], r["tactics"][1]["peak_bytes"])
        (worst,) = mp["most_expensive"]
        self.assertEqual((worst["bound_by"], worst["seconds"]), ("communication", mp["communication_s"]))
        self.assertIn("all_reduce", worst["op"])
        self.assertTrue(mp["fits"])

    def test_text(self):
        d = self.file("device.json", json.dumps(dict(DEVICE, memory_bytes=10000, overlap=True)))
        run = partir("partition", self.FILE, "--schedule", self.SCHEDULE, "--device", d, "--per-op", "2")
        self.assertEqual(run.returncode, 0, run.stderr)
        estimates = re.findall(r"^  estimated .*$", run.stdout, re.M)
        self.assertEqual(len(estimates), 3, run.stdout)
        self.assertRegex(run.stdout, r"^device toy; as it is\n  estimated 131 s: compute 131 s, memory 0 s, ")
        self.assertRegex(estimates[1], r"estimated 32\.8 s \(-75 %\): ")
        self.assertRegex(estimates[2], r"communication 21\.5 s \(21\.5 s not hidden\); MFU 43 %; "
                                       r"memory [\d.]+ KiB of 9\.8 KiB")
        self.assertIn("does not fit: ", run.stdout)
        self.assertRegex(run.stdout, r"\n    21\.5 s communication  %\w+ = all_reduce .*  "
                                     r"at .*matmul_chain\.mlir:\d+:\d+\n")
        self.assertNotIn("estimated", partir("partition", self.FILE, "--schedule", self.SCHEDULE).stdout)

    def test_shipped_devices(self):
        shipped = sorted(glob.glob(os.path.join(SOURCE, "examples", "devices", "*.json")))
        self.assertGreaterEqual(len(shipped), 4)
        for device in shipped:
            r = self.report(example("train_step.mlir"), "--schedule", example("train_step.bp_mp_z3.json"),
                            "--device", device, "--no-check")
            self.assertGreater(len(r["simulated"]["source"]), 20, device)
            for t in r["tactics"]:
                s = t["simulated"]
                self.assertGreater(s["total_s"], 0)
                self.assertLess(s["overlapped_s"], s["serial_s"] * (1 + 1e-9))
                self.assertTrue(0 < s["mfu"] < 1 and s["fits"])

    def bad(self, pattern, at=r"\d+:\d+", **changes):
        device = copy.deepcopy(DEVICE)
        for key, value in changes.items():
            if value is None:
                del device[key]
            else:
                device[key] = value
        self.bad_text(json.dumps(device), pattern, at)

    def bad_text(self, text, pattern, at=r"\d+:\d+"):
        d = self.file("d.json", text)
        run = partir("partition", self.FILE, "--schedule", self.SCHEDULE, "--device", d)
        self.assertError(run, 2, r"d\.json:" + at + ": error: .*" + pattern)

    def test_mistakes_are_located(self):
        link = DEVICE["link"]
        self.bad('unknown key "colour"; known are name, ', colour=1)
        for key in DEVICE:
            self.bad('needs the key "' + key + '"', "1:1", **{key: None})
        self.bad("memory_bytes_per_s is -1, expected 1e-06 to 1e\\+24", memory_bytes_per_s=-1)
        self.bad("memory_bytes is 0, expected at least 1", memory_bytes=0)
        self.bad("expected memory_bytes as an integer", memory_bytes=1.5)
        self.bad("expected a number for memory_bytes_per_s", memory_bytes_per_s="fast")
        self.bad("latency_s is -0.5, expected 0 to", link=dict(link, latency_s=-0.5))
        self.bad("bytes_per_s is 0, expected", link=dict(link, bytes_per_s=0))
        self.bad('unknown topology "torus"; known are ring, bidirectional_ring, switch',
                 link=dict(link, topology="torus"))
        self.bad('a link needs the key "latency_s"', link={"topology": "ring", "bytes_per_s": 1})
        self.bad('axis "Q" is not in the mesh \\["B"=4, "M"=2\\]', axes={"B": link, "Q": link})
        self.bad('unknown element type "f31"', peak_flops_per_s={"f31": 1})
        self.bad("the rate of at least one element type", peak_flops_per_s={})
        self.bad("expected true or false", overlap=1)
        text = json.dumps(DEVICE)
        self.bad_text(text[:-1] + ', "name": "again"}', 'key "name" twice')
        self.bad_text(text.replace('"f32": 1000', '"f32": 1000, "f32": 1'), 'key "f32" twice')
        self.bad_text('{\n"name": "x",\n "memory_bytes": }', "not JSON: ", "3:18")
        self.bad_text("", "the device file is empty", "1:1")
        run = partir("partition", self.FILE, "--schedule", self.SCHEDULE, "--per-op", "3")
        self.assertError(run, 2, "--device")


class Conflicts(Case):
    TEXT = """
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %h = stablehlo.tanh %x : tensor<8x8xf32>
  %v = stablehlo.tanh %w : tensor<8x8xf32>
  %y = stablehlo.dot_general %h, %v, contracting_dims = [1] x [0]
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
"""

    def edited(self, tactics, edits):
        """The tactics with the edits of a resolution made, as a user would."""
        tactics = copy.deepcopy(tactics)
        for e in edits:
            at = [t["name"] for t in tactics].index(e["tactic"])
            if e["kind"] == "new_tactic_after":
                tactics.insert(at + 1, {"name": "resolve", "axis": e["axis"], **e["directives"]})
                continue
            ((key, directive),) = e["directives"].items()
            tactics[at].setdefault(key, {}).update(directive)  # one that is replaced has the same name here
        return tactics

    def test_each_resolution_resolves(self):
        file = self.file("p.mlir", self.TEXT)
        for inputs in ({"%arg0": 0, "%arg1": 1}, {"%arg0": 1, "%arg1": 1}):
            tactics = [{"name": "both", "axis": "B", "inputs": inputs}]
            (t,) = self.report(file, "--schedule", self.schedule(MESH, *tactics))["tactics"]
            (c,) = t["conflicts"]
            self.assertIn("%y = stablehlo.dot_general %h, %v", c["source"])
            self.assertEqual(c["since"], "both")
            self.assertEqual([o["origin"]["value"] for o in c["claims"]], ["%x", "%w"])
            self.assertEqual(len(c["resolutions"]), 2)
            for r in c["resolutions"]:
                again = self.report(file, "--schedule", self.schedule(MESH, *self.edited(tactics, r["edits"])))
                self.assertEqual(again["tactics"][-1]["conflicts"], [], r)
                self.assertHolds(again["tactics"][-1])

    @unittest.skipUnless(os.path.exists(JAX), "no " + JAX)
    def test_each_resolution_resolves_in_a_program_of_jax(self):
        # rows of the input and columns of two weights, all over one axis
        tactics = [{"name": "BP", "axis": "B", "inputs": {"%arg6": 0, "%arg7": 0, "%arg0": 1, "%arg2": 1}}]
        (t,) = self.report(JAX, "--schedule", self.schedule(MESH, *tactics), "--no-check")["tactics"]
        (c,) = t["conflicts"]
        self.assertEqual(len(c["resolutions"]), 3)  # by rows, by columns, or by what is summed over
        for r in c["resolutions"]:
            again = self.report(JAX, "--schedule", self.schedule(MESH, *self.edited(tactics, r["edits"])),
                                "--no-check")
            last = again["tactics"][-1]
            self.assertEqual(len(last["conflicts"]), r["conflicts_left"])
            self.assertNotIn(c["op"], [x["op"] for x in last["conflicts"]], r)

    def test_text(self):
        file = self.file("p.mlir", self.TEXT)
        schedule = self.schedule(MESH, {"name": "both", "axis": "B", "inputs": {"x": 0, "w": 1}},
                                 {"name": "MP", "axis": "M", "inputs": {"w": 1}})
        run = partir("partition", file, "--schedule", schedule)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r'conflict on "B" at .*p\.mlir:5:\d+: %y = dot_general\(%h, %v\)\n'
                                     r'    5 \| %y = stablehlo\.dot_general %h, %v')
        self.assertIn("    %h offers tile<0> (tactic both), since tactic both tiles %x on dimension 0, through 1 op\n",
                      run.stdout)
        self.assertIn("    fits in part: %h split on dimension 0, %v whole -> %y split on dimension 0\n"
                      '      in tactic "both" add "values": {"%v": "replicated"}\n', run.stdout)
        self.assertRegex(run.stdout, r'conflict on "B" at .*, as after tactic both\n')


if __name__ == "__main__":
    main()
