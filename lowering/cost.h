// What a device holds and sends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "semantics/hlo.h"

namespace partir {

/// Bytes per device.
struct Cost {
  int64_t parameter_bytes = 0;  ///< of all arguments at their local types
  int64_t peak_bytes = 0;       ///< most bytes live at once, see `cost`
  int64_t sent_bytes = 0;       ///< over the whole program, see `sent_bytes`
  friend bool operator==(const Cost&, const Cost&) = default;
};

/// Bytes that one device sends for `e`, whose operand has local type `operand` of `b` bytes, over
/// `n` participants, rounded up. The bandwidth-optimal ring algorithms (Patarasuk and Yuan, 2009):
/// reduce_scatter passes n-1 parts of b/n, (n-1)/n·b; all_gather passes the operand n-1 times,
/// (n-1)·b; all_reduce is both in turn, 2(n-1)/n·b; all_to_all keeps one part of n, (n-1)/n·b;
/// all_slice is local.
inline int64_t sent_bytes(const Mesh& mesh, const hlo::Expr& e, const TensorType& operand) {
  const int64_t n = mesh.size(hlo::axes_of(e)), b = operand.bytes();
  const auto parts = [&](int64_t k) { return (k * (n - 1) * b + n - 1) / n; };
  return std::visit(Overloaded{[](const OpExpr&) { return int64_t{0}; },
                               [](const hlo::AllSlice&) { return int64_t{0}; },
                               [&](const hlo::AllGather&) { return (n - 1) * b; },
                               [&](const hlo::AllReduce&) { return parts(2); },
                               [&](const hlo::ReduceScatter&) { return parts(1); },
                               [&](const hlo::AllToAll&) { return parts(1); }},
                    e);
}

/// Cost of a program run statement by statement. Arguments live for the whole call, results to its
/// end, every other value from its statement to its last use; a statement's operands and results
/// are live together (nothing is updated in place).
inline Cost cost(const hlo::Program& program) {
  const hlo::Function& f = program.main;
  Cost c;
  for (ValueId x : f.params) c.parameter_bytes += f.type(x).bytes();

  const size_t forever = f.body.stmts.size();
  std::vector<size_t> last(f.values.size(), 0);
  for (size_t i = 0; i < forever; ++i) {
    for (ValueId x : f.body.stmts[i].results) last[x] = i;
    for (ValueId x : hlo::operands(f.body.stmts[i].expr)) last[x] = i;
  }
  for (ValueId x : f.params) last[x] = forever;
  for (ValueId x : f.body.results) last[x] = forever;

  int64_t live = c.parameter_bytes;
  c.peak_bytes = live;
  for (size_t i = 0; i < forever; ++i) {
    const hlo::Stmt& s = f.body.stmts[i];
    const std::span<const ValueId> operands = hlo::operands(s.expr);
    std::vector<ValueId> ends(operands.begin(), operands.end());
    if (!std::holds_alternative<OpExpr>(s.expr))
      c.sent_bytes += sent_bytes(program.mesh, s.expr, f.type(ends.front()));
    for (ValueId x : s.results) {
      live += f.type(x).bytes();
      ends.push_back(x);
    }
    c.peak_bytes = std::max(c.peak_bytes, live);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    for (ValueId x : ends)
      if (last[x] == i) live -= f.type(x).bytes();
  }
  return c;
}

}  // namespace partir
