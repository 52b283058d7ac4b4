// Random actions on loop-free programs (calculus.md section 7).
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "interp/core_interp.h"
#include "interp/field.h"
#include "partition/actions.h"
#include "partition/fuse.h"
#include "partition/materialise.h"
#include "partition/propagate.h"
#include "proofs/inputs.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/naive_propagation.h"
#include "property_tests/generate/recipe.h"
#include "property_tests/generate/statement.h"

namespace partir::generate {

/// An action to be: `tile` with a dimension, else `atomic`.
struct Action {
  ValueId x;
  std::optional<int64_t> dim;
  Axis axis;
};
/// A value that some statement has beside `x`, or `x` where there is none.
inline ValueId beside(const core::Program& p, ValueId x, Source& source) {
  std::vector<ValueId> all;
  for (const core::Stmt& s : p.main.body.stmts) {
    std::vector<ValueId> of(s.results);
    const std::span<const ValueId> operands = core::operands(s.expr);
    of.insert(of.end(), operands.begin(), operands.end());
    if (std::find(of.begin(), of.end(), x) != of.end()) all.insert(all.end(), of.begin(), of.end());
  }
  return all.empty() ? x : all[static_cast<size_t>(source.below(static_cast<int64_t>(all.size())))];
}
/// Actions drawn for a loop-free program, half of them on the value of the one before or on one beside it; some will be refused.
inline std::vector<Action> drawn_actions(const core::Program& p, Source& source) {
  std::vector<Action> all;
  const auto& axes = p.mesh.axes();
  for (int64_t n = axes.empty() ? 0 : 1 + source.below(6); n > 0; --n) {
    auto x = static_cast<ValueId>(source.below(static_cast<int64_t>(p.main.values.size())));
    if (!all.empty() && source.below(2) == 0) x = source.below(2) == 0 ? all.back().x : beside(p, all.back().x, source);
    const Axis& a = axes[static_cast<size_t>(source.below(static_cast<int64_t>(axes.size())))].first;
    const int64_t rank = p.main.type(x).rank();
    all.push_back({x, rank > 0 && source.below(5) > 0 ? std::optional(source.below(rank)) : std::nullopt, a});
  }
  return all;
}
/// Whether the action was taken; refused, the state is as it was.
inline bool take(State& state, const Action& action) {
  const Location here{"schedule", 1, 1, {}};
  try {
    if (action.dim) tile(state, action.x, *action.dim, action.axis, "t", here);
    else atomic(state, action.x, action.axis, "t", here);
  } catch (const BadAction&) {
    return false;
  }
  return true;
}

inline int64_t loops(const core::Program& p) {
  int64_t n = 0;
  core::walk(p.main.body, [&](const core::Stmt& s, int) { n += std::holds_alternative<core::LoopExpr>(s.expr); });
  return n;
}

/// Actions drawn from a seed on a loop-free program, and what they make of it; counts by rule.
struct Partitioned {
  core::Program materialised, fused;
  RuleTable fired;
  int64_t taken = 0, refused = 0;  ///< actions
};
inline Partitioned partitioned(const core::Program& p, uint64_t seed) {
  Partitioned all;
  Source source(seed);
  State state(p);
  for (const Action& action : drawn_actions(p, source)) {
    const bool taken = take(state, action);
    ++(taken ? all.taken : all.refused);
    if (taken) ++all.fired[action.dim ? Rule::R_Tile : Rule::R_Atomic];
    propagate(state, "t");
  }
  for (size_t s = 0; s < state.size(); ++s)
    for (const Cell& c : state.cells(static_cast<int>(s))) ++all.fired[c.rule];
  all.materialised = materialise(state);
  all.fused = fuse(all.materialised);
  all.fired[Rule::R_Fuse] += std::max<int64_t>(0, loops(all.materialised) - loops(all.fused));
  return all;
}
/// Whether `q` has p's results on the same arguments, in Field. Nothing where all that p computes is NaN there: NaN absorbs
/// what is wrong; nor where infinite arguments make of a product in other groups another one that is no number.
inline Verdict same_results(const core::Program& p, const core::Program& q, uint64_t seed) {
  const Inputs inputs(p);
  const auto args = inputs.draw_all<Field>(seed);
  const auto expected = run<Field>(p, args), found = run<Field>(q, args);
  bool says = false;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (auto at = first_difference(expected[i], found.at(i))) {
      const std::string is = found[i].element_text(*at), should = expected[i].element_text(*at);
      if (inputs.kind(seed).kind == Draw::Kind::Special && !is_number(is) && !is_number(should)) return nothing("infinite in another way");
      return fails("result " + std::to_string(i) + " at " + to_string(*at) + ": " + is + ", not " + should);
    }
    with_scalar<Field>(expected[i].element(), [&]<class T>() {
      for (const T& x : expected[i].template values<T>()) {
        if constexpr (std::is_same_v<T, FieldElement>) says = says || !x.is_nan();
        else if constexpr (is_complex_scalar<T>) says = says || !x.re.is_nan() || !x.im.is_nan();
        else says = true;
      }
    });
  }
  return says ? holds() : nothing("all results are NaN in Field, or empty");
}

