"""What a pair is: a program, its mesh and boundary, its wrong and right variants, and how each is printed.

    @pair("x=4", "w:T[4*x,6]@x,- g:f32[4*x,6]@x,-", "@x,-", wrong={"fault": "class; key=value .."}, right=["sums; T=bf16 x=3"])
    def name(c, w, g): ...

A parameter is `name:type[extents]@sharding~generator`; extents may use the sizes of mesh axes; a sharding has the axes of each
dimension (`-` none, `x+y` two). `T` stands for the variant's own element type (f32 unless it says T=..). A wrong variant names its
class and, where the usual inputs do not show it, generators for some parameters (in.w=..). A right variant names the narrowest
freedom that allows it; how=.. is asked for by `c.how`.
"""
import functools
import re
import zlib

from ops import Context
from text import Mesh, Sharding, mlir_type

PAIRS = []
FREEDOMS = ("bits", "sums", "roundings", "reals")


class Param:
    def __init__(self, text, sizes, dtype):
        name, typed, extents, at, gen = re.fullmatch(r"(\w+):(\w+)\[([^\]]*)\](?:@([\w,+-]*))?(?:~(.*))?", text).groups()
        self.name, self.dtype, self.generator = name, dtype if typed == "T" else typed, gen
        self.shape = tuple(int(eval(e, {}, dict(sizes))) for e in extents.split(",") if e)
        self.sharding = parse_sharding(at, len(self.shape))


def parse_sharding(text, rank):
    dims = [() if d in ("-", "") else tuple(d.split("+")) for d in (text or "").split(",")] if text and rank else []
    return Sharding(dims + [()] * (rank - len(dims)))


