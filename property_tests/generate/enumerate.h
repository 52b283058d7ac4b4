// All well-typed programs of up to k statements over one mesh and one argument, each once.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "semantics/core.h"

namespace partir::generate {

/// What the programs are made of.
struct SmallScope {
  Mesh mesh;
  TensorType argument;
  int statements = 4;             ///< at most; a loop is one, and so is each statement of its body
  int64_t max_elements = 64;      ///< of a value
  std::vector<Monoid> monoids{Monoid::Add};
};

/// Enumerates them: add of two values, transpose, every slice that T-Slice allows, and loops over every
/// axis whose body yields its last value under every attribute. A program returns its last value. Two
/// sequences of choices are two programs (up to the order of add's operands), so that none comes twice.
template <class F>
class Enumeration {
 public:
  /// Calls `f(program)` for each; returns how many there are.
  static int64_t run(const SmallScope& scope, F& f) {
    Enumeration e(scope, f);
    e.p_.mesh = scope.mesh;
    e.p_.main.location = {"enumerated.mlir", 1, 1, {}};
    e.p_.main.params.push_back(e.define(scope.argument, 0));
    e.scope_.push_back(e.p_.main.params[0]);
    e.open_.push_back({});
    e.grow(scope.statements);
    return e.count_;
  }

 private:
  /// A block that is being written: of a loop, with its axis and range.
  struct Open {
    core::Block block;
    Axis axis;
    RangeId range = 0;
    size_t visible = 0;  ///< values in scope before it
  };
  Enumeration(const SmallScope& scope, F& f) : limits_(scope), f_(f) {}

  ValueId define(TensorType t, uint64_t taint) {
    taints_.push_back(taint);
    return p_.main.add_value(std::move(t));
  }
  /// All ways to go on with at most `left` statements.
  void grow(int left) {
    if (!open_.back().block.stmts.empty()) {
      if (open_.size() == 1) emit();
      else close(left);
    }
    if (left == 0) return;
    for (size_t i = 0; i < scope_.size(); ++i) {
      const ValueId x = scope_[i];
      const TensorType t = p_.main.type(x);
      for (size_t j = i; j < scope_.size(); ++j)
        if (p_.main.type(scope_[j]) == t)
          let(left, OpExpr{Add{}, {x, scope_[j]}}, t, taints_[x] | taints_[scope_[j]]);
      if (t.rank() == 2)
        let(left, OpExpr{Transpose{{1, 0}}, {x}}, {{t.shape[1], t.shape[0]}, t.element}, taints_[x]);
      for (size_t k = 1; k < open_.size(); ++k) {
        const int64_t n = p_.mesh.size(open_[k].axis);
        for (int64_t d = 0; d < t.rank(); ++d) {
          if (t.shape[d] % n != 0 || t.shape[d] < n) continue;
          TensorType chunk = t;
          chunk.shape[d] /= n;
          let(left, core::SliceExpr{d, x, open_[k].range}, chunk,
              taints_[x] | uint64_t{1} << open_[k].range);
        }
      }
    }
    for (const auto& [a, n] : limits_.mesh.axes()) {
      bool inside = false;
      for (size_t k = 1; k < open_.size(); ++k) inside |= open_[k].axis == a;
      if (inside || left < 2) continue;  // a body has a statement
      open_.push_back({{}, a, p_.main.add_range(a), scope_.size()});
      grow(left - 1);
      open_.pop_back();
      p_.main.ranges.pop_back();
    }
  }
  void let(int left, core::Expr e, TensorType t, uint64_t taint) {
    const ValueId y = define(std::move(t), taint);
    open_.back().block.stmts.push_back({{y}, std::move(e), {}});
    scope_.push_back(y);
    grow(left - 1);
    scope_.pop_back();
    open_.back().block.stmts.pop_back();
    undefine();
  }
  void undefine() {
    p_.main.values.pop_back();
    taints_.pop_back();
  }
  /// Ends the innermost loop, under each attribute.
  void close(int left) {
    Open body = std::move(open_.back());
    open_.pop_back();
    const std::vector<ValueId> inner(scope_.begin() + static_cast<int64_t>(body.visible), scope_.end());
    const ValueId x = body.block.stmts.back().results[0];
    const TensorType t = p_.main.type(x);
    const int64_t n = p_.mesh.size(body.axis);
    std::vector<core::LoopAttr> attrs;
    if (t.elements() * n <= limits_.max_elements)
      for (int64_t d = 0; d < t.rank(); ++d) attrs.push_back(core::LoopAttr::tile(d));
    for (Monoid m : limits_.monoids) attrs.push_back(core::LoopAttr::reduce(m));
    if (!(taints_[x] >> body.range & 1)) attrs.push_back(core::LoopAttr::any());
    for (const core::LoopAttr& a : attrs) {
      TensorType result = t;
      if (a.kind == core::LoopAttr::Kind::Tile) result.shape[a.dim] *= n;
      const ValueId y = define(result, taints_[x]);
      core::LoopExpr loop{body.axis, {a}, body.range, body.block};
      loop.body->results = {x};
      open_.back().block.stmts.push_back({{y}, std::move(loop), {}});
      scope_.resize(body.visible);
      scope_.push_back(y);
      grow(left);
      open_.back().block.stmts.pop_back();
      undefine();
    }
    scope_.resize(body.visible);
    scope_.insert(scope_.end(), inner.begin(), inner.end());
    open_.push_back(std::move(body));
  }
  void emit() {
    core::Program p = p_;
    p.main.body = open_[0].block;
    p.main.body.results = {open_[0].block.stmts.back().results[0]};
    p.main.result_types = {p.main.type(p.main.body.results[0])};
    ++count_;
    f_(p);
  }

  const SmallScope& limits_;
  F& f_;
  core::Program p_;
  std::vector<Open> open_;  ///< the function's block, then those of loops around
  std::vector<ValueId> scope_;
  std::vector<uint64_t> taints_;  ///< per value: the ranges that it depends on
  int64_t count_ = 0;
};

/// See `Enumeration`.
template <class F>
int64_t enumerate(const SmallScope& scope, F&& f) {
  return Enumeration<std::remove_reference_t<F>>::run(scope, f);
}

}  // namespace partir::generate
