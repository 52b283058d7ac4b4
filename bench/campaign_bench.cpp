// How fast the theorems are tested on random programs: generating, translating, running and comparing.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

#include "property_tests/generate/statements.h"

namespace partir {
namespace {

/// Statement `s` on one program after another.
void statement(benchmark::State& state, const generate::Statement& s) {
  uint64_t seed = 7'000'000;
  std::vector<double> sizes;
  for (auto _ : state) {
    const core::Program p = generate::decode(generate::draw(++seed, s.limits));
    if (generate::refutes(generate::judge(s, p, seed))) state.SkipWithError("refuted");
    double statements = 0;
    core::walk(p.main.body, [&](const core::Stmt&, int) { ++statements; });
    sizes.push_back(statements);
  }
  std::sort(sizes.begin(), sizes.end());
  if (sizes.empty()) return;
  state.counters["median_statements"] = sizes[sizes.size() / 2];
  state.counters["largest"] = sizes.back();
  state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const bool registered = [] {
  for (const generate::Statement& s : generate::statements())
    benchmark::RegisterBenchmark((std::string("campaign/") + s.name).c_str(),
                                 [&s](benchmark::State& state) { statement(state, s); })
        ->Unit(benchmark::kMicrosecond);
  return true;
}();

}  // namespace
}  // namespace partir
