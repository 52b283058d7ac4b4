"""The builder's ops with regions, gathers and scatters, control flow, random bits and collectives."""
import math

from dsl import REDUCERS, Builder, Value
from text import int_range, is_float, mlir_type


def identity_of(monoid, dtype):
    if monoid in ("add", "or", "xor"):
        return 0
    if monoid in ("mul",):
        return 1
    if monoid == "and":
        return 1 if dtype == "i1" else -1 if not dtype.startswith("ui") else int_range(dtype)[1]
    if is_float(dtype):
        return -math.inf if monoid == "max" else math.inf
    return int_range(dtype)[0 if monoid == "max" else 1]


class Context(Builder):
    # -- reductions and windows

    def combine(self, monoid):
        """A body that combines two scalars: a reducer's name, or a function of the builder's own."""
        return monoid if callable(monoid) else lambda a, b: self.emit(f"stablehlo.{REDUCERS[monoid]} {a.name}, {b.name} : {a.type}", (), a.dtype)

    def reduce(self, x, dims, monoid="add", init=None, keep=False):
        dims = [dims] if isinstance(dims, int) else list(dims)
        dims = [d % len(x.shape) for d in dims]
        start = init if isinstance(init, Value) else self.const(identity_of(monoid, x.dtype) if init is None else init, x.dtype, ())
        shape = [n for d, n in enumerate(x.shape) if d not in dims]
        out = self.emit(f"stablehlo.reduce({x.name} init: {start.name}) applies stablehlo.{REDUCERS[monoid]} across dimensions = {dims} : "
                        f"({x.type}, {start.type}) -> {mlir_type(shape, x.dtype)}", shape, x.dtype)
        return self.reshape(out, *[1 if d in dims else n for d, n in enumerate(x.shape)]) if keep else out

    def sum(self, x, *dims, keep=False):
        return self.reduce(x, dims or range(len(x.shape)), "add", keep=keep)

    def max_of(self, x, *dims, keep=False):
        return self.reduce(x, dims or range(len(x.shape)), "max", keep=keep)

    def reduce_many(self, xs, inits, dims, body):
        """A variadic reduction; `body` takes the accumulated values, then the elements."""
        inits = [self.const(i, x.dtype, ()) for i, x in zip(inits, xs)]
        scalars = [((), x.dtype) for x in xs] * 2
        text, _, _, _ = self.region(scalars, body)
        shape = [n for d, n in enumerate(xs[0].shape) if d not in dims]
        types = ", ".join(x.type for x in xs + inits)
        outs = [mlir_type(shape, x.dtype) for x in xs]
        return self.emit_many(f'"stablehlo.reduce"({", ".join(x.name for x in xs + inits)}) <{{dimensions = array<i64: '
                              f'{", ".join(map(str, dims))}>}}> {text} : ({types}) -> ({", ".join(outs)})', [(shape, x.dtype) for x in xs])

    def argmax(self, value, index, dim):
        """The greatest value and its index, the lowest where several are equal; NaN is greater than all else."""
        def body(v, i, w, j):
            better, same = v.gt(w), v.eq(w)
            if is_float(v.dtype):
                better = self.or_(better, self.and_(v.ne(v), w.eq(w)))
                same = self.or_(same, self.and_(v.ne(v), w.ne(w)))
            better = self.or_(better, self.and_(same, i.lt(j)))
            return self.select(better, v, w), self.select(better, i, j)
        lowest = -math.inf if is_float(value.dtype) else int_range(value.dtype)[0]
        return self.reduce_many([value, index], [lowest, int_range(index.dtype)[1]], [dim], body)

    def batch_norm_training(self, x, scale, offset, epsilon, feature):
        n = mlir_type(scale.shape, x.dtype)
        return self.emit_many(f'"stablehlo.batch_norm_training"({x.name}, {scale.name}, {offset.name}) <{{epsilon = {epsilon:.3f} : f32, feature_index = '
                              f"{feature} : i64}}> : ({x.type}, {n}, {n}) -> ({x.type}, {n}, {n})", [(x.shape, x.dtype)] + [(scale.shape, x.dtype)] * 2)

    def map(self, xs, body):
        text, _, _, _ = self.region([((), x.dtype) for x in xs], body)
        dims = ", ".join(map(str, range(len(xs[0].shape))))
        return self.emit(f'"stablehlo.map"({", ".join(x.name for x in xs)}) <{{dimensions = array<i64: {dims}>}}> {text} : '
                         f"({', '.join(x.type for x in xs)}) -> {xs[0].type}", xs[0].shape, xs[0].dtype)

    def _window(self, size, stride, pad, base=None, dilate=None):
        array = lambda v: f"array<i64: {', '.join(map(str, v))}>"
        more = (f"base_dilations = {array(base)}, " if base else "")
        pads = [list(p) for p in pad]
        return (f"<{{{more}padding = dense<{pads}> : tensor<{len(pads)}x2xi64>, "
                + (f"window_dilations = {array(dilate)}, " if dilate else "")
                + f"window_dimensions = {array(size)}, window_strides = {array(stride)}}}>")

    def reduce_window(self, x, size, stride=None, pad=None, monoid="add", base=None, dilate=None, init=None):
        rank = len(x.shape)
        stride, pad = stride or [1] * rank, pad or [[0, 0]] * rank
        start = self.const(identity_of(monoid, x.dtype) if init is None else init, x.dtype, ())
        text, _, _, _ = self.region([((), x.dtype)] * 2, self.combine(monoid))
        shape = []
        for k, n in enumerate(x.shape):
            n = (n - 1) * (base or [1] * rank)[k] + 1 + sum(pad[k])
            shape.append((n - ((size[k] - 1) * (dilate or [1] * rank)[k] + 1)) // stride[k] + 1)
        return self.emit(f'"stablehlo.reduce_window"({x.name}, {start.name}) {self._window(size, stride, pad, base, dilate)} {text} : '
                         f"({x.type}, {start.type}) -> {mlir_type(shape, x.dtype)}", shape, x.dtype)

    def cumulative(self, x, dim, monoid="add"):
        """A running reduction as a window over everything before, the way JAX prints it."""
        size, pad = [1] * len(x.shape), [[0, 0] for _ in x.shape]
        size[dim], pad[dim] = x.shape[dim], [x.shape[dim] - 1, 0]
        return self.reduce_window(x, size, pad=pad, monoid=monoid)

    def select_and_scatter(self, x, source, size, stride, pad=None, direction="GE", monoid="add", init=0):
        start = self.const(init, x.dtype, ())
        pick, _, _, _ = self.region([((), x.dtype)] * 2, lambda a, b: self.compare(direction, a, b))
        add, _, _, _ = self.region([((), x.dtype)] * 2, self.combine(monoid))
        return self.emit(f'"stablehlo.select_and_scatter"({x.name}, {source.name}, {start.name}) '
                         f"{self._window(size, stride, pad or [[0, 0]] * len(size))} {pick[:-1]}, {add[1:]} : "
                         f"({x.type}, {source.type}, {start.type}) -> {x.type}", x.shape, x.dtype)

    # -- sorting, gather, scatter

    # A promise in an attribute (an order that need not be stable, sorted or unique indices) is executed in XLA as a lawful reader of
    # the promise may take it, since XLA's CPU compiler makes no use of it: equal keys in reverse order, indices replaced by their
    # running maximum, and all updates combined with the operand as it was. Where the promise is true nothing changes.

    def sort(self, xs, dim, direction="LT", stable=True, body=None, kind=None):
        """Sorts by the first operand, or by a comparator of pairs (a0, b0, a1, b1, ..)."""
        if self.for_xla and not stable:
            xs = [self.reverse(x, dim) for x in xs]
        compare = body or (lambda *a: self.compare(direction, a[0], a[1], kind))
        text, _, _, _ = self.region([((), x.dtype) for x in xs for _ in range(2)], compare)
        types = ", ".join(x.type for x in xs)
        return self.emit_many(f'"stablehlo.sort"({", ".join(x.name for x in xs)}) <{{dimension = {dim} : i64, is_stable = '
                              f'{str(stable).lower()}}}> {text} : ({types}) -> ({types})', [(x.shape, x.dtype) for x in xs])

    def gather(self, x, index, sizes, offset, collapsed, starts, vector_dim, sorted_=False):
        if self.for_xla and sorted_:
            index = self.cumulative(index, 0, "max")
        batch = [n for d, n in enumerate(index.shape) if d != vector_dim]
        window = [n for d, n in enumerate(sizes) if d not in collapsed]
        shape = [None] * (len(batch) + len(window))
        for d, n in zip(offset, window):
            shape[d] = n
        rest = iter(batch)
        shape = [next(rest) if n is None else n for n in shape]
        lists = f"offset_dims = {list(offset)}, collapsed_slice_dims = {list(collapsed)}, start_index_map = {list(starts)}, index_vector_dim = {vector_dim}"
        return self.emit(f'"stablehlo.gather"({x.name}, {index.name}) <{{dimension_numbers = #stablehlo.gather<{lists}>, indices_are_sorted = '
                         f'{str(sorted_).lower()}, slice_sizes = array<i64: {", ".join(map(str, sizes))}>}}> : ({x.type}, {index.type}) -> '
                         f"{mlir_type(shape, x.dtype)}", shape, x.dtype)

    def rows(self, table, index, sorted_=False):
        """The rows of `table` at `index` (any rank), clamped as gather clamps."""
        rank = len(index.shape)
        offset = list(range(rank, rank + len(table.shape) - 1))
        return self.gather(table, index, (1,) + table.shape[1:], offset, [0], [0], rank, sorted_)

    def scatter(self, x, index, updates, window, inserted, to, vector_dim, monoid="add", sorted_=False, unique=False):
        if self.for_xla and sorted_:
            index = self.cumulative(index, 0, "max")
        if self.for_xla and unique and monoid == "add":
            updates, monoid = self.rows(x, index if len(index.shape) == 1 else self.reshape(index, index.shape[0])) + updates, "set"
        body = (lambda a, b: b) if monoid == "set" else self.combine(monoid)
        text, _, _, _ = self.region([((), x.dtype)] * 2, body)
        lists = f"update_window_dims = {list(window)}, inserted_window_dims = {list(inserted)}, scatter_dims_to_operand_dims = {list(to)}, index_vector_dim = {vector_dim}"
        flag = lambda b: str(b).lower()
        return self.emit(f'"stablehlo.scatter"({x.name}, {index.name}, {updates.name}) <{{indices_are_sorted = {flag(sorted_)}, '
                         f"scatter_dimension_numbers = #stablehlo.scatter<{lists}>, unique_indices = {flag(unique)}}}> {text} : "
                         f"({x.type}, {index.type}, {updates.type}) -> {x.type}", x.shape, x.dtype)

    def scatter_rows(self, x, index, updates, monoid="add", **promises):
        """Combines row k of `updates` into row index[k] of `x`; indices outside are dropped."""
        return self.scatter(x, index, updates, range(1, len(x.shape)), [0], [0], 1, monoid, **promises)

    # -- control flow

    def while_(self, inits, cond, body):
        types = [(v.shape, v.dtype) for v in inits]
        name = next(self.count)
        args = [f"%w{name}_{k}" for k in range(len(inits))]
        pad = "  " * self.indent

        def inner(function):
            outer, self.lines = self.lines, []
            self.indent += 1
            out = function(*[Value(self, a, *t) for a, t in zip(args, types)])
            out = list(out) if isinstance(out, (list, tuple)) else [out]
            self.lines.append("  " * self.indent + "stablehlo.return " + ", ".join(v.name for v in out) + " : " + ", ".join(v.type for v in out))
            self.indent -= 1
            lines, self.lines = self.lines, outer
            return "\n".join(lines)
        heads = ", ".join(f"{a} = {v.name}" for a, v in zip(args, inits))
        return self.emit_many(f"stablehlo.while({heads}) : {', '.join(v.type for v in inits)}\n{pad}cond {{\n{inner(cond)}\n{pad}}} do {{\n"
                              f"{inner(body)}\n{pad}}}", types)

    def loop(self, trips, inits, body):
        """`body(i, *values)` for i from 0 below `trips` (a number or a scalar)."""
        zero = self.const(0, "i32", ())
        trips = self.lift(trips, zero)
        out = self.while_([zero] + list(inits), lambda i, *v: i.lt(trips), lambda i, *v: [i + 1] + list(body(i, *v)))
        return out[1:]

    def if_(self, p, then, otherwise):
        yes, results, _, _ = self.region([], then)
        no, _, _, _ = self.region([], otherwise)
        types = ", ".join(r.type for r in results)
        return self.emit_many(f'"stablehlo.if"({p.name}) {yes[:-1]}, {no[1:]} : ({p.type}) -> ({types})', [(r.shape, r.dtype) for r in results])

    def case(self, index, *branches):
        made = [self.region([], b) for b in branches]
        results = made[0][1]
        text = "(" + ", ".join(m[0][1:-1] for m in made) + ")"
        types = ", ".join(r.type for r in results)
        return self.emit_many(f'"stablehlo.case"({index.name}) {text} : ({index.type}) -> ({types})', [(r.shape, r.dtype) for r in results])

    def rng_bits(self, state, shape, dtype="ui32", algorithm="THREE_FRY"):
        out = mlir_type(shape, dtype)
        return self.emit_many(f"stablehlo.rng_bit_generator {state.name}, algorithm = {algorithm} : ({state.type}) -> ({state.type}, {out})",
                              [(state.shape, state.dtype), (shape, dtype)])

    # -- devices and collectives: nothing in SPEC

    def id(self, *axes, dtype="i32"):
        """The device's position along the axes."""
        if self.spec:
            return self.const(0, dtype, ())
        whole = self.emit("stablehlo.partition_id : tensor<ui32>", (), "ui32")
        at = None
        for axis in axes:
            digit = self.div(whole, self.mesh.stride(axis)) if self.mesh.stride(axis) > 1 else whole
            if self.mesh.stride(axis) * self.mesh.sizes[axis] < self.mesh.devices:
                digit = self.rem(digit, self.mesh.sizes[axis])
            at = digit if at is None else at * self.mesh.sizes[axis] + digit
        return self.convert(at, dtype)

    def replica_id(self, dtype="i32"):
        """Zero on every device, since devices are partitions of one replica."""
        return self.const(0, dtype, ()) if self.spec else self.convert(self.emit("stablehlo.replica_id : tensor<ui32>", (), "ui32"), dtype)

    def _grouped(self, axes, groups):
        groups = groups or self.mesh.groups(axes)
        return (f"channel_handle = #stablehlo.channel_handle<handle = {next(self.channels)}, type = 1>, replica_groups = dense<{groups}> : "
                f"tensor<{len(groups)}x{len(groups[0])}xi64>"), len(groups[0])

    def all_reduce(self, x, *axes, op="add", groups=None):
        if self.spec:
            return x
        if self.for_xla and (op == "xor" or op in ("and", "or") and x.dtype != "i1"):
            # XLA's CPU collectives have no reductions of bits: what they mean is executed there as a gather and a local reduction.
            parts = self.all_gather(self.reshape(x, 1, *x.shape), 0, *axes, groups=groups)
            return self.reduce(parts, 0, op)
        text, _, _, _ = self.region([((), x.dtype)] * 2, self.combine(op))
        where, _ = self._grouped(axes, groups)
        return self.emit(f'"stablehlo.all_reduce"({x.name}) <{{{where}, use_global_device_ids}}> {text} : ({x.type}) -> {x.type}', x.shape, x.dtype)

    def all_gather(self, x, dim, *axes, groups=None):
        if self.spec:
            return x
        where, size = self._grouped(axes, groups)
        shape = [n * size if d == dim else n for d, n in enumerate(x.shape)]
        return self.emit(f'"stablehlo.all_gather"({x.name}) <{{all_gather_dim = {dim} : i64, {where}, use_global_device_ids}}> : ({x.type}) -> '
                         f"{mlir_type(shape, x.dtype)}", shape, x.dtype)

    def reduce_scatter(self, x, dim, *axes, op="add", groups=None):
        if self.spec:
            return x
        text, _, _, _ = self.region([((), x.dtype)] * 2, self.combine(op))
        where, size = self._grouped(axes, groups)
        shape = [n // size if d == dim else n for d, n in enumerate(x.shape)]
        return self.emit(f'"stablehlo.reduce_scatter"({x.name}) <{{{where}, scatter_dimension = {dim} : i64, use_global_device_ids}}> {text} : '
                         f"({x.type}) -> {mlir_type(shape, x.dtype)}", shape, x.dtype)

    def all_to_all(self, x, split, concat, *axes, groups=None):
        if self.spec:
            return x
        where, size = self._grouped(axes, groups)
        shape = list(x.shape)
        shape[split] //= size
        shape[concat] *= size
        return self.emit(f'"stablehlo.all_to_all"({x.name}) <{{{where.split(", replica")[0]}, concat_dimension = {concat} : i64, '
                         f'replica{where.split(", replica")[1]}, split_count = {size} : i64, split_dimension = {split} : i64}}> : ({x.type}) -> '
                         f"{mlir_type(shape, x.dtype)}", shape, x.dtype)

    def permute(self, x, pairs):
        if self.spec:
            return x
        return self.emit(f'"stablehlo.collective_permute"({x.name}) <{{channel_handle = #stablehlo.channel_handle<handle = {next(self.channels)}, '
                         f"type = 1>, source_target_pairs = dense<{[list(p) for p in pairs]}> : tensor<{len(pairs)}x2xi64>}}> : ({x.type}) -> {x.type}",
                         x.shape, x.dtype)

    def shift(self, axis, by=1, wrap=True):
        """Pairs that send every device's value `by` places up along an axis."""
        pairs = []
        for group in self.mesh.groups([axis]):
            for k, d in enumerate(group):
                if wrap or 0 <= k + by < len(group):
                    pairs.append((d, group[(k + by) % len(group)]))
        return pairs

    def own(self, x, dim, *axes, at=None):
        """This device's part of a replicated value along a dimension."""
        if self.spec:
            return x
        size = x.shape[dim] // self.mesh.size(axes)
        start = (self.id(*axes) if at is None else at) * size
        sizes = [size if d == dim else n for d, n in enumerate(x.shape)]
        return self.dynamic_slice(x, [start if d == dim else self.const(0, "i32", ()) for d in range(len(sizes))], sizes)
