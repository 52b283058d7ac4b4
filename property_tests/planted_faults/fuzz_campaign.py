#!/usr/bin/env python3
"""Does `partir fuzz` find a planted fault within ten minutes? Switches on faults of verdict_faults.py, drawn at random, one at a time, and runs fuzz on
all cores: all statements, the reference lowering, and the pairs of the corpus and of the attacks (known_pairs.py), in turns. A fault is found if fuzz
finds something, crashes or hangs.

    cmake -DPARTIR_VERDICT_FAULTS=ON build && cmake --build build --target partir-faulty
    python3 fuzz_campaign.py build/bin/partir-faulty --log fuzz.tsv                 40 faults; goes on where the log ends
    python3 fuzz_campaign.py build/bin/partir-faulty --log fuzz.tsv --minutes 2     at most so long for each

A line of the log is: commit, seed, fault, the command that found it (or NOT FOUND), how, seconds.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

from campaign import SOURCE, ended, lines
from known_pairs import write_known_pairs
from verdict_faults import VERDICT_FAULTS

# What one turn runs, and its share of a fault's time.
LOWERING, PAIRS = ["--lowering", "reference"], ["--pairs"]
TURNS = [([], 0.03), (LOWERING, 0.05), (PAIRS, 0.6), ([], 0.12), (LOWERING, 0.2)]


def look_at(partir, fault, minutes, seed, pairs):
    """(the command that found it, how, seconds)"""
    start = time.monotonic()
    for turn, (args, share) in enumerate(TURNS):
        with tempfile.TemporaryDirectory(prefix="fuzz_") as out:
            command = ["fuzz", *args, *([pairs] if args == PAIRS else []), "--minutes", f"{minutes * share:.3f}", "--seed", str(1000 * seed + turn), "--out", out]
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
    options = parser.parse_args()
    drawn = random.Random(options.seed).sample(list(dict.fromkeys(f[0] for f in VERDICT_FAULTS)), options.faults)
    seen = {row.split("\t")[2]: row.split("\t") for row in lines(options.log)}
    commit = subprocess.run(["git", "-C", SOURCE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip() or "-"
    with tempfile.TemporaryDirectory(prefix="pairs_") as pairs:
        write_known_pairs(pairs)
        for fault in drawn:
            if fault not in seen:
                by, how, seconds = look_at(options.partir, fault, options.minutes, options.seed, pairs)
                seen[fault] = [commit, str(options.seed), fault, by, how, f"{seconds:.1f}"]
                with open(options.log, "a") as log:
                    log.write("\t".join(seen[fault]) + "\n")
                print(f"{fault}: {by}, {seconds:.1f} s", file=sys.stderr)
    found = sum(seen[f][3] != "NOT FOUND" for f in drawn)
    print(f"{found} of {len(drawn)} found")
    print("\n".join(f"NOT FOUND {f}" for f in drawn if seen[f][3] == "NOT FOUND"))


if __name__ == "__main__":
    main()
