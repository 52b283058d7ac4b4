// The ops of a Core program, as those of a subject are seen (subject.h).
#pragma once

#include <functional>
#include <variant>
#include <vector>

#include "proofs/subject.h"
#include "semantics/core.h"

namespace partir {

/// Calls `f(statement, any, depends)` with each statement of a program, loops after their bodies: whether anything it uses
/// depends on the arguments, and of each value whether it does. Of the statement's results `f` says so, in `depends`.
template <class F>
void for_each_by_dependence(const core::Program& p, F&& f) {
  std::vector<char> depends(p.main.values.size());
  for (ValueId x : p.main.params) depends[x] = true;
  auto block = [&](auto& self, const core::Block& b) -> void {
    for (const core::Stmt& s : b.stmts) {
      bool any = false;
      for (ValueId x : core::operands(s.expr)) any = any || depends[x];
      if (const auto* l = std::get_if<core::LoopExpr>(&s.expr)) {
        self(self, *l->body);
        for (ValueId x : l->body->results) any = any || depends[x];
      }
      f(s, any, depends);
    }
  };
  block(block, p.main.body);
}
/// Of each value of a program whether it depends on the arguments.
inline std::vector<char> argument_dependent(const core::Program& p) {
  std::vector<char> depends(p.main.values.size());
  for (ValueId x : p.main.params) depends[x] = true;
  for_each_by_dependence(p, [&](const core::Stmt& s, bool any, std::vector<char>& d) {
    for (ValueId x : s.results) d[x] = depends[x] = any;
  });
  return depends;
}
/// The op `o` of statement `s`.
inline OpSite core_site(const core::Function& g, const OpExpr& o, const core::Stmt& s, const std::vector<char>& depends) {
  return op_site(o, s.results, s.location, depends, [&](ValueId x) { return g.type(x); });
}
/// Calls `f` with each op of a program, and whether its operands depend on the arguments.
inline void for_each_site(const core::Program& p, const std::function<void(const OpSite&)>& f) {
  const core::Function& g = p.main;
  for_each_by_dependence(p, [&](const core::Stmt& s, bool any, std::vector<char>& depends) {
    for (ValueId x : s.results) depends[x] = any;
    if (const auto* o = std::get_if<OpExpr>(&s.expr)) f(core_site(g, *o, s, depends));
  });
}

}  // namespace partir
