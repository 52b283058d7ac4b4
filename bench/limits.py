#!/usr/bin/env python3
"""Holds what the benchmarks measured against what they promise.

usage: limits.py RESULTS.json..   (written by --benchmark_out; a benchmark that was not run is not judged)

Prints a line for each promise; exit 1 where one is broken. All but seven are ratios within one run,
which a slow machine does not break.
"""
import json
import sys


def main(files):
    runs = {}
    for f in files:
        with open(f) as text:
            for b in json.load(text)["benchmarks"]:
                name = b["name"].replace("/manual_time", "").split("/repeats:")[0]
                # of repetitions the fastest: what else the machine does only adds
                if b.get("run_type") == "aggregate":
                    continue
                if name not in runs or b["real_time"] < runs[name]["real_time"]:
                    runs[name] = b
    broken = judged = 0

    def promise(what, value, limit):
        nonlocal broken, judged
        judged += 1
        holds = value <= limit
        broken += not holds
        print(f"{'holds ' if holds else 'BROKEN'}  {what}: {value:.3g}, at most {limit:g}")

    for name in ("dot_general f32/256", "dot_general f32/512", "add/10000000", "exponential/10000000"):
        if name in runs:
            promise(f"{name}, time by bare Eigen's", runs[name]["ratio"], 2)

    # sizes of 10^6 to 10^8 scalar operations
    for name in ("dot_general f32/100", "dot_general f32/368", "add/1000000", "add/100000000",
                 "exponential/1000000", "reduce_rows/1000", "reduce_rows/10000",
                 "reduce_columns/1000", "reduce_columns/10000", "convolution/15", "convolution/47",
                 "convolution/147", "gather_rows/1000000", "gather_rows/100000000",
                 "gather_elements/1000000", "gather_elements/10000000", "scatter_rows/1000000",
                 "scatter_rows/100000000", "scatter_elements/1000000",
                 "scatter_elements/10000000"):
        if name in runs:
            promise(f"{name}, time by Eigen's or a plain loop's", runs[name]["ratio"], 3)
            if "memory" in runs[name]:
                promise(f"{name}, memory by operands and results", runs[name]["memory"], 2)
    # 3,000 programs a second
    for name in ("campaign/theorem2-field", "campaign/theorem2-native"):
        if name in runs:
            promise(f"{name}, microseconds a program", runs[name]["real_time"], 333)
    for name, limit in (("start-up of partir run", 60), ("conformance of stablehlo_testdata", 10), ("registry", 5)):
        if name in runs:
            promise(f"{name}, {runs[name]['time_unit']}", runs[name]["real_time"], limit)

    def ratio(what, name, large, small, limit):
        a, b = runs.get(f"{name}{large}"), runs.get(f"{name}{small}")
        if a and b:
            promise(what, a["real_time"] / b["real_time"], limit)

    spmd = "spmd_dot_all_reduce/depends_on_1_axis/"
    ratio("4096 devices by 4, where one axis of 4 matters", spmd, 4096, 4, 2)
    step = "propagation_and_lowering/layers:"
    if f"{step}24" in runs:
        b = runs[f"{step}24"]
        promise(f"24 layers, {b['ops']:.0f} ops, milliseconds", b["real_time"], 1000)
    # between 24 and 32 layers a program outgrows the second-level cache, at which each op gets dearer once: near-linear
    # is judged beyond
    ratio("96 layers by 48", step, 96, 48, 3)
    models = [runs.get(f"transformer/layers:{n}/iterations:24") for n in (8, 32, 64)]
    if models[1]:
        promise("transformer of 32 layers, milliseconds", models[1]["real_time"], 2000)
        promise("transformer of 32 layers, MiB", models[1]["MiB"], 1024)
    # the programs of 8 layers are in the caches and those of 64 are not, whatever is done with them: on a machine with a
    # small last-level cache copying them alone takes more than 14 times as long, which the second promise tells apart
    if models[0] and models[2]:
        promise("transformer, 64 layers by 8", models[2]["real_time"] / models[0]["real_time"], 14)
        promise("transformer, 64 layers by 8, each by copying its programs", models[2]["ratio"] / models[0]["ratio"], 1.5)
        promise("transformer, 64 layers by 8, MiB", models[2]["MiB"] / models[0]["MiB"], 8)
    for seed in (1, 2, 3):
        if (name := f"whole_t32/evaluations:200/seed:{seed}/iterations:1") in runs:
            promise(f"search on T32, seed {seed}, found by expert's", runs[name]["of_expert"], 1)
    print(f"{judged} promises judged, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
