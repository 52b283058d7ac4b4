// Random PartIR:HLO programs, dense in collectives on one another, which lowerings of Core programs seldom
// have; and what rewriting them must keep.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/field.h"
#include "interp/spmd_interp.h"
#include "lowering/rewriter.h"
#include "property_tests/generate/collectives.h"
#include "property_tests/generate/recipe.h"
#include "semantics/hlo.h"

namespace partir::generate {

/// Builds a program of a seed over a mesh. Every statement is well typed by construction.
class HloMaker {
 public:
  static hlo::Program program(const Mesh& mesh, Source& s) { return HloMaker(mesh, s).run(); }

 private:
  HloMaker(const Mesh& mesh, Source& s) : s_(s) { p_.mesh = mesh; }

  hlo::Program run() {
    const int64_t params = 1 + s_.below(3);
    for (int64_t i = 0; i < params; ++i) param();
    for (int64_t n = 3 + s_.below(12); n > 0; --n) statement();
    hlo::Function& f = p_.main;
    f.location = {"generated.mlir", 1, 1, {}};
    // half of what no statement uses, so that what is wrong anywhere shows, and at times what one uses
    std::vector<char> used(f.values.size(), 0);
    for (const hlo::Stmt& st : f.body.stmts)
      for (ValueId x : hlo::operands(st.expr)) used[x] = 1;
    for (ValueId x = 0; x < f.values.size(); ++x)
      if (!used[x] && below(2) == 0) f.body.results.push_back(x);
    if (f.body.results.empty() || below(2) == 0) f.body.results.push_back(recent());
    for (ValueId x : f.body.results) f.result_dists.push_back(DistType::replicated(f.type(x)));
    return std::move(p_);
  }

  // ---- values

  const TensorType& type(ValueId x) const { return p_.main.type(x); }
  int64_t below(int64_t n) { return s_.below(n); }
  /// A value with dimensions, mostly one of the last; the parameters have.
  ValueId recent() {
    const auto n = static_cast<int64_t>(p_.main.values.size());
    auto x = static_cast<ValueId>(n - 1 - std::min({below(n), below(n), below(n)}));
    while (type(x).rank() == 0) --x;
    return x;
  }
  void param() {
    DistType D = DistType::replicated({Shape(static_cast<size_t>(1 + below(2))), below(4) ? ElementType::F32 : ElementType::I32});
    if (below(3) > 0) D.dims = detail::some_lists(detail::shuffled(p_.mesh, s_), D.global.rank(), 3, s_);
    // room for slices by one or two axes
    for (size_t d = 0; d < D.dims.size(); ++d) {
      int64_t local = 1 + below(2);
      for (const Axis& a : detail::shuffled(p_.mesh, s_))
        if (below(2) == 0 && local * p_.mesh.size(a) <= 36) local *= p_.mesh.size(a);
      D.global.shape[d] = local * p_.mesh.size(D.dims[d]);
    }
    const ValueId x = p_.main.add_value(local(p_.mesh, D), {}, here());
    differs_.push_back(flatten(D.dims));
    p_.main.params.push_back(x);
    p_.main.param_dists.push_back(std::move(D));
  }
  Location here() { return {"generated.mlir", ++line_, 1, {}}; }
  ValueId let(hlo::Expr e) {
    TensorType t;
    if (const auto* op = std::get_if<OpExpr>(&e)) {
      Types types;
      for (ValueId x : op->operands) types.push_back(type(x));
      t = op->op.infer(types)[0];
    } else {
      t = collective_type(p_.mesh, e, type(hlo::operands(e).front()));
    }
    const Location where = here();
    const ValueId y = p_.main.add_value(std::move(t), {}, where);
    differs_.push_back(differs_after(e));
    p_.main.body.stmts.push_back({{y}, std::move(e), where});
    return y;
  }

  // ---- axes

