// Who waits for whom: the groups of processes that the collectives of a run form.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interp/located.h"
#include "semantics/module_parallel_typing.h"

namespace partir {

/// Processes that wait for one another, by their numbers in the grid.
struct CollectiveGroup {
  std::vector<size_t> members;   ///< in order; twice the same in a pair of a process with itself
  std::vector<size_t> distinct;  ///< of them, in the grid's order
  std::vector<size_t> arrived;   ///< who waits at a statement with this group
};

/// The groups on one grid. Statements that form the same group share it, so that processes that run
/// different programs meet.
class CollectiveGroups {
 public:
  explicit CollectiveGroups(const shlo::ProcessGrid& grid) : grid_(grid) {}

  CollectiveGroup& operator[](size_t g) { return groups_[g]; }
  const CollectiveGroup& operator[](size_t g) const { return groups_[g]; }

  /// The groups of statement `s` of `f` in which process `p` is. `key` is what has the groups,
  /// which are made, and checked against the grid, for the first process that asks.
  const std::vector<size_t>& of(size_t p, const void* key, const shlo::Stmt& s,
                                const shlo::Function& f, shlo::GroupStrategy strategy,
                                const shlo::IdGroups& ids) {
    if (const auto found = plans_.find(key); found != plans_.end()) return found->second[p];
    try {
      shlo::check_on_grid(s, f, grid_);
    } catch (const ConstraintViolation& v) {
      throw Stuck("[" + std::string(name(Rule::E_Op)) + "] " + shlo::form_name(s.expr) + " " +
                      v.label + ": " + v.text + ": found " + v.found, "", s.location);
    }
    Plan& plan = plans_[key];
    plan.resize(static_cast<size_t>(grid_.size()));
    for (const std::vector<int64_t>& members : shlo::process_groups(strategy, ids, grid_)) {
      const size_t g = intern(members);
      for (size_t member : groups_[g].distinct) plan[member].push_back(g);
    }
    return plan[p];
  }

 private:
  using Plan = std::vector<std::vector<size_t>>;  ///< for each process, in which groups it is

  size_t intern(const std::vector<int64_t>& members) {
    const auto [known, is_new] = numbers_.try_emplace(members, groups_.size());
    if (!is_new) return known->second;
    CollectiveGroup g;
    g.members.assign(members.begin(), members.end());
    g.distinct = g.members;
    std::sort(g.distinct.begin(), g.distinct.end());
    g.distinct.erase(std::unique(g.distinct.begin(), g.distinct.end()), g.distinct.end());
    groups_.push_back(std::move(g));
    return known->second;
  }

  shlo::ProcessGrid grid_;
  std::vector<CollectiveGroup> groups_;
  std::map<std::vector<int64_t>, size_t> numbers_;
  std::unordered_map<const void*, Plan> plans_;
};

}  // namespace partir
