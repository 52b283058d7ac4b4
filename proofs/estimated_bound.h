// How far other evaluations of an op seem to be where no bound is derived: of procedures that are stable, and of functions
// such as a complex logarithm. A stable algorithm returns what the op makes of operands that are a few units of roundoff
// away (N. Higham, Accuracy and Stability of Numerical Algorithms, 1.5); so the op is run at some such operands.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "interp/core_interp.h"
#include "interp/random.h"
#include "proofs/bounded_tensor.h"
#include "proofs/scalar_bound.h"
#include "semantics/instances.h"

namespace partir::detail {

/// Whether there are algorithms for `op` that are stable, and none in use that are not.
inline bool is_stable_procedure(const Op& op) { return op.get_if<Fft>() || op.get_if<TriangularSolve>() || op.get_if<Cholesky>(); }

/// An operand whose parts lie on one side or the other, as far as they may be and some units of roundoff. Those without a bound
/// are NaN, so that what is made of them has none.
inline Tensor<Native> moved_aside(const BoundedTensor& x, uint64_t seed) {
  const ElementType t = real_part(x.value.element());
  if (!is_float(t)) return x.value;
  constexpr double roundings = 2;
  std::vector<double> v = parts(x.value);
  const std::vector<double> e = parts(x.bound);
  for (size_t k = 0; k < v.size(); ++k) {
    const double by = e[k] + roundings * unit_roundoff(t) * std::fabs(v[k]);
    if (std::isfinite(v[k])) v[k] = std::isfinite(by) ? v[k] + (mix64(seed + k) & 1 ? by : -by) : std::nan("");
  }
  return E_Op<Native>(Convert{x.value.element()}, {of_parts(x.value.type(), v)})[0];
}

/// The bounds of what `op` makes of `x`, namely its one result `y`: four times the greatest difference in some runs at other
/// operands, and as many roundings of the result. Infinite where a run has no number.
inline Tensor<Native> estimated_bounds(const Op& op, const std::vector<BoundedTensor>& x, const Tensor<Native>& y) {
  constexpr double times = 4;
  constexpr uint64_t runs = 6;
  const std::vector<double> values = parts(y);
  std::vector<double> e(values.size(), 0.0);
  for (uint64_t run = 0; run < runs; ++run) {
    std::vector<Tensor<Native>> moved;
    for (size_t i = 0; i < x.size(); ++i) moved.push_back(moved_aside(x[i], mix64(run * 64 + i)));
    const std::vector<double> other = parts(E_Op<Native>(op, moved)[0]);
    for (size_t k = 0; k < e.size(); ++k) {
      const double apart = std::fabs(other[k] - values[k]);
      e[k] = std::isfinite(apart) ? std::max(e[k], apart) : infinite;
    }
  }
  const ElementType t = real_part(y.element());
  for (size_t k = 0; k < e.size(); ++k) {
    e[k] = times * (e[k] + rounding(t, values[k]));
    if (!(std::fabs(values[k]) + e[k] <= largest(t))) e[k] = infinite;
  }
  return of_parts(y.type(), e);
}

/// Estimates those bounds of `y`, which `op` makes of `x`, that are infinite.
inline void estimate_others(const Op& op, const std::vector<BoundedTensor>& x, BoundedTensor& y) {
  std::vector<double> e = parts(y.bound);
  if (std::none_of(e.begin(), e.end(), [](double own) { return std::isinf(own); })) return;
  const std::vector<double> estimates = parts(estimated_bounds(op, x, y.value));
  for (size_t k = 0; k < e.size(); ++k)
    if (std::isinf(e[k])) e[k] = estimates[k];
  y.bound = of_parts(y.value.type(), e);
  y.estimated = true;
}

}  // namespace partir::detail
