// A search for a schedule by model: evaluations (programs lowered and priced) and nodes of the tree a second of one
// thread's; and what of the heap a node takes when it ends, beside how many ops the program has.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include "bench/beside.h"
#include "examples/models/mlp.h"
#include "examples/models/transformer.h"
#include "partition/search.h"

namespace partir {
namespace {

void search(benchmark::State& state, core::Program p) {
  p.mesh = Mesh({{"B", 4}, {"M", 4}});
  DeviceSpec device;
  device.name = "bench";
  device.peak(ElementType::F32) = 45e12;
  device.memory_bytes_per_s = 1.2e12;
  device.memory_bytes = 32'000'000'000;
  device.link = {Topology::BidirectionalRing, 5e10, 1e-6};
  AutomaticPartition options;
  options.evaluations = state.range(0), options.threads = 1;
  const State start(p);
  for (auto _ : state) {
    PricedStates known;
    Search search(start, device, options);
    SearchResult r;
    const size_t before = mallinfo2().uordblks;
    const double s = bench::seconds([&] { r = search.run(known); });
    const auto heap = static_cast<double>(mallinfo2().uordblks - before);
    state.counters["evaluations_per_s"] = static_cast<double>(r.evaluations) / s;
    state.counters["nodes_per_s"] = static_cast<double>(r.nodes) / s;
    state.counters["nodes"] = static_cast<double>(r.nodes);
    state.counters["KiB_per_node"] = heap / 1024 / static_cast<double>(r.nodes);
  }
  state.counters["ops"] = static_cast<double>(p.main.body.stmts.size());
}
void transformer(benchmark::State& bench) {
  models::TransformerSizes n;
  n.layers = bench.range(1);
  search(bench, models::transformer(n));
}
void mlp(benchmark::State& bench) { search(bench, models::mlp({})); }

BENCHMARK(mlp)->ArgName("evaluations")->Arg(400)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(transformer)
    ->ArgNames({"evaluations", "layers"})
    ->Args({200, 2})
    ->Args({50, 32})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace partir
