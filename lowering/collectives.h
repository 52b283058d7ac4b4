// How many collectives a program has, by kind and by axis.
#pragma once

#include <cstdint>
#include <map>
#include <variant>

#include "semantics/hlo.h"

namespace partir {

/// Statements of each collective kind. all_slice moves nothing and is counted for completeness.
struct CollectiveCounts {
  int64_t all_gather = 0;
  int64_t all_reduce = 0;
  int64_t reduce_scatter = 0;
  int64_t all_to_all = 0;
  int64_t all_slice = 0;

  /// Counts `e`, if it is a collective.
  void add(const hlo::Expr& e) {
    std::visit(Overloaded{[](const OpExpr&) {}, [&](const hlo::AllSlice&) { ++all_slice; },
                          [&](const hlo::AllGather&) { ++all_gather; },
                          [&](const hlo::AllReduce&) { ++all_reduce; },
                          [&](const hlo::ReduceScatter&) { ++reduce_scatter; },
                          [&](const hlo::AllToAll&) { ++all_to_all; }},
               e);
  }
  friend bool operator==(const CollectiveCounts&, const CollectiveCounts&) = default;
};

/// Collectives by kind; one over several axes counts once.
inline CollectiveCounts counts(const hlo::Program& program) {
  CollectiveCounts c;
  for (const hlo::Stmt& s : program.main.body.stmts) c.add(s.expr);
  return c;
}

/// Collectives by kind for each axis of the mesh; one over several axes counts once for each of
/// them.
inline std::map<Axis, CollectiveCounts> counts_by_axis(const hlo::Program& program) {
  std::map<Axis, CollectiveCounts> by_axis;
  for (const auto& [a, size] : program.mesh.axes()) by_axis[a];
  for (const hlo::Stmt& s : program.main.body.stmts)
    for (const Axis& a : hlo::axes_of(s.expr)) by_axis[a].add(s.expr);
  return by_axis;
}

}  // namespace partir
