// Typing of PartIR:Core, Γ ⊢core e : τ (calculus.md section 1): one function per rule.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "semantics/core.h"
#include "semantics/instances.h"
#include "semantics/phrase.h"
#include "semantics/premises.h"

namespace partir {
namespace core {

/// Γ and A: which tensor and range variables are in scope (their types stand in the function).
struct Context {
  const Mesh& M;
  const Function& f;
  std::vector<char> tensors;   ///< per ValueId
  std::vector<char> ranges;    ///< per RangeId
  AxisList A;                  ///< axes whose range variables are in scope
  Derivation* derivation = nullptr;
  int depth = 0;
  std::vector<char> bound{};   ///< per ValueId: bound so far, in scope or not
  std::vector<char> opened{};  ///< per RangeId: bound so far, in scope or not

  bool tensor(ValueId x) const { return x < tensors.size() && tensors[x]; }
  bool range(RangeId r) const { return r < ranges.size() && ranges[r]; }
};

/// What is tainted by a range variable, per ValueId (premise of T-Any).
using Taint = std::vector<char>;

/// Marks in `taint` what the block's bindings owe to range variable `r`: a slice that reads `r` or a
/// tainted operand, an op with a tainted operand; let and loops per result.
inline void taint(const Block& block, RangeId r, Taint& marks) {
  for (const Stmt& s : block.stmts) {
    if (const auto* loop = std::get_if<LoopExpr>(&s.expr)) {
      taint(*loop->body, r, marks);
      for (size_t i = 0; i < s.results.size(); ++i)
        marks[s.results[i]] = marks[loop->body->results[i]];
      continue;
    }
    bool tainted = false;
    if (const auto* slice = std::get_if<SliceExpr>(&s.expr)) tainted = slice->range == r;
    for (ValueId x : operands(s.expr)) tainted |= marks[x] != 0;
    for (ValueId x : s.results) marks[x] = tainted;
  }
}

/// T-Var: a variable that is a tensor in scope.
inline const TensorType& T_Var(const Context& Γ, ValueId x, const Location& where) {
  Premises premise(Rule::T_Var, where);
  premise(1, Γ.tensor(x), [&] { return x < Γ.f.values.size() ? value_name(Γ.f, x) + " out of scope" : "an unknown variable"; },
          std::string("a tensor variable in scope"));
  return Γ.f.type(x);
}

/// T-Op.
inline Types T_Op(const Context& Γ, const OpExpr& e, const Types& declared, const Location& where) {
  Types operands;
  for (ValueId x : e.operands) operands.push_back(T_Var(Γ, x, where));
  op_premises(Premises(Rule::T_Op, where), e.op, operands, declared);
  return declared;
}

/// T-Slice.
inline TensorType T_Slice(const Context& Γ, const SliceExpr& e, const Location& where) {
  Premises premise(Rule::T_Slice, where);
  premise(1, Γ.tensor(e.operand), std::string("a variable that is not in scope"),
          std::string("a tensor variable in scope"));
  premise(2, Γ.range(e.range), std::string("a range that is not in scope"),
          std::string("a range variable in scope"));
  const Axis& a = Γ.f.ranges[e.range].axis;
  TensorType τ = Γ.f.type(e.operand);
  premise(3, e.dim >= 0 && e.dim < τ.rank(), [&] { return "d = " + std::to_string(e.dim); },
          [&] { return "0 <= d < " + std::to_string(τ.rank()) + " for " + to_string(τ); });
  const int64_t n = τ.shape[e.dim], N = Γ.M.size(a);
  premise(4, n % N == 0, [&] { return "extent " + std::to_string(n) + " of dimension " + std::to_string(e.dim); },
          [&] { return "a multiple of M(\"" + a + "\") = " + std::to_string(N); });
  premise(5, N <= n, [&] { return "extent " + std::to_string(n); },
          [&] { return "at least M(\"" + a + "\") = " + std::to_string(N); });
  τ.shape[e.dim] = n / N;
  return τ;
}

/// T-Tile.
inline TensorType T_Tile(const Context& Γ, const Axis& a, int64_t d, TensorType τ,
                         const Location& where) {
  Premises premise(Rule::T_Tile, where);
  premise(1, d >= 0 && d < τ.rank(), [&] { return "d = " + std::to_string(d); },
          [&] { return "0 <= d < " + std::to_string(τ.rank()) + " for " + to_string(τ); });
  τ.shape[d] *= Γ.M.size(a);
  return τ;
}

/// T-Reduce.
inline TensorType T_Reduce(const Context&, Monoid m, TensorType τ, const Location& where) {
  Premises premise(Rule::T_Reduce, where);
  premise(1, defined_on(m, τ.element),
          [&] { return std::string(name(m)) + " on " + std::string(name(τ.element)); },
          std::string("a reduction that is defined on the element type"));
  return τ;
}

/// T-Any.
inline TensorType T_Any(const Context& Γ, const Axis& a, bool tainted, ValueId x, TensorType τ,
                        const Location& where) {
  Premises premise(Rule::T_Any, where);
  premise(1, !tainted, [&] { return value_name(Γ.f, x) + ", which depends on the range over \"" + a + "\""; },
          std::string("a value that does not"));
  return τ;
}

Types block_types(Context& Γ, const Block& block, const Location& where);

/// T-Loop.
inline Types T_Loop(Context& Γ, const LoopExpr& e, const Location& where) {
  Premises premise(Rule::T_Loop, where);
  premise(1, Γ.M.contains(e.axis), [&] { return "\"" + e.axis + "\""; },
          [&] { return "an axis of the mesh " + to_string(Γ.M); });
  premise(2, !contains(Γ.A, e.axis), [&] { return "a loop over \"" + e.axis + "\" inside another"; },
          [&] { return "an axis outside A = " + to_string(Γ.A); });
  premise(3, e.body->results.size() == e.attrs.size(),
          [&] { return std::to_string(e.body->results.size()) + " results"; },
          [&] { return std::to_string(e.attrs.size()) + " for as many attributes"; });
  Γ.opened.resize(Γ.ranges.size());
  premise(4, e.range < Γ.ranges.size() && Γ.f.ranges[e.range].axis == e.axis && !Γ.opened[e.range],
          [&] { return e.range >= Γ.ranges.size() ? std::string("an unknown range variable")
                       : Γ.opened[e.range]        ? std::string("a range variable bound again")
                                                  : "a range<\"" + Γ.f.ranges[e.range].axis + "\">"; },
          [&] { return "a new range<\"" + e.axis + "\">"; });
  Γ.opened[e.range] = 1;
  Γ.A.push_back(e.axis);
  Γ.ranges[e.range] = 1;
  ++Γ.depth;
  const Types body = block_types(Γ, *e.body, where);
  --Γ.depth;
  Γ.ranges[e.range] = 0;
  Γ.A.pop_back();

  Taint marks;
  Types results;
  for (size_t i = 0; i < e.attrs.size(); ++i) {
    const LoopAttr& σ = e.attrs[i];
    switch (σ.kind) {
      case LoopAttr::Kind::Tile: results.push_back(T_Tile(Γ, e.axis, σ.dim, body[i], where)); break;
      case LoopAttr::Kind::Reduce: results.push_back(T_Reduce(Γ, σ.monoid, body[i], where)); break;
      case LoopAttr::Kind::Any: {
        if (marks.empty()) {
          marks.resize(Γ.f.values.size());
          taint(*e.body, e.range, marks);
        }
        const ValueId x = e.body->results[i];
        results.push_back(T_Any(Γ, e.axis, marks[x] != 0, x, body[i], where));
        break;
      }
    }
    derive(Γ.derivation,
           σ.kind == LoopAttr::Kind::Tile     ? Rule::T_Tile
           : σ.kind == LoopAttr::Kind::Reduce ? Rule::T_Reduce
                                              : Rule::T_Any,
           Γ.depth + 1, to_string(σ) + " of " + value_name(Γ.f, e.body->results[i]),
           to_string(results.back()));
  }
  return results;
}

/// T-Let: one statement; its results come into scope.
inline void T_Let(Context& Γ, const Stmt& s) {
  Types declared;
  for (ValueId x : s.results) {
    Premises(Rule::T_Let, s.location)(2, x < Γ.tensors.size(), std::string("an unknown variable"),
                                     std::string("a variable of the function"));
    declared.push_back(Γ.f.type(x));
  }
  Rule rule = Rule::T_Op;
  const Types found = std::visit(
      Overloaded{[&](const OpExpr& e) { return T_Op(Γ, e, declared, s.location); },
                 [&](const SliceExpr& e) {
                   rule = Rule::T_Slice;
                   return Types{T_Slice(Γ, e, s.location)};
                 },
                 [&](const LoopExpr& e) {
                   rule = Rule::T_Loop;
                   return T_Loop(Γ, e, s.location);
                 }},
      s.expr);
  Γ.bound.resize(Γ.tensors.size());
  Premises premise(Rule::T_Let, s.location);
  premise(1, found.size() == s.results.size(),
          [&] { return std::to_string(s.results.size()) + " names"; },
          [&] { return std::to_string(found.size()) + " for as many results"; });
  for (size_t i = 0; i < found.size(); ++i) {
    const ValueId x = s.results[i];
    // bound once in the whole function: ⟨loop⟩ puts the body's names in the scope around it
    premise(2, !Γ.tensors[x] && !Γ.bound[x], [&] { return value_name(Γ.f, x) + " bound again"; },
            std::string("a fresh name"));
    premise(3, found[i] == declared[i], [&] { return value_name(Γ.f, x) + " : " + to_string(declared[i]); },
            [&] { return to_string(found[i]); });
    Γ.tensors[x] = Γ.bound[x] = 1;
  }
  if (Γ.derivation) derive(Γ.derivation, rule, Γ.depth, phrase(Γ.f, s), to_string(found));
}

/// T-Tuple: the components of a block's result.
inline Types T_Tuple(const Context& Γ, std::span<const ValueId> xs, const Location& where) {
  Premises premise(Rule::T_Tuple, where);
  Types types;
  for (ValueId x : xs) {
    premise(1, Γ.tensor(x), [&] { return x < Γ.f.values.size() ? value_name(Γ.f, x) + " out of scope" : "an unknown variable"; },
            std::string("a tensor variable in scope"));
    types.push_back(Γ.f.type(x));
  }
  return types;
}

/// The types of a block's results; what the block binds leaves scope with it.
inline Types block_types(Context& Γ, const Block& block, const Location& where) {
  for (const Stmt& s : block.stmts) T_Let(Γ, s);
  Types types = T_Tuple(Γ, block.results, where);
  derive(Γ.derivation, Rule::T_Tuple, Γ.depth, "(" + detail::value_list(Γ.f, block.results) + ")",
         to_string(types));
  if (Γ.depth > 0)
    for (const Stmt& s : block.stmts)
      for (ValueId x : s.results) Γ.tensors[x] = 0;
  return types;
}

/// T-Func.
inline void T_Func(const Mesh& M, const Function& f, Derivation* derivation = nullptr) {
  Context Γ{M, f, std::vector<char>(f.values.size()), std::vector<char>(f.ranges.size()), {},
            derivation};
  Premises premise(Rule::T_Func, f.location);
  for (ValueId x : f.params) {
    premise(3, x < Γ.tensors.size(), std::string("an unknown variable"),
            std::string("a variable of the function"));
    premise(3, !Γ.tensors[x], [&] { return value_name(f, x) + " twice"; },
            std::string("distinct parameters"));
    Γ.tensors[x] = 1;
  }
  const Types found = block_types(Γ, f.body, f.location);
  premise(1, found.size() == f.result_types.size(),
          [&] { return std::to_string(found.size()) + " results"; },
          [&] { return std::to_string(f.result_types.size()); });
  premise(2, found == f.result_types, [&] { return to_string(found); },
          [&] { return to_string(f.result_types); });
  derive(derivation, Rule::T_Func, 0, "func " + f.name, to_string(found));
}

}  // namespace core

/// Type-checks a PartIR:Core program; throws Rejected naming rule, premise and location.
PARTIR_INLINE void check(const core::Program& program, Derivation* derivation = nullptr)
#if PARTIR_SEMANTICS_BODIES
{
  core::T_Func(program.mesh, program.main, derivation);
}
#else
    ;
#endif

}  // namespace partir
