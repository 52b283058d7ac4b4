// The part of a program that its results need.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "semantics/program.h"

namespace partir {

/// Leaves of a block's statements those of which its results are made, where `given` are values that it need not make.
template <class Block>
void leave_needed(Block& block, const std::vector<ValueId>& given) {
  std::set<ValueId> needed(block.results.begin(), block.results.end());
  const std::set<ValueId> known(given.begin(), given.end());
  std::vector<char> keep(block.stmts.size());
  for (size_t k = block.stmts.size(); k-- > 0;) {
    const auto& s = block.stmts[k];
    keep[k] = std::any_of(s.results.begin(), s.results.end(), [&](ValueId x) { return needed.contains(x) && !known.contains(x); });
    if (!keep[k]) continue;
    for (ValueId x : reads(s)) needed.insert(x);  // core's or shlo's, as the statement is
  }
  size_t k = 0;
  std::erase_if(block.stmts, [&](const auto&) { return !keep[k++]; });
}

}  // namespace partir
