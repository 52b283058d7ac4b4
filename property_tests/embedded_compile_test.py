#!/usr/bin/env python3
"""Ill-typed programs in the embedded notation do not compile, and the compiler names rule and premise."""
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.environ["PARTIR_SOURCE_DIR"]
COMPILER = os.environ.get("CXX") or shutil.which("c++")

# name: the well-typed line, its ill-typed form, what the compiler says of that one
PAIRS = {
    "T_Var": ("return op<Add>(s, x, x);",
              # as a value that outlives its loop has it
              "using Inside = decltype(hana::make_set(axis<\"B\">)); "
              "return op<Tanh>(s, Var<TensorOf<F32, 4, 6>, Inside, Inside>{0});",
              "[T-Var premise 1]"),
    "T_Op_count": ("return op<Add>(s, x, x);", "return op<Add>(s, x);", "[T-Op premise 1] C1"),
    "T_Op_types": ("return op<Add>(s, x, x);", "return op<Add>(s, x, y);", "[T-Op premise 1] C2"),
    "T_Op_elements": ("return op<Not>(s, i);", "return op<Not>(s, x);", "[T-Op premise 1] C3"),
    "T_Op_contraction": ("return matmul(s, x, y);", "return matmul(s, x, x);", "[T-Op premise 1] C5"),
    "T_Slice_3": ("return loop<\"B\">(s, attributes(tile<0>), [&](auto s, auto r) { return slice<0>(s, x, r); });",
                  "return loop<\"B\">(s, attributes(tile<0>), [&](auto s, auto r) { return slice<2>(s, x, r); });",
                  "[T-Slice premise 3]"),
    "T_Slice_4": ("return loop<\"M\">(s, attributes(tile<0>), [&](auto s, auto r) { return slice<1>(s, x, r); });",
                  "return loop<\"M\">(s, attributes(tile<0>), [&](auto s, auto r) { return slice<0>(s, x, r); });",
                  "[T-Slice premise 4]"),
    "T_Slice_5": ("return loop<\"B\">(s, attributes(tile<0>), [&](auto s, auto r) { return slice<0>(s, x, r); });",
                  "return loop<\"B\">(s, attributes(tile<0>), [&](auto s, auto r) { return slice<0>(s, none, r); });",
                  "[T-Slice premise 5]"),
    "T_Slice_2": ("return loop<\"B\">(s, attributes(tile<0>), [&](auto s, auto r) { return slice<0>(s, x, r); });",
                  "return slice<0>(s, x, Range<\"B\">{0});", "[T-Slice premise 2]"),
    "T_Loop_1": ("return loop<\"B\">(s, attributes(any), [&](auto s, auto) { return op<Tanh>(s, x); });",
                 "return loop<\"Q\">(s, attributes(any), [&](auto s, auto) { return op<Tanh>(s, x); });",
                 "[T-Loop premise 1]"),
    "T_Loop_2": ("return loop<\"B\">(s, attributes(any), [&](auto s, auto) { return loop<\"M\">(s, attributes(any), "
                 "[&](auto s, auto) { return op<Tanh>(s, x); }); });",
                 "return loop<\"B\">(s, attributes(any), [&](auto s, auto) { return loop<\"B\">(s, attributes(any), "
                 "[&](auto s, auto) { return op<Tanh>(s, x); }); });", "[T-Loop premise 2]"),
    "T_Loop_3": ("return loop<\"B\">(s, attributes(any), [&](auto s, auto) { return op<Tanh>(s, x); });",
                 "loop<\"B\">(s, attributes(any, any), [&](auto s, auto) { return op<Tanh>(s, x); }); return x;",
                 "[T-Loop premise 3]"),
    "T_Tile": ("return loop<\"B\">(s, attributes(tile<1>), [&](auto s, auto) { return op<Tanh>(s, x); });",
               "return loop<\"B\">(s, attributes(tile<2>), [&](auto s, auto) { return op<Tanh>(s, x); });",
               "[T-Tile premise 1]"),
    "T_Reduce": ("return loop<\"B\">(s, attributes(reduce<Monoid::Max>), [&](auto s, auto) { return op<Tanh>(s, x); });",
                 "return loop<\"B\">(s, attributes(reduce<Monoid::Or>), [&](auto s, auto) { return op<Tanh>(s, x); });",
                 "[T-Reduce premise 1]"),
    "T_Any": ("return loop<\"B\">(s, attributes(tile<0>), [&](auto s, auto r) { return slice<0>(s, x, r); });",
              "return loop<\"B\">(s, attributes(any), [&](auto s, auto r) { return slice<0>(s, x, r); });",
              "[T-Any premise 1]"),
}


def program(bodies):
    text = '#include "semantics/embedded.h"\nnamespace partir::embedded {\n'
    text += 'using M = MeshOf<AxisOf<"B", 2>, AxisOf<"M", 3>>;\n'
    for name, body in bodies.items():
        text += f'#line 1 "{name}.snippet"\ncore::Program {name}() {{ return function<M>([](auto s) {{ '
        text += ("[[maybe_unused]] auto x = param<F32, 4, 6>(s); [[maybe_unused]] auto y = param<F32, 6, 4>(s); "
                 "[[maybe_unused]] auto i = param<I32, 4>(s); [[maybe_unused]] auto none = param<F32, 0>(s);\n")
        text += body + "\n}); }\n"
    return text + "}\n"


def compile_text(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "programs.cpp")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", "-I", SOURCE, path], capture_output=True,
                              text=True, env={**os.environ, "LC_ALL": "C"}, check=False)


def main():
    if not COMPILER:
        print("skipped: no C++ compiler")
        sys.exit(77)
    right = compile_text(program({name: good for name, (good, _, _) in PAIRS.items()}))
    if right.returncode != 0:
        sys.exit("the well-typed programs do not compile:\n" + right.stderr[-4000:])
    failures = []
    wrong = compile_text(program({name: bad for name, (_, bad, _) in PAIRS.items()}))
    # each error with the instantiations that led to it
    errors, lines = [], []
    for line in wrong.stderr.splitlines():
        lines.append(line)
        if " error: " in line:
            errors.append("\n".join(lines))
            lines = []
    for name, (_, _, message) in PAIRS.items():
        if not any(f"{name}.snippet" in e and message in e for e in errors):
            own = [e for e in errors if f"{name}.snippet" in e]
            failures.append(f"{name}: no error says {message}; it has {own[:3] or 'none'}")
    print(f"{len(PAIRS)} ill-typed programs, {len(PAIRS) - len(failures)} refused with rule and premise")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
