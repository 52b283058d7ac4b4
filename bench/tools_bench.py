#!/usr/bin/env python3
"""Times the command as its users meet it: python3 tools_bench.py PARTIR SOURCE_DIR RESULTS.json

`start-up of partir run` is the shortest of 20 runs of a program of one op, in milliseconds;
`conformance of stablehlo_testdata` is the whole folder on all cores, in seconds, where
SOURCE_DIR/../shared/data has it; `registry` is every entry of every op judged (`partir tmr list`), on one core, in
seconds. Writes what they took as Google Benchmark does, for limits.py.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

PROGRAM = """func.func @main() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.add %0, %0 : tensor<f32>
  return %1 : tensor<f32>
}
"""


def seconds(*command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main(partir, source, results):
    found = []
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "one_op.mlir")
        with open(program, "w", encoding="utf-8") as f:
            f.write(PROGRAM)
        found.append({"name": "start-up of partir run", "time_unit": "ms",
                      "real_time": 1e3 * min(seconds(partir, "run", program) for _ in range(20))})
    data = os.path.join(source, "..", "shared", "data", "stablehlo_testdata")
    if os.path.isdir(data):
        found.append({"name": "conformance of stablehlo_testdata", "time_unit": "s",
                      "real_time": seconds(partir, "conformance", data)})
    found.append({"name": "registry", "time_unit": "s", "real_time": seconds(partir, "tmr", "list")})
    for b in found:
        print(f"{b['name']:40} {b['real_time']:8.3g} {b['time_unit']}")
    with open(results, "w", encoding="utf-8") as f:
        json.dump({"benchmarks": found}, f)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
