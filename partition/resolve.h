// Schedules as plain directives: strategies expanded, automatic tactics searched for.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "partition/search.h"
#include "partition/strategies.h"

namespace partir {

/// The tactics as plain directives, each on the program as those before it leave it: strategies expanded
/// (partition/strategies.h), what an automatic tactic finds in its place. `device` is what a search prices
/// programs on: BadInput, at the tactic, where one is automatic and there is none. `progress` sees each round of a
/// search, and whose it is; it may end all by throwing.
inline std::vector<Tactic> resolved(
    core::Program program, const Mesh& mesh, const std::vector<Tactic>& tactics,
    const std::optional<DeviceSpec>& device,
    const std::function<void(const Tactic&, const SearchResult&)>& progress = [](const Tactic&, const SearchResult&) {}) {
  program.mesh = mesh;
  State state(std::move(program));
  std::vector<Tactic> plain;
  auto take = [&](Tactic t) {
    apply(state, t);
    plain.push_back(std::move(t));
  };
  const bool all_plain = std::none_of(tactics.begin(), tactics.end(),
                                      [](const Tactic& t) { return t.strategy || t.automatic; });
  if (all_plain) return tactics;  // their errors are found where they are applied
  for (const Tactic& t : tactics) {
    if (!t.automatic) {
      take(expanded(state, t));
      continue;
    }
    if (!device) throw BadInput("tactic " + shown(t.name) + " searches, and there is no device to price programs on", t.location);
    PricedStates known;
    const auto round = [&](const SearchResult& now) { progress(t, now); };
    for (Tactic& found : Search(state, *device, *t.automatic).run(known, round).tactics) {
      found.name = t.name + ": " + found.name;
      take(std::move(found));
    }
  }
  return plain;
}

}  // namespace partir
