#!/usr/bin/env python3
"""Executes the corpus in XLA: python3 execute.py [--again N] [NAME..]

SPEC runs on one device, IMPL as one manual computation on as many CPU devices as its mesh has. A right pair must agree on eight
sets of inputs, a wrong one must differ on one of them by far more than rounding explains (see `difference`). What was seen goes
to corpus.tsv; rows whose texts and inputs are those of an earlier run are not executed again, but with --again about N of them, which
must be shown as their rows say. Needs jax 0.10.2 or later.
"""
import hashlib
import os
import re
import subprocess
import sys

from classes import class_of

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "corpus.tsv")
COLUMNS = ("name", "kind", "class", "fault", "families", "ops", "devices", "boundary", "freedom", "seeds", "difference", "digest")
DEVICES = 12
SETS = 8
# Relative to the greatest magnitude that a result has: what the order of operations explains, and what it does not.
ROUNDING = {"f64": 1e-12, "f32": 2e-5, "bf16": 6e-2, "f16": 1e-2, "c64": 2e-5, "c128": 1e-12}
FAULT = {"f64": 1e-9, "f32": 4e-4, "bf16": 0.12, "f16": 4e-2, "c64": 4e-4, "c128": 1e-9}
HANG_SECONDS = 40

os.environ["XLA_FLAGS"] = (f"--xla_force_host_platform_device_count={DEVICES} --xla_cpu_collective_call_warn_stuck_timeout_seconds=3 "
                           "--xla_cpu_collective_call_terminate_timeout_seconds=8")
os.environ["JAX_PLATFORMS"] = "cpu"


def import_jax():
    try:
        import jax
    except ImportError:
        return "jax is not installed"
    if tuple(int(x) for x in jax.__version__.split(".")[:3]) < (0, 10, 2):
        return f"jax {jax.__version__} is too old"
    jax.config.update("jax_enable_x64", True)
    return None


class Xla:
    def __init__(self):
        import jax
        from jaxlib import xla_client
        self.jax, self.client, self.xc = jax, jax.devices()[0].client, xla_client
        self.devices = jax.devices()

    def compile(self, text, devices):
        import numpy as np
        from jaxlib import _jax
        options = self.xc.CompileOptions()
        options.num_replicas, options.num_partitions = 1, devices
        build = options.executable_build_options
        build.num_replicas, build.num_partitions = 1, devices
        build.use_spmd_partitioning, build.use_shardy_partitioner = devices > 1, True
        options.device_assignment = self.xc.DeviceAssignment.create(np.arange(devices, dtype=np.int32)[None, :])
        return self.client.compile_and_load(text, _jax.DeviceList(tuple(self.devices[:devices])), options)

    def run(self, executable, shards):
        """Runs on shards[parameter][device] and returns results[result][device] as numpy arrays."""
        import numpy as np
        jax = self.jax
        n = len(shards[0]) if shards else executable.local_devices().__len__()
        mesh = jax.sharding.Mesh(np.array(self.devices[:n]), ("d",))
        spread = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("d"))
        args = []
        for values in shards:
            # one array with a leading dimension of devices would change the shape; shards are handed over as they are
            shape = values[0].shape
            whole = (shape[0] * n,) + shape[1:] if shape else shape
            sharding = spread if shape else jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())
            pieces = [jax.device_put(v, d) for v, d in zip(values, self.devices)]
            args.append(jax.make_array_from_single_device_arrays(whole, sharding, pieces))
        out = executable.execute_sharded(args).disassemble_into_single_device_arrays()
        return [[np.asarray(x) for x in result] for result in out]


def difference(found, expected, dtype):
    """0 where both are equal bit for bit; inf where one is finite, NaN or infinite otherwise than the other; else the greatest
    difference over the greatest finite magnitude expected."""
    import numpy as np
    if found.tobytes() == expected.tobytes():
        return 0.0
    if dtype not in ROUNDING:
        return float(np.max(np.abs(found.astype(object) - expected.astype(object)))) if found.size else 0.0
    wide = np.complex128 if dtype[0] == "c" else np.float64
    f, e = found.astype(wide), expected.astype(wide)
    same = (f == e) | (np.isnan(f) & np.isnan(e))
    if not np.all(same | (np.isfinite(f) & np.isfinite(e))):
        return float("inf")
    scale = np.max(np.abs(e[np.isfinite(e)]), initial=0.0) or 1.0
    return float(np.max(np.where(same, 0.0, np.abs(np.where(same, 0, f) - np.where(same, 0, e))), initial=0.0) / scale)


def sees_sign_of_zero(found, expected):
    import numpy as np
    return bool(np.any((found == 0) & (expected == 0) & (np.signbit(found) != np.signbit(expected))))


def classify(variant, pairs):
    """(explained by rounding, beyond rounding, greatest difference) of all results on all devices."""
    rounding, beyond, greatest = True, False, 0.0
    for found, expected, dtype in pairs:
        d = difference(found, expected, dtype)
        greatest = max(greatest, d)
        if dtype in ROUNDING:
            exact = variant.options.get("exact") or (variant.says == "bits" and not variant.options.get("rounds"))
            rounding &= d == 0.0 or (not exact and d <= ROUNDING[dtype] * variant.template.tolerance)
            zero = bool(exact) and dtype[0] != "c" and sees_sign_of_zero(found, expected)
            beyond |= d > (0 if exact else FAULT[dtype]) or zero
            rounding &= not zero
        else:
            rounding &= d == 0.0
            beyond |= d > 0.0
    return rounding, beyond, greatest


