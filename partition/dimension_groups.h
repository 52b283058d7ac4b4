// Which dimensions of a program are sharded together, or not at all: what a search may take for one choice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "partition/state.h"

namespace partir {

/// A dimension of a value.
struct DimensionOf {
  ValueId value = 0;
  int64_t dim = 0;
  friend auto operator<=>(const DimensionOf&, const DimensionOf&) = default;
};

/// The dimensions of a loop-free program in classes: two are in one class where an entry of some op, with attributes that
/// allow it for an axis of the mesh, tiles both, so that propagation takes a tiling from one to the other, unless it is
/// stopped. Whether extents divide is left out: parameters whose dimensions are of one class are alike where none can be split. Classes that look
/// the same, as those of a layer do in each of its copies, are one group.
class DimensionGroups {
 public:
  explicit DimensionGroups(const core::Program& program) {
    const State state(program);
    const core::Function& f = state.function();
    first_.resize(f.values.size() + 1, 0);
    for (size_t x = 0; x < f.values.size(); ++x)
      first_[x + 1] = first_[x] + static_cast<size_t>(f.values[x].type->rank());
    parent_.resize(first_.back());
    std::iota(parent_.begin(), parent_.end(), size_t{0});
    std::set<int64_t> sizes;
    for (const auto& [a, n] : state.mesh().axes())
      if (n > 1) sizes.insert(n);
    if (sizes.empty()) sizes.insert(2);
    for (int s = 0; s < static_cast<int>(state.size()); ++s)
      for (int64_t n : sizes) join(state, s, n);
    group(state);
  }

  /// The group of a dimension, and how many there are.
  int of(ValueId x, int64_t dim) const { return group_[first_[x] + static_cast<size_t>(dim)]; }
  int size() const { return count_; }
  /// Elements of all values that a group's dimensions are of: how much of the program a tiling of it splits.
  double weight(int group) const { return weights_[static_cast<size_t>(group)]; }
  /// What an argument is to the model: the groups of its dimensions. Parameters of one kind in all
  /// layers, and what an optimizer keeps of them, are alike.
  std::vector<int> kind(const core::Function& f, ValueId x) const {
    std::vector<int> all;
    for (int64_t d = 0; d < f.type(x).rank(); ++d) all.push_back(of(x, d));
    return all;
  }

 private:
  size_t root(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// Joins what each entry of a statement's op tiles at once, where its attributes allow for an axis of size n.
  void join(const State& state, int s, int64_t n) {
    const OpExpr& e = state.op(s);
    const ValueIds& results = state.stmt(s).results;
    const State::Local whole = state.local(s);
    for (const Entry& entry : whole.op.entries(whole.operands)) {
      if (entry.has_partial_operand() || !whole.op.allows(entry, n)) continue;
      std::optional<size_t> one;
      auto add = [&](ValueId x, const EntryAttr& attr) {
        if (!attr.is_tile()) return;
        const size_t i = first_[x] + static_cast<size_t>(attr.dim);
        if (one) parent_[root(i)] = root(*one);
        one = i;
      };
      for (size_t i = 0; i < e.operands.size(); ++i) add(e.operands[i], entry.operands[i]);
      for (size_t j = 0; j < results.size(); ++j) add(results[j], entry.results[j]);
    }
  }
  /// A class looks like the multiset of its members: op, place, type and dimension of each.
  void group(const State& state) {
    const core::Function& f = state.function();
    std::vector<std::string> made_by(f.values.size(), "argument");
    for (int s = 0; s < static_cast<int>(state.size()); ++s)
      for (size_t j = 0; j < state.stmt(s).results.size(); ++j)
        made_by[state.stmt(s).results[j]] = state.op(s).op.full_name() + "#" + std::to_string(j);
    std::map<size_t, std::pair<uint64_t, uint64_t>> looks;  // by root: sum of hashes, members
    for (ValueId x = 0; x < f.values.size(); ++x) {
      const uint64_t of_value = std::hash<std::string>{}(made_by[x] + " " + to_string(f.type(x)));
      for (size_t i = first_[x]; i < first_[x + 1]; ++i) {
        auto& [sum, members] = looks[root(i)];
        // odd multiplier: the finaliser of splitmix64 keeps dimensions of one value apart
        uint64_t h = of_value + (i - first_[x] + 1) * 0x9e3779b97f4a7c15ull;
        h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
        sum += h ^ (h >> 27);
        ++members;
      }
    }
    std::map<std::pair<uint64_t, uint64_t>, int> known;
    group_.resize(parent_.size());
    for (size_t i = 0; i < parent_.size(); ++i)
      group_[i] = known.emplace(looks.at(root(i)), static_cast<int>(known.size())).first->second;
    count_ = static_cast<int>(known.size());
    weights_.assign(known.size(), 0);
    for (ValueId x = 0; x < f.values.size(); ++x)
      for (size_t i = first_[x]; i < first_[x + 1]; ++i)
        weights_[static_cast<size_t>(group_[i])] += static_cast<double>(f.type(x).elements());
  }

  std::vector<size_t> first_;   ///< of each value, the number of its first dimension
  std::vector<size_t> parent_;  ///< union-find over dimensions
  std::vector<int> group_;
  std::vector<double> weights_;  ///< by group
  int count_ = 0;
};

}  // namespace partir