namespace detail {
/// The statements of a loop-free program in another order that defines before it uses.
inline core::Program reordered(const core::Program& p, Source& source) {
  core::Program q = p;
  q.main.body.stmts.clear();
  std::vector<core::Stmt> rest = p.main.body.stmts;
  std::vector<char> known(p.main.values.size(), 0);
  for (ValueId x : p.main.params) known[x] = 1;
  while (!rest.empty()) {
    std::vector<size_t> ready;
    for (size_t i = 0; i < rest.size(); ++i) {
      const std::span<const ValueId> xs = core::operands(rest[i].expr);
      if (std::all_of(xs.begin(), xs.end(), [&](ValueId x) { return known[x] != 0; })) ready.push_back(i);
    }
    const size_t i = ready[static_cast<size_t>(source.below(static_cast<int64_t>(ready.size())))];
    for (ValueId x : rest[i].results) known[x] = 1;
    q.main.body.stmts.push_back(std::move(rest[i]));
    rest.erase(rest.begin() + static_cast<int64_t>(i));
  }
  return q;
}
/// The cells of all statements by what they define: `%3: "B" (tile<0>) -> tile<0>`.
inline std::map<ValueId, std::string> cells_by_result(const State& state) {
  std::map<ValueId, std::string> all;
  for (size_t s = 0; s < state.size(); ++s)
    for (const Cell& c : state.cells(static_cast<int>(s)))
      all[state.stmt(static_cast<int>(s)).results[0]] += " \"" + c.axis + "\" " + to_string(c.entry);
  return all;
}
inline std::string first_disagreement(const core::Function& f, const std::map<ValueId, std::string>& expected,
                                      const std::map<ValueId, std::string>& found, const std::string& what = "cells") {
  for (ValueId x = 0; x < f.values.size(); ++x) {
    const auto e = expected.find(x), g = found.find(x);
    const std::string l = e == expected.end() ? " none" : e->second, r = g == found.end() ? " none" : g->second;
    if (l != r) return value_name(f, x) + " has the " + what + r + ", not" + l;
  }
  return {};
}
}  // namespace detail

namespace detail {
/// `tile<0> "B", any "M"`: the attributes of a nest, outermost first.
inline std::string nest_text(const std::vector<Tiling>& nest) {
  std::string s;
  for (const Tiling& t : nest) s += (t.dim ? " tile<" + std::to_string(*t.dim) + ">" : std::string(" any")) + " \"" + t.axis + "\"";
  return s;
}
/// The value that a loop nest of slices alone reads, and the nest, outermost first.
inline std::optional<std::pair<ValueId, std::vector<Tiling>>> slicing_nest(const core::Stmt& stmt) {
  std::pair<ValueId, std::vector<Tiling>> found;
  std::optional<ValueId> first;
  for (const core::Stmt* s = &stmt;;) {
    const auto* loop = std::get_if<core::LoopExpr>(&s->expr);
    if (!loop || loop->attrs.size() != 1) return std::nullopt;
    const bool tiles = loop->attrs[0].kind == core::LoopAttr::Kind::Tile;
    if (!tiles && loop->attrs[0].kind != core::LoopAttr::Kind::Any) return std::nullopt;
    found.second.push_back({loop->axis, tiles ? std::optional(loop->attrs[0].dim) : std::nullopt, {}});
    s = nullptr;
    for (const core::Stmt& inner : loop->body->stmts) {
      if (const auto* slice = std::get_if<core::SliceExpr>(&inner.expr)) {
        if (!first) first = slice->operand;
      } else if (std::holds_alternative<core::LoopExpr>(inner.expr)) {
        s = &inner;
      } else {
        return std::nullopt;
      }
    }
    if (s) continue;
    found.first = first.value_or(loop->body->results[0]);
    return found;
  }
}
/// Each use of a tiled value reads it through a nest over T(x), oldest outermost (tile, atomic).
inline std::string nests_violation(const State& state) {
  std::map<ValueId, size_t> nests;
  for (const core::Stmt& s : materialise(state).main.body.stmts) {
    const auto nest = slicing_nest(s);
    if (!nest || nest->first >= state.function().values.size() || state.tilings(nest->first).empty()) continue;
    if (nest_text(nest->second) != nest_text(state.tilings(nest->first)))
      return value_name(state.function(), nest->first) + " is read through" + nest_text(nest->second) + ", not" +
             nest_text(state.tilings(nest->first));
    ++nests[nest->first];
  }
  for (ValueId x = 0; x < state.function().values.size(); ++x)
    if (!state.tilings(x).empty() && nests[x] != state.uses(x).size())
      return value_name(state.function(), x) + " is read through " + std::to_string(nests[x]) + " nests, and used " +
             std::to_string(state.uses(x).size()) + " times";
  return {};
}
}  // namespace detail

