"""The planted faults: name, source, where (the replaced expression between « and »), what is there instead.

A name may come twice, where a fault is in two places at once. Every one must be refuted by the checkers: those of
FAULTS, in headers, by the statements on random programs (planted_faults_test.cpp), those of PASS_FAULTS, in the MLIR
passes, by `verify` of what these make of random programs (pass_faults_test.cpp). One that survives is a hole in them.
"""

TYPING = "semantics/core_typing.h"
HLO_TYPING = "semantics/hlo_typing.h"
CORE = "interp/core_interp.h"
SPMD = "interp/collectives.h"
TRANSLATE = "lowering/translate.h"
MOVES = "lowering/rewrite_moves.h"
REDUCES = "lowering/rewrite_reduces.h"
PROGRAM = "lowering/rewrite_program.h"
REWRITER = "lowering/rewriter.h"
DIST = "semantics/dist_rules.h"
ACTIONS = "partition/actions.h"
PROPAGATE = "partition/propagate.h"
STATE = "partition/state.h"
MATERIALISE = "partition/materialise.h"
FUSE = "partition/fuse.h"
SINK = "partition/fuse_sink.h"

WINDOW = "semantics/window.h"
NATIVE = "interp/native.h"
PADDED = "interp/procedures/window.h"
PROMISES = "semantics/index_promises.h"
OUTCOMES = "proofs/other_outcomes.h"