  /// The axes over which what `e` makes differs.
  AxisList differs_after(const hlo::Expr& e) const {
    AxisList all;
    for (ValueId x : hlo::operands(e)) all = axes_union(p_.mesh, all, differs_[x]);
    const bool is_alike = std::holds_alternative<hlo::AllGather>(e) || std::holds_alternative<hlo::AllReduce>(e);
    return is_alike ? axes_minus(all, hlo::axes_of(e)) : axes_union(p_.mesh, all, hlo::axes_of(e));
  }
  /// Axes to reduce x over: mostly those over which it differs, as a maximum over others is x itself.
  AxisList reduced_axes(ValueId x) {
    AxisList axes;
    for (const Axis& a : detail::shuffled(p_.mesh, s_))
      if (below(4) < (contains(differs_[x], a) ? 3 : 1)) axes.push_back(a);
    return axes;
  }

  bool divides(const AxisList& axes, int64_t n) const {
    const int64_t parts = p_.mesh.size(axes);
    return n >= parts && n % parts == 0;
  }
  /// The lists of the collective that defines x, as they are, or a little different: what cancels or nearly.
  std::optional<AxisLists> lists_behind(ValueId x) {
    for (const hlo::Stmt& st : p_.main.body.stmts) {
      if (st.results[0] != x) continue;
      AxisLists lists;
      if (const auto* c = std::get_if<hlo::AllGather>(&st.expr)) lists = c->axes;
      if (const auto* c = std::get_if<hlo::AllSlice>(&st.expr)) lists = c->axes;
      if (const auto* c = std::get_if<hlo::ReduceScatter>(&st.expr)) lists = c->axes;
      if (const auto* c = std::get_if<hlo::AllReduce>(&st.expr)) {
        lists.resize(static_cast<size_t>(type(x).rank()));
        // a slice over its axes makes a reduce_scatter of it; a collective over other axes may change places with it
        AxisList axes = c->axes;
        if (below(2) == 0) axes = axes_minus(detail::shuffled(p_.mesh, s_), c->axes);
        if (!lists.empty()) lists[static_cast<size_t>(below(type(x).rank()))] = std::move(axes);
      }
      if (lists.empty()) return std::nullopt;
      switch (below(6)) {
        case 0: std::rotate(lists.begin(), lists.begin() + 1, lists.end()); break;
        case 1:
          for (AxisList& l : lists) std::reverse(l.begin(), l.end());
          break;
        case 2:
          for (AxisList& l : lists)
            if (!l.empty()) l.pop_back();
          break;
        case 3:
          for (const Axis& a : detail::shuffled(p_.mesh, s_))
            if (below(2) == 0 && !contains(flatten(lists), a)) lists[static_cast<size_t>(below(static_cast<int64_t>(lists.size())))].push_back(a);
          break;
        default: break;
      }
      return lists;
    }
    return std::nullopt;
  }
  AxisLists lists_for(ValueId x) {
    if (below(3) > 0)
      if (auto behind = lists_behind(x)) return *behind;
    return detail::some_lists(detail::shuffled(p_.mesh, s_), type(x).rank(), 2, s_);
  }
  /// `lists` less what does not divide x's extents.
  AxisLists dividing(AxisLists lists, ValueId x) {
    for (size_t d = 0; d < lists.size(); ++d)
      while (!lists[d].empty() && !divides(lists[d], type(x).shape[d])) lists[d].pop_back();
    return lists;
  }
  Monoid monoid() {
    constexpr Monoid some[] = {Monoid::Add, Monoid::Add, Monoid::Max};
    return some[below(3)];
  }
  static bool fits(const TensorType& t) { return t.elements() <= 160; }

  // ---- statements

