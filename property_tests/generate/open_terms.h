// Open terms under arbitrary related environments (calculus.md Definition 2), as closed programs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "proofs/theorem1.h"
#include "property_tests/generate/recipe.h"
#include "semantics/core.h"

namespace partir::generate {

/// A part of a block inside of loops, with the loops around it, outermost first.
struct OpenTerm {
  const core::Block* block = nullptr;
  size_t first = 0, last = 0;  ///< its statements; all of them: the block's results are its own
  std::vector<std::pair<Axis, RangeId>> around;
};

namespace detail {
inline void blocks_in_loops(const core::Block& b, const std::vector<std::pair<Axis, RangeId>>& around,
                            std::vector<OpenTerm>& all) {
  if (!around.empty() && !b.stmts.empty()) all.push_back({&b, 0, b.stmts.size(), around});
  for (const core::Stmt& s : b.stmts)
    if (const auto* loop = std::get_if<core::LoopExpr>(&s.expr)) {
      auto inner = around;
      inner.emplace_back(loop->axis, loop->range);
      blocks_in_loops(*loop->body, inner, all);
    }
}
}  // namespace detail

/// An open term of `p`, drawn: some consecutive statements of a body. Nothing where p has no loops.
inline std::optional<OpenTerm> open_term(const core::Program& p, Source& s) {
  std::vector<OpenTerm> all;
  detail::blocks_in_loops(p.main.body, {}, all);
  if (all.empty()) return std::nullopt;
  OpenTerm t = all[static_cast<size_t>(s.below(static_cast<int64_t>(all.size())))];
  t.first = static_cast<size_t>(s.below(static_cast<int64_t>(t.block->stmts.size())));
  t.last = t.first + 1 + static_cast<size_t>(s.below(static_cast<int64_t>(t.block->stmts.size() - t.first)));
  return t;
}

/// A closed program that evaluates `t` of `p` under every environment: each of its free variables has a
/// value of its own at each coordinate κ of the loops around, as a chunk of an argument with a dimension
/// per loop; the results at all κ are its results. Theorem 2 of it, which compares every value at every
/// device, is Theorem 2 of the open term under the environments that these arguments give.
inline core::Program closed(const core::Program& p, const OpenTerm& t) {
  std::vector<ValueId> yields;
  if (t.last == t.block->stmts.size()) yields = t.block->results;
  else yields = t.block->stmts[t.last - 1].results;
  core::Program q = Hole::program(p, t.block->stmts, t.first, t.last, yields);
  core::Function& f = q.main;
  const auto depth = static_cast<int64_t>(t.around.size());
  core::Block body;
  auto emit = [&](core::Expr e, TensorType type, ValueId into) {
    f.values[into].type = std::move(type);
    body.stmts.push_back({{into}, std::move(e), {}});
  };
  // x is a reshaped chunk of X
  for (ValueId& param : f.params) {
    const ValueId x = param;
    TensorType type = f.type(x);
    const Shape local = type.shape;
    for (int64_t k = depth - 1; k >= 0; --k) type.shape.insert(type.shape.begin(), q.mesh.size(t.around[k].first));
    ValueId chunk = param = f.add_value(type);
    for (int64_t k = 0; k < depth; ++k) {
      type.shape[k] = 1;
      const ValueId next = f.add_value(type);
      emit(core::SliceExpr{k, chunk, t.around[k].second}, type, next);
      chunk = next;
    }
    emit(OpExpr{Reshape{local}, {chunk}}, {local, type.element}, x);
  }
  for (core::Stmt& s : f.body.stmts) body.stmts.push_back(std::move(s));
  std::vector<ValueId> results;
  for (ValueId y : f.body.results) {
    TensorType type = f.type(y);
    type.shape.insert(type.shape.begin(), static_cast<size_t>(depth), 1);
    const ValueId wide = f.add_value(type);
    emit(OpExpr{Reshape{type.shape}, {y}}, type, wide);
    results.push_back(wide);
  }
  body.results = results;
  for (int64_t k = depth - 1; k >= 0; --k) {
    core::LoopExpr loop{t.around[k].first, std::vector<core::LoopAttr>(results.size(), core::LoopAttr::tile(k)),
                        t.around[k].second, std::move(body)};
    core::Stmt s{{}, core::SliceExpr{}, {}};
    for (ValueId& y : results) {
      TensorType type = f.type(y);
      type.shape[k] *= q.mesh.size(t.around[k].first);
      y = f.add_value(type);
    }
    s.results = results;
    s.expr = std::move(loop);
    body = core::Block{};
    body.stmts.push_back(std::move(s));
    body.results = results;
  }
  f.body = std::move(body);
  f.result_types.clear();
  for (ValueId y : results) f.result_types.push_back(f.type(y));
  return q;
}

}  // namespace partir::generate
