// Schedules as plain directives: strategies expanded, automatic tactics searched for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partition/search.h"
#include "partition/strategies.h"

namespace partir {

/// A schedule as plain directives.
struct Resolved {
  std::vector<Tactic> tactics;
  /// Automatic tactics that found nothing that fits into their memory: what came nearest stands in their place.
  struct Missed {
    std::string tactic;
    int64_t peak_bytes = 0, memory_bytes = 0;
  };
  std::vector<Missed> missed;
};

/// The tactics as plain directives, each on the program as those before it leave it: strategies expanded
/// (partition/strategies.h), what an automatic tactic finds in its place, or a tactic without directives where that is
/// nothing. `device` is what a search prices programs on: BadInput, at the tactic, where one is automatic and there is
/// none. `progress` sees each round of a search, and whose it is; it may end all by throwing.
inline Resolved resolved(
    core::Program program, const Mesh& mesh, const std::vector<Tactic>& tactics,
    const std::optional<DeviceSpec>& device,
    const std::function<void(const Tactic&, const SearchResult&)>& progress = [](const Tactic&, const SearchResult&) {}) {
  program.mesh = mesh;
  State state(std::move(program));
  Resolved plain;
  auto take = [&](Tactic t) {
    apply(state, t);
    plain.tactics.push_back(std::move(t));
  };
  const bool all_plain = std::none_of(tactics.begin(), tactics.end(),
                                      [](const Tactic& t) { return t.strategy || t.automatic; });
  if (all_plain) return {tactics, {}};  // their errors are found where they are applied
  for (const Tactic& t : tactics) {
    if (!t.automatic) {
      take(expanded(state, t));
      continue;
    }
    if (!device) throw BadInput("tactic " + shown(t.name) + " searches, and there is no device to price programs on", t.location);
    PricedStates known;
    const auto round = [&](const SearchResult& now) { progress(t, now); };
    SearchResult found = Search(state, *device, *t.automatic).run(known, round);
    if (!found.fits)
      plain.missed.push_back({t.name, found.best.peak_bytes, found.memory_bytes});
    if (found.tactics.empty()) take({t.name, {}, t.location});
    for (Tactic& one : found.tactics) {
      one.name = t.name + ": " + one.name;
      take(std::move(one));
    }
  }
  return plain;
}

}  // namespace partir
