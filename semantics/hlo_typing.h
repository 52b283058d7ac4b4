// Local typing of PartIR:HLO, Γ ⊢spmd s : τ (calculus.md section 2): one function per rule.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "semantics/hlo.h"
#include "semantics/instances.h"
#include "semantics/phrase.h"
#include "semantics/premises.h"

namespace partir {
namespace hlo {

/// Γ: which tensor variables are in scope (their local types stand in the function).
struct Context {
  const Mesh& M;
  const Function& f;
  std::vector<char> tensors;
  Derivation* derivation = nullptr;
  bool tensor(ValueId x) const { return x < tensors.size() && tensors[x]; }
};

namespace detail {
inline const char* in_scope() { return "a tensor variable in scope"; }
/// Operand in scope (premise 1), one list per dimension (2), axes in M (3) and distinct (4).
inline TensorType listed(const Context& Γ, const Premises& premise, ValueId x,
                         const AxisLists& axes) {
  premise(1, Γ.tensor(x), std::string("a variable that is not in scope"), std::string(in_scope()));
  const TensorType& τ = Γ.f.type(x);
  premise(2, axes.size() == τ.shape.size(), [&] { return std::to_string(axes.size()) + " lists"; },
          [&] { return std::to_string(τ.rank()) + " for " + to_string(τ); });
  for (const Axis& a : flatten(axes))
    premise(3, Γ.M.contains(a), [&] { return "\"" + a + "\""; },
            [&] { return "an axis of the mesh " + to_string(Γ.M); });
  premise(4, all_distinct(axes), [&] { return to_string(axes); }, std::string("distinct axes"));
  return τ;
}
/// Divides dimension `d` by |ā|; premises `divides` and `divides + 1`.
inline void divide(const Context& Γ, const Premises& premise, int divides, TensorType& τ, int64_t d,
                   const AxisList& ā) {
  if (ā.empty()) return;
  const int64_t N = Γ.M.size(ā), n = τ.shape[d];
  premise(divides, n % N == 0,
          [&] { return "extent " + std::to_string(n) + " of dimension " + std::to_string(d); },
          [&] { return "a multiple of |" + to_string(ā) + "| = " + std::to_string(N); });
  premise(divides + 1, N <= n, [&] { return "extent " + std::to_string(n); },
          [&] { return "at least |" + to_string(ā) + "| = " + std::to_string(N); });
  τ.shape[d] = n / N;
}
}  // namespace detail

/// H-Op.
inline Types H_Op(const Context& Γ, const OpExpr& e, const Types& declared, const Location& where) {
  Types operands;
  for (ValueId x : e.operands) {
    Premises(Rule::H_Tuple, where)(1, Γ.tensor(x), std::string("a variable that is not in scope"),
                                   std::string(detail::in_scope()));
    operands.push_back(Γ.f.type(x));
  }
  op_premises(Premises(Rule::H_Op, where), e.op, operands, declared);
  return declared;
}

/// H-Slice.
inline TensorType H_Slice(const Context& Γ, const AllSlice& e, const Location& where) {
  Premises premise(Rule::H_Slice, where);
  TensorType τ = detail::listed(Γ, premise, e.operand, e.axes);
  for (size_t d = 0; d < e.axes.size(); ++d)
    detail::divide(Γ, premise, 5, τ, static_cast<int64_t>(d), e.axes[d]);
  return τ;
}

/// H-Gather.
inline TensorType H_Gather(const Context& Γ, const AllGather& e, const Location& where) {
  Premises premise(Rule::H_Gather, where);
  TensorType τ = detail::listed(Γ, premise, e.operand, e.axes);
  for (size_t d = 0; d < e.axes.size(); ++d) τ.shape[d] *= Γ.M.size(e.axes[d]);
  return τ;
}

/// H-Reduce.
inline TensorType H_Reduce(const Context& Γ, const AllReduce& e, const Location& where) {
  Premises premise(Rule::H_Reduce, where);
  premise(1, Γ.tensor(e.operand), std::string("a variable that is not in scope"),
          std::string(detail::in_scope()));
  const TensorType& τ = Γ.f.type(e.operand);
  for (const Axis& a : e.axes)
    premise(2, Γ.M.contains(a), [&] { return "\"" + a + "\""; },
            [&] { return "an axis of the mesh " + to_string(Γ.M); });
  premise(3, all_distinct({e.axes}), [&] { return to_string(e.axes); },
          std::string("distinct axes"));
  premise(4, defined_on(e.monoid, τ.element),
          [&] { return std::string(name(e.monoid)) + " on " + std::string(name(τ.element)); },
          std::string("a reduction that is defined on the element type"));
  return τ;
}

/// H-Scatter.
inline TensorType H_Scatter(const Context& Γ, const ReduceScatter& e, const Location& where) {
  Premises premise(Rule::H_Scatter, where);
  TensorType τ = detail::listed(Γ, premise, e.operand, e.axes);
  for (size_t d = 0; d < e.axes.size(); ++d)
    detail::divide(Γ, premise, 5, τ, static_cast<int64_t>(d), e.axes[d]);
  premise(7, defined_on(e.monoid, τ.element),
          [&] { return std::string(name(e.monoid)) + " on " + std::string(name(τ.element)); },
          std::string("a reduction that is defined on the element type"));
  return τ;
}

/// H-AllToAll.
inline TensorType H_AllToAll(const Context& Γ, const AllToAll& e, const Location& where) {
  Premises premise(Rule::H_AllToAll, where);
  premise(1, Γ.tensor(e.operand), std::string("a variable that is not in scope"),
          std::string(detail::in_scope()));
  TensorType τ = Γ.f.type(e.operand);
  auto below = [&](int64_t d) { return d >= 0 && d < τ.rank(); };
  premise(2, below(e.from) && below(e.to),
          [&] { return std::to_string(e.from) + " -> " + std::to_string(e.to); },
          [&] { return "dimensions below " + std::to_string(τ.rank()); });
  premise(3, e.from != e.to, [&] { return std::to_string(e.from) + " twice"; },
          std::string("two dimensions"));
  for (const Axis& a : e.axes)
    premise(4, Γ.M.contains(a), [&] { return "\"" + a + "\""; },
            [&] { return "an axis of the mesh " + to_string(Γ.M); });
  premise(5, all_distinct({e.axes}), [&] { return to_string(e.axes); },
          std::string("distinct axes"));
  τ.shape[e.from] *= Γ.M.size(e.axes);
  detail::divide(Γ, premise, 6, τ, e.to, e.axes);
  return τ;
}

/// H-Let: one statement; its results come into scope.
inline void H_Let(Context& Γ, const Stmt& s) {
  Types declared;
  for (ValueId x : s.results) {
    Premises(Rule::H_Let, s.location)(2, x < Γ.tensors.size(), std::string("an unknown variable"),
                                     std::string("a variable of the function"));
    declared.push_back(Γ.f.type(x));
  }
  Rule rule = Rule::H_Op;
  auto one = [&](Rule r, TensorType τ) {
    rule = r;
    return Types{std::move(τ)};
  };
  const Location& at = s.location;
  const Types found = std::visit(
      Overloaded{
          [&](const OpExpr& e) { return H_Op(Γ, e, declared, at); },
          [&](const AllSlice& e) { return one(Rule::H_Slice, H_Slice(Γ, e, at)); },
          [&](const AllGather& e) { return one(Rule::H_Gather, H_Gather(Γ, e, at)); },
          [&](const AllReduce& e) { return one(Rule::H_Reduce, H_Reduce(Γ, e, at)); },
          [&](const ReduceScatter& e) { return one(Rule::H_Scatter, H_Scatter(Γ, e, at)); },
          [&](const AllToAll& e) { return one(Rule::H_AllToAll, H_AllToAll(Γ, e, at)); }},
      s.expr);
  Premises premise(Rule::H_Let, at);
  premise(1, found.size() == s.results.size(),
          [&] { return std::to_string(s.results.size()) + " names"; },
          [&] { return std::to_string(found.size()) + " for as many results"; });
  for (size_t i = 0; i < found.size(); ++i) {
    const ValueId x = s.results[i];
    premise(2, !Γ.tensors[x], [&] { return value_name(Γ.f, x) + " bound again"; },
            std::string("a fresh name"));
    premise(3, found[i] == declared[i],
            [&] { return value_name(Γ.f, x) + " : " + to_string(declared[i]); },
            [&] { return to_string(found[i]); });
    Γ.tensors[x] = 1;
  }
  if (Γ.derivation) derive(Γ.derivation, rule, 0, phrase(Γ.f, s), to_string(found));
}

/// H-Tuple.
inline Types H_Tuple(const Context& Γ, std::span<const ValueId> xs, const Location& where) {
  Premises premise(Rule::H_Tuple, where);
  Types types;
  for (ValueId x : xs) {
    premise(1, Γ.tensor(x),
            [&] { return x < Γ.f.values.size() ? value_name(Γ.f, x) + " out of scope" : "an unknown variable"; },
            std::string(detail::in_scope()));
    types.push_back(Γ.f.type(x));
  }
  return types;
}

/// H-Func: body and signature; a parameter or result at `D` has type local(D).
inline void H_Func(const Mesh& M, const Function& f, Derivation* derivation = nullptr) {
  Context Γ{M, f, std::vector<char>(f.values.size()), derivation};
  Premises premise(Rule::H_Func, f.location);
  auto well_formed = [&](const DistType& D) {
    const std::string why = ill_formed(M, D);
    premise(4, why.empty(), [&] { return to_string(D) + ": " + why; },
            std::string("a distributed type over the mesh"));
  };
  premise(4, f.param_dists.size() == f.params.size(),
          [&] { return std::to_string(f.param_dists.size()) + " distributed types"; },
          [&] { return "one for each of " + std::to_string(f.params.size()) + " parameters"; });
  for (size_t i = 0; i < f.params.size(); ++i) {
    const ValueId x = f.params[i];
    premise(3, x < Γ.tensors.size(), std::string("an unknown variable"),
            std::string("a variable of the function"));
    premise(3, !Γ.tensors[x], [&] { return value_name(f, x) + " twice"; },
            std::string("distinct parameters"));
    Γ.tensors[x] = 1;
    well_formed(f.param_dists[i]);
    premise(4, local(M, f.param_dists[i]) == f.type(x),
            [&] { return value_name(f, x) + " : " + to_string(f.type(x)); },
            [&] { return "the local type of " + to_string(f.param_dists[i]); });
  }
  for (const Stmt& s : f.body.stmts) H_Let(Γ, s);
  const Types found = H_Tuple(Γ, f.body.results, f.location);
  derive(derivation, Rule::H_Tuple, 0, "(" + partir::detail::value_list(f, f.body.results) + ")",
         to_string(found));
  premise(1, found.size() == f.result_dists.size(),
          [&] { return std::to_string(found.size()) + " results"; },
          [&] { return std::to_string(f.result_dists.size()); });
  for (size_t i = 0; i < found.size(); ++i) {
    well_formed(f.result_dists[i]);
    premise(2, found[i] == local(M, f.result_dists[i]), [&] { return to_string(found[i]); },
            [&] { return to_string(local(M, f.result_dists[i])) + ", the local type of " +
                         to_string(f.result_dists[i]); });
  }
  derive(derivation, Rule::H_Func, 0, "func " + f.name, to_string(found));
}

}  // namespace hlo

/// Checks the local types of a PartIR:HLO program; throws Rejected naming rule, premise, location.
PARTIR_INLINE void check(const hlo::Program& program, Derivation* derivation = nullptr)
#if PARTIR_SEMANTICS_BODIES
{
  hlo::H_Func(program.mesh, program.main, derivation);
}
#else
    ;
#endif

}  // namespace partir
