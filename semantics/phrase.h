// Short texts of statements, for messages, derivations and traces (MLIR text is mlir_bridge's).
#pragma once

#include <span>
#include <string>

#include "semantics/core.h"
#include "semantics/hlo.h"

namespace partir {

namespace detail {
template <class Function>
std::string value_list(const Function& f, std::span<const ValueId> xs) {
  std::string s;
  for (size_t i = 0; i < xs.size(); ++i) s += (i ? ", " : "") + value_name(f, xs[i]);
  return s;
}
}  // namespace detail

/// `%3 = add(%1, %2)`, `%4 = slice 0 %x[%r]`, `%5 = loop "B" [tile<0>] (%r. ..)`.
inline std::string phrase(const core::Function& f, const core::Stmt& s) {
  std::string lhs = detail::value_list(f, s.results) + " = ";
  auto range = [&](RangeId r) { return range_name(f, r); };
  return lhs + std::visit(Overloaded{[&](const OpExpr& e) {
                                       return std::string(e.op.name()) + "(" +
                                              detail::value_list(f, e.operands) + ")";
                                     },
                                     [&](const core::SliceExpr& e) {
                                       return "slice " + std::to_string(e.dim) + " " +
                                              value_name(f, e.operand) + "[" + range(e.range) + "]";
                                     },
                                     [&](const core::LoopExpr& e) {
                                       std::string t = "loop \"" + e.axis + "\" [";
                                       for (size_t i = 0; i < e.attrs.size(); ++i)
                                         t += (i ? ", " : "") + to_string(e.attrs[i]);
                                       return t + "] (" + range(e.range) + ". ..)";
                                     }},
                          s.expr);
}

/// `%3 = all_gather [{}, {"B"}] %2`.
inline std::string phrase(const hlo::Function& f, const hlo::Stmt& s) {
  auto m = [](Monoid op) { return " <" + std::string(name(op)) + "> "; };
  return detail::value_list(f, s.results) + " = " +
         std::visit(
             Overloaded{[&](const OpExpr& e) {
                          return std::string(e.op.name()) + "(" +
                                 detail::value_list(f, e.operands) + ")";
                        },
                        [&](const hlo::AllSlice& e) {
                          return "all_slice " + to_string(e.axes) + " " + value_name(f, e.operand);
                        },
                        [&](const hlo::AllGather& e) {
                          return "all_gather " + to_string(e.axes) + " " + value_name(f, e.operand);
                        },
                        [&](const hlo::AllReduce& e) {
                          return "all_reduce" + m(e.monoid) + to_string(e.axes) + " " +
                                 value_name(f, e.operand);
                        },
                        [&](const hlo::ReduceScatter& e) {
                          return "reduce_scatter" + m(e.monoid) + to_string(e.axes) + " " +
                                 value_name(f, e.operand);
                        },
                        [&](const hlo::AllToAll& e) {
                          return "all_to_all [" + std::to_string(e.from) + " -> " +
                                 std::to_string(e.to) + " : " + to_string(e.axes) + "] " +
                                 value_name(f, e.operand);
                        }},
             s.expr);
}

}  // namespace partir
