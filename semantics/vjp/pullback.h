// What a vector-Jacobian product is given and gives: the base of the rules in this folder.
#pragma once

#include <optional>
#include <vector>

#include "semantics/graph.h"

namespace partir::graph {

/// One op of a graph, and the cotangents of its results: `dy[j]` is the gradient of the loss at `y[j]`, of its
/// type; none where the loss does not depend on it.
struct Pullback {
  Graph& graph;
  const std::vector<Tensor>& x;
  const std::vector<Tensor>& y;
  const std::vector<std::optional<Tensor>>& dy;
  Location location;  ///< of the op
  /// Of an op of one result.
  const Tensor& d() const { return *dy.at(0); }
};

/// The gradient at each operand, of its type; none where nothing flows (indices, predicates, rounding).
///
/// A rule is a function `Cotangents vjp(const T&, const Pullback&)` of an op type T, or for an elementwise function
/// of one operand its `Tensor derivative(const T&, const Tensor& x, const Tensor& y)`. It is found by T: one rule
/// more is one overload more. A rule throws Unsupported where it does not cover an instance of its op.
using Cotangents = std::vector<std::optional<Tensor>>;

inline Tensor zeros_like(const Tensor& x) { return full_like(x, 0); }

}  // namespace partir::graph
