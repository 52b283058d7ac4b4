"""A builder that prints StableHLO: each program of the corpus is one Python function, traced twice.

Traced as SPEC (`c.spec`), parameters are whole tensors, there is one device and every collective is the identity. Traced as
IMPL, parameters are local tensors and collectives are printed. `c.wrong("name")` is true only in the IMPL of the variant of
that name, and `c.how("name")` only in the IMPL of a right variant that is written differently. Operators broadcast as numpy's do.
"""
import itertools

from text import Sharding, dense, is_float, is_unsigned, mlir_type

OPS = {"exp": "exponential", "log": "log", "tanh": "tanh", "logistic": "logistic", "rsqrt": "rsqrt", "sqrt": "sqrt", "neg": "negate",
       "abs": "abs", "sign": "sign", "floor": "floor", "cos": "cosine", "sin": "sine", "log1p": "log_plus_one",
       "expm1": "exponential_minus_one", "cbrt": "cbrt", "not_": "not", "popcnt": "popcnt", "clz": "count_leading_zeros",
       "ceil": "ceil", "round_even": "round_nearest_even", "round_afz": "round_nearest_afz", "tan": "tan"}
BINARY = {"max": "maximum", "min": "minimum", "pow": "power", "rem": "remainder", "and_": "and", "or_": "or", "xor": "xor",
          "shl": "shift_left", "sra": "shift_right_arithmetic", "srl": "shift_right_logical", "atan2": "atan2", "add": "add",
          "sub": "subtract", "mul": "multiply", "div": "divide"}
REDUCERS = {"add": "add", "max": "maximum", "min": "minimum", "mul": "multiply", "and": "and", "or": "or", "xor": "xor"}


class Value:
    def __init__(self, c, name, shape, dtype):
        self.c, self.name, self.shape, self.dtype = c, name, tuple(shape), dtype

    @property
    def type(self):
        return mlir_type(self.shape, self.dtype)

    def __neg__(self):
        return self.c.neg(self)

    def lt(self, other): return self.c.compare("LT", self, other)
    def le(self, other): return self.c.compare("LE", self, other)
    def gt(self, other): return self.c.compare("GT", self, other)
    def ge(self, other): return self.c.compare("GE", self, other)
    def eq(self, other): return self.c.compare("EQ", self, other)
    def ne(self, other): return self.c.compare("NE", self, other)
    def to(self, dtype): return self.c.convert(self, dtype)


def _operator(name):
    return (lambda a, b: getattr(a.c, name)(a, b)), (lambda a, b: getattr(a.c, name)(b, a))


