// Random actions on loop-free programs (calculus.md section 7).
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "partition/actions.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/propagate.h"
#include "proofs/inputs.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/recipe.h"

namespace partir::generate {

/// Actions drawn from a seed on a loop-free program, and what they make of it; counts by rule.
struct Partitioned {
  core::Program plain, materialised, fused;
  RuleTable fired;
};
inline Partitioned partitioned(const core::Program& p, uint64_t seed) {
  Partitioned all;
  all.plain = p;
  Source source(seed);
  State state(p);
  const auto& axes = p.mesh.axes();
  for (int64_t actions = axes.empty() ? 0 : 1 + source.below(6); actions > 0; --actions) {
    const auto x = static_cast<ValueId>(source.below(static_cast<int64_t>(p.main.values.size())));
    const Axis& a = axes[static_cast<size_t>(source.below(static_cast<int64_t>(axes.size())))].first;
    const int64_t rank = p.main.type(x).rank();
    const Location here{"schedule", 1, 1, {}};
    try {
      if (rank > 0 && source.below(5) > 0) {
        tile(state, x, source.below(rank), a, "t", here);
        ++all.fired[Rule::R_Tile];
      } else {
        atomic(state, x, a, "t", here);
        ++all.fired[Rule::R_Atomic];
      }
    } catch (const BadAction&) {  // refused, and the state is as it was
    }
    propagate(state, "t");
  }
  for (size_t s = 0; s < state.size(); ++s)
    for (const Cell& c : state.cells(static_cast<int>(s))) ++all.fired[c.rule];
  all.materialised = materialise(state);
  all.fused = fuse(all.materialised);
  auto loops = [](const core::Program& q) {
    int64_t n = 0;
    core::walk(q.main.body, [&](const core::Stmt& s, int) { n += std::holds_alternative<core::LoopExpr>(s.expr); });
    return n;
  };
  all.fired[Rule::R_Fuse] += std::max<int64_t>(0, loops(all.materialised) - loops(all.fused));
  return all;
}
/// Whether `q` has p's results on the same arguments, in Field.
inline std::string differs(const core::Program& p, const core::Program& q, uint64_t seed) {
  const auto args = Inputs(p).draw_all<Field>(seed);
  const auto expected = run<Field>(p, args), found = run<Field>(q, args);
  for (size_t i = 0; i < expected.size(); ++i)
    if (auto at = first_difference(expected[i], found.at(i)))
      return "result " + std::to_string(i) + " at " + to_string(*at) + ": " + found[i].element_text(*at) +
             ", not " + expected[i].element_text(*at);
  return {};
}

}  // namespace partir::generate
