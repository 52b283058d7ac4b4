// What a search may do in a state: tile or hold whole arguments that play the same part, or settle a conflict.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "partition/conflicts.h"
#include "partition/dimension_groups.h"
#include "partition/schedule.h"

namespace partir {

/// One choice of a search: what it asks of values over one axis, as one tactic.
struct SearchAction {
  std::string what;  ///< for people
  Axis axis;
  std::vector<std::pair<ValueId, std::optional<int64_t>>> wishes;  ///< a dimension, or nothing for atomic
  double weight = 0;  ///< elements of the values that it is about to split
  bool by_role = false;  ///< acts on all optimizer state
  std::string name() const { return what + " over " + axis; }
  /// The same wishes under the same name; what else there is only orders them.
  friend bool operator==(const SearchAction& l, const SearchAction& r) {
    return l.what == r.what && l.axis == r.axis && l.wishes == r.wishes;
  }
};
struct SearchActionHash {
  size_t operator()(const SearchAction& a) const {
    size_t h = std::hash<std::string>()(a.what + a.axis);
    for (const auto& [x, dim] : a.wishes) h = h * 31 + x * 7 + static_cast<size_t>(dim.value_or(-1) + 1);
    return h;
  }
};

namespace detail {

/// Whether every use of an argument is elementwise: optimizer state, which nothing else reads.
inline bool is_elementwise_alone(const State& state, ValueId x) {
  if (state.uses(x).empty()) return false;
  for (const Use& u : state.uses(x)) {
    if (u.stmt < 0) return false;
    const OpExpr& e = state.op(u.stmt);
    for (ValueId y : e.operands)
      if (!(state.function().type(y).shape == state.function().type(x).shape)) return false;
    for (ValueId y : state.stmt(u.stmt).results)
      if (!(state.function().type(y).shape == state.function().type(x).shape)) return false;
    if (e.op.moves()) return false;
  }
  return true;
}

/// A name for people: of the argument, or of what stands in the text.
inline std::string label(const core::Function& f, ValueId x) {
  return f.values[x].location.name().empty() ? value_name(f, x) : f.values[x].location.name();
}
inline std::string labels(const core::Function& f, const SearchAction& a, bool held) {
  size_t n = 0;
  std::string first;
  for (const auto& [x, dim] : a.wishes)
    if (dim.has_value() != held && n++ == 0) first = label(f, x) + (dim ? "[" + std::to_string(*dim) + "]" : "");
  return n <= 1 ? first : first + " and " + std::to_string(n - 1) + " more";
}

/// Actions on arguments, coarse ones first: all optimizer state, alone or with what it is kept for; all data; a whole group
/// of dimensions, the same for optimizer state alone; arguments of one kind. What a step returns as it was given it is a
/// parameter, or where only elementwise ops read it, optimizer state; all else is data.
class ArgumentActions {
 public:
  ArgumentActions(const State& state, const DimensionGroups& groups) : state_(state), groups_(groups) {
    const core::Function& f = state.function();
    std::set<std::vector<int>> returned;  // what a step gives back as it was given: parameters, and what is kept for them
    for (ValueId y : f.body.results) returned.insert(groups.kind(f, y));
    for (ValueId x : f.params) {
      std::set<int> had;  // of two dimensions of one group the first is taken
      for (int64_t d = 0; d < f.type(x).rank(); ++d)
        if (had.insert(groups.of(x, d)).second) by_group_[groups.of(x, d)].push_back({x, d});
      for (int64_t d = 0; d < f.type(x).rank(); ++d) by_kind_[{groups.kind(f, x), d}].push_back({x, d});
      if (!returned.contains(groups.kind(f, x))) {
        if (f.type(x).rank() > 0) data_.push_back(x);
        continue;
      }
      if (f.type(x).rank() >= 2) (is_elementwise_alone(state, x) ? kept_ : used_)[groups.kind(f, x)].push_back(x);
    }
  }
  void add(const Axis& a, std::vector<SearchAction>& all) const {
    std::set<std::vector<DimensionOf>> taken;
    tile_data(a, taken, all);
    tile_kept(a, false, all);
    tile_kept(a, true, all);
    for (const auto& [g, dims] : by_group_) tile_all(a, dims, groups_.weight(g), taken, all);
    for (const auto& [g, dims] : by_group_) tile_state(a, dims, all);
    for (const auto& [k, dims] : by_kind_) tile_all(a, dims, 0, taken, all);
  }

