// Propagation and lowering of a synthetic training step, by the number of layers: 24 layers are
// 2,000 ops (a counter shows how many). To be under a second, and the time per op not to grow much.
#include <benchmark/benchmark.h>

#include "lowering/lower.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "property_tests/training_step.h"

namespace {

using namespace partir;

core::Program step(int64_t layers) {
  return training_step(Mesh({{"B", 4}, {"M", 2}}), static_cast<int>(layers), 64, 16, 32);
}
State partitioned(const core::Program& p) {
  State s(p);
  for (const Tactic& t : training_tactics()) apply(s, t);
  return s;
}
void per_op(benchmark::State& bench, const core::Program& p) {
  const auto ops = static_cast<double>(p.main.body.stmts.size());
  bench.counters["ops"] = ops;
  bench.counters["per_op"] = benchmark::Counter(
      ops, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  bench.SetComplexityN(static_cast<int64_t>(ops));
}

/// BP, MP and Z3, each applied and propagated.
void propagation(benchmark::State& bench) {
  const core::Program p = step(bench.range(0));
  for (auto _ : bench) benchmark::DoNotOptimize(partitioned(p).size());
  per_op(bench, p);
}
/// From the state to the Core program, loops fused.
void materialising(benchmark::State& bench) {
  const core::Program p = step(bench.range(0));
  const State s = partitioned(p);
  for (auto _ : bench) benchmark::DoNotOptimize(fuse(materialise(s)).main.body.stmts.size());
  per_op(bench, p);
}
/// From the Core program to simplified HLO.
void lowering(benchmark::State& bench) {
  const core::Program p = step(bench.range(0));
  const core::Program loops = fuse(materialise(partitioned(p)));
  for (auto _ : bench) benchmark::DoNotOptimize(lower(loops).main.body.stmts.size());
  per_op(bench, p);
}
/// All three.
void propagation_and_lowering(benchmark::State& bench) {
  const core::Program p = step(bench.range(0));
  for (auto _ : bench)
    benchmark::DoNotOptimize(lower(fuse(materialise(partitioned(p)))).main.body.stmts.size());
  per_op(bench, p);
}

void layers(benchmark::internal::Benchmark* b) {
  for (int64_t n : {8, 16, 24, 32, 48, 96}) b->Arg(n);
  b->ArgName("layers")->Unit(benchmark::kMillisecond)->Complexity();
}
BENCHMARK(propagation)->Apply(layers);
BENCHMARK(materialising)->Apply(layers);
BENCHMARK(lowering)->Apply(layers);
// growth is judged by the fastest of each: the allocations of a large program meet whatever else the machine does
BENCHMARK(propagation_and_lowering)->Apply(layers)->Repetitions(7);

}  // namespace
