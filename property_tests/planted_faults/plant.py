#!/usr/bin/env python3
"""Writes copies of the project's headers with the faults of faults.py in them, each behind a switch.

usage: plant.py SOURCE_DIR OUTPUT_DIR
       plant.py --headers               prints which headers that is about

A fault says where it stands by a piece of the header that occurs there once, with the expression that it
replaces between « and ». A header that has changed so that a piece is gone, or occurs twice, is an error.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from faults import FAULTS  # noqa: E402


def place(text, piece, name, header):
    """Start and end of the marked part of `piece` in `text`."""
    before, rest = piece.split("«")
    right, after = rest.split("»")
    found = text.count(before + right + after)
    if found != 1:
        sys.exit(f"plant.py: {name}: its piece of {header} occurs {found} times:\n{before + right + after}")
    start = text.index(before + right + after) + len(before)
    return start, start + len(right)


def main(source, output):
    names = []
    by_header = {}
    for name, header, piece, faulty in FAULTS:
        if name not in names:
            names.append(name)
        by_header.setdefault(header, []).append((names.index(name), name, piece, faulty))
    for header, faults in by_header.items():
        text = (source / header).read_text()
        spots = {}
        for number, name, piece, faulty in faults:
            spots.setdefault(place(text, piece, name, header), []).append((number, faulty))
        for (start, end), choices in sorted(spots.items(), reverse=True):
            chain = "".join(f"::partir::faults::on({n}) ? ({faulty}) : " for n, faulty in choices)
            text = f"{text[:start]}({chain}({text[start:end]})){text[end:]}"
        text = text.replace("#pragma once\n", '#pragma once\n#include "property_tests/planted_faults/fault.h"\n', 1)
        write(output / header, text)
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


if sys.argv[1:] == ["--headers"]:
    print(";".join(sorted({header for _, header, _, _ in FAULTS})), end="")
elif len(sys.argv) == 3:
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
else:
    sys.exit(__doc__)