 private:
  /// The dimensions that `a` can act on now. One that every use slices already is worth an action only beside
  /// others.
  std::vector<DimensionOf> free(const Axis& a, const std::vector<DimensionOf>& dims) const {
    std::vector<DimensionOf> possible;
    bool news = false;
    for (const DimensionOf& d : dims)
      if (can_tile(state_, d.value, d.dim, a)) {
        possible.push_back(d);
        news |= !demand(state_, d.value, a);
      }
    if (!news) possible.clear();
    return possible;
  }
  void tile_all(const Axis& a, const std::vector<DimensionOf>& dims, double weight,
                std::set<std::vector<DimensionOf>>& taken, std::vector<SearchAction>& all) const {
    const std::vector<DimensionOf> possible = free(a, dims);
    if (possible.empty() || !taken.insert(possible).second) return;
    SearchAction action{"", a, {}, weight};
    for (const DimensionOf& d : possible) {
      action.wishes.push_back({d.value, d.dim});
      if (weight == 0) action.weight += elements(d.value);
    }
    action.what = labels(state_.function(), action, false);
    all.push_back(std::move(action));
  }
  /// Optimizer state is tiled, what else is in the group is held whole.
  void tile_state(const Axis& a, const std::vector<DimensionOf>& dims, std::vector<SearchAction>& all) const {
    SearchAction action{"", a, {}, 0};
    bool tiles = false, holds = false;
    for (const DimensionOf& d : free(a, dims)) {
      const bool is_state = is_elementwise_alone(state_, d.value);
      action.wishes.push_back({d.value, is_state ? std::optional(d.dim) : std::nullopt});
      (is_state ? tiles : holds) = true;
      if (is_state) action.weight += elements(d.value);
    }
    if (!tiles || !holds) return;
    action.what = labels(state_.function(), action, false) + ", the others whole,";
    all.push_back(std::move(action));
  }

  /// What is neither optimizer state nor what that is kept for, the batch of a training step, by first dimensions: several
  /// groups where the data has no dimension in common, as the nodes and edges of a graph.
  void tile_data(const Axis& a, std::set<std::vector<DimensionOf>>& taken, std::vector<SearchAction>& all) const {
    if (kept_.empty()) return;
    std::vector<DimensionOf> data;
    std::set<int> of;
    double weight = 0;
    for (ValueId x : data_) {
      data.push_back({x, 0});
      if (of.insert(groups_.of(x, 0)).second) weight += groups_.weight(groups_.of(x, 0));
    }
    if (of.size() > 1) tile_all(a, data, weight, taken, all);
  }
  /// All optimizer state of rank 2 or more, each on its `first_tileable` dimension; and what it is kept for alike, or
  /// held whole.
  void tile_kept(const Axis& a, bool alike, std::vector<SearchAction>& all) const {
    SearchAction action{alike ? "parameters and optimizer state" : "optimizer state", a, {}, 0, true};
    for (const auto& [kind, kept] : kept_) {
      for (ValueId x : kept) tile_first(a, x, action);
      const auto used = used_.find(kind);
      if (used == used_.end()) continue;
      for (ValueId x : used->second)
        if (alike) tile_first(a, x, action);
        else if (!state_.tiling(x, a) && !demand(state_, x, a)) action.wishes.push_back({x, std::nullopt});
    }
    if (action.weight > 0) all.push_back(std::move(action));
  }
  void tile_first(const Axis& a, ValueId x, SearchAction& action) const {
    const std::optional<int64_t> first = first_tileable(state_, x, a);
    if (!first) return;
    action.wishes.push_back({x, first});
    action.weight += elements(x);
  }

