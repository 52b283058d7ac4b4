// The ops of a Core program, as those of a subject are seen (subject.h).
#pragma once

#include <functional>
#include <variant>
#include <vector>

#include "proofs/subject.h"
#include "semantics/core.h"

namespace partir {

/// Calls `f` with each op of a program, and whether its operands depend on the arguments.
inline void for_each_site(const core::Program& p, const std::function<void(const OpSite&)>& f) {
  const core::Function& g = p.main;
  std::vector<char> depends(g.values.size());
  for (ValueId x : g.params) depends[x] = true;
  auto block = [&](auto& self, const core::Block& b) -> void {
    for (const core::Stmt& s : b.stmts) {
      bool any = false;
      for (ValueId x : core::operands(s.expr)) any = any || depends[x];
      if (const auto* l = std::get_if<core::LoopExpr>(&s.expr)) {
        self(self, *l->body);
        for (ValueId x : l->body->results) any = any || depends[x];
      }
      for (ValueId x : s.results) depends[x] = any;
      if (const auto* o = std::get_if<OpExpr>(&s.expr)) {
        Types types;
        std::vector<char> each;
        for (ValueId x : o->operands) {
          types.push_back(g.type(x));
          each.push_back(depends[x]);
        }
        f({o->op, types, g.type(s.results[0]), core::operands(s.expr), s.results, s.location, any, each});
      }
    }
  };
  block(block, g.body);
}

}  // namespace partir
