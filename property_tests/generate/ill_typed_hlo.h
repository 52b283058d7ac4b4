// Ill-typed PartIR:HLO: a well-typed program with one premise of one H-rule broken, and collectives to
// which one premise of a D-rule does not apply.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lowering/lower.h"
#include "property_tests/generate/collectives.h"
#include "property_tests/generate/describe.h"
#include "property_tests/generate/hlo_program.h"
#include "property_tests/generate/program.h"
#include "property_tests/generate/recipe.h"
#include "property_tests/generate/statement.h"
#include "semantics/dist_typing.h"
#include "semantics/hlo_typing.h"

namespace partir::generate {

/// How one premise of an H-rule is broken.
struct HloBreakage {
  Rule rule;
  int premise;
  /// Breaks it somewhere; false where the program has no place for it.
  std::function<bool(hlo::Program&, Source&)> apply;
};

namespace detail {

/// A statement whose right-hand side is an `E` that is `good`, drawn.
template <class E>
hlo::Stmt* stmt_of(hlo::Program& h, Source& s, const std::function<bool(const E&)>& good = nullptr) {
  std::vector<hlo::Stmt*> all;
  for (hlo::Stmt& stmt : h.main.body.stmts)
    if (const auto* e = std::get_if<E>(&stmt.expr); e && (!good || good(*e))) all.push_back(&stmt);
  return all.empty() ? nullptr : all[static_cast<size_t>(s.below(static_cast<int64_t>(all.size())))];
}
/// A replicated parameter of its own.
inline ValueId own_parameter(hlo::Program& h, TensorType type) {
  const ValueId x = h.main.add_value(type);
  h.main.params.push_back(x);
  h.main.param_dists.push_back(DistType::replicated(std::move(type)));
  return x;
}
/// All axes of a collective, as one list that a breakage may change.
inline AxisList& some_list(AxisLists& lists, Source& s) { return lists[static_cast<size_t>(s.below(static_cast<int64_t>(lists.size())))]; }
inline AxisList& some_list(AxisList& list, Source&) { return list; }

/// `change(e, s)` on some `E` of the program.
template <class E>
HloBreakage on(Rule rule, int premise, std::function<bool(hlo::Program&, E&, Source&)> change,
               std::function<bool(const E&)> good = nullptr) {
  return {rule, premise, [=](hlo::Program& h, Source& s) {
            hlo::Stmt* stmt = stmt_of<E>(h, s, good);
            return stmt && change(h, std::get<E>(stmt->expr), s);
          }};
}
/// The premises that collectives have in common, by their numbers; 0 for one that this one has not.
template <class E>
void common(std::vector<HloBreakage>& all, Rule rule, int lists, int in_mesh, int distinct) {
  all.push_back(on<E>(rule, 1, [](hlo::Program& h, E& e, Source&) {
    e.operand = h.main.add_value(h.main.type(e.operand));
    return true;
  }));
  if constexpr (requires(E e) { e.axes[0].begin(); } && std::is_same_v<decltype(E::axes), AxisLists>)
    if (lists)
      all.push_back(on<E>(rule, lists, [](hlo::Program&, E& e, Source& s) {
        if (s.below(2) && !e.axes.empty()) e.axes.pop_back();
        else e.axes.emplace_back();
        return true;
      }));
  all.push_back(on<E>(rule, in_mesh, [](hlo::Program&, E& e, Source& s) {
    some_list(e.axes, s).push_back("Q");
    return true;
  }));
  all.push_back(on<E>(rule, distinct, [](hlo::Program& h, E& e, Source& s) {
    if (h.mesh.rank() == 0) return false;
    const Axis a = h.mesh.axes()[static_cast<size_t>(s.below(static_cast<int64_t>(h.mesh.rank())))].first;
    some_list(e.axes, s).push_back(a);
    some_list(e.axes, s).push_back(a);
    return true;
  }));
}
/// A slicing collective on an extent that does not divide, and on 0.
template <class E>
void slicing(std::vector<HloBreakage>& all, Rule rule, int divides) {
  const auto change = [](bool empty) {
    return [empty](hlo::Program& h, E& e, Source&) {
      TensorType t = h.main.type(e.operand);
      for (size_t d = 0; d < t.shape.size(); ++d) {
        int64_t parts = 1;
        if constexpr (std::is_same_v<E, hlo::AllToAll>) parts = static_cast<int64_t>(d) == e.to ? h.mesh.size(e.axes) : 1;
        else parts = h.mesh.size(e.axes[d]);
        if (parts == 1) continue;
        if (empty) t.shape[d] = 0;
        else ++t.shape[d];
        e.operand = own_parameter(h, t);
        return true;
      }
      return false;
    };
  };
  all.push_back(on<E>(rule, divides, change(false)));
  all.push_back(on<E>(rule, divides + 1, change(true)));
}
template <class E>
HloBreakage undefined_reduction(Rule rule, int premise) {
  return on<E>(rule, premise, [](hlo::Program& h, E& e, Source&) {
    e.monoid = Monoid::Or;
    return is_float(h.main.type(e.operand).element);
  });
}

}  // namespace detail

/// Every premise of the H-rules.
inline const std::vector<HloBreakage>& hlo_breakages() {
  using namespace detail;
  static const std::vector<HloBreakage> breakages = [] {
    std::vector<HloBreakage> all;
    common<hlo::AllSlice>(all, Rule::H_Slice, 2, 3, 4);
    slicing<hlo::AllSlice>(all, Rule::H_Slice, 5);
    common<hlo::AllGather>(all, Rule::H_Gather, 2, 3, 4);
    common<hlo::AllReduce>(all, Rule::H_Reduce, 0, 2, 3);
    all.push_back(undefined_reduction<hlo::AllReduce>(Rule::H_Reduce, 4));
    common<hlo::ReduceScatter>(all, Rule::H_Scatter, 2, 3, 4);
    slicing<hlo::ReduceScatter>(all, Rule::H_Scatter, 5);
    all.push_back(undefined_reduction<hlo::ReduceScatter>(Rule::H_Scatter, 7));
    common<hlo::AllToAll>(all, Rule::H_AllToAll, 0, 4, 5);
    slicing<hlo::AllToAll>(all, Rule::H_AllToAll, 6);
    all.push_back(on<hlo::AllToAll>(Rule::H_AllToAll, 2, [](hlo::Program& h, hlo::AllToAll& e, Source& s) {
      (s.below(2) ? e.from : e.to) = s.below(2) ? -1 : h.main.type(e.operand).rank();
      return true;
    }));
    all.push_back(on<hlo::AllToAll>(Rule::H_AllToAll, 3, [](hlo::Program&, hlo::AllToAll& e, Source&) {
      e.to = e.from;
      return true;
    }));
    all.push_back(on<OpExpr>(Rule::H_Op, 1, [](hlo::Program&, OpExpr& e, Source&) {
      const bool had = !e.operands.empty();
      e.operands.clear();
      return had;
    }));
    const auto result = [](Rule rule, int premise, bool of_op) {
      return HloBreakage{rule, premise, [of_op](hlo::Program& h, Source& s) {
                           auto& stmts = h.main.body.stmts;
                           if (stmts.empty()) return false;
                           hlo::Stmt& stmt = stmts[static_cast<size_t>(s.below(static_cast<int64_t>(stmts.size())))];
                           h.main.values[stmt.results[0]].type.change([](TensorType& t) { t.shape.push_back(7); });
                           return std::holds_alternative<OpExpr>(stmt.expr) == of_op;
                         }};
    };
    all.push_back(result(Rule::H_Op, 2, true));
    all.push_back(result(Rule::H_Let, 3, false));
    const auto any = [&](Rule rule, int premise, bool (*change)(hlo::Program&, Source&)) {
      all.push_back({rule, premise, change});
    };
    any(Rule::H_Let, 1, [](hlo::Program& h, Source& s) {
      hlo::Stmt* stmt = stmt_of<hlo::AllReduce>(h, s);
      if (stmt) stmt->results.push_back(h.main.add_value({}));
      return stmt != nullptr;
    });
    any(Rule::H_Let, 2, [](hlo::Program& h, Source& s) {
      // an all_reduce keeps the type: its result may be its operand
      hlo::Stmt* stmt = stmt_of<hlo::AllReduce>(h, s);
      if (stmt) stmt->results[0] = std::get<hlo::AllReduce>(stmt->expr).operand;
      return stmt != nullptr;
    });
    any(Rule::H_Tuple, 1, [](hlo::Program& h, Source& s) {
      hlo::Stmt* stmt = stmt_of<OpExpr>(h, s, [](const OpExpr& e) { return !e.operands.empty(); });
      ValueId& x = stmt && s.below(2) ? std::get<OpExpr>(stmt->expr).operands[0] : h.main.body.results[0];
      x = h.main.add_value(h.main.type(x));
      return true;
    });
    any(Rule::H_Func, 1, [](hlo::Program& h, Source&) {
      h.main.result_dists.push_back(h.main.result_dists[0]);
      return true;
    });
    any(Rule::H_Func, 2, [](hlo::Program& h, Source&) {
      DistType& D = h.main.result_dists[0];
      D.global.shape.push_back(7);
      D.dims.emplace_back();
      return true;
    });
    any(Rule::H_Func, 3, [](hlo::Program& h, Source&) {
      h.main.params.push_back(h.main.params[0]);
      h.main.param_dists.push_back(h.main.param_dists[0]);
      return true;
    });
    any(Rule::H_Func, 4, [](hlo::Program& h, Source& s) {
      auto& Ds = s.below(2) ? h.main.param_dists : h.main.result_dists;
      DistType& D = Ds[static_cast<size_t>(s.below(static_cast<int64_t>(Ds.size())))];
      switch (s.below(3)) {
        case 0: D.dims.emplace_back(); break;
        case 1: D.partial.push_back("Q"); break;
        default: D.partial = {"B", "B"};
      }
      return true;
    });
    return all;
  }();
  return breakages;
}

/// That the checker refuses the HLO program of `seed` with the premise broken, naming rule and premise.
inline Verdict is_named(const HloBreakage& b, uint64_t seed) {
  Source s(seed);
  hlo::Program h = HloMaker::program(decode(draw(seed)).mesh, s);
  if (!b.apply(h, s)) return nothing("no place for it");
  const std::string what = std::string(name(b.rule)) + " premise " + std::to_string(b.premise);
  try {
    check(h);
  } catch (const Rejected& r) {
    if (r.rule == b.rule && r.premise == b.premise) return holds();
    return fails(what + " broken: " + r.report() + "\n" + text(h));
  }
  return fails("accepted without " + what + "\n" + text(h));
}

/// How one premise of a D-rule is broken: a distributed type and a collective on it, or Ds of a program.
struct DistBreakage {
  Rule rule;
  int premise;
  /// Of a collective on %x at `D`; false where D has no place for it.
  bool (*collective)(const Mesh&, DistType& D, hlo::Expr&, Source&) = nullptr;
  /// Of the Ds that a program has.
  bool (*program)(hlo::Program&, std::vector<DistType>&, Source&) = nullptr;
};

namespace detail {

/// An axis of the mesh that is `good`, drawn.
inline std::optional<Axis> axis(const Mesh& mesh, Source& s, const std::function<bool(const Axis&)>& good) {
  for (const Axis& a : shuffled(mesh, s))
    if (good(a)) return a;
  return std::nullopt;
}
inline AxisLists one_list(const DistType& D, Source& s, AxisList axes) {
  AxisLists lists(D.dims.size());
  lists[static_cast<size_t>(s.below(static_cast<int64_t>(lists.size())))] = std::move(axes);
  return lists;
}
/// Axes that are no minor suffix of dimension d's list.
inline std::optional<AxisList> no_suffix(const Mesh& mesh, const DistType& D, size_t d, Source& s) {
  const auto a = axis(mesh, s, [&](const Axis& x) { return D.dims[d].empty() || D.dims[d].back() != x; });
  return a ? std::optional(AxisList{*a}) : std::nullopt;
}
inline std::optional<Monoid> another(const DistType& D) {
  for (Monoid m : all_monoids)
    if (m != D.monoid && defined_on(m, D.global.element)) return m;
  return std::nullopt;
}
/// Makes `D` partial over an axis that it does not use, which nothing gives it.
inline bool make_partial(const Mesh& mesh, DistType& D, Source& s) {
  const auto a = axis(mesh, s, [&](const Axis& x) { return !D.uses(x); });
  if (!a || !D.partial.empty()) return false;
  D.partial = {*a};
  D.monoid = is_bool(D.global.element) ? Monoid::Or : Monoid::Add;
  return true;
}
template <bool Partial, bool Scatter>
bool reduce_of(const Mesh& mesh, DistType& D, hlo::Expr& e, Source& s) {
  // an axis that is not partial, or a partial one by another monoid
  const auto a = axis(mesh, s, [&](const Axis& x) { return contains(D.partial, x) == Partial; });
  const auto m = Partial ? another(D) : std::optional(D.monoid);
  if (!a || !m || D.dims.empty()) return false;
  if (Scatter) e = hlo::ReduceScatter{*m, one_list(D, s, {*a}), 0};
  else e = hlo::AllReduce{*m, {*a}, 0};
  return true;
}

}  // namespace detail

/// Every premise of the D-rules.
inline const std::vector<DistBreakage>& dist_breakages() {
  using namespace detail;
  static const std::vector<DistBreakage> all = {
      {Rule::D_Slice, 1, [](const Mesh& mesh, DistType& D, hlo::Expr& e, Source& s) {
         const auto a = axis(mesh, s, [&](const Axis& x) { return D.tiled_dim(x) >= 0; });
         if (a) e = hlo::AllSlice{one_list(D, s, {*a}), 0};
         return a.has_value();
       }},
      {Rule::D_Slice, 2, [](const Mesh& mesh, DistType& D, hlo::Expr& e, Source& s) {
         const auto a = axis(mesh, s, [&](const Axis& x) { return contains(D.partial, x); });
         if (!a || D.dims.empty()) return false;
         e = hlo::AllSlice{one_list(D, s, {*a}), 0};
         return true;
       }},
      {Rule::D_Gather, 1, [](const Mesh& mesh, DistType& D, hlo::Expr& e, Source& s) {
         if (D.dims.empty()) return false;
         const auto d = static_cast<size_t>(s.below(static_cast<int64_t>(D.dims.size())));
         const auto axes = no_suffix(mesh, D, d, s);
         if (!axes) return false;
         hlo::AllGather g{AxisLists(D.dims.size()), 0};
         g.axes[d] = *axes;
         e = g;
         return true;
       }},
      {Rule::D_Reduce, 1, reduce_of<false, false>},
      {Rule::D_Reduce, 2, reduce_of<true, false>},
      {Rule::D_Scatter, 1, reduce_of<false, true>},
      {Rule::D_Scatter, 2, reduce_of<true, true>},
      {Rule::D_AllToAll, 1, [](const Mesh& mesh, DistType& D, hlo::Expr& e, Source& s) {
         if (D.dims.size() < 2) return false;
         const auto axes = no_suffix(mesh, D, 0, s);
         if (!axes || contains(D.partial, axes->front())) return false;
         e = hlo::AllToAll{0, 1, *axes, 0};
         return true;
       }},
      {Rule::D_AllToAll, 2, [](const Mesh& mesh, DistType& D, hlo::Expr& e, Source& s) {
         const auto a = axis(mesh, s, [&](const Axis& x) { return contains(D.partial, x); });
         if (!a || D.dims.size() < 2) return false;
         e = hlo::AllToAll{0, 1, {*a}, 0};
         return true;
       }},
      {Rule::D_Op, 1, nullptr, [](hlo::Program& h, std::vector<DistType>& Ds, Source& s) {
         const hlo::Stmt* stmt = stmt_of<OpExpr>(h, s);
         return stmt && make_partial(h.mesh, Ds[stmt->results[0]], s);
       }},
      {Rule::D_Let, 1, nullptr, [](hlo::Program& h, std::vector<DistType>& Ds, Source& s) {
         const hlo::Stmt* stmt = stmt_of<hlo::AllSlice>(h, s);
         return stmt && make_partial(h.mesh, Ds[stmt->results[0]], s);
       }},
      {Rule::D_Func, 1, nullptr, [](hlo::Program& h, std::vector<DistType>&, Source& s) {
         auto& results = h.main.result_dists;
         return make_partial(h.mesh, results[static_cast<size_t>(s.below(static_cast<int64_t>(results.size())))], s);
       }}};
  return all;
}

/// That the D-rules refuse what is broken, naming rule and premise.
inline Verdict is_named(const DistBreakage& b, uint64_t seed) {
  Source s(seed);
  const core::Program p = decode(draw(seed));
  const std::string what = std::string(name(b.rule)) + " premise " + std::to_string(b.premise);
  std::string about;
  try {
    if (b.collective) {
      DistType D = random_dist(p.mesh, s);
      hlo::Expr e = hlo::AllReduce{};
      if (!b.collective(p.mesh, D, e, s)) return nothing("no place for it");
      hlo::Function f;
      f.add_value(local(p.mesh, D), "x");
      const hlo::Stmt stmt{{}, e, {}};
      const std::vector<DistType> Ds{D};
      about = "x : " + to_string(D) + " in " + to_line(f, e);
      dist_of({p.mesh, f, stmt, Ds}, e);
    } else {
      hlo::Program h = lower(p);
      std::vector<DistType> Ds;
      try {
        Ds = infer_dists(h);
      } catch (const Rejected&) {
        return nothing("no distributed types");
      }
      if (!b.program(h, Ds, s)) return nothing("no place for it");
      about = text(h);
      hlo::D_Func(h, Ds);
    }
  } catch (const Rejected& r) {
    if (r.rule == b.rule && r.premise == b.premise) return holds();
    return fails(what + " broken: " + r.report() + "\n" + about);
  }
  return fails("accepted without " + what + "\n" + about);
}

}  // namespace partir::generate
