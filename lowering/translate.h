// The translation ⟨e⟩ from PartIR:Core to PartIR:HLO (calculus.md section 3), one function per
// rule.
#pragma once

#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/core.h"
#include "semantics/hlo.h"
#include "semantics/instances.h"

namespace partir {

/// The translation judgement on one function. Value ids of the Core function are kept, so its
/// types, names and locations carry over (Theorem 1 (a): the local type of a translated value is
/// its Core type); only an `any` result is another name for a value of the body.
class Translation {
 public:
  explicit Translation(core::Program program) : core_(std::move(program)), name_of_(core_.main.values.size()) {
    core::Function& f = core_.main;
    std::iota(name_of_.begin(), name_of_.end(), ValueId{0});
    for (ValueId x : f.params) out_.main.param_dists.push_back(DistType::replicated(f.type(x)));
    for (const TensorType& t : f.result_types)
      out_.main.result_dists.push_back(DistType::replicated(t));
    out_.mesh = core_.mesh;
    out_.attributes = std::move(core_.attributes);
    out_.main.name = std::move(f.name);
    out_.main.params = std::move(f.params);
    out_.main.values = std::move(f.values);
    out_.main.param_attributes = std::move(f.param_attributes);
    out_.main.result_attributes = std::move(f.result_attributes);
    out_.main.location = f.location;
  }

  /// ⟨f⟩, with every parameter and result replicated.
  hlo::Program run() && {
    size_t stmts = 0;
    core::walk(core_.main.body, [&](const core::Stmt& s, int) { stmts += s.results.size(); });
    out_.main.body.stmts.reserve(stmts);  // an `any` result needs none
    out_.main.body.results = block(core_.main.body);
    return std::move(out_);
  }

 private:
  /// L-Var: ⟨x⟩ = x.
  ValueId L_Var(ValueId x) const { return name_of_[x]; }

  /// L-Tuple: ⟨(x̄)⟩ = (x̄).
  ValueIds L_Tuple(ValueIds& xs) const {
    for (ValueId& x : xs) x = L_Var(x);
    return std::move(xs);
  }

  /// L-Op: ⟨op(x̄)⟩ = op(x̄).
  hlo::Expr L_Op(OpExpr& e) const { return OpExpr{std::move(e.op), L_Tuple(e.operands)}; }

  /// L-Slice: ⟨slice d x[r_a]⟩ = all_slice[d:a] x.
  hlo::Expr L_Slice(const core::SliceExpr& e) const {
    return hlo::AllSlice{along(e.operand, e.dim, core_.main.ranges[e.range].axis),
                         L_Var(e.operand)};
  }

  /// L-Tile: tile<d> is all_gather[d:a].
  hlo::Expr L_Tile(const Axis& a, int64_t d, ValueId x) const {
    return hlo::AllGather{along(x, d, a), x};
  }

  /// L-Reduce: reduce<⊕> is all_reduce<⊕>{a}.
  hlo::Expr L_Reduce(const Axis& a, Monoid m, ValueId x) const { return hlo::AllReduce{m, AxisList{a}, x}; }

  /// L-Any: the value itself; `y` becomes another name for it.
  void L_Any(ValueId y, ValueId x) { name_of_[y] = x; }

  /// L-Loop: ⟨loop a (σ1..σm) (r.e)⟩ = let x1..xm = ⟨e⟩ in (c1..cm).
  void L_Loop(core::LoopExpr& loop, const core::Stmt& s) {
    const ValueIds xs = block(*loop.body);
    std::vector<core::Stmt>().swap(loop.body->stmts);  // freed now, while the caches hold it
    for (size_t i = 0; i < loop.attrs.size(); ++i) {
      const core::LoopAttr& attr = loop.attrs[i];
      switch (attr.kind) {
        case core::LoopAttr::Kind::Tile:
          let({s.results[i]}, L_Tile(loop.axis, attr.dim, xs[i]), s.location);
          break;
        case core::LoopAttr::Kind::Reduce:
          let({s.results[i]}, L_Reduce(loop.axis, attr.monoid, xs[i]), s.location);
          break;
        case core::LoopAttr::Kind::Any:
          L_Any(s.results[i], xs[i]);
          break;
      }
    }
  }

  /// L-Let: ⟨let x̄ = e1 in e2⟩ = let x̄ = ⟨e1⟩ in ⟨e2⟩; the lets of loop bodies join one list, which
  /// captures nothing because binders are unique in a function.
  void L_Let(core::Stmt& s) {
    std::visit(Overloaded{[&](OpExpr& e) { let(std::move(s.results), L_Op(e), s.location); },
                          [&](core::SliceExpr& e) { let(std::move(s.results), L_Slice(e), s.location); },
                          [&](core::LoopExpr& e) { L_Loop(e, s); }},
               s.expr);
  }

  ValueIds block(core::Block& b) {
    for (core::Stmt& s : b.stmts) L_Let(s);
    return L_Tuple(b.results);
  }
  void let(ValueIds results, hlo::Expr e, Location where) {
    out_.main.body.stmts.push_back({std::move(results), std::move(e), where});
  }
  /// The collective's axis lists that have `a` on dimension `d` of `x`.
  AxisLists along(ValueId x, int64_t d, const Axis& a) const {
    AxisLists lists(out_.main.type(x).shape.size());
    lists.at(d).push_back(a);
    return lists;
  }

  core::Program core_;  ///< what is translated of it is taken out of it
  hlo::Program out_;
  std::vector<ValueId> name_of_;  ///< the HLO value that each Core value is
};

/// ⟨e⟩ of a well-typed program (semantics/core_typing.h checks), statement by statement: the
/// L-rules but L-Param and L-Result, which `simplify` applies. Linear in the program.
PARTIR_INLINE hlo::Program translate(core::Program program)
#if PARTIR_LOWERING_BODIES
{ return Translation(std::move(program)).run(); }
#else
    ;
#endif

}  // namespace partir
