// SPMD dot + all_reduce on an emulated mesh: the cost follows the distinct work (Lemma 1), not the
// number of devices.
#include <benchmark/benchmark.h>

#include <memory>

#include "interp/native.h"
#include "interp/spmd_interp.h"

namespace {

using namespace partir;

/// z = all_reduce<add>{"m"}(x·w), all 64x64.
hlo::Program dot_all_reduce(const Mesh& mesh) {
  hlo::Program p;
  p.mesh = mesh;
  hlo::Function& f = p.main;
  const TensorType t{{64, 64}, ElementType::F32};
  const ValueId x = f.add_value(t, "x"), w = f.add_value(t, "w"), y = f.add_value(t, "y"),
                z = f.add_value(t, "z");
  f.params = {x, w};
  f.param_dists = {DistType::replicated(t), DistType::replicated(t)};
  f.result_dists = {DistType::replicated(t)};
  const DotGeneral dot{{}, {}, {1}, {0}, ElementType::F32};
  f.body.stmts = {hlo::Stmt{{y}, OpExpr{Op(dot), {x, w}}, {}},
                  hlo::Stmt{{z}, hlo::AllReduce{Monoid::Add, {"m"}, y}, {}}};
  f.body.results = {z};
  return p;
}

/// Devices = 4 x (devices/4); x differs along `axes`.
void dot_all_reduce_over(benchmark::State& state, const AxisList& axes) {
  const auto mesh = std::make_shared<const Mesh>(
      std::vector<std::pair<Axis, int64_t>>{{"m", 4}, {"b", state.range(0) / 4}});
  const hlo::Program p = dot_all_reduce(*mesh);
  const TensorType t{{64, 64}, ElementType::F32};
  auto numbers = [&](int64_t seed) {
    return Tensor<Native>::build<float>(t, [&](float* out) {
      for (int64_t i = 0; i < t.elements(); ++i)
        out[i] = static_cast<float>((i * 37 + seed * 101) % 256) / 128.0f - 1.0f;
    });
  };
  const auto x =
      Family<Native>::generate(mesh, axes, [&](const Device& d) { return numbers(mesh->id(d)); });
  const auto w = Family<Native>::replicated(mesh, numbers(-1));
  for (auto _ : state) benchmark::DoNotOptimize(run<Native>(p, {x, w}));
  const double distinct = static_cast<double>(mesh->size(axes));
  state.counters["distinct"] = distinct;
  state.counters["s_per_distinct"] =
      benchmark::Counter(distinct * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
void one_axis(benchmark::State& state) { dot_all_reduce_over(state, {"m"}); }
void all_axes(benchmark::State& state) { dot_all_reduce_over(state, {"m", "b"}); }

BENCHMARK(one_axis)
    ->Name("spmd_dot_all_reduce/depends_on_1_axis")
    ->Arg(4)
    ->Arg(16)
    ->Arg(64)
    ->Arg(4096)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(all_axes)
    ->Name("spmd_dot_all_reduce/depends_on_all_axes")
    ->Arg(4)
    ->Arg(16)
    ->Arg(64)
    ->Arg(4096)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
