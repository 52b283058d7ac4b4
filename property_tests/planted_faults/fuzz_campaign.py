#!/usr/bin/env python3
"""Does `partir fuzz` find a planted fault within ten minutes? Switches on faults of verdict_faults.py, drawn at random, one at a time, and runs fuzz: all
statements, and the reference lowering, in turns that grow. A fault is found if fuzz refutes something, crashes or hangs.

    cmake -DPARTIR_VERDICT_FAULTS=ON build && cmake --build build --target partir-faulty
    python3 fuzz_campaign.py build/bin/partir-faulty --log fuzz.tsv                 40 faults; goes on where the log ends
    python3 fuzz_campaign.py build/bin/partir-faulty --log fuzz.tsv --minutes 2     at most so long for each

A line of the log is: commit, seed, fault, the command that found it (or NOT FOUND), how, seconds.
"""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

from campaign import SOURCE, ended, lines
from verdict_faults import VERDICT_FAULTS

# What one turn runs, and its share of a fault's time.
TURNS = [([], 0.05), (["--lowering", "reference"], 0.05), ([], 0.3), (["--lowering", "reference"], 0.6)]


def look_at(partir, fault, minutes, seed):
    """(the command that found it, how, seconds)"""
    start = time.monotonic()
    for turn, (args, share) in enumerate(TURNS):
        with tempfile.TemporaryDirectory(prefix="fuzz_") as out:
            command = ["fuzz", *args, "--jobs", "1", "--minutes", f"{minutes * share:.3f}", "--seed", str(1000 * seed + turn), "--out", out]
            code, said, errors = ended([partir, *command], {**os.environ, "PARTIR_FAULT": fault}, 60 * minutes * share + 120)
        if code != 0:
            how = "hang" if code is None else f"exit code {code}: " + " / ".join((said + errors).strip().splitlines()[-3:])
            return "fuzz " + " ".join(args), how.replace("\t", " ")[:300], time.monotonic() - start
    return "NOT FOUND", "-", time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("partir", type=os.path.abspath, help="the binary with the faults")
    parser.add_argument("--log", default="fuzz.tsv")
    parser.add_argument("--faults", type=int, default=40, help="how many are drawn")
    parser.add_argument("--minutes", type=float, default=10, help="for each of them")
    parser.add_argument("--seed", type=int, default=1, help="of the draw, and of fuzz")
    parser.add_argument("--jobs", type=int, default=1, help="faults at a time")
    options = parser.parse_args()
    drawn = random.Random(options.seed).sample([f[0] for f in VERDICT_FAULTS], options.faults)
    seen = {row.split("\t")[2]: row.split("\t") for row in lines(options.log)}
    commit = subprocess.run(["git", "-C", SOURCE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip() or "-"
    lock = threading.Lock()

    def one(fault):
        if fault in seen:
            return
        by, how, seconds = look_at(options.partir, fault, options.minutes, options.seed)
        with lock, open(options.log, "a") as log:
            seen[fault] = [commit, str(options.seed), fault, by, how, f"{seconds:.1f}"]
            log.write("\t".join(seen[fault]) + "\n")
        print(f"{fault}: {by}, {seconds:.1f} s", file=sys.stderr)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, drawn))
    found = sum(seen[f][3] != "NOT FOUND" for f in drawn)
    print(f"{found} of {len(drawn)} found")
    print("\n".join(f"NOT FOUND {f}" for f in drawn if seen[f][3] == "NOT FOUND"))


if __name__ == "__main__":
    main()
