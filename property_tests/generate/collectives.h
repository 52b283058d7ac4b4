// Random collectives on random families: the D-rules hold what they say of them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/collectives.h"
#include "interp/field.h"
#include "interp/parts.h"
#include "interp/spmd_interp.h"
#include "interp/trace.h"
#include "property_tests/generate/recipe.h"
#include "semantics/dist_rules.h"

namespace partir::generate {

namespace detail {
/// The mesh's axes in a drawn order.
inline AxisList shuffled(const Mesh& mesh, Source& s) {
  AxisList all;
  for (const auto& [a, n] : mesh.axes()) all.insert(all.begin() + s.below(static_cast<int64_t>(all.size()) + 1), a);
  return all;
}
/// Some of `axes` on each of `rank` dimensions, none twice.
inline AxisLists some_lists(const AxisList& axes, int64_t rank, int64_t one_in, Source& s) {
  AxisLists lists(static_cast<size_t>(rank));
  for (const Axis& a : axes)
    if (rank > 0 && s.below(one_in) == 0) lists[static_cast<size_t>(s.below(rank))].push_back(a);
  return lists;
}
}  // namespace detail

/// A distributed type over `mesh`, drawn: each axis tiles, is partial or replicates.
inline DistType random_dist(const Mesh& mesh, Source& s) {
  constexpr ElementType elements[] = {ElementType::F32, ElementType::I8, ElementType::I1};
  const AxisList axes = detail::shuffled(mesh, s);
  DistType D;
  D.global.element = elements[s.below(3)];
  D.dims = detail::some_lists(axes, s.below(4), 2, s);
  std::vector<Monoid> monoids;
  for (Monoid m : all_monoids)
    if (defined_on(m, D.global.element)) monoids.push_back(m);
  D.monoid = monoids[static_cast<size_t>(s.below(static_cast<int64_t>(monoids.size())))];
  for (const Axis& a : axes)
    if (!D.uses(a) && s.below(3) == 0) D.partial.push_back(a);
  for (const AxisList& l : D.dims) D.global.shape.push_back(mesh.size(l) * (1 + s.below(2)));
  return D;
}

/// A collective on a value of distributed type `D`, drawn, often one that a D-rule allows; extents divide
/// as H-rules have it. `D` is made larger where the collective slices.
inline hlo::Expr random_collective(const Mesh& mesh, DistType& D, Source& s) {
  const auto rank = static_cast<int64_t>(D.dims.size());
  const AxisList axes = detail::shuffled(mesh, s);
  // a minor part of each list, at times in another order, or other axes
  auto gathered = [&] {
    AxisLists lists(D.dims.size());
    for (size_t d = 0; d < lists.size(); ++d) {
      const AxisList& l = D.dims[d];
      const int64_t n = s.below(static_cast<int64_t>(l.size()) + 1);
      lists[d].assign(l.end() - n, l.end());
      if (s.below(8) == 0) std::reverse(lists[d].begin(), lists[d].end());
      if (s.below(16) == 0) lists[d].assign(l.begin(), l.begin() + n);
    }
    return lists;
  };
  // axes that D does not use, at times others
  auto sliced = [&](bool partial) {
    AxisList free;
    for (const Axis& a : axes)
      if ((partial ? contains(D.partial, a) : !D.uses(a)) || s.below(10) == 0) free.push_back(a);
    AxisLists lists = detail::some_lists(free, rank, 1 + s.below(2), s);
    for (size_t d = 0; d < lists.size(); ++d) D.global.shape[d] *= mesh.size(lists[d]);
    return lists;
  };
  const Monoid m = s.below(10) == 0 && defined_on(Monoid::Max, D.global.element) ? Monoid::Max : D.monoid;
  switch (s.below(rank >= 2 ? 5 : 4)) {
    case 0: return hlo::AllSlice{sliced(false), 0};
    case 1: return hlo::AllGather{gathered(), 0};
    case 2: {
      AxisList reduced;
      for (const Axis& a : axes)
        if (s.below(contains(D.partial, a) ? 2 : 12) == 0) reduced.push_back(a);
      return hlo::AllReduce{m, reduced, 0};
    }
    case 3: return hlo::ReduceScatter{m, sliced(true), 0};
    default: {
      const int64_t from = s.below(rank), to = (from + 1 + s.below(rank - 1)) % rank;
      const AxisList moved = gathered()[static_cast<size_t>(from)];
      D.global.shape[static_cast<size_t>(to)] *= mesh.size(moved);
      return hlo::AllToAll{from, to, moved, 0};
    }
  }
}

/// What the D-rule of a collective gives; throws Rejected where it does not apply.
inline DistType dist_of(const hlo::DistStmt& s, const hlo::Expr& e) {
  return std::visit(
      Overloaded{[](const OpExpr&) -> DistType { throw Crash("dist_of an op"); },
                 [&](const hlo::AllSlice& c) { return hlo::D_Slice(s, c); },
                 [&](const hlo::AllGather& c) { return hlo::D_Gather(s, c); },
                 [&](const hlo::AllReduce& c) { return hlo::D_Reduce(s, c); },
                 [&](const hlo::ReduceScatter& c) { return hlo::D_Scatter(s, c); },
                 [&](const hlo::AllToAll& c) { return hlo::D_AllToAll(s, c); }},
      e);
}

/// A drawn collective on a drawn family that represents a drawn tensor: what it gives represents the same
/// tensor at what its D-rule says. Empty where it holds; `accepted` where the D-rule applies.
inline std::string collective_violation(const Mesh& mesh, uint64_t seed, bool& accepted) {
  Source s(seed);
  DistType D = random_dist(mesh, s);
  const hlo::Expr e = random_collective(mesh, D, s);
  const Tensor<Field> global = random_tensor<Field>(D.global, s.next());

  // parts that mean nothing by themselves
  const Family<Field> V = distribute_randomly(mesh, D, global, s.next());
  hlo::Function f;
  f.add_value(local(mesh, D), "x");
  DistType result;
  const hlo::Stmt stmt{{}, e, {}};
  const std::vector<DistType> Ds{D};
  const hlo::DistStmt judged{mesh, f, stmt, Ds};
  accepted = false;
  try {
    result = dist_of(judged, e);
  } catch (const Rejected&) {
    return {};
  }
  accepted = true;
  const std::string what = "x : " + to_string(D) + " in " + to_line(f, e);
  if (const std::string why = ill_formed(mesh, result); !why.empty())
    return what + " is " + to_string(result) + ": " + why;
  const Family<Field> found = partir::detail::evaluate<Field>(V.shared_mesh(), e, [&](ValueId) -> const Family<Field>& { return V; })[0];
  if (const auto bad = represents(mesh, result, found, global))
    return what + " is no " + to_string(result) + ": at " + to_string(mesh, bad->device) + to_string(bad->index) + " " +
           bad->found + ", not " + bad->expected;
  return {};
}

}  // namespace partir::generate
