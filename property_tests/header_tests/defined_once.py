#!/usr/bin/env python3
"""Fails if an object file defines a symbol that another one may not define, too: python3 defined_once.py NM OBJECT"""
import subprocess
import sys

nm, unit = sys.argv[1:]
lines = subprocess.run([nm, "--extern-only", "--defined-only", "--demangle", unit], capture_output=True, text=True, check=True).stdout.splitlines()
# weak functions, weak objects and unique globals are those of inline functions, templates and inline variables
strong = [line for line in lines if line.split(maxsplit=2)[1] not in "WVu"]
if not lines:
    sys.exit(f"{unit} defines nothing at all")
if strong:
    sys.exit("headers define what a second translation unit would define again:\n" + "\n".join(strong))
print(f"{len(lines)} symbols, all of which may be defined again")
