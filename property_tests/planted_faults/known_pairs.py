#!/usr/bin/env python3
"""Writes the pairs of the corpus, of the attacks and of the folder pairs as `partir fuzz --pairs` reads them: python3 known_pairs.py FOLDER"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PAIRS = os.path.join(HERE, "pairs")
sys.path[:0] = [os.path.join(os.path.dirname(HERE), folder) for folder in ("corpus", "attacks")]

from attacks import asked, attacks  # noqa: E402
from judge import read_open  # noqa: E402
from programs import variants  # noqa: E402


def write(folder, name, spec, impl, kind, freedom):
    for path, text in ((f"{name}.spec.mlir", spec), (f"{name}.{kind}.mlir", (f"// freedom: {freedom}\n" if freedom else "") + impl)):
        with open(os.path.join(folder, path), "w") as f:
            f.write(text)


def planted_pairs():
    """Of each pair of the folder pairs: its name, how it ends, the options, the texts of SPEC and IMPL."""
    with open(os.path.join(PAIRS, "outcomes.tsv")) as f:
        rows = [line.rstrip("\n").split("\t") for line in f if line[0] != "#"]
    for row in rows:
        with open(os.path.join(PAIRS, row[0] + ".mlir")) as f:
            yield *row, *f.read().split("\n// -----\n")


def write_known_pairs(folder):
    """Without the right programs that are known not to be accepted, and without the pairs of the folder pairs that are neither accepted nor refuted."""
    with tempfile.TemporaryDirectory() as texts:
        for attack in attacks():
            for spec, impl, freedom, outcomes in asked(attack, texts):
                kind = "right" if outcomes == (attack.outcome_of_right,) else "wrong"
                if kind == "wrong" or outcomes == ("accepted",):
                    write(folder, f"attack-{attack.name}-{freedom}", open(spec).read(), open(impl).read(), kind, freedom)
    known = read_open()
    for v in variants():
        if v.kind == "wrong" or v.name not in known:
            write(folder, f"corpus-{v.name}", v.spec_text(), v.impl_text(), v.kind, v.options.get("freedom") if v.kind == "wrong" else v.says)
    for name, outcome, options, spec, impl in planted_pairs():
        if kind := {"accepted": "right", "refuted": "wrong"}.get(outcome):
            write(folder, f"planted-{name}", spec, impl, kind, options.removeprefix("--freedom "))


if __name__ == "__main__":
    write_known_pairs(sys.argv[1])