class Variant:
    """One pair of programs: a template with a fault (wrong) or a freedom (right)."""

    def __init__(self, template, name, kind, says, options):
        self.template, self.kind, self.says, self.options = template, kind, says, options
        self.name = f"{template.name}.{name}"
        self.fault = name if kind == "wrong" else None
        sizes = {a: int(options.get(a, n)) for a, n in template.mesh.items()}
        self.mesh = Mesh(sizes)
        dtype = options.get("T", template.dtype)
        self.params = [Param(t, sizes, dtype) for t in template.params]
        for p in self.params:
            p.generator = options.get("in." + p.name, p.generator)
        self.module_name = re.sub(r"\W", "_", self.name)

    def trace(self, spec, for_xla=False):
        c = Context(self.mesh, spec, self.fault, self.options.get("how"))
        c.for_xla = for_xla
        c.T, c.size = self.options.get("T", self.template.dtype), self.mesh.sizes
        prefix = "%arg" if spec else "%local"
        from dsl import Value
        args = [Value(c, f"{prefix}{k}", p.shape if spec else p.sharding.local(p.shape, self.mesh), p.dtype) for k, p in enumerate(self.params)]
        out = self.template.function(c, *args)
        return c, args, list(out) if isinstance(out, (list, tuple)) else [out]

    @functools.cached_property
    def traced(self):
        spec, impl = self.trace(True), self.trace(False)
        out = self.template.results
        assert len(out) == len(spec[2]) == len(impl[2]), f"{self.name}: {len(out)} results declared, {len(spec[2])} and {len(impl[2])} returned"
        self.result_shardings = [parse_sharding(s.lstrip("@"), len(v.shape)) for s, v in zip(out, spec[2])]
        for s, v, local in zip(self.result_shardings, spec[2], impl[2]):
            expected = s.local(v.shape, self.mesh)
            assert (expected, v.dtype) == (local.shape, local.dtype), f"{self.name}: a result is {local.type} on each device, expected {expected} {v.dtype}"
        if self.fault:
            assert self.fault in impl[0].asked or self.options.get("declares"), f"{self.name}: the program never asks for this fault"
        for how in filter(None, (self.options.get("how") or "").split("+")):
            assert how in impl[0].asked, f"{self.name}: the program never asks for {how}"
        return spec, impl

    @property
    def style(self):
        """Where the boundary is written: in SPEC, or in IMPL in one of the two spellings."""
        return "impl-sdy" if self.options.get("declares") else ("spec", "impl-mhlo", "impl-sdy")[zlib.crc32(self.name.encode()) % 3]

    def _signature(self, args, results, shardings, style):
        def attribute(s):
            if style == "sdy":
                return f" {{sdy.sharding = #sdy.sharding{s.sdy()}}}"
            return f' {{mhlo.sharding = "{s.gspmd(self.mesh)}"}}' if style == "mhlo" else ""
        n = len(args)
        left = ", ".join(f"{a.name}: {a.type}{attribute(s)}" for a, s in zip(args, shardings))
        right = ", ".join(f"{r.type}{attribute(s)}" for r, s in zip(results, shardings[n:]))
        return f"  func.func public @main({left}) -> ({right}) {{"

    def _module(self, body, signature, results, mesh=True, partitions=True):
        attributes = f" attributes {{mhlo.num_partitions = {self.mesh.devices} : i32, mhlo.num_replicas = 1 : i32}}" if partitions else ""
        end = "    return " + ", ".join(r.name for r in results) + " : " + ", ".join(r.type for r in results)
        lines = [f"module @{self.module_name}{attributes} {{"] + (["  " + self.mesh.sdy()] if mesh else [])
        return "\n".join(lines + [signature] + ["  " + l for c in body for l in c.split("\n")] + [end, "  }", "}", ""])

    @property
    def shardings(self):
        self.traced
        return [p.sharding for p in self.params] + self.result_shardings

    def declared(self):
        """What IMPL says of its boundary: SPEC's, but for a variant whose fault is to say another."""
        out = list(self.shardings)
        for what, text in (part.split("@") for part in self.options.get("declares", "").split(";") if part):
            k = [p.name for p in self.params].index(what) if not what.startswith("result") else len(self.params) + int(what[6:])
            out[k] = parse_sharding(text, len(out[k].dims))
        return out

    def spec_text(self):
        (c, args, results), style = self.traced[0], self.style
        style = "sdy" if style == "spec" or self.options.get("declares") else ""
        return self._module(c.lines, self._signature(args, results, self.shardings, style), results, mesh=bool(style))

    def impl_text(self):
        c, args, results = self.traced[1]
        style = {"spec": "", "impl-sdy": "sdy", "impl-mhlo": "mhlo"}[self.style]
        return self._module(c.lines, self._signature(args, results, self.declared(), style), results, mesh=style == "sdy")

    def single_text(self):
        """SPEC for one device, without shardings."""
        c, args, results = self.traced[0]
        return self._module(c.lines, self._signature(args, results, self.shardings, ""), results, mesh=False, partitions=False)

    def manual_text(self):
        """IMPL as the body of one manual computation over all axes: how XLA executes it on every device."""
        c, args, results = self.trace(False, for_xla=True)
        spec = self.traced[0]
        signature = self._signature(spec[1], spec[2], self.shardings, "sdy")
        n = len(args)
        listed = lambda s: "[" + ", ".join(x.sdy() for x in s) + "]"
        types = lambda values: ", ".join(v.type for v in values)
        axes = ", ".join(f'"{a}"' for a in self.mesh.sizes)
        head = (f"    %out:{len(results)} = sdy.manual_computation({', '.join(a.name for a in spec[1])}) in_shardings={listed(self.shardings[:n])} "
                f"out_shardings={listed(self.shardings[n:])} manual_axes={{{axes}}} ({', '.join(f'{a.name}: {a.type}' for a in args)}) {{")
        tail = (f"      sdy.return {', '.join(r.name for r in results)} : {types(results)}\n"
                f"    }} : ({types(spec[1])}) -> ({types(spec[2])})")
        names = ", ".join(f"%out#{k}" if len(results) > 1 else "%out" for k in range(len(results)))
        if len(results) == 1:
            head = head.replace("%out:1", "%out")
        return "\n".join([f"module @{self.module_name} {{", "  " + self.mesh.sdy(), signature, head]
                         + ["    " + l for c_ in c.lines for l in c_.split("\n")] + [tail, f"    return {names} : {types(spec[2])}", "  }", "}", ""])

    def ops(self):
        """How often each op stands in IMPL."""
        return re.findall(r"stablehlo\.(\w+)(?=[\" (:])", "\n".join(l for l in self.traced[1][0].lines))

    def op_count(self):
        return len(re.findall(r"(?m)^.*? = \"?stablehlo\.(?!constant)", "\n".join(self.traced[1][0].lines)))


class Template:
    def __init__(self, function, mesh, params, results, wrong, right, dtype, tolerance):
        self.function, self.name = function, function.__name__
        self.mesh = {a: int(n) for a, n in (part.split("=") for part in mesh.split())}
        self.params, self.results, self.dtype, self.tolerance = params.split(), results.split(), dtype, tolerance
        self.variants = []
        for name, text in (wrong or {}).items():
            self._add(name, "wrong", text)
        for k, text in enumerate(right or []):
            freedom = text.split(";")[0].strip()
            assert freedom in FREEDOMS, freedom
            self._add(f"right{k + 1}", "right", text)

    def _add(self, name, kind, text):
        says, _, options = text.partition(";")
        options = dict(part.split("=", 1) for part in options.split())
        self.variants.append(Variant(self, name, kind, says.strip(), options))


def pair(mesh, params, results, wrong=None, right=None, dtype="f32", tolerance=1.0):
    def register(function):
        assert function.__name__ not in [t.name for t in PAIRS], f"two templates are named {function.__name__}"
        assert len(wrong or {}) <= 5, f"{function.__name__}: more than five wrong variants of one template"
        PAIRS.append(Template(function, mesh, params, results, wrong, right, dtype, tolerance))
        return function
    return register


def variants():
    return [v for t in PAIRS for v in t.variants]
