// An op beside a peer in one process: the ratio of their times, and the op's memory.
#pragma once

#include <benchmark/benchmark.h>

#include <time.h>

#include <algorithm>
#include <vector>

namespace bench {

/// Processor time, which other processes disturb least.
double seconds(auto&& f) {
  auto now = [] {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  };
  const double start = now();
  f();
  return now() - start;
}
/// The least disturbed run.
double best(const std::vector<double>& v) { return *std::min_element(v.begin(), v.end()); }

/// Times `ours`; `peer` runs beside it and gives the counters.
void beside(benchmark::State& state, double work, auto&& ours, auto&& peer) {
  ours();
  peer();
  std::vector<double> a, b;
  for (auto _ : state) {
    a.push_back(seconds(ours));
    b.push_back(seconds(peer));
    state.SetIterationTime(a.back());
  }
  state.counters["peer_ms"] = 1e3 * best(b);
  state.counters["ratio"] = best(a) / best(b);
  state.counters["per_s"] = work / best(a);
}

}  // namespace bench
