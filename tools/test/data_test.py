#!/usr/bin/env python3
"""`partir partition` on programs that nobody here wrote: python3 data_test.py PARTIR SOURCE_DIR DATA_DIR

Exits with 77, which ctest shows as Skipped, where DATA_DIR has no models."""
import os
import re
import sys

from cli import DATA, Case, main, partir

MODELS = os.path.join(DATA, "models")
JAX = os.path.join(MODELS, "jax_mlp_sgd_step.mlir")
MESH = [["B", 4], ["M", 2]]
BP = {"name": "BP", "axis": "B", "inputs": {"%arg6": 0, "%arg7": 0}}
MP = {"name": "MP", "axis": "M", "inputs": {"%arg0": 0, "%arg2": 1}}
Z3 = {"name": "Z3", "axis": "B",
      "inputs": {"%arg0": 1, "%arg1": 0, "%arg2": 0, "%arg3": 0, "%arg4": 1}}


class JaxTrainingStep(Case):
    def test_counts_and_verdicts_tactic_by_tactic(self):
        bp, mp, z3 = self.report(JAX, "--schedule", self.schedule(MESH, BP, MP, Z3))["tactics"]
        # BP: the batch (96) is tiled; each of the six gradients sums over the batch, once: 6. The
        # loss is no output, and nothing else contracts over the batch.
        self.assertCounts(bp, all_reduce=6)
        self.assertCounts(bp, "B", all_reduce=6)
        # MP: layer 1 makes columns of its output on each device, layer 2 contracts over them: one
        # all_reduce more, over M, where the pair joins. Backward, M tiles only what stays tiled.
        self.assertCounts(mp, all_reduce=7)
        self.assertCounts(mp, "B", all_reduce=6)
        self.assertCounts(mp, "M", all_reduce=1)
        # Z3: parameters 0-4 are sharded over B. Each of their five gradients is reduced straight
        # into its shard: 5 reduce_scatter. Gradient 5 (arg5 has extent 10, which 4 does not divide)
        # and the joint of MP stay all_reduce: 2. Gathers, one per use other than the update:
        # arg0 1 (forward), arg1 1, arg2 2 (forward, backward), arg3 1, arg4 2 (forward, backward): 7.
        self.assertCounts(z3, all_gather=7, all_reduce=2, reduce_scatter=5)
        self.assertCounts(z3, "B", all_gather=7, all_reduce=1, reduce_scatter=5)
        self.assertCounts(z3, "M", all_reduce=1)
        for t in (bp, mp, z3):
            self.assertHolds(t)
            self.assertEqual(t["conflicts"], [])
        # five of six parameters shrink fourfold under Z3
        self.assertLess(z3["parameter_bytes"], bp["parameter_bytes"] / 3)

    def test_an_extent_that_does_not_divide_is_a_located_error(self):
        z3 = {**Z3, "inputs": {**Z3["inputs"], "%arg5": 0}}
        path = self.schedule(MESH, BP, MP, z3)
        run = partir("partition", JAX, "--schedule", path)
        self.assertError(run, 1, re.escape(path) + r":1:\d+: error: .*extent 10.*%arg5")

    def test_merged_gathers_are_an_option(self):
        t = self.report(JAX, "--schedule", self.schedule(MESH, BP, MP, Z3), "--no-check",
                        "--merge-parameter-gathers")["tactics"][2]
        # arg2 and arg4 are gathered once each instead of twice
        self.assertCounts(t, all_gather=5, all_reduce=2, reduce_scatter=5)


class SdyModels(Case):
    def test_llama_attention_from_its_own_shardings(self):
        path = os.path.join(MODELS, "sdy_llama_attn_prefill_manual.mlir")
        full = self.report(path, "--no-check")["tactics"][0]
        # heads are tiled from the projections to the output projection, which contracts over them
        self.assertCounts(full, all_reduce=1)
        self.assertScaled(path, "16384", full)

    def test_autoencoder_from_its_own_shardings(self):
        path = os.path.join(MODELS, "autoencoder_linear.mlir")
        t = self.report(path)["tactics"][0]
        # inference is independent per batch row
        self.assertCounts(t)
        self.assertHolds(t)
        self.assertScaled(path, "4096", t)


if __name__ == "__main__":
    if not os.path.isdir(MODELS):
        print("skipped: no " + MODELS)
        sys.exit(77)
    main()
