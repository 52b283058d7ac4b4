// Axis lists per dimension, as the rules of section 5 split and join them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "semantics/mesh.h"

namespace partir {

/// Whether there is no axis in the list, or in any.
inline bool no_axes(const AxisList& list) { return list.empty(); }
inline bool no_axes(const AxisLists& lists) {
  return std::all_of(lists.begin(), lists.end(), [](const AxisList& l) { return l.empty(); });
}

inline bool disjoint(const AxisList& a, const AxisList& b) {
  return std::none_of(a.begin(), a.end(), [&](const Axis& x) { return contains(b, x); });
}

/// Per dimension `ā·b̄`.
inline AxisLists joined(AxisLists a, const AxisLists& b) {
  for (size_t d = 0; d < a.size(); ++d) a[d].insert(a[d].end(), b[d].begin(), b[d].end());
  return a;
}

/// The axes of `a` that are not in `b`, in order.
inline AxisList without(const AxisList& a, const AxisList& b) {
  AxisList rest;
  for (const Axis& x : a)
    if (!contains(b, x)) rest.push_back(x);
  return rest;
}

/// Whether `a` and `b` are the same set of axes.
inline bool same_set(const AxisList& a, const AxisList& b) {
  return a.size() == b.size() && without(a, b).empty() && without(b, a).empty();
}

/// Length of the common prefix.
inline size_t common_prefix(const AxisList& a, const AxisList& b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
  return n;
}

/// Lists split as `major·minor` per dimension.
struct SplitLists {
  AxisLists major, minor;
};

/// Splits dimension `d`'s list after its first `count(d, list)` axes.
inline SplitLists split(const AxisLists& lists,
                        const std::function<size_t(size_t, const AxisList&)>& count) {
  SplitLists s{AxisLists(lists.size()), AxisLists(lists.size())};
  for (size_t d = 0; d < lists.size(); ++d) {
    const auto middle = lists[d].begin() + static_cast<std::ptrdiff_t>(count(d, lists[d]));
    s.major[d].assign(lists[d].begin(), middle);
    s.minor[d].assign(middle, lists[d].end());
  }
  return s;
}

/// Length of the longest prefix whose axes all satisfy `p`.
template <class P>
size_t prefix_while(const AxisList& list, P&& p) {
  return static_cast<size_t>(std::find_if_not(list.begin(), list.end(), p) - list.begin());
}

}  // namespace partir