  double elements(ValueId x) const { return static_cast<double>(state_.function().type(x).elements()); }

  const State& state_;
  const DimensionGroups& groups_;
  std::map<int, std::vector<DimensionOf>> by_group_;
  std::map<std::pair<std::vector<int>, int64_t>, std::vector<DimensionOf>> by_kind_;
  std::map<std::vector<int>, std::vector<ValueId>> kept_, used_;  ///< by kind: optimizer state, and what else a step returns
  std::vector<ValueId> data_;
};

/// One action for each candidate of each sort of conflict: all conflicts of one op and one choice of entries
/// are settled alike.
inline void add_conflict_actions(const State& state, const std::vector<Conflict>& conflicts, const AxisList& axes,
                                 std::vector<SearchAction>& all) {
  constexpr size_t most_sorts = 6, most_entries = 4;
  std::map<std::string, std::vector<const Conflict*>> sorts;
  std::vector<std::string> order;
  for (const Conflict& c : conflicts) {
    if (c.held_back || std::find(axes.begin(), axes.end(), c.axis) == axes.end()) continue;
    std::string sort = state.op(c.stmt).op.full_name() + " " + c.axis;
    for (ValueId x : state.op(c.stmt).operands) sort += " " + to_string(state.function().type(x));
    for (const Entry& e : c.candidates) sort += " " + to_string(e);
    auto& same = sorts[sort];
    if (same.empty()) order.push_back(sort);
    same.push_back(&c);
  }
  for (size_t k = 0; k < order.size() && k < most_sorts; ++k) {
    const std::vector<const Conflict*>& same = sorts.at(order[k]);
    for (size_t e = 0; e < same[0]->candidates.size() && e < most_entries; ++e) {
      SearchAction action{"", same[0]->axis, {}, 0};
      std::set<ValueId> asked;
      for (const Conflict* c : same)
        for (ValueId y : state.stmt(c->stmt).results)
          action.weight += static_cast<double>(state.function().type(y).elements());
      for (const Conflict* c : same)
        if (const auto wanted = wanted_for(state, *c, c->candidates[e]))
          for (const auto& [x, dim] : *wanted)
            if (!state.tiling(x, c->axis) && (!dim || can_tile(state, x, *dim, c->axis)) &&
                !directive_on(state, x, c->axis, dim).pattern.empty() &&  // a schedule file can say it
                asked.insert(x).second)
              action.wishes.push_back({x, dim});
      if (action.wishes.empty()) continue;
      action.what = std::string(state.op(same[0]->stmt).op.name()) + " " + to_string(same[0]->candidates[e]);
      all.push_back(std::move(action));
    }
  }
}
}  // namespace detail

/// What a search may do in `state`, whose last propagation left `conflicts`; in the order in which it is tried.
inline std::vector<SearchAction> search_actions(const State& state, const std::vector<Conflict>& conflicts,
                                                const DimensionGroups& groups, const AxisList& axes) {
  std::vector<SearchAction> all;
  detail::add_conflict_actions(state, conflicts, axes, all);
  const detail::ArgumentActions arguments(state, groups);
  for (const Axis& a : axes)
    if (state.mesh().size(a) > 1) arguments.add(a, all);
  // what splits most comes first, over whatever axis
  std::stable_sort(all.begin(), all.end(),
                   [](const SearchAction& l, const SearchAction& r) { return l.weight > r.weight; });
  return all;
}

/// The tactic that an action is. Its directives name values as a schedule file can.
inline Tactic tactic_of(const SearchAction& action, const State& state) {
  Tactic t{action.name(), {}, {}};
  for (const auto& [x, dim] : action.wishes) t.directives.push_back(detail::directive_on(state, x, action.axis, dim));
  return t;
}

}  // namespace partir
