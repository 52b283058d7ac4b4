// Sorts that are not stable: what is equivalent to the comparator comes out in an order that is the implementation's.
// Every interpreter here keeps it; an implementation may as well reverse it. A program whose results differ between
// the two has more than one outcome: as an implementation it is wrong where the specification has one; where the
// specification has several itself, a difference says nothing.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "semantics/core.h"
#include "semantics/hlo.h"
#include "semantics/module_walk.h"
#include "semantics/spmd_program.h"

namespace partir {

namespace detail {
/// Where `s` is a sort that is not stable: makes it a stable one of the reversed rows, and gives the statements that
/// reverse them. Nothing elsewhere.
template <class Stmt, class Function>
std::vector<Stmt> reverse_ties(Function& f, Stmt& s) {
  std::vector<Stmt> before;
  OpExpr* e = std::get_if<OpExpr>(&s.expr);
  const Sort* sort = e ? e->op.get_if<Sort>() : nullptr;
  if (!sort || sort->is_stable) return before;
  Sort stable = *sort;
  stable.is_stable = true;
  for (ValueId& x : e->operands) {
    const auto type = f.values[x].type;
    const TensorType* tensor = nullptr;
    if constexpr (requires { type.tensor(); }) tensor = type.tensor();
    else tensor = &f.type(x);
    if (!tensor) return {};
    const Reverse reverse{{stable.along(tensor->rank())}};
    const ValueId reversed = f.add_value(type, {}, s.location);
    before.push_back({{reversed}, OpExpr{reverse, {x}}, s.location});
    x = reversed;
  }
  e->op = std::move(stable);
  return before;
}
/// The same of a block and the blocks in it; whether there was such a sort.
template <class Function, class Block>
bool reverse_ties_in(Function& f, Block& block) {
  using Stmt = std::decay_t<decltype(block.stmts[0])>;
  bool found = false;
  std::vector<Stmt> stmts;
  for (Stmt& s : block.stmts) {
    if constexpr (std::is_same_v<Stmt, shlo::Stmt>)
      shlo::for_each_block(s.expr, [&](shlo::Block& inner) { found |= reverse_ties_in(f, inner); });
    if constexpr (std::is_same_v<Stmt, core::Stmt>)
      if (auto* loop = std::get_if<core::LoopExpr>(&s.expr)) found |= reverse_ties_in(f, *loop->body);
    std::vector<Stmt> before = reverse_ties<Stmt>(f, s);
    found |= !before.empty();
    for (Stmt& b : before) stmts.push_back(std::move(b));
    stmts.push_back(std::move(s));
  }
  block.stmts = std::move(stmts);
  return found;
}
}  // namespace detail

/// The program in which every sort that is not stable leaves what is equivalent in the reverse of its order; nothing
/// where every sort is stable.
inline std::optional<core::Program> with_ties_reversed(core::Program p) {
  if (!detail::reverse_ties_in(p.main, p.main.body)) return std::nullopt;
  return p;
}
inline std::optional<hlo::Program> with_ties_reversed(hlo::Program p) {
  if (!detail::reverse_ties_in(p.main, p.main.body)) return std::nullopt;
  return p;
}
inline std::optional<SpmdProgram> with_ties_reversed(SpmdProgram p) {
  bool found = false;
  for (shlo::Function& f : p.module.functions) found |= detail::reverse_ties_in(f, f.body);
  if (!found) return std::nullopt;
  return p;
}

}  // namespace partir
