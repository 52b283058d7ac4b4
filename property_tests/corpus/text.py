"""Types, constants and shardings as MLIR text, and meshes: what the builder in dsl.py prints with."""
import math

FLOATS = ("f64", "f32", "bf16", "f16")
COMPLEX = ("c64", "c128")


def mlir_element(dtype):
    return {"c64": "complex<f32>", "c128": "complex<f64>"}.get(dtype, dtype)


def mlir_type(shape, dtype):
    return "tensor<" + "".join(f"{n}x" for n in shape) + mlir_element(dtype) + ">"


def is_float(dtype):
    return dtype in FLOATS


def is_unsigned(dtype):
    return dtype.startswith("ui")


def bit_width(dtype):
    return {"bf16": 16, "c64": 64, "c128": 128}.get(dtype) or int(dtype.lstrip("uif"))


def int_range(dtype):
    """The least and the greatest value of an integer type."""
    bits = bit_width(dtype)
    return (0, 2**bits - 1) if is_unsigned(dtype) else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def _scalar_text(value, dtype):
    if dtype == "i1":
        return "true" if value else "false"
    if dtype in COMPLEX:
        part = "f32" if dtype == "c64" else "f64"
        return f"({_scalar_text(complex(value).real, part)}, {_scalar_text(complex(value).imag, part)})"
    if is_float(dtype):
        value = float(value)
        if not math.isfinite(value):
            name = "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
            return {"f64": {"inf": "0x7FF0000000000000", "-inf": "0xFFF0000000000000", "nan": "0x7FF8000000000000"},
                    "f32": {"inf": "0x7F800000", "-inf": "0xFF800000", "nan": "0x7FC00000"},
                    "f16": {"inf": "0x7C00", "-inf": "0xFC00", "nan": "0x7E00"},
                    "bf16": {"inf": "0x7F80", "-inf": "0xFF80", "nan": "0x7FC0"}}[dtype][name]
        text = repr(value)
        return text if "." in text and "e" not in text else f"{value:.17e}"
    return str(int(value))


def dense(value, dtype):
    """A number, or nested lists of them, as it stands in dense<..>."""
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(dense(v, dtype) for v in value) + "]"
    return _scalar_text(value, dtype)


class Mesh:
    """Named axes in row-major order of the devices."""

    def __init__(self, sizes):
        self.sizes = dict(sizes)
        self.devices = math.prod(self.sizes.values())

    def coordinates(self, device):
        out = {}
        for axis in reversed(list(self.sizes)):
            out[axis] = device % self.sizes[axis]
            device //= self.sizes[axis]
        return out

    def stride(self, axis):
        names = list(self.sizes)
        return math.prod(self.sizes[a] for a in names[names.index(axis) + 1:])

    def size(self, axes):
        return math.prod(self.sizes[a] for a in axes)

    def position(self, device, axes):
        """The device's digit along `axes`, the first being major."""
        at, out = self.coordinates(device), 0
        for axis in axes:
            out = out * self.sizes[axis] + at[axis]
        return out

    def groups(self, axes):
        """The devices that differ along `axes` only, each group in the order of these axes."""
        found = {}
        for d in range(self.devices):
            at = self.coordinates(d)
            key = tuple(at[a] for a in self.sizes if a not in axes)
            found.setdefault(key, []).append(d)
        return [sorted(g, key=lambda d: self.position(d, axes)) for g in found.values()]

    def sdy(self):
        return "sdy.mesh @mesh = <[" + ", ".join(f'"{a}"={n}' for a, n in self.sizes.items()) + "]>"


class Sharding:
    """The axes along which each dimension is split, major first."""

    def __init__(self, dims):
        self.dims = [tuple(d) for d in dims]

    def local(self, shape, mesh):
        out = []
        for n, axes in zip(shape, self.dims):
            parts = mesh.size(axes)
            assert n % parts == 0, f"{n} is not a multiple of {parts}"
            out.append(n // parts)
        return tuple(out)

    def slices(self, shape, mesh, device):
        """Where the device's part lies in the whole tensor."""
        out = []
        for n, axes in zip(self.local(shape, mesh), self.dims):
            at = mesh.position(device, axes) * n
            out.append(slice(at, at + n))
        return tuple(out)

    def sdy(self):
        return "<@mesh, [" + ", ".join("{" + ", ".join(f'"{a}"' for a in d) + "}" for d in self.dims) + "]>"

    def gspmd(self, mesh):
        """The same as GSPMD writes it, with the list of devices spelled out."""
        used = [a for d in self.dims for a in d]
        rest = [a for a in mesh.sizes if a not in used]
        if not mesh.size(used) > 1:
            return "{replicated}"
        order = sorted(range(mesh.devices), key=lambda d: mesh.position(d, used + rest))
        tiles = [mesh.size(d) for d in self.dims]
        last = " last_tile_dim_replicate" if mesh.size(rest) > 1 else ""
        tiles += [mesh.size(rest)] if last else []
        return "{devices=[" + ",".join(map(str, tiles)) + "]" + ",".join(map(str, order)) + last + "}"