FAULTS = [
    # ---- typing: a premise less, or another type
    ("typing/slices-do-not-taint", TYPING, "tainted = «slice->range == r»;", "false"),
    ("typing/taint-stops-at-ops", TYPING, "operands(s.expr)) tainted |= «marks[x] != 0»;", "false"),
    ("typing/taint-stays-in-loops", TYPING, "marks[s.results[i]] = «marks[loop->body->results[i]]»;", "char{0}"),
    ("typing/slice-of-what-does-not-divide", TYPING, "premise(4, «n % N == 0», [&]", "true"),
    ("typing/slice-of-nothing", TYPING, "premise(5, «N <= n», [&]", "true"),
    ("typing/slice-keeps-the-extent", TYPING, "τ.shape[e.dim] = «n / N»;", "n"),
    ("typing/tile-keeps-the-extent", TYPING, "τ.shape[d] *= «Γ.M.size(a)»;", "1"),
    ("typing/reduce-by-anything", TYPING, "premise(1, «defined_on(m, τ.element)»,", "true"),
    ("typing/axis-loops-twice", TYPING, "premise(2, «!contains(Γ.A, e.axis)», [&]", "true"),
    ("typing/body-stays-in-scope", TYPING, "for (ValueId x : s.results) Γ.tensors[x] = «0»;", "1"),
    ("typing/range-stays-in-scope", TYPING, "Γ.ranges[e.range] = «0»;", "1"),
    ("typing/range-bound-again", TYPING, "Γ.f.ranges[e.range].axis == e.axis && «!Γ.opened[e.range]»,", "true"),
    ("typing/bound-twice", TYPING, "premise(2, «!Γ.tensors[x] && !Γ.bound[x]», [&]", "true"),
    ("typing/any-result-type", TYPING, "premise(2, «found == f.result_types», [&]", "true"),
    ("typing/gather-keeps-the-extent", HLO_TYPING, "++d) τ.shape[d] *= «Γ.M.size(e.axes[d])»;", "1"),
    ("typing/all-to-all-divides-the-source", HLO_TYPING, "premise, 6, τ, «e.to», e.axes);", "e.from"),

    ("typing/hlo-slice-of-what-does-not-divide", HLO_TYPING, "premise(divides, «n % N == 0»,", "true"),
    ("typing/hlo-slice-of-nothing", HLO_TYPING, "premise(divides + 1, «N <= n»,", "true"),
    ("typing/hlo-axis-twice", HLO_TYPING, "premise(4, «all_distinct(axes)», [&]", "true"),
    ("typing/hlo-bound-twice", HLO_TYPING, "premise(2, «!Γ.tensors[x]», [&]", "true"),
    ("typing/hlo-parameter-of-another-type", HLO_TYPING, "premise(4, «why.empty()», [&]", "true"),

    # ---- evaluation of Core
    ("evaluation/slice-from-the-end", CORE, "return x.chunk(d, «i», n);", "n - 1 - i"),
    ("evaluation/tile-in-reverse", CORE, "return concat(d, «values»);", "std::vector<Tensor<D>>(values.rbegin(), values.rend())"),
    ("evaluation/max-as-min", CORE, "return combine(«monoid», sum, value);", "monoid == Monoid::Max ? Monoid::Min : monoid"),
    ("evaluation/reduce-without-the-last", CORE, "} else if («e.attrs[j].kind == Kind::Reduce») {", "e.attrs[j].kind == Kind::Reduce && i + 1 < n"),

    # ---- collectives of the emulated mesh
    ("collectives/slice-in-another-axis-order", SPMD, "t.chunk(static_cast<int64_t>(d), «mesh.index_in(lists[d], device)», mesh.size(", "mesh.index_in(AxisList(lists[d].rbegin(), lists[d].rend()), device)"),
    ("collectives/slice-of-the-next-device", SPMD, "t.chunk(static_cast<int64_t>(d), «mesh.index_in(lists[d], device)», mesh.size(", "(mesh.index_in(lists[d], device) + 1) % mesh.size(lists[d])"),
    ("collectives/gather-in-another-axis-order", SPMD, "for_each_coordinate(mesh, «lists[d]», device,", "AxisList(lists[d].rbegin(), lists[d].rend())"),
    ("collectives/gather-of-the-first-device", SPMD, "pieces.push_back(v.at(«member»)); });", "member[0] < 0 ? member : Device(mesh.rank(), 0)"),
    ("collectives/reduce-over-a-part-of-the-group", SPMD, "for_each_coordinate(x.mesh(), «axes», device, [&]", "AxisList(axes.begin(), axes.empty() ? axes.end() : axes.end() - 1)"),
    ("collectives/shared-tensor-counts-once", SPMD, "for_each_coordinate(x.mesh(), «axes», device, [&]", "axes_minus(axes, axes_minus(axes, x.depends_on()))"),
    ("collectives/reduce-twice-the-first", "interp/tensor.h", "whole_ = whole_ ? combine(monoid_, *whole_, t) : «t»;", "combine(monoid_, t, t)"),
    ("collectives/max-as-min", SPMD, "Combination<D> sum(«monoid»);", "monoid == Monoid::Max ? Monoid::Min : monoid"),
    ("collectives/scatter-without-reducing", SPMD, "return P_Slice(lists, «P_Reduce(monoid, flatten(lists), x)»);", "x"),
    ("collectives/all-to-all-dims-swapped", SPMD, "P_Slice(detail::on_dim(rank, «to», axes)", "from"),
    ("collectives/all-to-all-dims-swapped", SPMD, "P_Gather(detail::on_dim(rank, «from», axes), x)", "to"),

    # ---- translation
    ("translation/slice-over-another-axis", TRANSLATE, "along(e.operand, e.dim, «core_.main.ranges[e.range].axis»)", "out_.mesh.axes().front().first"),
    ("translation/gather-of-the-first-dimension", TRANSLATE, "AllGather{along(x, «d», a), x}", "0"),
    ("translation/no-all-reduce", TRANSLATE, "return hlo::AllReduce{m, «AxisList{a}», x};", "AxisList()"),
    ("translation/max-as-min", TRANSLATE, "return hlo::AllReduce{«m», AxisList{a}, x};", "m == Monoid::Max ? Monoid::Min : m"),
    ("translation/any-is-a-value-of-its-own", TRANSLATE, "{ name_of_[y] = «x»; }", "y"),
    ("translation/first-operand-read-twice", TRANSLATE, "for (ValueId& x : xs) x = «L_Var(x)»;", "L_Var(xs[0])"),

    # ---- simplification
    ("simplification/cancels-in-any-axis-order", MOVES, "return «common_prefix(l, lists[d])»; };", "same_set(l, lists[d]) ? l.size() : size_t{0}"),
    ("simplification/slice-passes-a-gather-of-its-dimension", MOVES, "if («!gather.axes[d].empty()») return size_t{0};", "false"),
    ("simplification/slice-passes-a-gather-of-its-axis", MOVES, "return «!contains(b, a)»; });\n  });", "true"),
    ("simplification/gather-of-a-slice-of-anything", MOVES, "«g.replicated_over(x, {s[s.size() - 1 - n]})»)", "true"),
    ("simplification/all-to-all-dims-swapped", MOVES, "hlo::AllToAll{«from», to, AxisList", "to"),
    ("simplification/all-to-all-dims-swapped", MOVES, "hlo::AllToAll{from, «to», AxisList", "from"),
    ("simplification/gathers-merge-inner-axes-major", MOVES, "both = «joined(outer->axes, inner->axes)»;", "joined(inner->axes, outer->axes)"),
    ("simplification/slices-merge-outer-axes-major", MOVES, "both = «joined(inner->axes, outer->axes)»;", "joined(outer->axes, inner->axes)"),
    ("simplification/reduces-of-two-monoids-merge", REDUCES, "if (!inner || «inner->monoid != outer->monoid» || !disjoint(outer->axes, inner->axes))", "false"),
    ("simplification/scatter-forgets-the-other-axes", REDUCES, "const ValueId x = «rest.empty()»", "true"),
    ("simplification/scatter-over-unreduced-axes", REDUCES, "return «contains(reduce.axes, a)»; });", "true"),
    ("simplification/hoist-past-operands-that-differ", REDUCES, "is_any() && «g.replicated_over(xs[i], reduce->axes)» &&", "true"),
    ("simplification/slice-passes-a-reduce-of-its-axis", REDUCES, "return «!contains(reduce.axes, a)»; });", "true"),
    ("simplification/scatter-of-another-monoid", REDUCES, "if (!inner || «inner->monoid != outer->monoid» || !g.used_only_by", "false"),
    ("simplification/reduce-passes-a-gather-of-its-axis", REDUCES, "if («!disjoint(outer->axes, flatten(gather.axes))») return false;", "false"),
    ("simplification/cse-of-other-attributes", PROGRAM, "x.operands == y.operands && «x.op == y.op»;", "x.op.name() == y.op.name()"),
    ("simplification/dce-by-the-first-result", PROGRAM, "if («g.is_used(x)») return false;\n  g.erase(at);", "g.is_used(x) && x == g.stmt(at).results[0]"),
    ("simplification/parameter-tiled-twice-by-an-axis", PROGRAM, "return prefix_while(l, [&](const Axis& a) { return «!dist.uses(a)»; });", "true"),
    ("simplification/parameter-that-is-a-result", PROGRAM, "if («g.is_result(x)» || g.users(x).empty()) return false;", "false"),
    ("simplification/slices-do-not-depend", REWRITER, "{ return depends_[c.operand] | «mask(c.axes)»; },", "uint64_t{0}"),

    # ---- registry
    ("registry/dot-sums-by-max", "semantics/ops/dot_general.h", "tile(rhs_contract[k])) >> partial(«sum()»));", "is_bool(element) ? sum() : Monoid::Max"),
    ("registry/dot-contracts-another-dimension", "semantics/ops/dot_general.h", "operands(tile(lhs_contract[k]), tile(«rhs_contract[k]»))", "lhs_contract[k]"),
    ("registry/transpose-entry-of-the-wrong-dimension", "semantics/ops/transpose.h", "operands(tile(«permutation[k]»))", "static_cast<int64_t>(k)"),
    ("registry/reduce-folds-its-start-in-each-part", "semantics/ops/reduce.h", "const bool once = «is_idempotent(reducer) || is_known_identity(reducer, x[1])»;", "true"),
    ("registry/reduce-part-is-a-sum", "semantics/ops/reduce.h", "if (once) e.push_back(operands(tile(d), any) >> partial(«reducer»));", "is_bool(x[0].type.element) ? reducer : Monoid::Add"),
    ("registry/concatenate-tiles-its-dimension", "semantics/ops/concatenate.h", "if («d != dimension»)", "true"),
    ("registry/iota-tiles-its-dimension", "semantics/ops/iota.h", "if («d != dimension») e.push_back", "true"),
    ("registry/slice-of-a-part-tiles", "semantics/ops/slice.h", "if («whole(x[0].type, d)») e.push_back", "start[d] == 0"),
    ("registry/reshape-tiles-the-minor-dimension", "semantics/ops/reshape.h", "operands(tile(«g.in[0]»))", "g.in.back()"),
    ("registry/broadcast-local-shape", "semantics/ops/broadcast_in_dim.h", "local.shape[entry.results[0].dim] /= «n»;", "1"),
    ("registry/movement-mixes-monoids", "semantics/op_base.h", "partial(m))) >> partial(«m»));", "e == ElementType::F32 ? Monoid::Add : m"),
    ("registry/neutral-element-of-max", "semantics/literal.h", "if (is_float(e) || is_complex(e)) return extreme(«-infinity»);", "0"),
    ("registry/neutral-element-of-mul", "semantics/literal.h", "case Monoid::Mul: return Literal::encode(e, «1»);", "0"),

    # ---- D-rules
    ("d-rules/slice-at-the-major-end", DIST, "      «D.dims[d].push_back(a)»;", "D.dims[d].insert(D.dims[d].begin(), a), void()"),
    ("d-rules/slice-over-partial", DIST, "premise(2, «!contains(D.partial, a)», s.found(), [&] { return \"\\\"\" + a + \"\\\" not partial\"; });\n      D.dims", "true"),
    ("d-rules/gather-in-any-order", DIST, "premise(1, «l.size() >= ā.size() && std::equal(ā.begin(), ā.end(), l.end() - ā.size())», s.found(),", "l.size() >= ā.size()"),
    ("d-rules/reduce-by-another-monoid", DIST, "premise(2, «D.monoid == m», s.found(),", "true"),
    ("d-rules/reduce-over-what-is-not-partial", DIST, "    premise(1, «contains(D.partial, a)», s.found(), [&] { return \"\\\"\" + a + \"\\\" partial\"; });", "contains(D.partial, a) || (D.partial.push_back(a), true)"),
    ("d-rules/all-to-all-at-the-major-end", DIST, "D.dims[e.to].insert(«D.dims[e.to].end()», e.axes", "D.dims[e.to].begin()"),

    ("d-rules/all-to-all-of-any-list", DIST, "premise(1, «l.size() >= e.axes.size() && std::equal(e.axes.begin(), e.axes.end(), l.end() - e.axes.size())»,", "l.size() >= e.axes.size()"),
    ("d-rules/any-result", DIST, "premise(1, «!result || same_dist(s.M, *result, s.D[x])»,", "true"),
    ("d-rules/op-by-any-entry", DIST, "    if («std::find(valid.begin(), valid.end(), entry) == valid.end()») return std::nullopt;", "false"),

    # ---- actions and propagation
    ("propagation/through-atomic", PROPAGATE, "if (v.offers[i]->attr.is_any()) blocked |= «!same»;", "false"),
    ("propagation/first-of-several", PROPAGATE, "if (!v.tiles_offered || «v.candidates.size() != 1») return", "v.candidates.empty()"),
    ("propagation/users-not-asked-again", STATE, "results) «touch_uses(x, cell.axis)»;", "void()"),
    ("propagation/definitions-not-asked-again", STATE, "operands) «touch_definition(x, cell.axis)»;", "void()"),
    ("propagation/other-axes-not-asked-again", STATE, "if («other != cell.axis») touched_", "false"),
    ("propagation/uses-of-what-is-tiled-not-asked", STATE, "«touch_uses(x, tiling.axis)», touch_definition", "void()"),
    ("propagation/definition-of-what-is-tiled-not-asked", STATE, ", «touch_definition(x, tiling.axis)»;", "void()"),
    ("propagation/conflicts-forgotten", PROPAGATE, "state.set_stuck({s, a}, «!c && (v.candidates.size() > 1 || v.tiles_offered || v.only_atomic_blocks)»);", "false"),
    ("propagation/axes-once", PROPAGATE, "«again |= k < now»;", "false"),
    ("propagation/demand-of-the-last-use", PROPAGATE, "if (all && «!(all->attr == c->entry.operands[u.operand])») return", "false"),
    ("actions/tile-of-what-does-not-divide", ACTIONS, "if («extent % (parts * n) != 0 || extent < parts * n»)", "false"),
    ("actions/tiled-twice-by-an-axis", ACTIONS, "if (const Tiling* t = «state.tiling(x, a)»)", "static_cast<const Tiling*>(nullptr)"),
    ("partition/reduces-by-add", MATERIALISE, "core::LoopAttr::reduce(«σ.monoid»)", "Monoid::Add"),
    ("partition/slices-the-first-dimension", MATERIALISE, "core::SliceExpr{«c.entry.operands[i].dim», operands[i], loop.range}", "0"),
    ("partition/nest-inside-out", MATERIALISE, "const Tiling& t = tilings[«level»];", "tilings.size() - 1 - level"),
    ("partition/fuses-slices-of-another-dimension", FUSE, "slices = «source->attrs[k] == core::LoopAttr::tile(slice->dim)»;", "source->attrs[k].kind == core::LoopAttr::Kind::Tile"),
    ("partition/fuses-what-depends", FUSE, "below = «q == p»;", "false"),
    ("partition/sinks-into-its-own-axis", SINK, "return into && «!loops_over(s, into->axis)» ?", "true"),
    ("partition/sinks-what-others-read", SINK, "if («r.stmt != stmt») r.stmt = FuseScratch::Reader::several;", "false"),

    # ---- what ops mean and promise: judged by op_faults_test, which runs the tests of that
    ("ops/no-elements-end-after-the-first", WINDOW, "last = «(n - 1) * base», windows", "spread(n, base) - 1"),
    ("ops/end-guard-comes-late", WINDOW, "if («(windows - 1) * stride + (size - 1) * dilation - low > last + base - 1») {", "(windows - 1) * stride + (size - 1) * dilation - low > last + base"),
    ("ops/start-guard-comes-late", WINDOW, "if («low > base - 1») value", "low > base"),
    ("ops/crop-drops-the-first", PADDED, "low[d] >= 0 ? 0 : «(-low[d] + step[d] - 1) / step[d]»;", "(-low[d] + step[d]) / step[d]"),
    ("ops/crop-drops-the-last", PADDED, "std::min(x.shape()[d], «room / step[d] + 1»);", "(room + step[d] - 1) / step[d]"),
    ("ops/running-sums-round-at-the-end", "interp/kernels_reduce.h", "return «stepwise» ? reduce_in", "false"),
    ("ops/literal-running-sums-round-at-the-end", "interp/evaluate_literal.h", "return «c.stepwise» ? fold_in", "false"),
    ("ops/NaN-without-a-mantissa", NATIVE, "return «mantissa_bits > 0» ? x", "true"),
    ("ops/ties-round-up", NATIVE, "unit / 2 - 1 + («b >> drop & 1»)) &", "1"),
    ("ops/subnormals-of-the-format-stay", NATIVE, "else if («e <= bias - reduced») b = 0;", "e < bias - reduced"),
    ("ops/largest-of-the-format-overflows", NATIVE, "if («e > bias + reduced») b = infinite;", "e >= bias + reduced"),
    ("ops/tanh-cancels", "interp/kernels_native.h", "return (a < «0x1p-9»)", "0x1p-30"),
    ("ops/tanh-series-too-far", "interp/kernels_native.h", "return (a < «0x1p-9»)", "0.25"),
    ("ops/tanh-of-large-is-too-small", "interp/kernels_native.h", "x.abs().min(«20.0»)", "8.0"),
    ("ops/small-floats-round-twice", NATIVE, "return «convert<T, double>(unary<F, double>(convert<double, T>(x)))»;", "T(static_cast<float>(unary<F, double>(convert<double, T>(x))))"),
    ("ops/sinh-cancels", NATIVE, "if («!(std::fabs(x) < 1)») return up - down;", "!(std::fabs(x) < T(0.5))"),
    ("ops/cosh-of-another-half", NATIVE, "static_cast<T>(«std::log(0.5)»)", "-0.69314"),
    ("ops/equal-indices-are-unsorted", PROMISES, "if («with_batch(v) >= with_batch(before)») continue;", "with_batch(v) > with_batch(before)"),
    ("ops/sorted-against-the-first-alone", PROMISES, "const Vector &before = «vectors_[i - 1]», &v = vectors_[i];", "vectors_[0]"),
    ("ops/sorted-across-batches", PROMISES, "return std::pair(«v.batch», v.point); };", "std::vector<int64_t>()"),
    ("ops/sorted-by-components", PROMISES, "v.point[«position(dims_, to_operand[k])»] =", "static_cast<int64_t>(k)"),
    ("ops/sorted-before-moved-inside", "semantics/ops/gather.h", "vector.point[k] = «std::clamp<int64_t>(vector.point[k], 0, x[0].shape[d] - slice_sizes[d])»;", "vector.point[k]"),
    ("ops/windows-half-outside-are-none", PROMISES, "inside && «v.point[d] >= -k[d] && v.point[d] < n - k[d]»;", "v.point[d] >= 0 && v.point[d] < n"),
    ("ops/outside-is-an-element", PROMISES, "if («!inside») continue;", "false"),
    ("ops/windows-are-their-first-elements", "semantics/ops/scatter.h", "w < 0 ? 1 : «update.shape[window_dims[w]]»", "1"),
    ("ops/elements-of-a-diagonal-are-one", PROMISES, "element = «element * n + v.point[d] + k[d]»;", "element + v.point[d] + k[d]"),
    ("ops/promises-are-not-looked-at", "interp/evaluate.h", "if («!op.makes_promises()») return;", "true"),
    ("ops/unique-is-not-looked-at", "semantics/ops/scatter.h", "if («!unique_indices») return std::nullopt;", "true"),
    ("ops/broken-in-no-process", "interp/module_parallel.h", "throw BrokenPromise(e.reason, «processes_[p].name()», e.where());", "std::string()"),
    ("ops/broken-on-no-device", "interp/family.h", "throw BrokenPromise(e.reason, «to_string(*mesh, d)», e.where());", "std::string()"),
    ("ops/ties-of-the-first-dimension", OUTCOMES, "Reverse{{«stable.along(type->rank())»}}, {x}));", "int64_t{0}"),
    ("ops/ties-in-branches-stay", OUTCOMES, "found |= «make_otherwise(f, inner, what)»; });", "false"),
    ("ops/ties-in-loops-stay", OUTCOMES, "found |= «make_otherwise(f, *loop->body, what)»;", "false"),
    ("ops/width-is-of-bitcasts-alone", "proofs/widen.h", "if («a->fn == Bitcast || a->fn == ReducePrecision || a->fn == NextAfter») return true;", "a->fn == Bitcast"),
]

