"""Parses every .mlir file of a folder and checks that printing it is a fixed point.

usage: round_trip.py [--allow-unsupported] [--link] PARTIR_OPT FOLDER

A file may hold several programs, between lines `// -----`. Each is read, printed in the pretty form and in the generic form with locations; reading either
again must print the same text. With --link, functions that a program calls but does not hold are
declared first. Exits 77 (skipped) where the folder is missing.
"""

import os
import re
import subprocess
import sys

UNSUPPORTED = re.compile(
    r"unregistered operation|custom op '.*' is unknown|unknown attribute `|Dialect `.*' not found"
)


def run(partir_opt, text, *flags):
    """The printed text, or None and what was said."""
    done = subprocess.run(
        [partir_opt, *flags], input=text, capture_output=True, text=True, check=False
    )
    return (done.stdout, "") if done.returncode == 0 else (None, done.stderr)


def check(partir_opt, text):
    """Nothing, or what is wrong."""
    first, error = run(partir_opt, text)
    if first is None:
        return error
    generic, error = run(
        partir_opt, text, "--mlir-print-op-generic", "--mlir-print-debuginfo"
    )
    for form, printed in (("pretty", first), ("generic", generic)):
        again, error = run(partir_opt, printed) if printed is not None else (None, error)
        if again is None:
            return f"{form} form: {error}"
        if again != first:
            return f"{form} form: differs when read again"
    return ""


def programs(text):
    """The parts of a file that hold more than comments."""
    parts = re.split(r"^// -----.*$", text, flags=re.MULTILINE)
    return [p for p in parts if re.sub(r"//.*", "", p).strip()]


CALL = re.compile(r"\bcall @(\w+)\([^()]*\)\s*:\s*(\([^()]*\)\s*->\s*\(?[^\n]+)")


def linked(text):
    """The program with a declaration of each function that it calls but does not hold."""
    for name, signature in dict(CALL.findall(text)).items():
        if not re.search(rf"func @{name}\(|func private @{name}\(", text):
            text += f"\nfunc.func private @{name}{signature}\n"
    return text


def main():
    arguments = sys.argv[1:]
    allow = "--allow-unsupported" in arguments
    partir_opt, folder = [a for a in arguments if not a.startswith("--")]
    if not os.path.isdir(folder):
        print(f"skipped: no folder {folder}")
        return 77
    passed, failed, skipped = 0, 0, 0
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".mlir"):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            parts = programs(file.read())
        if "--link" in arguments:
            parts = map(linked, parts)
        wrong = next(filter(None, (check(partir_opt, part) for part in parts)), "")
        if not wrong:
            passed += 1
        elif allow and UNSUPPORTED.search(wrong):
            skipped += 1
            print(f"unsupported: {name}: {UNSUPPORTED.search(wrong).group(0)}")
        else:
            failed += 1
            print(f"FAILED: {name}: {wrong}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
