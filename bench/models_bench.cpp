// Propagation and lowering of full-size transformers under BP, MP and Z3, forward, backward and Adam, by the number of
// layers; counters show how many ops, the memory that was needed at most, and the time by what copying the programs
// takes that are made on the way (given, with loops, lowered), which is linear: in both the larger ones are no longer
// in the caches. What else a machine does to a shared cache lasts for seconds: hence the iterations.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "bench/beside.h"
#include "examples/models/transformer.h"
#include "lowering/lower.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/strategies.h"

namespace partir {
namespace {

void transformer(benchmark::State& state) {
  models::TransformerSizes n;
  n.layers = state.range(0);
  core::Program p = models::transformer(n);
  p.mesh = Mesh({{"B", 16}, {"M", 8}});
  const auto materialised = [&] {
    State partitioned(p);
    for (const Strategy& s : {Strategy{"BP", "B"}, Strategy{"MP", "M"}, Strategy{"Z3", "B"}})
      apply(partitioned, expanded(partitioned, Tactic{s.name, {}, {}, s}));
    return materialise(partitioned);
  };
  rusage use{};
  benchmark::DoNotOptimize(lower(fuse(materialised())));
  getrusage(RUSAGE_SELF, &use);  // before what only the peer needs
  const core::Program loops = materialised();
  const hlo::Program lowered = lower(fuse(loops));
  bench::beside(
      state, 1, [&] { benchmark::DoNotOptimize(lower(fuse(materialised()))); },
      [&] {
        const core::Program before(p), between(loops);
        const hlo::Program after(lowered);
        benchmark::DoNotOptimize(&before), benchmark::DoNotOptimize(&between), benchmark::DoNotOptimize(&after);
      });
  state.counters["ops"] = static_cast<double>(p.main.body.stmts.size());
  state.counters["MiB"] = static_cast<double>(use.ru_maxrss) / 1024;
}
BENCHMARK(transformer)->ArgName("layers")->RangeMultiplier(2)->Range(8, 64)->Iterations(24)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace partir
