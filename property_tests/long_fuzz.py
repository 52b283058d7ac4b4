#!/usr/bin/env python3
"""Hunts for a long time, in pieces that are logged: python3 long_fuzz.py PARTIR LOG [--jobs N] [--piece MINUTES] KIND=MINUTES..

KIND is `statements` (all of `partir fuzz`), or a lowering: `reference`, `mlir`. Of each there are pieces until those in the log that were made by the same sources (the
commit of the clone that this file is in) are as many core minutes as asked for; seeds go on from piece to piece, so that none is looked at twice. A piece that finds something
(an exit code that is not 0) ends the run with that exit code, and its files stay in the folder LOG.found. Run again after an interruption: only the piece that ran then is lost.
"""
import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ("commit", "kind", "seed", "core minutes", "programs", "said nothing", "exit code")
SEEDS_OF_A_PIECE = 1_000_000


def rows(log):
    if not os.path.exists(log):
        return []
    with open(log) as f:
        return [dict(zip(COLUMNS, line.rstrip("\n").split("\t"))) for line in f if line[0] != "#"]


def piece(partir, kind, seed, minutes, jobs, found):
    """Programs, of how many nothing was said, and the exit code."""
    os.makedirs(found, exist_ok=True)
    what = [] if kind == "statements" else ["--lowering", kind]
    done = subprocess.run([partir, "fuzz", *what, "--minutes", str(minutes), "--seed", str(seed), "--jobs", str(jobs), "--out", found, "--json"], capture_output=True, text=True, check=False)
    try:
        told = json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"long_fuzz.py: exit code {done.returncode}: {done.stdout}{done.stderr}")
    with open(os.path.join(found, f"{kind}-{seed}.json"), "w") as f:
        f.write(done.stdout)
    if kind == "statements":
        return sum(told["programs"].values()), sum(told["silent"].values()), done.returncode
    return told["programs"], told["programs"] - told["ends"].get("holds", 0), done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("partir")
    parser.add_argument("log")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--piece", type=float, default=5, help="minutes")
    parser.add_argument("kinds", nargs="+", metavar="KIND=MINUTES", help="core minutes in all")
    args = parser.parse_args()
    commit = subprocess.run(["git", "-C", HERE, "log", "-1", "--format=%h", "--", "../semantics", "../interp", "../proofs", "../lowering", "../partition", "../mlir_bridge", "../property_tests/generate", "../tools"], capture_output=True, text=True, check=True).stdout.strip()
    for wanted in args.kinds:
        kind, minutes = wanted.split("=")
        while True:
            made = [r for r in rows(args.log) if r["commit"] == commit and r["kind"] == kind]
            left = float(minutes) - sum(float(r["core minutes"]) for r in made)
            if left < 0.01:
                break
            seed = SEEDS_OF_A_PIECE * (1 + len(made))
            length = min(args.piece, left / args.jobs)
            programs, silent, code = piece(args.partir, kind, seed, length, args.jobs, args.log + ".found")
            is_new = not os.path.exists(args.log)
            with open(args.log, "a") as f:
                if is_new:
                    f.write("# " + "\t".join(COLUMNS) + "\n")
                f.write("\t".join(str(x) for x in (commit, kind, seed, round(length * args.jobs, 2), programs, silent, code)) + "\n")
            print(f"{kind}: {left - length * args.jobs:.0f} core minutes left", flush=True)
            if code != 0:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
