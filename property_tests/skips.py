#!/usr/bin/env python3
"""Names the tests that the last run of ctest skipped, each with its reason; an unforeseen reason is an error.

usage: skips.py BUILD_DIR

A reason is foreseen if a line of allowed_skips.txt, a regular expression, matches all of it. What runs is in ctest's log,
as `ctest --output-junit tests.xml` leaves it: a case of GoogleTest or unittest says its reason, and a script that exits
with 77 prints `skipped: ` and the reason.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree

NONE_GIVEN = "no reason given"
GTEST = re.compile(r": Skipped\n(.*)\n(?:(?!\[  SKIPPED \]).*\n)*\[  SKIPPED \] (\S+) \(")
GTEST_CASE = re.compile(r"^\[  SKIPPED \] (\S+) \(", re.MULTILINE)
UNITTEST = re.compile(r"^(test\w*) \(|\bskipped (['\"])(.*)\2$", re.MULTILINE)
UNITTEST_COUNT = re.compile(r"^(?:OK|FAILED) \(.*\bskipped=(\d+)", re.MULTILINE)
SCRIPT = re.compile(r"^skipped: (.*)$", re.MULTILINE)


def outputs(log):
    """Each test of the log, with what it printed."""
    pieces = re.split(r"^\d+/\d+ Testing: (.*)\n", log, flags=re.MULTILINE)
    for name, text in zip(pieces[1::2], pieces[2::2]):
        yield name, text.partition("Output:\n")[2].partition("<end of output>")[0]


def cases_skipped(output):
    """The cases within a test that were skipped, each with its reason."""
    reasons = {case: reason for reason, case in GTEST.findall(output)}
    for case in dict.fromkeys(GTEST_CASE.findall(output)):
        yield case, reasons.get(case, NONE_GIVEN)
    case, found = "", 0
    for match in UNITTEST.finditer(output):
        if match[1]:
            case = match[1]
        else:
            found += 1
            yield case, match[3]
    for _ in range(found, sum(map(int, UNITTEST_COUNT.findall(output)))):
        yield "a case", NONE_GIVEN


def main(build):
    here = pathlib.Path(__file__).parent
    lines = (here / "allowed_skips.txt").read_text().splitlines()
    allowed = [re.compile(line) for line in lines if line and not line.startswith("#")]
    tests = xml.etree.ElementTree.parse(build / "tests.xml").getroot().iter("testcase")
    whole = {test.get("name") for test in tests if test.find("skipped") is not None}
    log = (build / "Testing/Temporary/LastTest.log").read_text(errors="replace")
    unforeseen = 0
    for name, output in outputs(log):
        skips = [(f"{name} {case}", reason) for case, reason in cases_skipped(output)]
        if name in whole:
            skips.append((name, (SCRIPT.findall(output) or [NONE_GIVEN])[-1]))
        for what, reason in skips:
            foreseen = any(pattern.fullmatch(reason) for pattern in allowed)
            print(f"skipped: {what}: {reason}" + ("" if foreseen else " (not in allowed_skips.txt)"))
            unforeseen += not foreseen
    return 1 if unforeseen else 0


if len(sys.argv) != 2:
    sys.exit(__doc__)
sys.exit(main(pathlib.Path(sys.argv[1])))
