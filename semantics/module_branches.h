// Branches that a device's own number chooses, as selects: then what they calculate stands in the function's body, where it can be compared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "semantics/makes_promises.h"
#include "semantics/module.h"
#include "semantics/module_walk.h"

namespace partir::shlo {

/// The function in which each `if` and `case` whose branches are a few ops on tensors, without promises, collectives and loops, and which no argument
/// decides, stands as all its branches one after another and a select for each result. Values keep their numbers; the selects stand at the `if`.
inline Function with_branches_by_device_inlined(const Function& f) {
  constexpr size_t most_branches = 8, most_statements = 1000;
  Function g = f;
  const std::vector<char> depends = argument_dependent(f);
  const auto is_plain = [&](const Block& b) {
    return b.stmts.size() <= most_statements && std::all_of(b.stmts.begin(), b.stmts.end(), [&](const Stmt& s) {
      if (std::holds_alternative<PartitionId>(s.expr) || std::holds_alternative<ReplicaId>(s.expr) || std::holds_alternative<Forward>(s.expr)) return true;
      const auto* o = std::get_if<OpExpr>(&s.expr);
      return o && !makes_promises(o->op);
    });
  };
  const auto inlined = [&](auto& self, std::vector<Stmt> from) -> std::vector<Stmt> {
    std::vector<Stmt> to;
    for (Stmt& s : from) {
      for_each_block(s.expr, [&](Block& b) { b.stmts = self(self, std::move(b.stmts)); });
      std::vector<const Block*> branches;
      ValueId by = 0;
      if (const auto* i = std::get_if<If>(&s.expr)) {
        branches = {&i->on_true, &i->on_false};
        by = i->pred;
      } else if (const auto* c = std::get_if<Case>(&s.expr)) {
        for (const Block& b : c->branches) branches.push_back(&b);
        by = c->index;
      }
      const bool chooses_tensors = std::all_of(s.results.begin(), s.results.end(), [&](ValueId x) { return g.type(x).tensor() != nullptr; });
      if (branches.empty() || branches.size() > most_branches || by >= depends.size() || depends[by] || !chooses_tensors ||
          !std::all_of(branches.begin(), branches.end(), [&](const Block* b) { return is_plain(*b); })) {
        to.push_back(std::move(s));
        continue;
      }
      const auto emit = [&](Op op, std::vector<ValueId> x, ValueId result) { to.push_back({{result}, OpExpr{std::move(op), std::move(x)}, s.location}); };
      const auto made = [&](Op op, std::vector<ValueId> x, const TensorType& type) {
        const ValueId y = g.add_value(type, {}, s.location);
        emit(std::move(op), std::move(x), y);
        return y;
      };
      for (const Block* b : branches) to.insert(to.end(), b->stmts.begin(), b->stmts.end());
      // the last branch where no other is chosen
      std::vector<ValueId> taken = branches.back()->results;
      for (size_t k = branches.size() - 1; k-- > 0;) {
        ValueId is_taken = by;
        if (std::holds_alternative<Case>(s.expr)) {
          const TensorType index = *g.type(by).tensor();
          is_taken = made(Compare{ComparisonDirection::EQ}, {by, made(Constant{Literal::splat_bits(index, k)}, {}, index)}, {{}, ElementType::I1});
        }
        for (size_t i = 0; i < s.results.size(); ++i) {
          const ValueId on_true = branches[k]->results[i];
          if (k == 0) emit(Select{}, {is_taken, on_true, taken[i]}, s.results[i]);
          else taken[i] = made(Select{}, {is_taken, on_true, taken[i]}, *g.type(s.results[i]).tensor());
        }
      }
      if (branches.size() == 1)
        for (size_t i = 0; i < s.results.size(); ++i) to.push_back({{s.results[i]}, Forward{{taken[i]}}, s.location});
    }
    return to;
  };
  g.body.stmts = inlined(inlined, std::move(g.body.stmts));
  return g;
}

}  // namespace partir::shlo
