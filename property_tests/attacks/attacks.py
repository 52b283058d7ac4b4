"""Reads this folder's pairs: each file is SPEC, a wrong IMPL and a right one, apart by lines `// -----`; outcomes.tsv says of each what becomes of it."""
import collections
import os

HERE = os.path.dirname(os.path.abspath(__file__))
OUTCOMES = {0: "accepted", 1: "refuted", 2: "error", 3: "undecided"}  # by exit code
Attack = collections.namedtuple("Attack", "name freedoms freedom_of_right outcome_of_right fault")


def attacks():
    with open(os.path.join(HERE, "outcomes.tsv")) as f:
        return [Attack(*line.rstrip("\n").split("\t")) for line in f if line[0] != "#"]


def print_attack(attack, folder):
    """Paths of its three programs, written into a folder."""
    with open(os.path.join(HERE, attack.name + ".mlir")) as f:
        texts = f.read().split("\n// -----\n")
    paths = [os.path.join(folder, f"{attack.name}.{kind}.mlir") for kind in ("spec", "wrong", "right")]
    for path, text in zip(paths, texts, strict=True):
        with open(path, "w") as f:
            f.write(text)
    return paths


def asked(attack, folder):
    """Of each verdict that is asked for: SPEC, IMPL, the freedom, and the outcomes that are right."""
    spec, wrong, right = print_attack(attack, folder)
    those = [(spec, wrong, freedom, ("refuted", "undecided")) for freedom in attack.freedoms.split()]
    return those + [(spec, right, attack.freedom_of_right, (attack.outcome_of_right,))]
