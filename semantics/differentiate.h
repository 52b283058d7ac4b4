// Reverse-mode differentiation of graphs: the gradient of a scalar, as ops added to the same graph.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "semantics/vjp/contract.h"
#include "semantics/vjp/elementwise.h"
#include "semantics/vjp/movement.h"

namespace partir::graph {

/// An elementwise function of one operand whose derivative is known.
template <class T>
concept HasDerivative = requires(const T& op, const Tensor& x) {
  { derivative(op, x, x) } -> std::same_as<Tensor>;
};
/// An op type with a rule in semantics/vjp.
template <class T>
concept Differentiable = HasDerivative<T> || requires(const T& op, const Pullback& p) {
  { vjp(op, p) } -> std::same_as<Cotangents>;
};

/// The cotangents of the operands; Unsupported, at the op, where it has no rule.
inline Cotangents pull_back(const Op& op, const Pullback& p) {
  return op.visit([&]<class T>(const T& o) -> Cotangents {
    if constexpr (HasDerivative<T>) return {p.d() * derivative(o, p.x[0], p.y[0])};
    else if constexpr (Differentiable<T>) return vjp(o, p);
    else throw Unsupported("the derivative of " + full_name<T>(), p.location);
  });
}

/// The gradients of `loss`, a scalar of a float type, with respect to `wrt`, each of its type (zeros where the loss
/// does not depend on it). Ops are pulled back last first, and gradients of several uses added in that order; that of
/// a result named `NAME` is named `NAME.gradient`, so that schedules can speak of it, unless that value has a name
/// already (it is another one's gradient, too).
/// Integers and predicates carry no gradient. Throws BadInput for another loss, Unsupported at an op without a rule
/// and for complex numbers.
inline std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Tensor>& wrt,
                                     Source at = Source::current()) {
  Graph& g = *loss.graph;
  if (loss.rank() != 0 || !is_float(loss.type().element))
    throw BadInput("the gradient of a " + to_string(loss.type()) + ", which is no scalar of a float type",
                   located(at));
  const size_t ops = g.function().body.stmts.size();
  // what depends on wrt
  std::vector<char> active(g.function().values.size());
  for (const Tensor& x : wrt) active[x.id] = true;
  for (size_t s = 0; s < ops; ++s) {
    const core::Stmt& stmt = g.function().body.stmts[s];
    for (ValueId x : core::operands(stmt.expr))
      if (active[x])
        for (ValueId y : stmt.results) {
          const ElementType e = g.function().type(y).element;
          if ((is_float(e) || is_complex(e)) && !g.stops_gradient(y)) active[y] = true;
        }
  }
  std::vector<std::optional<Tensor>> cotangent(active.size());
  if (active[loss.id]) cotangent[loss.id] = full_like(loss, 1, at);
  for (size_t s = ops; s-- > 0;) {
    const core::Stmt stmt = g.function().body.stmts[s];  // a copy: rules add statements
    const OpExpr& e = std::get<OpExpr>(stmt.expr);
    std::vector<Tensor> x, y;
    std::vector<std::optional<Tensor>> dy;
    bool reached = false;
    for (ValueId r : stmt.results) {
      y.push_back({&g, r});
      dy.push_back(active[r] ? cotangent[r] : std::nullopt);
      if (!dy.back()) continue;
      reached = true;
      const std::string name = g.function().values[r].name;
      if (!name.empty() && g.function().values[dy.back()->id].name.empty()) g.named(*dy.back(), name + ".gradient");
    }
    if (!reached) continue;
    for (ValueId o : e.operands) {
      if (active[o] && is_complex(g.function().type(o).element))
        throw Unsupported("the derivative of " + e.op.full_name() + " of complex numbers", stmt.location);
      x.push_back({&g, o});
    }
    const Cotangents all = pull_back(e.op, {g, x, y, dy, stmt.location});
    if (all.size() != x.size()) throw Crash("a cotangent for each operand of " + e.op.full_name());
    for (size_t i = 0; i < x.size(); ++i) {
      if (!all[i] || !active[x[i].id]) continue;
      if (all[i]->type() != x[i].type())
        throw Crash("the derivative of " + e.op.full_name() + ": " + to_string(all[i]->type()) + " for a " +
                    to_string(x[i].type()));
      std::optional<Tensor>& d = cotangent[x[i].id];
      d = d ? *d + *all[i] : *all[i];
    }
  }
  std::vector<Tensor> result;
  for (const Tensor& x : wrt) result.push_back(cotangent[x.id] ? *cotangent[x.id] : full_like(x, 0, at));
  return result;
}

}  // namespace partir::graph