TILE = "mlir_bridge/passes/tile.cpp"
PASS_PROPAGATE = "mlir_bridge/passes/propagate.cpp"
CORE_TO_HLO = "mlir_bridge/passes/core_to_hlo.cpp"
PATTERNS = "mlir_bridge/passes/collective_patterns.cpp"
HLO_SIMPLIFY = "mlir_bridge/passes/hlo_simplify.cpp"
TO_STABLEHLO = "mlir_bridge/passes/hlo_to_stablehlo.cpp"
OFFSETS = "mlir_bridge/passes/part_offsets.h"
NUMBERS = "mlir_bridge/passes/device_numbers.cpp"

PASS_FAULTS = [
    # ---- -partir-tile
    ("tile/of-what-does-not-divide", TILE, "if («extent < parts || extent % parts != 0»)", "extent < parts"),
    ("tile/first-operand-reads-it", TILE, "      if (at)\n        «at»->set(read);", "nest ? &nest->op->getOpOperand(0) : at"),
    ("tile/first-result-reads-it", TILE, "!nest     ? &before->getOpOperand(«use.operand»)", "0"),

    # ---- -partir-propagate
    ("propagate/sums-by-max", PASS_PROPAGATE, "return bridge::to_mlir(context, «attr.monoid»);", "Monoid::Max"),
    ("propagate/start-counts-on-each-device", PASS_PROPAGATE, "bridge::tensor_type(x.getType(), {}), «splat(x)»});", "std::optional<ElementBits>(ElementBits{})"),
    ("propagate/pending-is-alike", PASS_PROPAGATE, "if («attr.is_partial()»)\n    return bridge::to_mlir", "false"),
    ("propagate/what-does-not-divide", PASS_PROPAGATE, "valid_entries(local.op, local.operands, «size»)", "1"),

    # ---- -partir-core-to-hlo
    ("core-to-hlo/no-all-reduce", CORE_TO_HLO, "results.push_back(«build.reduce(x, reduce, {loop.getAxis()})»);", "x"),
    ("core-to-hlo/gather-over-another-axis", CORE_TO_HLO, "along(type, tile.getDim(), «loop.getAxis()»)));\n    else if", "mesh.names.front().getValue()"),
    ("core-to-hlo/gather-of-the-first-dimension", CORE_TO_HLO, "along(type, «tile.getDim()», loop.getAxis())", "0"),
    ("core-to-hlo/slice-over-another-axis", CORE_TO_HLO, "along(type, op.getDim(), «axis»)", "mesh.names.front().getValue()"),

    # ---- -partir-hlo-simplify
    ("hlo-simplify/cancels-in-any-axis-order", PATTERNS, "size_t n = «common_prefix(sliced[d], gathered[d])»;", "sliced[d].size() == gathered[d].size() && without(sliced[d], gathered[d]).empty() ? sliced[d].size() : size_t(0)"),
    ("hlo-simplify/slice-passes-a-gather-of-its-dimension", PATTERNS, "if (!sliced[d].empty() && «gathered[d].empty()» && are_disjoint", "true"),
    ("hlo-simplify/slice-passes-a-reduce-of-its-axis", PATTERNS, "while (n < axes.size() && «llvm::is_contained(found.axes, axes[n]) == reduced»)", "llvm::is_contained(found.axes, axes[n]) || !reduced"),
    ("hlo-simplify/scatter-without-reducing", PATTERNS, "Value x = «build.scatter(of->reduce.getOperand(), reduction, of->begin)»;", "build.slice(of->reduce.getOperand(), of->begin)"),
    ("hlo-simplify/gathers-merge-inner-axes-major", PATTERNS, "AxisLists lists = «joined(hlo::axis_lists(op.getAxes()), hlo::axis_lists(inner.getAxes()))»;\n    if (!are_distinct(lists))\n      return failure();\n    rewriter.replaceOp(op, CollectiveBuilder(rewriter, op.getLoc(), mesh).gather", "joined(hlo::axis_lists(inner.getAxes()), hlo::axis_lists(op.getAxes()))"),
    ("hlo-simplify/gather-of-a-slice-of-anything", HLO_SIMPLIFY, "«!differs.anyCommon(varies.set({gathered[d].back()}))») {", "true"),

    # ---- -partir-hlo-to-stablehlo
    ("hlo-to-stablehlo/groups-along-the-other-axes", NUMBERS, "members = numbers(«inside»), ids;", "outside"),
    ("hlo-to-stablehlo/groups-along-the-other-axes", NUMBERS, "for (int64_t first : numbers(«outside»))", "inside"),
    ("hlo-to-stablehlo/groups-in-another-axis-order", NUMBERS, "members = numbers(«inside»), ids;", "SmallVector<StringRef>(llvm::reverse(inside))"),
    ("hlo-to-stablehlo/offset-of-another-extent", OFFSETS, "mlir::Value &known = offsets[{axes, «extent»}];", "0"),
    ("hlo-to-stablehlo/offset-without-its-stride", OFFSETS, "if («digit.stride != 1»)", "false"),
    ("hlo-to-stablehlo/gather-of-the-first-dimension", TO_STABLEHLO, "ValueRange{x}, «d»,", "0"),
    ("hlo-to-stablehlo/all-to-all-dims-swapped", TO_STABLEHLO, "ValueRange{adaptor.getOperand()}, «op.getDstDim()»,", "op.getSrcDim()"),
    ("hlo-to-stablehlo/all-to-all-dims-swapped", TO_STABLEHLO, "«op.getSrcDim()», state.size(op.getAxes())", "op.getDstDim()"),
    ("hlo-to-stablehlo/boundary-in-another-axis-order", TO_STABLEHLO, "axes = «refs(cast<ArrayAttr>(dist.getTilings()[d]))»;", "[&] { auto all = refs(cast<ArrayAttr>(dist.getTilings()[d])); std::reverse(all.begin(), all.end()); return all; }()"),
    ("hlo-to-stablehlo/max-as-min", TO_STABLEHLO, "names[static_cast<size_t>(«kind»)]", "kind == core::ReductionKind::Max ? core::ReductionKind::Min : kind"),
]
