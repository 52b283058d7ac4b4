#!/usr/bin/env python3
"""Writes copies of the project's sources with a list of faults in them, each behind a switch.

usage: plant.py LIST SOURCE_DIR OUTPUT_DIR
       plant.py LIST                         prints which sources that is about

LIST is FAULTS or PASS_FAULTS of faults.py, or VERDICT_FAULTS of verdict_faults.py. A fault says where it stands by a piece of the source that
occurs there once, with the expression that it replaces between « and ». A source that has changed so that a
piece is gone, or occurs twice, is an error.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import faults  # noqa: E402
import verdict_faults  # noqa: E402

SWITCHES = '#include "property_tests/planted_faults/fault.h"\n'


def place(text, piece, name, source):
    """Start and end of the marked part of `piece` in `text`."""
    before, rest = piece.split("«")
    right, after = rest.split("»")
    found = text.count(before + right + after)
    if found != 1:
        sys.exit(f"plant.py: {name}: its piece of {source} occurs {found} times:\n{before + right + after}")
    start = text.index(before + right + after) + len(before)
    return start, start + len(right)


def main(planted, folder, output):
    names = []
    by_source = {}
    for name, source, piece, faulty in planted:
        if name not in names:
            names.append(name)
        by_source.setdefault(source, []).append((names.index(name), name, piece, faulty))
    for source, those in by_source.items():
        text = (folder / source).read_text()
        spots = {}
        for number, name, piece, faulty in those:
            spots.setdefault(place(text, piece, name, source), []).append((number, faulty))
        ordered = sorted(spots)
        for (_, end), (start, _) in zip(ordered, ordered[1:]):
            if start < end:
                sys.exit(f"plant.py: {source}: two faults replace parts of one another: {text[start:end]}")
        for (start, end), choices in sorted(spots.items(), reverse=True):
            chain = "".join(f"::partir::faults::on({n}) ? ({faulty}) : " for n, faulty in choices)
            text = f"{text[:start]}({chain}({text[start:end]})){text[end:]}"
        once = "#pragma once\n"
        text = text.replace(once, once + SWITCHES, 1) if once in text else SWITCHES + text
        write(output / source, text)
    lines = "".join(f'    "{n}",\n' for n in names)
    write(output / "planted_faults/names.h",
          "#pragma once\n\nnamespace partir::faults {\n\n/// All of them, by number.\n"
          f"inline constexpr const char* names[] = {{\n{lines}}};\n\n}}  // namespace partir::faults\n")


def write(path, text):
    """Unless it is there already, so that nothing is compiled again for nothing."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


lists = {"FAULTS": faults.FAULTS, "PASS_FAULTS": faults.PASS_FAULTS, "VERDICT_FAULTS": verdict_faults.VERDICT_FAULTS}
planted = lists.get(sys.argv[1]) if sys.argv[1:] else None
if planted and len(sys.argv) == 2:
    print(";".join(sorted({source for _, source, _, _ in planted})), end="")
elif planted and len(sys.argv) == 4:
    main(planted, pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
else:
    sys.exit(__doc__)
