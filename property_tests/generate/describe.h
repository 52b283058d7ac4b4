// What a generated program is, for messages and tables.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "interp/trace.h"
#include "lowering/simplify.h"
#include "semantics/core.h"
#include "semantics/core_typing.h"
#include "semantics/hlo.h"
#include "semantics/hlo_typing.h"
#include "semantics/rules.h"

namespace partir::generate {

/// A program, a statement on a line.
inline std::string text(const core::Program& p) {
  std::string s = "mesh " + to_string(p.mesh) + "\nfunc (";
  for (ValueId x : p.main.params)
    s += (x == p.main.params[0] ? "" : ", ") + value_name(p.main, x) + ": " + to_string(p.main.type(x));
  s += ")\n";
  auto block = [&](auto& self, const core::Block& b, const std::string& indent) -> void {
    for (const core::Stmt& stmt : b.stmts) {
      s += indent;
      for (size_t i = 0; i < stmt.results.size(); ++i)
        s += (i ? ", " : "") + value_name(p.main, stmt.results[i]);
      s += " = " + to_line(p.main, stmt.expr);
      for (ValueId x : stmt.results) s += " : " + to_string(p.main.type(x));
      s += "\n";
      if (const auto* loop = std::get_if<core::LoopExpr>(&stmt.expr)) {
        self(self, *loop->body, indent + "  ");
        s += indent + "  yield";
        for (ValueId x : loop->body->results) s += " " + value_name(p.main, x);
        s += "\n";
      }
    }
  };
  block(block, p.main.body, "  ");
  s += "  return";
  for (ValueId x : p.main.body.results) s += " " + value_name(p.main, x);
  return s + "\n";
}

inline std::string text(const hlo::Program& p) {
  std::string s = "mesh " + to_string(p.mesh) + "\nfunc (";
  for (size_t i = 0; i < p.main.params.size(); ++i)
    s += (i ? ", " : "") + value_name(p.main, p.main.params[i]) + ": " + to_string(p.main.param_dists[i]);
  s += ")\n";
  for (const hlo::Stmt& stmt : p.main.body.stmts) {
    s += "  ";
    for (ValueId x : stmt.results) s += (x == stmt.results[0] ? "" : ", ") + value_name(p.main, x);
    s += " = " + to_line(p.main, stmt.expr);
    for (ValueId x : stmt.results) s += " : " + to_string(p.main.type(x));
    s += "\n";
  }
  s += "  return";
  for (size_t i = 0; i < p.main.body.results.size(); ++i)
    s += " " + value_name(p.main, p.main.body.results[i]) + ": " + to_string(p.main.result_dists[i]);
  return s + "\n";
}

/// How often each rule was applied.
using RuleTable = RuleCounts;

/// Adds the rules of a derivation.
inline void count(RuleTable& table, const Derivation& derivation) {
  for (const DerivationStep& s : derivation) ++table[s.rule];
}
/// Adds what evaluating and translating `p` once applies at each statement: those rules have a phrase each.
inline void count_phrases(RuleTable& table, const core::Program& p) {
  core::walk(p.main.body, [&](const core::Stmt& s, int) {
    ++table[Rule::L_Let], ++table[Rule::T_Let];
    table[Rule::T_Var] += static_cast<int64_t>(core::operands(s.expr).size());
    if (std::holds_alternative<OpExpr>(s.expr)) ++table[Rule::E_Op], ++table[Rule::L_Op];
    if (std::holds_alternative<core::SliceExpr>(s.expr)) ++table[Rule::E_Slice], ++table[Rule::L_Slice];
    table[Rule::L_Var] += static_cast<int64_t>(core::operands(s.expr).size());
    if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr)) {
      ++table[Rule::L_Loop], ++table[Rule::L_Tuple];
      for (const core::LoopAttr& a : loop->attrs) switch (a.kind) {
          case core::LoopAttr::Kind::Tile: ++table[Rule::E_Tile], ++table[Rule::L_Tile]; break;
          case core::LoopAttr::Kind::Reduce: ++table[Rule::E_Reduce], ++table[Rule::L_Reduce]; break;
          case core::LoopAttr::Kind::Any: ++table[Rule::E_Any], ++table[Rule::L_Any]; break;
        }
    }
  });
  ++table[Rule::L_Tuple];
}
/// Adds what evaluating an HLO program once applies.
inline void count_phrases(RuleTable& table, const hlo::Program& p) {
  table[Rule::H_Let] += static_cast<int64_t>(p.main.body.stmts.size());
  for (const hlo::Stmt& s : p.main.body.stmts)
    ++table[std::visit(Overloaded{[](const OpExpr&) { return Rule::P_Op; },
                                  [](const hlo::AllSlice&) { return Rule::P_Slice; },
                                  [](const hlo::AllGather&) { return Rule::P_Gather; },
                                  [](const hlo::AllReduce&) { return Rule::P_Reduce; },
                                  [](const hlo::ReduceScatter&) { return Rule::P_Scatter; },
                                  [](const hlo::AllToAll&) { return Rule::P_AllToAll; }},
                       s.expr)];
}

/// Adds all that checking, evaluating and, of a Core program, translating `p` applies.
template <class P>
void count_all(RuleTable& table, const P& p) {
  Derivation rules;
  check(p, &rules);
  count(table, rules);
  count_phrases(table, p);
}

}  // namespace partir::generate
