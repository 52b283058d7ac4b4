// What a search finds: estimates of programs, and the best of them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "lowering/lower.h"
#include "partition/device.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/schedule.h"
#include "partition/simulate.h"

namespace partir {

/// What a partitioned program is estimated to take.
struct Priced {
  double total_s = 0, communication_s = 0;
  int64_t peak_bytes = 0;
};

/// A place on the curve of a search: the best cost after so many evaluations.
struct SearchPoint {
  int64_t evaluations = 0;
  double seconds = 0;
  Priced best;
};

/// Programs priced so far, by what was done to the program: enough to go on with a search that was interrupted.
using PricedStates = std::map<uint64_t, Priced>;

struct SearchResult {
  std::vector<Tactic> tactics;  ///< the best found: plain directives, to be read, edited and replayed
  Priced start, best;           ///< without and with them
  int64_t memory_bytes = 0;     ///< of a device, at most: what was asked for, or what it has
  bool fits = false;            ///< whether the best fits into it
  std::vector<SearchPoint> curve;
  int64_t evaluations = 0;  ///< programs lowered and priced by this run
  int64_t nodes = 0;        ///< distinct states in the tree
  int64_t shared = 0;       ///< states met again by another order of actions
  double seconds = 0;
};

/// Prices the program that a state stands for.
inline Priced priced(const State& state, const DeviceSpec& device) {
  const hlo::Program p = lower(fuse(materialise(state)));
  const SimulatedTime t = simulate(p, device);
  return {t.total_s, t.communication_s, t.peak_bytes};
}

}  // namespace partir
