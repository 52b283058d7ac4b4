// The denotation of the collectives (calculus.md section 2), one function per rule, on families.
// Lock step and deterministic: a collective is a function from families to families. Each computes
// once per distinct coordinate of the axes that its result depends on. No law of ⊕ is used.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/family.h"
#include "semantics/rules.h"

namespace partir {

namespace detail {
/// A collective is undefined here: the program was not checked (H-rules come first).
[[noreturn]] inline void undefined(Rule rule, const std::string& why) {
  throw Stuck("[" + std::string(name(rule)) + "] " + why, "", {});
}
inline void require_axes(Rule rule, const Mesh& mesh, const AxisList& axes) {
  for (const Axis& a : axes)
    if (!mesh.contains(a))
      undefined(rule, "axis \"" + a + "\" is not in the mesh " + to_string(mesh));
  if (!all_distinct({axes})) undefined(rule, "an axis is listed twice in " + to_string(axes));
}
template <class D>
void require_lists(Rule rule, const Family<D>& x, const AxisLists& lists) {
  if (static_cast<int64_t>(lists.size()) != x.type().rank())
    undefined(rule, std::to_string(lists.size()) + " axis lists for " + to_string(x.type()));
  require_axes(rule, x.mesh(), flatten(lists));
}
inline void require_divides(Rule rule, const TensorType& t, int64_t d, int64_t n) {
  if (t.shape[d] % n != 0)
    undefined(rule, std::to_string(n) + " does not divide dimension " + std::to_string(d) + " of " +
                        to_string(t));
}
/// `lists` with `axes` on dimension `d` alone.
inline AxisLists on_dim(int64_t rank, int64_t d, const AxisList& axes) {
  AxisLists lists(rank);
  lists[d] = axes;
  return lists;
}
}  // namespace detail

/// P-Slice on each dimension: `chunk_d(V(δ), index of δ|ā in ā, |ā|)`. The result depends on the
/// axes too. Throws Stuck where ā is no axis list of the mesh or `|ā|` does not divide.
template <class D>
Family<D> P_Slice(const AxisLists& lists, const Family<D>& x) {
  detail::require_lists(Rule::P_Slice, x, lists);
  const Mesh& mesh = x.mesh();
  for (size_t d = 0; d < lists.size(); ++d)
    detail::require_divides(Rule::P_Slice, x.type(), d, mesh.size(lists[d]));
  const AxisList axes = axes_union(mesh, x.depends_on(), flatten(lists));
  return Family<D>::generate(x.shared_mesh(), axes, [&](const Device& device) {
    Tensor<D> t = x.at(device);
    for (size_t d = 0; d < lists.size(); ++d)
      if (!lists[d].empty())
        t = t.chunk(static_cast<int64_t>(d), mesh.index_in(lists[d], device), mesh.size(lists[d]));
    return t;
  });
}

/// P-Gather on each dimension: `concat_d` over coordinates κ of ā, row-major, of `V(δ[ā↦κ])`. The
/// result no longer depends on ā. Throws Stuck where ā is no axis list of the mesh.
template <class D>
Family<D> P_Gather(const AxisLists& lists, const Family<D>& x) {
  detail::require_lists(Rule::P_Gather, x, lists);
  const Mesh& mesh = x.mesh();
  Family<D> v = x;
  for (size_t d = 0; d < lists.size(); ++d) {
    if (lists[d].empty()) continue;
    const AxisList axes = axes_minus(v.depends_on(), lists[d]);
    v = Family<D>::generate(x.shared_mesh(), axes, [&](Device device) {
      std::vector<Tensor<D>> pieces;
      for_each_coordinate(mesh, lists[d], device,
                          [&](const Device& member) { pieces.push_back(v.at(member)); });
      return concat(static_cast<int64_t>(d), pieces);
    });
  }
  return v;
}

/// P-Reduce: `⊕` over `group(δ,A)`, folded from the left in row-major order of `axes` as listed. A
/// device that shares its tensor with others still contributes once. The result no longer depends
/// on A. Throws Stuck where A is no axis list of the mesh or ⊕ is not defined on the element type.
template <class D>
Family<D> P_Reduce(Monoid monoid, const AxisList& axes, const Family<D>& x) {
  detail::require_axes(Rule::P_Reduce, x.mesh(), axes);
  if (!defined_on(monoid, x.type().element))
    detail::undefined(Rule::P_Reduce, std::string(name(monoid)) + " is not defined on " +
                                          std::string(name(x.type().element)));
  return Family<D>::generate(x.shared_mesh(), axes_minus(x.depends_on(), axes), [&](Device device) {
    Combination<D> sum(monoid);
    for_each_coordinate(x.mesh(), axes, device, [&](const Device& member) { sum.add(x.at(member)); });
    return sum.whole();
  });
}

/// P-Scatter = P-Slice ∘ P-Reduce over all the axes. Throws Stuck as they do.
template <class D>
Family<D> P_Scatter(Monoid monoid, const AxisLists& lists, const Family<D>& x) {
  detail::require_lists(Rule::P_Scatter, x, lists);
  return P_Slice(lists, P_Reduce(monoid, flatten(lists), x));
}

/// P-AllToAll `[from→to:ā]` = P-Slice`[to:ā]` ∘ P-Gather`[from:ā]`. Throws Stuck as they do, and
/// where a dimension is not below the rank.
template <class D>
Family<D> P_AllToAll(int64_t from, int64_t to, const AxisList& axes, const Family<D>& x) {
  const int64_t rank = x.type().rank();
  if (from < 0 || from >= rank || to < 0 || to >= rank || from == to)
    detail::undefined(Rule::P_AllToAll, "dimensions " + std::to_string(from) + " and " +
                                            std::to_string(to) + " of " + to_string(x.type()));
  detail::require_axes(Rule::P_AllToAll, x.mesh(), axes);
  detail::require_divides(Rule::P_AllToAll, x.type(), to, x.mesh().size(axes));
  return P_Slice(detail::on_dim(rank, to, axes), P_Gather(detail::on_dim(rank, from, axes), x));
}

}  // namespace partir
