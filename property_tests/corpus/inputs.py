"""Inputs of the corpus: a generator's name, a shape, a type and a seed give the same array everywhere."""
import re
import zlib

import numpy as np

from text import bit_width, int_range


def numpy_type(dtype):
    if dtype == "bf16":
        import ml_dtypes
        return ml_dtypes.bfloat16
    return {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i1": np.bool_, "c64": np.complex64, "c128": np.complex128}.get(
        dtype) or np.dtype(dtype.replace("ui", "uint") if dtype.startswith("ui") else dtype.replace("i", "int")).type


def draw(generator, shape, dtype, seed, name):
    """`n*S` normal times S, `u(a,b)` uniform, `wide` of many magnitudes, `i(a,b)` integers below b, `full` all of an integer type,
    `p` a permutation, `b(p)` booleans, `v(..)` these values again and again, `rare` with one that is not finite, `special` with NaN, infinities and signed zeros."""
    r = np.random.default_rng([seed, zlib.crc32(name.encode())])
    generator = generator or ("n*1" if dtype[0] in "fbc" else "b(0.5)" if dtype == "i1" else "i(-9,10)" if dtype[0] == "i" else "i(0,20)")
    kind, args = re.fullmatch(r"(\w+)(?:[(*](.*?)\)?)?", generator).groups()
    args = [float(a) for a in args.split(",")] if args else []
    t = numpy_type(dtype)
    if kind == "n":
        x = r.standard_normal(shape) * (args[0] if args else 1.0)
        if dtype[0] == "c":
            x = x + 1j * r.standard_normal(shape)
    elif kind == "u":
        x = r.uniform(args[0], args[1], shape)
    elif kind == "wide":
        x = r.choice([-1.0, 1.0], shape) * 2.0 ** r.uniform(-(args[0] if args else 12), args[0] if args else 12, shape)
    elif kind == "i":
        x = r.integers(int(args[0]), int(args[1]), shape)
    elif kind == "full":
        low, high = int_range(dtype)
        x = r.integers(low, high, shape, dtype=t, endpoint=True)
        if x.size:
            x.reshape(-1)[r.integers(x.size)] = r.choice([low, high])
    elif kind == "p":
        x = r.permutation(int(np.prod(shape))).reshape(shape)
    elif kind == "b":
        x = r.random(shape) < (args[0] if args else 0.5)
    elif kind == "v":
        x = np.resize(np.array(args), shape)
    elif kind == "rare":
        x = r.standard_normal(shape)
        x.reshape(-1)[r.integers(x.size)] = r.choice([np.nan, np.inf, -np.inf])
    elif kind == "special":
        x = r.standard_normal(shape)
        where = r.random(shape)
        for k, v in enumerate((np.nan, np.inf, -np.inf, 0.0, -0.0)):
            x = np.where((where >= k * 0.06) & (where < (k + 1) * 0.06), v, x)
    else:
        raise ValueError(f"unknown generator {generator}")
    return np.asarray(x).astype(t).reshape(shape)


def inputs(variant, seed):
    return [draw(p.generator, p.shape, p.dtype, seed, p.name) for p in variant.params]
