#!/usr/bin/env python3
"""Runs `partir verify` over the corpus: python3 judge.py PARTIR [--sample N] [--folder DIR] [--docs FILE] [NAME..]

A wrong program must be refuted, a right one accepted; one that is not read as it comes ("unsupported") counts as neither. Known
exceptions stand in open.tsv with their outcome and reason, and each must still be one: a row that does well is to be removed, and one that
is judged otherwise than its row says fails. Needs nothing but Python.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from classes import class_of  # noqa: E402
from execute import families, read_table  # noqa: E402
from programs import variants  # noqa: E402

OPEN = os.path.join(HERE, "open.tsv")
OUTCOMES = ("refuted", "undecided", "unsupported", "accepted", "error")
SECONDS = 120


def print_pair(variant, folder):
    paths = [os.path.join(folder, f"{variant.name}.{k}.mlir") for k in ("spec", "impl")]
    for path, text in zip(paths, (variant.spec_text(), variant.impl_text())):
        with open(path, "w") as f:
            f.write(text)
    return paths


def judge(partir, variant, folder, with_freedom):
    """(outcome, what was said)"""
    # A fault is judged as a user would have it: with the default freedom, unless its row names a stricter one.
    freedom = variant.options.get("freedom") if variant.kind == "wrong" else variant.says
    more = ["--freedom", freedom] if with_freedom and freedom else []
    try:
        run = subprocess.run([partir, "verify", *print_pair(variant, folder), "--no-mend", *more], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "error", f"no answer in {SECONDS} s"
    said = (run.stdout + run.stderr).strip()
    outcome = {0: "accepted", 1: "refuted", 3: "undecided"}.get(run.returncode, "error")
    if run.returncode == 2 and "error: unsupported" in run.stderr:
        outcome = "unsupported"  # nothing is said of the program; counts as undecided
    elif run.returncode == 2 and variant.options.get("declares"):
        outcome = "refuted"  # boundaries that disagree are an error, and meant to be
    return outcome, said if run.returncode in (0, 1, 2, 3) else f"exit code {run.returncode}: {said}"


def read_open():
    if not os.path.exists(OPEN):
        return {}
    with open(OPEN) as f:
        return {r[0]: r[1:] for r in (line.rstrip("\n").split("\t") for line in f if line.strip() and line[0] != "#")}


def write_open(results, known):
    """Every row that is judged otherwise than it should be, with its old reason or, if it is new, what was said."""
    with open(OPEN) as f:
        head = [line for line in f if line[0] == "#"]
    lines = []
    for v, outcome, said in results:
        if is_bad(v.kind, outcome):
            old = known.get(v.name, ["", ""])
            why = said.split("equal meaning: ")[-1].removeprefix("undecided: ")
            words = " ".join(re.sub(r"/\S*/", "", why).split("; ")[0].split())  # the programs are in another folder each time
            lines.append(f"{v.name}\t{outcome}\t{old[1] if old[0] == outcome else words}\n")
    with open(OPEN, "w") as f:
        f.writelines(head + lines)


def is_bad(kind, outcome):
    return outcome not in ("refuted" if kind == "wrong" else "accepted", "unsupported")


def table(results, kind, column):
    """Rows of Markdown: what became of each class."""
    counts = collections.defaultdict(collections.Counter)
    for variant, outcome, _ in results:
        if variant.kind == kind:
            for key in column(variant):
                counts[key][outcome] += 1
    lines = ["| " + " | ".join(("", "programs") + OUTCOMES) + " |", "|---" * (2 + len(OUTCOMES)) + "|"]
    total = collections.Counter()
    for key in sorted(counts):
        lines.append("| " + " | ".join([key, str(sum(counts[key].values()))] + [str(counts[key][o] or "") for o in OUTCOMES]) + " |")
    for variant, outcome, _ in results:
        total[outcome] += variant.kind == kind
    lines.append("| all | " + " | ".join([str(sum(total.values()))] + [str(total[o]) for o in OUTCOMES]) + " |")
    return "\n".join(lines)


def report(results):
    wrong = table(results, "wrong", lambda v: [class_of(v.says)])
    right = table(results, "right", lambda v: [("written differently, " if v.options.get("how") else "written alike, ") + v.says])
    steps = table(results, "wrong", lambda v: ["100 ops or more" if v.op_count() >= 100 else "fewer than 100 ops"])
    by_op = table(results, "wrong", lambda v: families(v).split(","))
    return (f"### Wrong programs by class\n\n{wrong}\n\n### Wrong programs by size\n\n{steps}\n\n### Right programs by freedom\n\n{right}\n\n"
            f"### Wrong programs by op of IMPL (one counts at each of its ops)\n\n{by_op}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("partir")
    parser.add_argument("names", nargs="*", help="only programs whose name starts so")
    parser.add_argument("--sample", type=int, help="about this many, evenly from both kinds")
    parser.add_argument("--folder", help="keep the printed programs here")
    parser.add_argument("--docs", help="write the tables into this page, after its line `<!-- generated -->`")
    parser.add_argument("--write-open", action="store_true", help="write open.tsv from what is seen, keeping the reasons that stand there")
    parser.add_argument("--said", action="store_true", help="print what was said of each")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    chosen = [v for v in variants() if not options.names or any(v.name.startswith(n) for n in options.names)]
    if options.sample:
        step = max(1, len(chosen) // options.sample)
        chosen = chosen[::step]
    executed = read_table()
    for v in chosen:
        if v.name not in executed:
            print(f"{v.name}: never executed: run execute.py")
    helped = subprocess.run([options.partir, "verify", "--help"], capture_output=True, text=True)
    with_freedom = "--freedom" in helped.stdout + helped.stderr
    folder = options.folder or tempfile.mkdtemp(prefix="corpus_")
    os.makedirs(folder, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        judged = list(pool.map(lambda v: judge(options.partir, v, folder, with_freedom), chosen))
    results = [(v, outcome, said) for v, (outcome, said) in zip(chosen, judged)]
    known, failed = read_open(), [v.name for v in chosen if v.name not in executed]
    for v, outcome, said in results:
        bad, listed = is_bad(v.kind, outcome), known.get(v.name)
        if bad and not (listed and listed[0] == outcome):
            failed.append(v.name)
            print(f"FAILED {v.kind} {v.name}: {outcome}: {' / '.join(said.splitlines())[:600]}")
        elif listed and not bad:
            failed.append(v.name)
            print(f"FAILED {v.kind} {v.name}: {outcome}: does well; remove its line from open.tsv")
        elif options.said or outcome in ("undecided", "unsupported"):
            print(f"{v.kind} {v.name}: {outcome}: {' / '.join(said.splitlines())[:300]}")
    for name in sorted(set(known) - {v.name for v in variants()}):
        failed.append(name)
        print(f"FAILED {name}: listed in open.tsv, and no such program")
    if options.write_open:
        write_open(results, known)
    text = report(results)
    print(text)
    if options.docs:
        with open(options.docs) as f:
            head = f.read().split("<!-- generated -->")[0]
        with open(options.docs, "w") as f:
            f.write(head + "<!-- generated -->\n\n" + text)
    if not with_freedom:
        print("this partir has no --freedom: everything was judged with its own default")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
