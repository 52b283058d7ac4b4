// Which results are polynomials in the float arguments, and of what degree: two programs that agree on
// a random point of the prime field then agree everywhere but with a known probability (Schwartz,
// Zippel: two polynomials of degree at most d that differ agree at a point drawn uniformly from a field
// of p elements with probability at most d/p).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "semantics/core.h"
#include "semantics/module_walk.h"
#include "semantics/spmd_program.h"

namespace partir {

/// An upper bound of a value's total degree; nothing where it may be no polynomial. Zero: it does not
/// depend on the arguments. What exceeds 2^60 is none either.
using Degree = std::optional<int64_t>;

namespace detail {

inline Degree bounded(Degree d) {
  return d && *d < int64_t{1} << 60 ? d : std::nullopt;
}
inline Degree larger(Degree a, Degree b) {
  return a && b ? Degree(std::max(*a, *b)) : std::nullopt;
}
inline Degree product(Degree a, int64_t times) {
  if (!a || (times > 0 && *a > (int64_t{1} << 60) / times)) return std::nullopt;
  return *a * times;
}
inline bool constants(const std::vector<Degree>& ds) {
  return std::all_of(ds.begin(), ds.end(), [](const Degree& d) { return d == 0; });
}

/// What a scalar function makes of polynomials over the field.
inline Degree degree(ScalarFn fn, ElementType result, const std::vector<Degree>& x) {
  if (constants(x)) return 0;
  if (!is_float(result)) return std::nullopt;
  switch (fn) {
    case ScalarFn::Negate: case ScalarFn::Convert: return x[0];
    case ScalarFn::Add: case ScalarFn::Subtract: return larger(x[0], x[1]);
    case ScalarFn::Multiply: return x[0] && x[1] ? bounded(*x[0] + *x[1]) : std::nullopt;
    // by what does not depend on the arguments: that is a factor, or NaN whatever they are
    case ScalarFn::Divide: return x[1] == 0 ? x[0] : std::nullopt;
    case ScalarFn::Select: return x[0] == 0 ? larger(x[1], x[2]) : std::nullopt;
    default: return std::nullopt;
  }
}

/// A value folded by ⊕ from `count` others of degree `d`.
inline Degree folded(Monoid m, Degree d, int64_t count) {
  if (d == 0) return 0;
  return m == Monoid::Add ? d : m == Monoid::Mul ? product(d, count) : std::nullopt;
}

inline Degree degree(const Comprehension& c, const std::vector<Degree>& operands) {
  std::vector<Degree> at;
  for (const Node& n : c.body)
    at.push_back(std::visit(
        Overloaded{[&](const ReadNode& r) { return operands.at(r.operand); },
                   [&](const DynamicReadNode& r) {
                     for (int place : r.at)
                       if (place >= 0 && at[place] != 0) return Degree();
                     return operands.at(r.operand);
                   },
                   [](const LiteralNode&) { return Degree(0); },
                   [](const IndexNode&) { return Degree(0); },
                   [&](const ApplyNode& a) {
                     std::vector<Degree> x;
                     for (int arg : a.args) x.push_back(at[arg]);
                     return degree(a.fn, n.element, x);
                   },
                   [&](const GuardNode& g) { return larger(at[g.then_node], at[g.else_node]); },
                   [&](const ChooseNode& g) {
                     return at[g.condition] == 0 ? larger(at[g.then_node], at[g.else_node])
                                                 : Degree();
                   }},
        n.expr));
  Degree d = at.empty() ? Degree(0) : at.back();
  if (!c.reducer) return d;
  int64_t count = num_elements(c.reduction);
  if (c.init) d = larger(d, operands.at(*c.init)), ++count;
  return is_float(c.result.element) || d == 0 ? folded(*c.reducer, d, count) : std::nullopt;
}

}  // namespace detail

/// The degree of an op's results.
inline Degree degree(const Op& op, const Types& types, const std::vector<Degree>& operands) {
  if (detail::constants(operands)) return 0;
  const std::optional<Comprehension> c = op.comprehension(types);
  return c ? detail::degree(*c, operands) : std::nullopt;
}

/// The largest degree of a program's results in its float arguments. Loops have none.
inline Degree degree(const core::Program& p) {
  const core::Function& f = p.main;
  std::vector<Degree> of(f.values.size());
  for (ValueId x : f.params) of[x] = is_float(f.type(x).element) ? Degree(1) : std::nullopt;
  for (const core::Stmt& s : f.body.stmts) {
    const auto* o = std::get_if<OpExpr>(&s.expr);
    if (!o) return std::nullopt;
    Types types;
    std::vector<Degree> x;
    for (ValueId v : o->operands) types.push_back(f.type(v)), x.push_back(of[v]);
    const Degree d = degree(o->op, types, x);
    for (ValueId r : s.results) of[r] = d;
  }
  Degree all = 0;
  for (ValueId r : f.body.results) all = detail::larger(all, of[r]);
  return all;
}

/// The same of an SPMD program, in the elements of its shards; a device's number is a constant of its
/// own. Control flow that depends on arguments, and calls, have none.
inline Degree degree(const SpmdProgram& p) {
  const shlo::Function& f = *p.function();
  std::vector<Degree> of(f.values.size());
  for (size_t i = 0; i < f.params.size(); ++i) {
    const DistType& d = p.params[i];
    // parts that are added up to the argument are drawn as freely as it
    const bool free = d.partial.empty() || d.monoid == Monoid::Add;
    of[f.params[i]] = free && is_float(d.global.element) ? Degree(1) : std::nullopt;
  }
  for (const shlo::Stmt& s : f.body.stmts) {
    const std::vector<ValueId> reads = shlo::reads(s);
    std::vector<Degree> x;
    for (ValueId v : reads) x.push_back(of[v]);
    Degree d;
    if (const auto* o = std::get_if<OpExpr>(&s.expr)) {
      Types types;
      x.clear();
      for (ValueId v : o->operands) types.push_back(*f.type(v).tensor()), x.push_back(of[v]);
      d = degree(o->op, types, x);
    } else if (const auto* c = std::get_if<shlo::Collective>(&s.expr)) {
      d = 0;
      for (const Degree& operand : x) d = detail::larger(d, operand);
      const auto fold = [&](const ScalarBody& body) {
        const std::optional<Monoid> m = monoid_of(body);
        if (d != 0) d = m ? detail::folded(*m, d, p.mesh.devices()) : std::nullopt;
      };
      if (const auto* r = std::get_if<shlo::AllReduce>(&c->op)) fold(r->body);
      if (const auto* r = std::get_if<shlo::ReduceScatter>(&c->op)) fold(r->body);
    } else if (std::holds_alternative<shlo::Forward>(s.expr)) {
      for (size_t i = 0; i < s.results.size(); ++i)
        of[s.results[i]] = of[std::get<shlo::Forward>(s.expr).operands.at(i)];
      continue;
    } else if (detail::constants(x)) {
      d = 0;
    }
    for (ValueId r : s.results) of[r] = d;
  }
  Degree all = 0;
  for (size_t i = 0; i < f.body.results.size(); ++i) {
    const DistType& dist = p.results[i];
    const Degree d = of[f.body.results[i]];
    all = detail::larger(all, dist.partial.empty()
                                  ? d
                                  : detail::folded(dist.monoid, d, p.mesh.devices()));
  }
  return all;
}

}  // namespace partir
