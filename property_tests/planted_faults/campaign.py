#!/usr/bin/env python3
"""Is each fault of verdict_faults.py caught by some check? Runs the pairs of the corpus, of the attacks and of the folder pairs, then the tests
of the command line, with one fault on after the other, and stops at the first check that fails with the fault and passes without it.

    cmake -DPARTIR_VERDICT_FAULTS=ON build && cmake --build build --target partir-faulty
    python3 campaign.py build/bin/partir-faulty --log campaign.tsv                  all faults; goes on where the log ends
    python3 campaign.py build/bin/partir-faulty --log campaign.tsv --seconds 20     at most so long for each fault and kind of check
    python3 campaign.py build/bin/partir-faulty --only select-swapped
    python3 campaign.py --log campaign.tsv --summary

A line of the log is: commit, fault, the check that caught it (or SURVIVED), how it failed (or which pairs got another verdict that is no
failure), how many checks of both kinds were run and how many can show the fault, seconds, seed. Only a check that comes to a fault's place can
show it. Lines with `-` for a fault are runs without one; a check that fails then, or a test that takes long, is left out. In place of the
number of checks they have the faults to whose places the check comes: bit n of a hexadecimal number is the n-th name that the binary lists.
Other sources want another log.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, *(os.path.join(SOURCE, "property_tests", folder) for folder in ("corpus", "attacks"))]

from attacks import OUTCOMES, asked, attacks  # noqa: E402
from judge import is_bad, print_pair  # noqa: E402
from known_pairs import planted_pairs, write  # noqa: E402
from programs import variants  # noqa: E402
from verdict_faults import LAST_FORTY, VERDICT_FAULTS  # noqa: E402

TIME_LIMIT, LONGEST_TEST = 20, 30  # seconds that the command may take for a pair, and a test without a fault
Line = collections.namedtuple("Line", "commit fault check how ran seconds seed")


def ended(command, environment, seconds):
    """(exit code, None if it ran for too long; what it said on standard output and error). Nothing that it started lives on."""
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "errors": "replace"}
    with subprocess.Popen(command, env=environment, start_new_session=True, **how) as run:
        try:
            said = run.communicate(timeout=seconds)
            return run.returncode, *said
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            return None, "", ""


class Pair:
    """A pair of the corpus fails if its verdict is bad, as judge.py has it, or if it has none in time."""
    kind = 0

    def __init__(self, variant, folder):
        self.name, self.variant = "corpus/" + variant.name, variant
        self.words = set(re.split(r"[\W_]+", f"{variant.name} {variant.says} {' '.join(variant.ops())}".lower()))
        freedom = variant.options.get("freedom") if variant.kind == "wrong" else variant.says
        self.args = ["verify", *print_pair(variant, folder), "--no-mend", "--time-limit", str(TIME_LIMIT)] + (["--freedom", freedom] if freedom else [])

    def run(self, partir, environment, normal):
        code, _, said = ended([partir, *self.args], environment, 2 * TIME_LIMIT)
        of_two = "unsupported" if "error: unsupported" in said else "refuted" if self.variant.options.get("declares") else "error"
        outcome = {0: "accepted", 1: "refuted", 2: of_two, 3: "undecided"}.get(code)
        return "hang" if code is None else f"{self.variant.kind} {outcome}" if outcome else f"crash: exit code {code}"

    def fails(self, how, seconds, normal):
        hangs = normal and how.endswith("undecided") and seconds > TIME_LIMIT > 5 * normal.seconds
        return hangs or how.startswith(("hang", "crash")) or is_bad(*how.split())


class Attack:
    """A verdict on a pair of property_tests/attacks fails if it is another than outcomes.tsv has it, or takes too long."""
    kind = 0

    def __init__(self, attack, spec, impl, freedom, right):
        self.name, self.right = f"attacks/{os.path.basename(impl)[:-5]}.{freedom}", right
        self.words = set(re.split(r"[\W_]+", f"{attack.name} {attack.fault}".lower()))
        self.args = ["verify", spec, impl, "--freedom", freedom, "--no-mend", "--time-limit", str(TIME_LIMIT)]

    def run(self, partir, environment, normal):
        code, _, _ = ended([partir, *self.args], environment, 2 * TIME_LIMIT)
        return "hang" if code is None else OUTCOMES.get(code, f"crash: exit code {code}")

    def fails(self, how, seconds, normal):
        hangs = normal and how == "undecided" and seconds > TIME_LIMIT > 5 * normal.seconds
        return bool(hangs) or how not in self.right


class Planted(Attack):
    """The same of a pair of the folder pairs, with the options of its outcomes.tsv."""

    def __init__(self, folder, name, outcome, options, spec, impl):
        self.name, self.right = f"pairs/{name}", (outcome,)
        self.words = set(re.split(r"[\W_]+", name.lower()))
        write(folder, name, spec, impl, "impl", "")
        paths = [os.path.join(folder, f"{name}.{side}.mlir") for side in ("spec", "impl")]
        self.args = ["verify", *paths, *options.split(), "--no-mend", "--time-limit", str(TIME_LIMIT)]


class Test:
    """A test of the command line fails if a case of it fails, but for those that fail without a fault, too."""
    kind = 1

    def __init__(self, path):
        self.name, self.path = "cli/" + os.path.basename(path)[:-3], path
        self.words = set(re.split(r"[\W_]+", "\n".join(lines(path)).lower()))

    def run(self, partir, environment, normal):
        known = normal.how.split(", ") if normal else []
        command = [sys.executable, "-B", self.path, partir, SOURCE, os.path.join(SOURCE, "../shared/data")] + (["-f"] if known == ["passes"] else [])
        code, _, said = ended(command, environment, 5 * normal.seconds + 30 if normal else LONGEST_TEST)
        failed = set(re.findall(r"^(?:FAIL|ERROR): (\w+)", said, re.M)) or ({f"exit code {code}"} - {"exit code 0", "exit code 77"})
        return "hang" if code is None else ", ".join(sorted(failed - set(known))) or "passes"

    def fails(self, how, seconds, normal):
        return how != "passes" if normal else how == "hang"


def lines(path):
    return open(path).read().splitlines() if path and os.path.exists(path) else []


def timed(check, partir, normal=None, **environment):
    """(how it ended, after so many seconds)"""
    environment = {**os.environ, **environment}
    start = time.monotonic()
    return check.run(partir, environment, normal), time.monotonic() - start


def without_fault(check, partir, names, log):
    with tempfile.NamedTemporaryFile() as reached:
        reached.write(bytes(len(names)))
        reached.flush()
        how, seconds = timed(check, partir, PARTIR_FAULTS_REACHED=reached.name)
        reached.seek(0)
        bits = sum(1 << n for n, is_reached in enumerate(reached.read()) if is_reached)
    log.add("-", check.name, "left out: " + how if check.fails(how, seconds, None) else how, f"{bits:x}", seconds, "-")
    print(f"without a fault: {check.name}: {how}, {seconds:.2f} s", file=sys.stderr)


class Log:
    def __init__(self, path):
        self.path, self.lock, self.normal, self.faults = path, threading.Lock(), {}, {}
        self.commit = ended(["git", "-C", SOURCE, "rev-parse", "--short", "HEAD"], None, 60)[1].strip() or "-"
        for row in lines(path):
            self._take(Line(*row.split("\t")))

    def _take(self, line):
        where, key = (self.normal, line.check) if line.fault == "-" else (self.faults, line.fault)
        where[key] = line._replace(seconds=float(line.seconds))

    def add(self, *fields):
        line = Line(self.commit, *(f"{f:.2f}" if isinstance(f, float) else str(f) for f in fields))
        with self.lock, open(self.path, "a") as f:
            f.write("\t".join(line) + "\n")
            self._take(line)


def in_order(checks, fault, source, seed, log):
    """Quick ones and those that have a word in common with the fault are likely to be early."""
    draw, words = random.Random(f"{fault} {seed}"), {w for w in re.split(r"[\W_]+", f"{fault} {os.path.basename(source)}") if len(w) > 3}
    return sorted(checks, key=lambda c: draw.expovariate(1) * (log.normal[c.name].seconds + 0.02) / (1 + 5 * len(words & c.words)))


def look_at(fault, source, checks, options, log):
    before = log.faults.get(fault)
    ran, seconds = ([int(n) for n in before.ran.split(" ")[0].split("+")], before.seconds) if before else ([0, 0], 0.0)
    of = f" of {sum(c.kind == 0 for c in checks)}+{sum(c.kind == 1 for c in checks)}"
    otherwise = [before.how] if before and before.how != "-" else []
    for kind in (0, 1):
        mine, until = [c for c in checks if c.kind == kind], seconds + options.seconds
        for check in in_order(mine, fault, source, options.seed, log)[ran[kind]:]:
            if seconds >= until:
                break
            normal = log.normal[check.name]
            how, took = timed(check, options.partir, normal, PARTIR_FAULT=fault)
            ran[kind], seconds = ran[kind] + 1, seconds + took
            if check.fails(how, took, normal):
                how = f"hang: {took:.0f} s, not {normal.seconds:.1f} s" if how.endswith("undecided") and took > TIME_LIMIT else how
                return log.add(fault, check.name, how, f"{ran[0]}+{ran[1]}{of}", seconds, options.seed)
            if kind == 0 and how != normal.how:
                otherwise.append(f"{check.name}: {how}")
    if not before or seconds > before.seconds:
        log.add(fault, "SURVIVED", "; ".join(otherwise) or "-", f"{ran[0]}+{ran[1]}{of}", seconds, options.seed)


def summary(log):
    for title, names in (("all", dict.fromkeys(f[0] for f in VERDICT_FAULTS)), ("LAST_FORTY", LAST_FORTY)):
        seen = [log.faults[n] for n in names if n in log.faults]
        by = collections.Counter(line.check.split("/")[0] for line in seen)
        odd = sum(line.how.startswith(("hang", "crash")) for line in seen)
        print(f"{title}: {len(names)} faults, {len(seen)} looked at; caught {len(seen) - by['SURVIVED']} ({by['corpus'] + by['attacks'] + by['pairs']} by pairs, "
              f"{by['cli']} by tests; {odd} by a crash or a hang), survived {by['SURVIVED']}")
    print("\n".join(f"SURVIVED {name} after {line.ran} checks" for name, line in sorted(log.faults.items()) if line.check == "SURVIVED"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("partir", nargs="?", type=os.path.abspath, help="the binary with the faults")
    parser.add_argument("--log", default="campaign.tsv")
    parser.add_argument("--only", action="append", help="only the fault of this name; may be given several times")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each fault and kind of check; a later run goes on from there")
    parser.add_argument("--seed", type=int, default=1, help="of the order of checks")
    parser.add_argument("--jobs", type=int, default=1, help="faults at a time")
    parser.add_argument("--summary", action="store_true", help="print what the log says, and nothing else")
    options = parser.parse_args()
    log = Log(options.log)
    if options.summary or not options.partir:
        return summary(log)
    faults = {name: source for name, source, _, _ in VERDICT_FAULTS}
    has = ended([options.partir], {**os.environ, "PARTIR_FAULT": "list"}, 60)[1].split()
    if unknown := sorted((set(faults) - set(has)) | (set(options.only or []) - set(faults))):
        parser.error(f"no such faults: {' '.join(unknown)}")
    with tempfile.TemporaryDirectory(prefix="campaign_") as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tests = sorted(glob.glob(os.path.join(SOURCE, "tools/test/*_test.py")))
        checks = [Pair(v, folder) for v in variants()] + [Attack(a, *q) for a in attacks() for q in asked(a, folder)]
        checks += [Planted(folder, *p) for p in planted_pairs()] + [Test(p) for p in tests]
        list(pool.map(lambda c: without_fault(c, options.partir, has, log), [c for c in checks if c.name not in log.normal]))
        checks = [c for c in checks if not log.normal[c.name].how.startswith("left out")]
        reached = {c.name: int(log.normal[c.name].ran, 16) for c in checks}

        def one(fault):
            if fault not in log.faults or log.faults[fault].check == "SURVIVED":
                number = has.index(fault)
                look_at(fault, faults[fault], [c for c in checks if reached[c.name] >> number & 1], options, log)
                print("{1}: {2}: {3}, {4} checks, {5:.1f} s".format(*log.faults[fault]), file=sys.stderr)
        list(pool.map(one, options.only or faults))
    summary(log)


if __name__ == "__main__":
    main()
