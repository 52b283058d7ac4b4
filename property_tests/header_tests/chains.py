#!/usr/bin/env python3
"""Writes the translation units that compile each header, twice included, without help from others.

usage: chains.py SOURCE_DIR OUTPUT_DIR FOLDER..

A header per unit would do, and would read what most headers include some two hundred times. So a unit is a chain: each
header in it is included, by way of others or not, at the top of the next. The next sees nothing that it would not see
alone, for what stands before it in the unit it includes itself before its own first line. Each header is in one chain.

Headers with bodies that are shared (semantics/instances.h) are compiled with these, in chains of their own; the others
without, as the bodies drag in most of the toolkit.

units.cmake in OUTPUT_DIR says which units these are: units_with_bodies, units_without.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'#\s*include "([^"]+)"')
CONDITION = re.compile(r"#\s*(if|ifdef|ifndef)\b")
BODIES = re.compile(r"^#if PARTIR_[A-Z]+_BODIES", re.MULTILINE)


def included_first(text):
    """What a header includes before any line of code and under no condition."""
    found = []
    for line in text.splitlines():
        line = line.strip()
        if CONDITION.match(line) or not re.match(r"#|//|$", line):
            break
        include = INCLUDE.match(line)
        if include:
            found.append(include[1])
    return found


def all_within(header, includes):
    """What a header sees: of what it includes, what that includes, and so on."""
    seen, open_ = set(), [header]
    while open_:
        for other in includes.get(open_.pop(), []):
            if other not in seen:
                seen.add(other)
                open_.append(other)
    return seen


def chains(headers, within):
    """Each header in one of few chains, innermost first. From the header that sees most, always on to the one within it
    that sees most and is in no chain yet."""
    left = sorted(headers, key=lambda h: (-len(within[h]), h))
    while left:
        chain = [left.pop(0)]
        for other in list(left):
            if other in within[chain[0]]:
                chain.insert(0, other)
                left.remove(other)
        yield chain


def write(path, text):
    """Unless it is there already, so that nothing is compiled again for nothing."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main(source, output, folders):
    texts = {}
    for folder in folders:
        for path in sorted((source / folder).rglob("*.h")):
            texts[path.relative_to(source).as_posix()] = path.read_text()
    includes = {header: included_first(text) for header, text in texts.items()}
    within = {header: all_within(header, includes) for header in texts}
    with_bodies = {header for header, text in texts.items() if BODIES.search(text)}
    lists = ""
    for name, headers in (("units_with_bodies", with_bodies), ("units_without", texts.keys() - with_bodies)):
        lists += f"set({name}\n"
        for chain in chains(headers, within):
            unit = output / f"{chain[-1]}.cpp"
            write(unit, "".join(f'#include "{h}"\n#include "{h}"  // again: include guard\n' for h in chain))
            lists += f'  "{unit}"\n'
        lists += ")\n"
    write(output / "units.cmake", lists)


if len(sys.argv) < 4:
    sys.exit(__doc__)
main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:])