  void statement() {
    const ValueId x = recent();
    switch (below(8)) {
      case 0: case 1: let(hlo::AllSlice{dividing(lists_for(x), x), x}); return;
      case 2: case 3: {
        const hlo::AllGather g{lists_for(x), x};
        if (fits(collective_type(p_.mesh, g, type(x)))) let(g);
        return;
      }
      case 4: let(hlo::AllReduce{monoid(), reduced_axes(x), x}); return;
      case 5: let(hlo::ReduceScatter{monoid(), dividing(lists_for(x), x), x}); return;
      case 6: {
        if (type(x).rank() < 2) return;
        const int64_t from = below(2);
        const AxisList axes = dividing(lists_for(x), x)[static_cast<size_t>(1 - from)];
        const hlo::AllToAll move{from, 1 - from, axes, x};
        if (fits(collective_type(p_.mesh, move, type(x)))) let(move);
        return;
      }
      default: op(x);
    }
  }
  /// All_reduces over the same axes of x and of another value of its type, or reduce_scatters.
  std::pair<ValueId, ValueId> sums(ValueId x) {
    if (below(2) == 0) {
      const AxisLists lists = dividing(lists_for(x), x);
      const ValueId y = other(x), first = let(hlo::ReduceScatter{Monoid::Add, lists, x});
      return {first, let(hlo::ReduceScatter{below(8) ? Monoid::Add : Monoid::Max, lists, y})};
    }
    const AxisList axes = reduced_axes(x);
    const ValueId y = other(x), first = let(hlo::AllReduce{Monoid::Add, axes, x});
    return {first, below(4) == 0 ? y : let(hlo::AllReduce{below(8) ? Monoid::Add : Monoid::Max, axes, y})};
  }
  void op(ValueId x) {
    const bool matrix = type(x).rank() == 2;
    switch (below(6)) {
      case 0: let(OpExpr{Negate{}, {x}}); return;
      case 1: let(OpExpr{Multiply{}, {x, other(x)}}); return;
      case 2:
        if (matrix) let(OpExpr{Transpose{{1, 0}}, {x}});
        return;
      case 3:
        if (matrix && type(x).shape[0] <= 12) {
          const auto [y, z] = below(2) ? sums(x) : std::pair(x, other(x));
          let(OpExpr{DotGeneral{{}, {}, {1}, {1}, type(x).element}, {y, z}});
        }
        return;
      case 4: {
        // sums and maxima, also of one value
        const ValueId start = let(OpExpr{Constant{Literal::splat_value({{}, type(x).element}, 0)}, {}});
        const auto reduced = [&] { return let(OpExpr{Reduce{{type(x).rank() - 1}, monoid()}, {x, start}}); };
        const ValueId y = reduced();
        if (below(2) == 0) let(OpExpr{Add{}, {y, reduced()}});
        return;
      }
      default: {
        const auto [y, z] = below(2) ? sums(x) : std::pair(x, other(x));
        let(OpExpr{Add{}, {y, z}});
      }
    }
  }
  /// Another value of x's type, or x.
  ValueId other(ValueId x) {
    for (auto y = static_cast<ValueId>(p_.main.values.size()); y-- > 0;)
      if (y != x && type(y) == type(x) && below(2) == 0) return y;
    return x;
  }

  Source& s_;
  hlo::Program p_;
  std::vector<AxisList> differs_;  ///< by value: the axes over which it differs
  unsigned line_ = 1;
};

/// Why `after`, which rewrites made of `before`, does not mean the same; empty where it does. Arguments are
/// the same global tensors at each one's D; a result that became tiled is gathered before it is compared.
inline std::string rewrite_violation(const hlo::Program& before, const hlo::Program& after, uint64_t seed) {
  const auto results = [&](const hlo::Program& p) {
    std::vector<Family<Field>> args;
    for (size_t i = 0; i < p.main.params.size(); ++i)
      args.push_back(distribute(p.mesh, p.main.param_dists[i],
                                random_tensor<Field>(p.main.param_dists[i].global, mix64(seed + i))));
    std::vector<Family<Field>> found = run<Field>(p, args);
    for (size_t i = 0; i < found.size(); ++i) found[i] = P_Gather(p.main.result_dists[i].dims, found[i]);
    return found;
  };
  const auto expected = results(before), found = results(after);
  for (size_t i = 0; i < expected.size(); ++i) {
    if (expected[i].type() != found[i].type())
      return "result " + std::to_string(i) + " is a " + to_string(found[i].type()) + ", not " + to_string(expected[i].type());
    for (int64_t δ = 0; δ < before.mesh.devices(); ++δ)
      if (const auto at = first_difference(expected[i].at_id(δ), found[i].at_id(δ)))
        return "result " + std::to_string(i) + " on " + to_string(before.mesh, before.mesh.device(δ)) + " at " +
               to_string(*at) + ": " + found[i].at_id(δ).element_text(*at) + ", not " +
               expected[i].at_id(δ).element_text(*at);
  }
  return {};
}

}  // namespace partir::generate
