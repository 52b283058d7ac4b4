// What StableHLO leaves to the implementation: in which order a sort that is not stable puts elements that its comparator does not tell apart, what stands
// in the triangle of a Cholesky factor that the factor leaves empty, and in which order a scatter takes its updates. Every interpreter here keeps the orders, and
// has zeros in that triangle; an implementation may as well reverse the orders, and leave in the triangle what it read. A program whose results differ between
// the two has more than one outcome: as an implementation it is wrong where the specification has one; where the specification has several itself, a
// difference from one of them says nothing.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "proofs/core_sites.h"
#include "semantics/core.h"
#include "semantics/hlo.h"
#include "semantics/module_walk.h"
#include "semantics/spmd_program.h"

namespace partir {

namespace detail {
/// The type of a value, if it is a tensor.
template <class Function>
std::optional<TensorType> tensor_type(const Function& f, ValueId x) {
  if constexpr (requires { f.values[x].type.tensor(); }) {
    const TensorType* t = f.values[x].type.tensor();
    return t ? std::optional(*t) : std::nullopt;
  } else {
    return f.type(x);
  }
}
/// Appends what turns the indices and updates of a scatter round, but for batches, if it may take them in any order and its body is no fold by a monoid.
template <class Stmt, class Function>
bool append_reversed_updates(Function& f, const Stmt& s, const OpExpr& e, std::vector<Stmt>& to) {
  const Scatter* scatter = e.op.get_if<Scatter>();
  if (!scatter || scatter->unique_indices || monoid_of(scatter->body)) return false;
  const size_t n = e.operands.size() / 2;
  const std::optional<TensorType> indices = tensor_type(f, e.operands[n]), update = tensor_type(f, e.operands[n + 1]);
  if (!indices || !update) return false;
  const std::vector<int64_t> of_indices = scatter->batch_dims(indices->rank()), of_update = scatter->scatter_dims(update->rank());
  Reverse turn_indices, turn_updates;
  for (size_t k = 0; k < of_indices.size(); ++k) {
    if (is_in(scatter->indices_batching, of_indices[k])) continue;
    turn_indices.dims.push_back(of_indices[k]);
    turn_updates.dims.push_back(of_update.at(k));
  }
  if (turn_indices.dims.empty()) return false;
  Scatter turned = *scatter;
  turned.indices_are_sorted = false;
  OpExpr reversed{std::move(turned), e.operands};
  for (size_t i = n; i < e.operands.size(); ++i) {
    const std::optional<TensorType> type = tensor_type(f, e.operands[i]);
    if (!type) return false;
    reversed.operands[i] = f.add_value(*type, {}, s.location);
    to.push_back({{reversed.operands[i]}, OpExpr{i == n ? turn_indices : turn_updates, {e.operands[i]}}, s.location});
  }
  to.push_back({s.results, std::move(reversed), s.location});
  return true;
}
enum class OpenPart : uint8_t { Results, Updates };
/// Appends statements that do what `s` does, but otherwise where that is left open: of a sort and a Cholesky factor, or of a scatter; nothing where it is not.
template <class Stmt, class Function>
bool append_otherwise(Function& f, const Stmt& s, OpenPart what, std::vector<Stmt>& to) {
  const OpExpr* e = std::get_if<OpExpr>(&s.expr);
  if (!e) return false;
  if (what == OpenPart::Updates) return append_reversed_updates(f, s, *e, to);
  const auto let = [&](const TensorType& type, Op op, std::vector<ValueId> operands) {
    const ValueId x = f.add_value(type, {}, s.location);
    to.push_back({{x}, OpExpr{std::move(op), std::move(operands)}, s.location});
    return x;
  };
  if (const Sort* sort = e->op.get_if<Sort>(); sort && !sort->is_stable) {
    // a stable sort of the reversed rows
    Sort stable = *sort;
    stable.is_stable = true;
    std::vector<ValueId> reversed;
    for (ValueId x : e->operands) {
      const std::optional<TensorType> type = tensor_type(f, x);
      if (!type) return false;
      reversed.push_back(let(*type, Reverse{{stable.along(type->rank())}}, {x}));
    }
    to.push_back({s.results, OpExpr{std::move(stable), std::move(reversed)}, s.location});
    return true;
  }
  if (const Cholesky* c = e->op.get_if<Cholesky>()) {
    const std::optional<TensorType> type = tensor_type(f, e->operands[0]);
    if (!type) return false;
    const ValueId factor = let(*type, *c, {e->operands[0]});
    const int64_t row = type->rank() - 2;
    const auto places = [&](int64_t d) { return let({type->shape, ElementType::I64}, Iota{d, type->shape, ElementType::I64}, {}); };
    const ValueId i = places(row), j = places(row + 1);
    const ValueId inside = let({type->shape, ElementType::I1}, Compare{c->lower ? ComparisonDirection::GE : ComparisonDirection::LE}, {i, j});
    to.push_back({s.results, OpExpr{Select{}, {inside, factor, e->operands[0]}}, s.location});
    return true;
  }
  return false;
}
/// The same of a block and the blocks in it; whether there was such an op.
template <class Function, class Block>
bool make_otherwise(Function& f, Block& block, OpenPart what) {
  using Stmt = std::decay_t<decltype(block.stmts[0])>;
  bool found = false;
  std::vector<Stmt> stmts;
  for (Stmt& s : block.stmts) {
    if constexpr (std::is_same_v<Stmt, shlo::Stmt>)
      shlo::for_each_block(s.expr, [&](shlo::Block& inner) { found |= make_otherwise(f, inner, what); });
    if constexpr (std::is_same_v<Stmt, core::Stmt>)
      if (auto* loop = std::get_if<core::LoopExpr>(&s.expr)) found |= make_otherwise(f, *loop->body, what);
    if (append_otherwise(f, s, what, stmts)) found = true;
    else stmts.push_back(std::move(s));
  }
  block.stmts = std::move(stmts);
  return found;
}
inline std::optional<core::Program> otherwise(core::Program p, OpenPart what) {
  if (!make_otherwise(p.main, p.main.body, what)) return std::nullopt;
  return p;
}
inline std::optional<hlo::Program> otherwise(hlo::Program p, OpenPart what) {
  if (!make_otherwise(p.main, p.main.body, what)) return std::nullopt;
  return p;
}
inline std::optional<SpmdProgram> otherwise(SpmdProgram p, OpenPart what) {
  bool found = false;
  for (shlo::Function& f : p.module.functions) found |= make_otherwise(f, f.body, what);
  if (!found) return std::nullopt;
  return p;
}
}  // namespace detail

/// The program (core::Program, hlo::Program, SpmdProgram) that has another outcome wherever one is left open, of sorts and Cholesky factors; nothing where none is.
template <class Program>
std::optional<Program> with_other_outcomes(Program p) {
  return detail::otherwise(std::move(p), detail::OpenPart::Results);
}
/// The program whose scatters take their updates the other way round; nothing where the order of updates makes no difference to any of them.
template <class Program>
std::optional<Program> with_reversed_updates(Program p) {
  return detail::otherwise(std::move(p), detail::OpenPart::Updates);
}
/// Whether a sort of `p` is not stable: where more than two keys are equal, there are more orders than that of `with_other_outcomes`.
inline bool orders_as_it_likes(const core::Program& p) {
  bool found = false;
  for_each_site(p, [&](const OpSite& s) {
    const Sort* sort = s.op.get_if<Sort>();
    found = found || (sort && !sort->is_stable);
  });
  return found;
}

}  // namespace partir
