// Lowering of synthetic training steps: time must grow near-linearly with the number of statements.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "lowering/collectives.h"
#include "lowering/lower.h"
#include "semantics/core.h"

namespace partir {
namespace {

using core::LoopAttr;

/// A linear network of `layers` weights, forward and backward, each op in the loops that batch
/// parallelism over B, tensor parallelism over M and sharded parameters over B put around it: about
/// 60 Core statements for each layer.
core::Program training_step(int64_t layers) {
  core::Program p;
  p.mesh = Mesh({{"B", 4}, {"M", 2}});
  core::Function& f = p.main;
  const ElementType f32 = ElementType::F32;
  std::vector<core::Block> open(1);
  const auto emit = [&](core::Expr e, TensorType t) {
    const ValueId y = f.add_value(std::move(t));
    open.back().stmts.push_back({{y}, std::move(e), {}});
    return y;
  };
  const auto op = [&](Op o, std::vector<ValueId> xs) {
    Types types;
    for (ValueId x : xs) types.push_back(f.type(x));
    TensorType t = o.infer(types)[0];
    return emit(OpExpr{std::move(o), std::move(xs)}, std::move(t));
  };
  const auto slice = [&](int64_t d, ValueId x, RangeId r) {
    TensorType t = f.type(x);
    t.shape[d] /= p.mesh.size(f.ranges[r].axis);
    return emit(core::SliceExpr{d, x, r}, std::move(t));
  };
  const auto loop = [&](const Axis& a, LoopAttr attr, auto&& body) {
    core::LoopExpr l{a, {attr}, f.add_range(a), {}};
    open.emplace_back();
    const ValueId x = body(l.range);
    open.back().results = {x};
    *l.body = std::move(open.back());
    open.pop_back();
    TensorType t = f.type(x);
    if (attr.kind == LoopAttr::Kind::Tile) t.shape[attr.dim] *= p.mesh.size(a);
    return emit(std::move(l), std::move(t));
  };
  // one op on `xs` in loops over B and M; -1 is an operand (or result) that the loop leaves whole
  const auto in_loops = [&](Op o, std::vector<ValueId> xs, std::vector<int> b, LoopAttr rb,
                            std::vector<int> m, LoopAttr rm) {
    return loop("B", rb, [&](RangeId r) {
      for (size_t i = 0; i < xs.size(); ++i)
        if (b[i] >= 0) xs[i] = slice(b[i], xs[i], r);
      return loop("M", rm, [&](RangeId q) {
        for (size_t i = 0; i < xs.size(); ++i)
          if (m[i] >= 0) xs[i] = slice(m[i], xs[i], q);
        return op(o, xs);
      });
    });
  };
  const auto sharded = [&](ValueId w, int64_t m) {  // T(w) = M on dimension m, B on the other
    return loop("M", LoopAttr::tile(m), [&](RangeId q) {
      const ValueId part = slice(m, w, q);
      return loop("B", LoopAttr::tile(1 - m), [&](RangeId r) { return slice(1 - m, part, r); });
    });
  };
  const auto param = [&](TensorType t) {
    f.params.push_back(f.add_value(std::move(t)));
    return f.params.back();
  };
  const DotGeneral forward{{}, {}, {1}, {0}, f32}, backward{{}, {}, {1}, {1}, f32},
      gradient{{}, {}, {0}, {0}, f32};
  const LoopAttr sum = LoopAttr::reduce(Monoid::Add), rows = LoopAttr::tile(0),
                 columns = LoopAttr::tile(1);
  std::vector<ValueId> w, h{param({{64, 16}, f32})}, results;
  for (int64_t i = 0; i < layers; ++i) w.push_back(param({{16, 16}, f32}));
  // even layers are split by columns, odd ones by rows, so that pairs join in one all_reduce
  for (int64_t i = 0; i < layers; ++i)
    h.push_back(
        i % 2 == 0
            ? in_loops(forward, {h.back(), sharded(w[i], 1)}, {0, -1}, rows, {-1, 1}, columns)
            : in_loops(forward, {h.back(), sharded(w[i], 0)}, {0, -1}, rows, {1, 0}, sum));
  ValueId d = h.back();
  for (int64_t i = layers; i-- > 0;) {
    const bool even = i % 2 == 0;
    const ValueId g = even ? in_loops(gradient, {h[i], d}, {0, 0}, sum, {-1, 1}, columns)
                           : in_loops(gradient, {h[i], d}, {0, 0}, sum, {1, -1}, rows);
    const int m = even ? 1 : 0, z = 1 - m;
    results.push_back(
        in_loops(Subtract{}, {w[i], g}, {z, z}, LoopAttr::tile(z), {m, m}, LoopAttr::tile(m)));
    d = even ? in_loops(backward, {d, sharded(w[i], 1)}, {0, -1}, rows, {1, 1}, sum)
             : in_loops(backward, {d, sharded(w[i], 0)}, {0, -1}, rows, {-1, 0}, columns);
  }
  for (ValueId x : results) f.result_types.push_back(f.type(x));
  open.back().results = std::move(results);
  f.body = std::move(open.back());
  return p;
}

void lowering(benchmark::State& state) {
  const core::Program p = training_step(state.range(0));
  const size_t statements = translate(p).main.body.stmts.size();
  CollectiveCounts c;
  for (auto _ : state) {
    const hlo::Program lowered = lower(p);
    c = counts(lowered);
    benchmark::DoNotOptimize(lowered);
  }
  state.SetComplexityN(static_cast<int64_t>(statements));
  state.counters["statements"] = static_cast<double>(statements);
  state.counters["all_gather"] = static_cast<double>(c.all_gather);
  state.counters["all_reduce"] = static_cast<double>(c.all_reduce);
  state.counters["reduce_scatter"] = static_cast<double>(c.reduce_scatter);
  state.counters["other"] = static_cast<double>(c.all_to_all + c.all_slice);
}
BENCHMARK(lowering)
    ->RangeMultiplier(2)
    ->Range(64, 2048)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oNLogN);

}  // namespace
}  // namespace partir