for _symbol, _name in (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div"), ("and", "and_"), ("or", "or_"), ("xor", "xor")):
    _left, _right = _operator(_name)
    setattr(Value, f"__{_symbol}__", _left)
    setattr(Value, f"__r{_symbol}__", _right)


class Builder:
    def __init__(self, mesh, spec, fault=None, how=None, names=None):
        self.mesh, self.spec, self.fault, self.hows = mesh, spec, fault, (how or "").split("+")
        self.lines, self.indent, self.count, self.asked = [], 1, itertools.count(), set()
        self.channels = itertools.count(1)
        self.param = names or {}

    # -- which variant is traced

    def wrong(self, name):
        self.asked.add(name)
        return not self.spec and self.fault == name

    def how(self, name):
        self.asked.add(name)
        return not self.spec and name in self.hows

    def n(self, *axes):
        """The number of devices along these axes; 1 in SPEC."""
        return 1 if self.spec else self.mesh.size(axes)

    # -- printing

    def emit(self, op, shape, dtype):
        name = f"%{next(self.count)}"
        self.lines.append("  " * self.indent + f"{name} = {op}")
        return Value(self, name, shape, dtype)

    def emit_many(self, op, types):
        name = f"%{next(self.count)}"
        self.lines.append("  " * self.indent + (f"{name}:{len(types)} = {op}" if len(types) > 1 else f"{name} = {op}"))
        return [Value(self, f"{name}#{k}" if len(types) > 1 else name, *t) for k, t in enumerate(types)]

    def region(self, types, body, prefix="r"):
        """The text of a region with parameters of these types; returns (text, results)."""
        outer, self.lines = self.lines, []
        self.indent += 1
        args = [Value(self, f"%{prefix}{next(self.count)}", *t) for t in types]
        results = body(*args)
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        self.lines.append("  " * self.indent + "stablehlo.return " + ", ".join(r.name for r in results) + " : "
                          + ", ".join(r.type for r in results))
        self.indent -= 1
        inner, self.lines = self.lines, outer
        head = "  " * self.indent + "^bb0(" + ", ".join(f"{a.name}: {a.type}" for a in args) + "):\n" if args else ""
        return "({\n" + head + "\n".join(inner) + "\n" + "  " * self.indent + "})", results, args, inner

    # -- constants and elementwise ops

    def const(self, value, dtype, shape=None):
        """A splat of the shape, or an array given as nested lists."""
        if shape is None:
            shape, v = [], value
            while isinstance(v, (list, tuple)):
                shape.append(len(v))
                v = v[0]
        return self.emit(f"stablehlo.constant dense<{dense(value, dtype)}> : {mlir_type(shape, dtype)}", shape, dtype)

    def lift(self, x, like):
        return x if isinstance(x, Value) else self.const(x, like.dtype, ())

    def broadcast(self, x, shape, dims=None):
        shape = tuple(shape)
        if x.shape == shape and dims is None:
            return x
        dims = list(range(len(shape) - len(x.shape), len(shape))) if dims is None else list(dims)
        return self.emit(f"stablehlo.broadcast_in_dim {x.name}, dims = {dims} : ({x.type}) -> {mlir_type(shape, x.dtype)}", shape, x.dtype)

    def together(self, *xs):
        """The operands broadcast to one shape."""
        like = next(x for x in xs if isinstance(x, Value))
        xs = [self.lift(x, like) for x in xs]
        rank = max(len(x.shape) for x in xs)
        padded = [(1,) * (rank - len(x.shape)) + x.shape for x in xs]
        shape = tuple(max(p[k] for p in padded) if all(p[k] for p in padded) else 0 for k in range(rank))
        return [self.broadcast(x, shape) for x in xs]

    def compare(self, direction, a, b, kind=None):
        like = a if isinstance(a, Value) else b
        a, b = self.together(self.lift(a, like), self.lift(b, like))
        kind = kind or ("FLOAT" if is_float(a.dtype) or a.dtype in ("c64", "c128") else
                        "UNSIGNED" if is_unsigned(a.dtype) or a.dtype == "i1" else "SIGNED")
        out = mlir_type(a.shape, "i1")
        return self.emit(f"stablehlo.compare {direction}, {a.name}, {b.name}, {kind} : ({a.type}, {b.type}) -> {out}", a.shape, "i1")

    def select(self, p, a, b):
        like = a if isinstance(a, Value) else b
        p, a, b = self.together(p, self.lift(a, like), self.lift(b, like))
        return self.emit(f"stablehlo.select {p.name}, {a.name}, {b.name} : {p.type}, {a.type}", a.shape, a.dtype)

    def clamp(self, lo, x, hi):
        lo, x, hi = self.together(self.lift(lo, x), x, self.lift(hi, x))
        return self.emit(f"stablehlo.clamp {lo.name}, {x.name}, {hi.name} : {x.type}", x.shape, x.dtype)

    def convert(self, x, dtype):
        if x.dtype == dtype:
            return x
        return self.emit(f"stablehlo.convert {x.name} : ({x.type}) -> {mlir_type(x.shape, dtype)}", x.shape, dtype)

    def bitcast(self, x, dtype, shape=None):
        shape = x.shape if shape is None else tuple(shape)
        return self.emit(f"stablehlo.bitcast_convert {x.name} : ({x.type}) -> {mlir_type(shape, dtype)}", shape, dtype)

    def is_finite(self, x):
        return self.emit(f"stablehlo.is_finite {x.name} : ({x.type}) -> {mlir_type(x.shape, 'i1')}", x.shape, "i1")

    def complex(self, re, im):
        dtype = "c64" if re.dtype == "f32" else "c128"
        return self.emit(f"stablehlo.complex {re.name}, {im.name} : {mlir_type(re.shape, dtype)}", re.shape, dtype)

    def part_of_complex(self, x, part):
        dtype = "f32" if x.dtype == "c64" else "f64"
        return self.emit(f"stablehlo.{part} {x.name} : ({x.type}) -> {mlir_type(x.shape, dtype)}", x.shape, dtype)

    def real(self, x): return self.part_of_complex(x, "real")
    def imag(self, x): return self.part_of_complex(x, "imag")

    def reduce_precision(self, x, exponent, mantissa):
        return self.emit(f"stablehlo.reduce_precision {x.name}, format = e{exponent}m{mantissa} : {x.type}", x.shape, x.dtype)

    # -- movement

    def iota(self, dim, shape, dtype="i32"):
        return self.emit(f"stablehlo.iota dim = {dim} : {mlir_type(shape, dtype)}", shape, dtype)

    def reshape(self, x, *shape):
        return self.emit(f"stablehlo.reshape {x.name} : ({x.type}) -> {mlir_type(shape, x.dtype)}", shape, x.dtype)

    def transpose(self, x, *dims):
        dims = dims or tuple(reversed(range(len(x.shape))))
        shape = [x.shape[d] for d in dims]
        return self.emit(f"stablehlo.transpose {x.name}, dims = {list(dims)} : ({x.type}) -> {mlir_type(shape, x.dtype)}", shape, x.dtype)

    def reverse(self, x, *dims):
        return self.emit(f"stablehlo.reverse {x.name}, dims = {list(dims)} : {x.type}", x.shape, x.dtype)

    def slice(self, x, *cuts):
        """One (start, limit[, stride]) or None for each dimension; those left out are whole."""
        cuts = list(cuts) + [None] * (len(x.shape) - len(cuts))
        cuts = [(0, n) if c is None else c for c, n in zip(cuts, x.shape)]
        shape = [-(-(c[1] - c[0]) // (c[2] if len(c) > 2 else 1)) for c in cuts]
        text = ", ".join(":".join(map(str, c)) for c in cuts)
        return self.emit(f"stablehlo.slice {x.name} [{text}] : ({x.type}) -> {mlir_type(shape, x.dtype)}", shape, x.dtype)

    def pad(self, x, value, low, high, interior=None):
        interior = interior or [0] * len(low)
        value = self.lift(value, x)
        shape = [l + h + (n + max(n - 1, 0) * i) for n, l, h, i in zip(x.shape, low, high, interior)]
        return self.emit(f"stablehlo.pad {x.name}, {value.name}, low = {list(low)}, high = {list(high)}, interior = {list(interior)} : "
                         f"({x.type}, {value.type}) -> {mlir_type(shape, x.dtype)}", shape, x.dtype)

    def concat(self, xs, dim):
        shape = list(xs[0].shape)
        shape[dim] = sum(x.shape[dim] for x in xs)
        types = ", ".join(x.type for x in xs)
        return self.emit(f"stablehlo.concatenate {', '.join(x.name for x in xs)}, dim = {dim} : ({types}) -> {mlir_type(shape, xs[0].dtype)}",
                         shape, xs[0].dtype)

    def starts(self, starts):
        dtype = next((s.dtype for s in starts if isinstance(s, Value)), "i32")
        return [s if isinstance(s, Value) else self.const(s, dtype, ()) for s in starts]

    def dynamic_slice(self, x, starts, sizes):
        starts = self.starts(starts)
        types = ", ".join([x.type] + [s.type for s in starts])
        return self.emit(f"stablehlo.dynamic_slice {x.name}, {', '.join(s.name for s in starts)}, sizes = {list(sizes)} : ({types}) -> "
                         f"{mlir_type(sizes, x.dtype)}", sizes, x.dtype)

    def dynamic_update(self, x, update, starts):
        starts = self.starts(starts)
        types = ", ".join([x.type, update.type] + [s.type for s in starts])
        return self.emit(f"stablehlo.dynamic_update_slice {x.name}, {update.name}, {', '.join(s.name for s in starts)} : ({types}) -> {x.type}",
                         x.shape, x.dtype)

    # -- contractions

    def dot(self, a, b, contract=((-1,), (0,)), batch=((), ()), out=None):
        ca, cb = [[d % len(x.shape) for d in dims] for x, dims in zip((a, b), contract)]
        ba, bb = map(list, batch)
        shape = [a.shape[d] for d in ba] + [n for d, n in enumerate(a.shape) if d not in ca + ba]
        shape += [n for d, n in enumerate(b.shape) if d not in cb + bb]
        dtype = out or a.dtype
        batching = f"batching_dims = {ba} x {bb}, " if ba else ""
        return self.emit(f"stablehlo.dot_general {a.name}, {b.name}, {batching}contracting_dims = {ca} x {cb} : ({a.type}, {b.type}) -> "
                         f"{mlir_type(shape, dtype)}", shape, dtype)

    def conv(self, x, k, dims, stride=None, pad=None, lhs_dilate=None, rhs_dilate=None, groups=1, batch_groups=1):
        """`dims` as StableHLO writes them, e.g. [b, 0, f]x[0, i, o]->[b, 0, f]."""
        xd, rest = dims.split("]x[")
        kd, od = rest.split("]->[")
        xd, kd, od = [p.strip("[] ").replace(" ", "").split(",") for p in (xd, kd, od)]
        space = len(xd) - 2
        stride, lhs, rhs = [v or [1] * space for v in (stride, lhs_dilate, rhs_dilate)]
        pad = pad or [[0, 0]] * space
        shape = {"b": x.shape[xd.index("b")] // batch_groups, "f": k.shape[kd.index("o")]}
        for s in range(space):
            size = (x.shape[xd.index(str(s))] - 1) * lhs[s] + 1 + sum(pad[s])
            shape[str(s)] = (size - ((k.shape[kd.index(str(s))] - 1) * rhs[s] + 1)) // stride[s] + 1
        out = [shape[d] for d in od]
        window = f"{{stride = {stride}, pad = {pad}, lhs_dilate = {lhs}, rhs_dilate = {rhs}}}"
        return self.emit(f"stablehlo.convolution({x.name}, {k.name}) dim_numbers = {dims}, window = {window} {{batch_group_count = "
                         f"{batch_groups} : i64, feature_group_count = {groups} : i64}} : ({x.type}, {k.type}) -> {mlir_type(out, x.dtype)}",
                         out, x.dtype)

    def fft(self, x, kind, length):
        shape, dtype = list(x.shape), x.dtype
        if kind == "RFFT":
            shape[-1], dtype = length[-1] // 2 + 1, "c64" if x.dtype == "f32" else "c128"
        if kind == "IRFFT":
            shape[-1], dtype = length[-1], "f32" if x.dtype == "c64" else "f64"
        return self.emit(f"stablehlo.fft {x.name}, type = {kind}, length = {list(length)} : ({x.type}) -> {mlir_type(shape, dtype)}", shape, dtype)

    def cholesky(self, x):
        return self.emit(f"stablehlo.cholesky {x.name}, lower = true : {x.type}", x.shape, x.dtype)

    def triangular_solve(self, a, b, lower=True):
        return self.emit(f'"stablehlo.triangular_solve"({a.name}, {b.name}) <{{left_side = true, lower = {str(lower).lower()}, '
                         f"transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}}> : ({a.type}, {b.type}) -> {b.type}",
                         b.shape, b.dtype)


def _add_elementwise():
    def unary(op):
        return lambda self, x: (self.emit(f"stablehlo.abs {x.name} : ({x.type}) -> {mlir_type(x.shape, {'c64': 'f32', 'c128': 'f64'}[x.dtype])}",
                                          x.shape, {"c64": "f32", "c128": "f64"}[x.dtype]) if op == "abs" and x.dtype[0] == "c"
                                else self.emit(f"stablehlo.{op} {x.name} : {x.type}", x.shape, x.dtype))

    def binary(op):
        def apply(self, a, b):
            a, b = self.together(a, b)
            return self.emit(f"stablehlo.{op} {a.name}, {b.name} : {a.type}", a.shape, a.dtype)
        return apply
    for name, op in OPS.items():
        setattr(Builder, name, unary(op))
    for name, op in BINARY.items():
        setattr(Builder, name, binary(op))


_add_elementwise()