namespace detail {
/// What was reported, by what the statement defines: `"B" of 2 candidates`.
inline std::map<ValueId, std::string> conflicts_by_result(const core::Program& p, const std::vector<Conflict>& conflicts) {
  std::map<ValueId, std::set<std::string>> sorted;
  for (const Conflict& c : conflicts)
    sorted[p.main.body.stmts[static_cast<size_t>(c.stmt)].results[0]].insert(conflict_text(c.axis, c.candidates.size(), c.held_back));
  std::map<ValueId, std::string> all;
  for (const auto& [x, texts] : sorted)
    for (const std::string& t : texts) all[x] += t;
  return all;
}
}  // namespace detail

/// After each of some actions: each use reads through its nest; cells and conflicts are those of the naive propagation; propagating again sets none;
/// and the program with its statements in another order has the same.
inline Verdict propagation_agrees(const core::Program& p, uint64_t seed) {
  Source source(seed);
  const core::Program q = detail::reordered(p, source);
  State state(p), other(q);
  Table naive{p, {}, {}};
  int64_t taken = 0;
  for (const Action& action : drawn_actions(p, source)) {
    const bool was_taken = take(state, action);
    if (was_taken != take(other, action)) return fails("an action is refused in one order of statements only");
    taken += was_taken;
    const std::vector<Conflict> conflicts = propagate(state, "t"), elsewhere = propagate(other, "t");
    for (ValueId x = 0; x < p.main.values.size(); ++x) naive.tilings[x] = state.tilings(x);
    propagate_naively(naive, state.acted());
    const auto cells = detail::cells_by_result(state);
    std::map<ValueId, std::string> expected;
    for (const auto& [s, list] : naive.cells)
      for (const auto& [a, e] : list)
        expected[p.main.body.stmts[static_cast<size_t>(s)].results[0]] += " \"" + a + "\" " + to_string(e);
    if (std::string bad = detail::first_disagreement(p.main, expected, cells); !bad.empty())
      return fails("against section 7: " + bad);
    if (std::string bad = detail::first_disagreement(p.main, conflicts_of(naive, state.acted()),
                                                     detail::conflicts_by_result(p, conflicts), "conflicts");
        !bad.empty())
      return fails("against section 7: " + bad);
    if (std::string bad = detail::first_disagreement(p.main, detail::conflicts_by_result(p, conflicts),
                                                     detail::conflicts_by_result(q, elsewhere), "conflicts");
        !bad.empty())
      return fails("in another order of statements: " + bad + "\n" + text(q));
    if (std::string bad = detail::first_disagreement(p.main, cells, detail::cells_by_result(other)); !bad.empty())
      return fails("in another order of statements: " + bad + "\n" + text(q));
    propagate(state, "t");
    if (std::string bad = detail::first_disagreement(p.main, cells, detail::cells_by_result(state)); !bad.empty())
      return fails("propagated again: " + bad);
    if (std::string bad = detail::nests_violation(state); !bad.empty()) return fails(bad);
  }
  return taken > 0 ? holds() : nothing("no action was taken");
}

}  // namespace partir::generate