def execute(xla, variant):
    """(seeds, greatest difference): the seeds that show a fault, or all that agree; raises when the row is not what it says."""
    from inputs import inputs
    single, manual = xla.compile(variant.single_text(), 1), xla.compile(variant.manual_text(), variant.mesh.devices)
    spec, shown, greatest = variant.traced[0], [], 0.0
    n = len(variant.params)
    for seed in range(SETS):
        values = inputs(variant, seed)
        expected = [r[0] for r in xla.run(single, [[v] for v in values])]
        devices = range(variant.mesh.devices)
        # what IMPL declares: the same as SPEC, but for a variant whose fault it is to declare another boundary
        declared = variant.declared()
        shards = [[v[s.slices(v.shape, variant.mesh, d)] for d in devices] for v, s in zip(values, declared)]
        found = xla.run(manual, shards)
        pairs = [(found[k][d], e[s.slices(e.shape, variant.mesh, d)], v.dtype)
                 for k, (e, s, v) in enumerate(zip(expected, declared[n:], spec[2])) for d in devices]
        rounding, beyond, most = classify(variant, pairs)
        if variant.kind == "wrong" and beyond:
            return str(seed), most
        if variant.kind == "right" and not rounding:
            raise AssertionError(f"{variant.name}: the right pair differs by {most:.3g} on seed {seed}")
        greatest = max(greatest, most)
    if variant.kind == "wrong":
        raise AssertionError(f"{variant.name}: the wrong pair differs by {greatest:.3g} at most on {SETS} sets of inputs")
    return f"0-{SETS - 1}", greatest


def hangs(variant):
    """Whether devices of a wrong pair wait for ever on one of the sets: executed in a process of its own."""
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--one", variant.name], capture_output=True, text=True, timeout=600)
    if run.returncode == 0:
        raise AssertionError(f"{variant.name}: it ends")
    if not "may be stuck" in run.stderr:
        raise AssertionError(f"{variant.name}: it fails otherwise: {run.stderr[-500:]}")


def digest(variant):
    text = [variant.single_text(), variant.manual_text(), variant.impl_text(), str(sorted(variant.options.items())), variant.kind, variant.says,
            str(variant.template.tolerance), *[f"{p.name}{p.generator}" for p in variant.params]]
    return hashlib.sha256("\n".join(text).encode()).hexdigest()[:12]


def families(variant):
    return ",".join(sorted(set(variant.ops()) - {"constant", "return"}))


def row_of(variant, seeds, most):
    wrong = variant.kind == "wrong"
    return {"name": variant.name, "kind": variant.kind, "class": class_of(variant.says) if wrong else "right",
            "fault": variant.says if wrong else variant.options.get("how", "-"),
            "families": families(variant), "ops": str(variant.op_count()), "devices": str(variant.mesh.devices), "boundary": variant.style,
            "freedom": variant.options.get("freedom", "roundings") if wrong else variant.says, "seeds": seeds,
            "difference": most if isinstance(most, str) else f"{most:.2g}", "digest": digest(variant)}


def read_table():
    if not os.path.exists(TABLE):
        return {}
    with open(TABLE) as f:
        rows = [line.rstrip("\n").split("\t") for line in f]
    return {r[0]: dict(zip(rows[0], r)) for r in rows[1:]}


def write_table(rows):
    with open(TABLE, "w") as f:
        f.write("\n".join("\t".join(r) for r in [COLUMNS] + [tuple(row[c] for c in COLUMNS) for row in rows]) + "\n")


def execute_again(chosen, count):
    """Executes about `count` rows of the table once more, hangs left out, and compares what it shows with the table."""
    old, xla, failed = read_table(), Xla(), 0
    chosen = [v for v in chosen if not v.options.get("hang")]
    chosen = chosen[::max(1, len(chosen) // count)]
    for variant in chosen:
        seeds, _ = execute(xla, variant)
        if seeds != old[variant.name]["seeds"]:
            failed += 1
            print(f"FAILED {variant.name}: shown on seeds {seeds}, the table says {old[variant.name]['seeds']}")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


def main(names):
    why = import_jax()
    if why:
        print(f"skipped: {why}; executing the corpus needs jax 0.10.2 or later")
        return 77
    from programs import variants
    chosen = variants()
    if names and names[0] == "--one":
        execute(Xla(), next(v for v in chosen if v.name == names[1]))
        return 0
    if names and names[0] == "--again":
        return execute_again(chosen, int(names[1]))
    old, rows, failed, executed, xla = read_table(), [], 0, 0, Xla()
    for variant in chosen:
        try:
            known = old.get(variant.name)
            asked = not names or any(variant.name.startswith(n) for n in names)
            if known and known["digest"] == digest(variant):
                rows.append(row_of(variant, known["seeds"], known["difference"]))
                continue
            if not asked:
                continue
            executed += 1
            if variant.options.get("hang"):
                hangs(variant)
                rows.append(row_of(variant, "hang", "hang"))
            else:
                rows.append(row_of(variant, *execute(xla, variant)))
        except Exception as e:  # a mistake in one program must not hide the others
            failed += 1
            print(f"FAILED {variant.name}: {type(e).__name__}: {str(e)[:700]}", flush=True)
    write_table(rows)
    wrong = sum(r["kind"] == "wrong" for r in rows)
    print(f"{len(rows)} rows, {wrong} wrong and {len(rows) - wrong} right; {executed} executed")
    print(f"{len(rows)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.path.insert(0, HERE)
    sys.exit(main(sys.argv[1:]))
