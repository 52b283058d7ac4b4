#!/usr/bin/env python3
"""Executes a pair in XLA: python3 execute.py PAIR.mlir [INPUTS.py]

PAIR.mlir has SPEC, a line `// -----`, and IMPL, as the files of this folder have, which says by `sdy.sharding` in SPEC how arguments and results lie on the mesh (whole
axes alone, sizes that they divide). SPEC runs on one CPU device, IMPL on as many as the mesh has, at eight sets of inputs; of each result the greatest difference on any device is printed,
relative to its greatest magnitude (see `difference` in ../corpus/execute.py). INPUTS.py may define inputs(seed), a list of whole arrays; else they are random. Needs jax 0.10.2 or later.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "corpus"))

from execute import DEVICES, SETS, Xla, difference, import_jax  # noqa: E402

NAMES = {"i1": "bool", "bf16": "bfloat16", "f16": "float16", "f32": "float32", "f64": "float64", "complex<f32>": "complex64", "complex<f64>": "complex128",
         **{f"i{n}": f"int{n}" for n in (8, 16, 32, 64)}, **{f"ui{n}": f"uint{n}" for n in (8, 16, 32, 64)}}
SHORT = {"complex<f32>": "c64", "complex<f64>": "c128"}
BOUNDARY = re.compile(r"tensor<((?:\d+x)*)((?:complex<f\d+>|\w+))>\s*(?:\{sdy\.sharding\s*=\s*#sdy\.sharding<@\w+,\s*(\[[^\]]*\])[^}]*>\})?")


def dtype(element):
    import ml_dtypes
    import numpy as np
    return np.dtype(ml_dtypes.bfloat16 if element == "bf16" else NAMES[element])


def boundary(spec):
    """The axes of the mesh, (name, size), and of each argument and each result its shape, its element type and the axes along each dimension."""
    axes = [(a, int(n)) for a, n in re.findall(r'"(\w+)"\s*=\s*(\d+)', re.search(r"sdy\.mesh\s+@\w+\s*=\s*<\[([^\]]*)\]", spec).group(1))]
    head = re.search(r"@main\((.*?)\)\s*->\s*(.*?)\{\s*\n", spec, re.S)

    def values(text):
        found = []
        for shape, element, sharding in BOUNDARY.findall(text):
            shape = [int(n) for n in shape.split("x") if n]
            dims = [re.findall(r'"(\w+)"', d) for d in re.findall(r"\{([^{}]*)\}", sharding)]
            found.append((shape, element, dims or [[] for _ in shape]))
        return found
    return axes, values(head.group(1)), values(head.group(2))


def part(whole, dims, axes, device):
    """What a device has of an array."""
    sizes, at, stride = dict(axes), {}, 1
    for axis, size in reversed(axes):
        at[axis], stride = device // stride % size, stride * size
    places = []
    for extent, names in zip(whole.shape, dims):
        count, place = 1, 0
        for axis in names:
            count, place = count * sizes[axis], place * sizes[axis] + at[axis]
        if extent % count:
            raise SystemExit("execute.py: a dimension is not divided by the mesh")
        places.append(slice(place * (extent // count), (place + 1) * (extent // count)))
    return whole[tuple(places)]


def random(shape, element, generator):
    if "i" in element:  # integers and truth values
        return generator.integers(0, 2 if element == "i1" else 8, shape)
    return generator.standard_normal(shape) + (1j * generator.standard_normal(shape) if element.startswith("complex") else 0)


def compile_replicas(xla, text, devices):
    """XLA refuses a partitioned module as it is: its devices become replicas, and collectives without channels are those of replicas."""
    import numpy as np
    from jaxlib import _jax
    for pattern, replacement in ((r"stablehlo\.partition_id", "stablehlo.replica_id"), (r"mhlo\.num_partitions = \d+", "mhlo.num_partitions = 1"),
                                 (r"mhlo\.num_replicas = \d+", f"mhlo.num_replicas = {devices}"), (r",\s*channel_handle = #stablehlo\.channel_handle<[^>]*>", ""),
                                 (r"channel_handle = #stablehlo\.channel_handle<[^>]*>,\s*", ""), (r",\s*use_global_device_ids(\s*=\s*(unit|true))?", "")):
        text = re.sub(pattern, replacement, text)
    options = xla.xc.CompileOptions()
    options.num_replicas, options.num_partitions = devices, 1
    options.executable_build_options.num_replicas = devices
    options.device_assignment = xla.xc.DeviceAssignment.create(np.arange(devices, dtype=np.int32)[:, None])
    return xla.client.compile_and_load(text, _jax.DeviceList(tuple(xla.devices[:devices])), options)


def main(path, given=None):
    why = import_jax()
    if why:
        print(f"skipped: {why}; executing a pair needs jax 0.10.2 or later")
        return 77
    import numpy as np
    with open(path) as f:
        spec, impl = re.split(r"^// -----.*$", f.read(), flags=re.M)[:2]
    axes, params, results = boundary(spec)
    devices = int(np.prod([size for _, size in axes]))
    if devices > DEVICES:
        raise SystemExit(f"execute.py: more than {DEVICES} devices")
    plain = re.sub(r"\{sdy\.sharding\s*=\s*#sdy\.sharding<[^{}]*(?:\{[^{}]*\}[^{}]*)*>\s*\}", "", re.sub(r"sdy\.mesh.*\n", "", spec))
    xla = Xla()
    single, many = compile_replicas(xla, plain, 1), compile_replicas(xla, impl, devices)
    inputs = None
    if given:
        names = {}
        with open(given) as f:
            exec(f.read(), names)  # the user's own
        inputs = names["inputs"]
    for seed in range(SETS):
        generator = np.random.default_rng(seed)
        values = inputs(seed) if inputs else [random(shape, element, generator) for shape, element, _ in params]
        values = [np.asarray(v).astype(dtype(element)).reshape(shape) for v, (shape, element, _) in zip(values, params)]
        expected = [r[0] for r in xla.run(single, [[v] for v in values])]
        found = xla.run(many, [[part(v, dims, axes, d) for d in range(devices)] for v, (_, _, dims) in zip(values, params)])
        worst = [max(difference(found[k][d], part(e, dims, axes, d), SHORT.get(element, element)) for d in range(devices))
                 for k, (e, (_, element, dims)) in enumerate(zip(expected, results))]
        print(f"seed {seed}:", " ".join(f"{w:.3g}" for w in worst), flush=True)
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
