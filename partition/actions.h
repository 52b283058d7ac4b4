// The actions tile and atomic (calculus.md section 7).
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "partition/propagate.h"

namespace partir {

namespace detail {
[[noreturn]] inline void refuse(Rule action, int premise, const std::string& found,
                                const std::string& expected, const Location& where) {
  throw BadAction("[" + std::string(name(action)) + " premise " + std::to_string(premise) + "] " +
                      premise_text(action, premise) + ": found " + found + ", expected " + expected,
                  where);
}
/// What a message says of `x`, on which axis `t.axis` has acted.
inline std::string acted_on(const State& state, ValueId x, const Tiling& t) {
  return value_name(state.function(), x) + ", which is already " +
         (t.dim ? "tiled by \"" + t.axis + "\" on dimension " + std::to_string(*t.dim)
                : "atomic over \"" + t.axis + "\"") +
         " (tactic " + t.tactic.str() + ")";
}
inline void action_premises(const State& state, Rule action, ValueId x, const Axis& a, int in_mesh,
                            int not_tiled, const Location& where) {
  if (!state.mesh().contains(a))
    refuse(action, in_mesh, "\"" + a + "\"", "an axis of the mesh " + to_string(state.mesh()), where);
  if (const Tiling* t = state.tiling(x, a))
    refuse(action, not_tiled, acted_on(state, x, *t), "an axis that has not acted on it", where);
}
}  // namespace detail

/// The tilings that propagation has given `x` and that its list does not hold yet: those of the op that
/// defines it, else those in which all its uses slice it, in the order in which the cells were set.
/// DEVIATION from [tile]: they enter `T(x)` before a new axis does. With the axis of an action alone,
/// a parameter whose uses all slice it by M and that is then tiled by B on the same dimension would
/// read B-major through its nest and M-major at its uses, and be gathered for each of them.
inline std::vector<Tiling> inherited(const State& state, ValueId x, const Axis& except) {
  std::vector<Tiling> tilings;
  auto add = [&](const Axis& a, int64_t d, Name tactic) {
    if (a != except && !state.tiling(x, a)) tilings.push_back({a, d, tactic});
  };
  if (const int def = state.definition(x); def >= 0) {
    const auto& results = state.stmt(def).results;
    const size_t k = std::find(results.begin(), results.end(), x) - results.begin();
    for (const Cell& c : state.cells(def))
      if (c.entry.results[k].is_tile()) add(c.axis, c.entry.results[k].dim, c.tactic);
  }
  if (tilings.empty() && !state.uses(x).empty() && state.uses(x)[0].stmt >= 0)
    for (const Cell& c : state.cells(state.uses(x)[0].stmt))
      if (const auto d = demand(state, x, c.axis)) add(c.axis, d->attr.dim, d->tactic);
  return tilings;
}

/// Into how many parts `d` of `x` is split before `a` acts on it.
inline int64_t parts_before(const State& state, ValueId x, int64_t d, const Axis& a) {
  int64_t parts = 1;
  for (const std::vector<Tiling>& list : {state.tilings(x), inherited(state, x, a)})
    for (const Tiling& t : list)
      if (t.dim == d) parts *= state.mesh().size(t.axis);
  return parts;
}

/// Whether the premises of `tile` hold.
inline bool can_tile(const State& state, ValueId x, int64_t d, const Axis& a) {
  const TensorType& type = state.function().type(x);
  if (!state.mesh().contains(a) || state.tiling(x, a) || d < 0 || d >= type.rank()) return false;
  const int64_t parts = parts_before(state, x, d, a) * state.mesh().size(a);
  return type.shape[d] >= parts && type.shape[d] % parts == 0;
}

/// The first dimension of `x`, a parameter, that `a` divides and no other axis tiles; else the first that it divides beside the others. None
/// where `a` acts on `x` already: an action asked for it, or all uses slice `x` by it.
inline std::optional<int64_t> first_tileable(const State& state, ValueId x, const Axis& a) {
  if (demand(state, x, a)) return std::nullopt;
  std::optional<int64_t> beside;
  for (int64_t d = 0; d < state.function().type(x).rank(); ++d) {
    if (!can_tile(state, x, d, a)) continue;
    if (parts_before(state, x, d, a) == 1) return d;
    if (!beside) beside = d;
  }
  return beside;
}

/// tile(x, d, a): each use of `x` reads it through a loop nest that slices it on `d` by `a`. Premises
/// as in rules.def; where one fails, BadAction and the state unchanged. (`a ∉ A where x is defined`
/// holds: the program has no loops of its own.)
inline void tile(State& state, ValueId x, int64_t d, const Axis& a, const std::string& tactic,
                 const Location& where) {
  const TensorType& type = state.function().type(x);
  const std::string x_name = value_name(state.function(), x);
  detail::action_premises(state, Rule::R_Tile, x, a, 1, 5, where);
  if (d < 0 || d >= type.rank())
    detail::refuse(Rule::R_Tile, 2, "dimension " + std::to_string(d),
                   "0 <= d < " + std::to_string(type.rank()) + " for " + x_name + " : " +
                       to_string(type),
                   where);
  const int64_t extent = type.shape[d], parts = parts_before(state, x, d, a), n = state.mesh().size(a);
  if (extent % (parts * n) != 0 || extent < parts * n)
    detail::refuse(Rule::R_Tile, 3,
                   "extent " + std::to_string(extent) + " of dimension " + std::to_string(d) +
                       " of " + x_name + (parts > 1 ? ", already in " + std::to_string(parts) + " parts" : ""),
                   "a positive multiple of " + std::to_string(parts * n) + " for \"" + a + "\"=" +
                       std::to_string(n),
                   where);
  for (Tiling& t : inherited(state, x, a)) state.add(x, std::move(t));
  state.add(x, {a, d, tactic});
}

/// atomic(x, a): each use of `x` reads it through `loop a any (r. x)`, where propagation stops.
inline void atomic(State& state, ValueId x, const Axis& a, const std::string& tactic,
                   const Location& where) {
  detail::action_premises(state, Rule::R_Atomic, x, a, 1, 3, where);
  state.add(x, {a, std::nullopt, tactic});
}

}  // namespace partir
