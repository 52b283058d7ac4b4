// A search for a schedule by model: evaluations (programs lowered and priced) and nodes of the tree a second of one
// thread's; what of the heap a node takes when it ends, beside how many ops the program has; and, of the whole T32
// from several seeds, the cost of what was found by the best expert's that fits.
#include <benchmark/benchmark.h>

#include <limits>
#include <utility>

#include "bench/beside.h"
#include "bench/heap.h"
#include "examples/models/mlp.h"
#include "examples/models/transformer.h"
#include "partition/resolve.h"

namespace partir {
namespace {

/// Much like examples/devices/tpu_v4.json.
DeviceSpec tpu(int64_t memory_bytes) {
  DeviceSpec device;
  device.name = "bench";
  device.peak(ElementType::F32) = 45.8e12;
  device.memory_bytes_per_s = 1.2e12;
  device.memory_bytes = memory_bytes;
  device.link = {Topology::BidirectionalRing, 5e10, 1e-6};
  return device;
}
/// The least time of BP and MP with Z2 or Z3 where it fits.
double expert_seconds(const State& start, const DeviceSpec& device) {
  double least = std::numeric_limits<double>::infinity();
  for (const char* zero : {"Z2", "Z3"}) {
    State state = start;
    for (const auto& [name, axis] : {std::pair("BP", "B"), std::pair("MP", "M"), std::pair(zero, "B")}) {
      Tactic t{name, {}, {}};
      t.strategy = Strategy{name, axis};
      apply(state, expanded(state, std::move(t)));
    }
    if (const Priced p = priced(state, device); p.peak_bytes <= device.memory_bytes) least = std::min(least, p.total_s);
  }
  return least;
}
void search(benchmark::State& state, core::Program p, Mesh mesh = Mesh({{"B", 4}, {"M", 4}}),
            int64_t memory_bytes = 32'000'000'000, uint64_t seed = 1, bool beside_experts = false) {
  p.mesh = std::move(mesh);
  const DeviceSpec device = tpu(memory_bytes);
  AutomaticPartition options;
  options.evaluations = state.range(0), options.threads = 1, options.seed = seed;
  const State start(p);
  for (auto _ : state) {
    PricedStates known;
    Search search(start, device, options);
    SearchResult r;
    const int64_t before = bench::heap_held;
    const double s = bench::seconds([&] { r = search.run(known); });
    const auto heap = static_cast<double>(bench::heap_held - before);
    state.counters["evaluations_per_s"] = static_cast<double>(r.evaluations) / s;
    state.counters["nodes_per_s"] = static_cast<double>(r.nodes) / s;
    state.counters["nodes"] = static_cast<double>(r.nodes);
    if (beside_experts) state.counters["of_expert"] = r.best.total_s / expert_seconds(start, device);
    state.counters["KiB_per_node"] = heap / 1024 / static_cast<double>(r.nodes);
  }
  state.counters["ops"] = static_cast<double>(p.main.body.stmts.size());
}
void transformer(benchmark::State& bench) {
  models::TransformerSizes n;
  n.layers = bench.range(1);
  search(bench, models::transformer(n));
}
/// All of T32, which in training takes some 100 GB of a device.
void whole_t32(benchmark::State& bench) {
  search(bench, models::transformer({}), Mesh({{"B", 16}, {"M", 4}}), 126'000'000'000,
         static_cast<uint64_t>(bench.range(1)), true);
}
void mlp(benchmark::State& bench) { search(bench, models::mlp({})); }

BENCHMARK(mlp)->ArgName("evaluations")->Arg(400)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(transformer)
    ->ArgNames({"evaluations", "layers"})
    ->Args({200, 2})
    ->Args({50, 32})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(whole_t32)
    ->ArgNames({"evaluations", "seed"})
    ->ArgsProduct({{200}, {1, 2, 3}})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace partir
