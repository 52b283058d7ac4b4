// Vector-Jacobian products of elementwise ops.
#pragma once

#include <numbers>

#include "semantics/vjp/pullback.h"

namespace partir::graph {

// dy/dx of y = f(x)
inline Tensor derivative(const Abs&, const Tensor& x, const Tensor&) { return apply<Sign>(x); }
inline Tensor derivative(const Acos&, const Tensor& x, const Tensor&) { return -apply<Rsqrt>(1 - x * x); }
inline Tensor derivative(const Acosh&, const Tensor& x, const Tensor&) { return apply<Rsqrt>(x * x - 1); }
inline Tensor derivative(const Asin&, const Tensor& x, const Tensor&) { return apply<Rsqrt>(1 - x * x); }
inline Tensor derivative(const Asinh&, const Tensor& x, const Tensor&) { return apply<Rsqrt>(x * x + 1); }
inline Tensor derivative(const Atan&, const Tensor& x, const Tensor&) { return 1 / (x * x + 1); }
inline Tensor derivative(const Atanh&, const Tensor& x, const Tensor&) { return 1 / (1 - x * x); }
inline Tensor derivative(const Cbrt&, const Tensor&, const Tensor& y) { return 1.0 / 3 / (y * y); }
inline Tensor derivative(const Cosh&, const Tensor& x, const Tensor&) { return apply<Sinh>(x); }
inline Tensor derivative(const Cosine&, const Tensor& x, const Tensor&) { return -apply<Sine>(x); }
inline Tensor derivative(const Digamma&, const Tensor& x, const Tensor&) {
  return apply<Polygamma>(full_like(x, 1), x);
}
inline Tensor derivative(const Erf&, const Tensor& x, const Tensor&) {
  return 2 * std::numbers::inv_sqrtpi * apply<Exponential>(-(x * x));
}
inline Tensor derivative(const Erfc&, const Tensor& x, const Tensor&) {
  return -2 * std::numbers::inv_sqrtpi * apply<Exponential>(-(x * x));
}
inline Tensor derivative(const ErfInv&, const Tensor&, const Tensor& y) {
  return 0.5 / std::numbers::inv_sqrtpi * apply<Exponential>(y * y);
}
inline Tensor derivative(const Exponential&, const Tensor&, const Tensor& y) { return y; }
inline Tensor derivative(const ExponentialMinusOne&, const Tensor&, const Tensor& y) { return y + 1; }
inline Tensor derivative(const Lgamma&, const Tensor& x, const Tensor&) { return apply<Digamma>(x); }
inline Tensor derivative(const Log&, const Tensor& x, const Tensor&) { return 1 / x; }
inline Tensor derivative(const LogPlusOne&, const Tensor& x, const Tensor&) { return 1 / (x + 1); }
inline Tensor derivative(const Logistic&, const Tensor&, const Tensor& y) { return y * (1 - y); }
inline Tensor derivative(const Rsqrt&, const Tensor& x, const Tensor& y) { return -0.5 * (y / x); }
inline Tensor derivative(const Sine&, const Tensor& x, const Tensor&) { return apply<Cosine>(x); }
inline Tensor derivative(const Sinh&, const Tensor& x, const Tensor&) { return apply<Cosh>(x); }
inline Tensor derivative(const Sqrt&, const Tensor&, const Tensor& y) { return 0.5 / y; }
inline Tensor derivative(const Square&, const Tensor& x, const Tensor&) { return 2 * x; }
inline Tensor derivative(const Tan&, const Tensor&, const Tensor& y) { return y * y + 1; }
inline Tensor derivative(const Tanh&, const Tensor&, const Tensor& y) { return 1 - y * y; }

// locally constant
inline Cotangents vjp(const Sign&, const Pullback&) { return {std::nullopt}; }
inline Cotangents vjp(const Floor&, const Pullback&) { return {std::nullopt}; }
inline Cotangents vjp(const Ceil&, const Pullback&) { return {std::nullopt}; }
inline Cotangents vjp(const RoundNearestAfz&, const Pullback&) { return {std::nullopt}; }
inline Cotangents vjp(const RoundNearestEven&, const Pullback&) { return {std::nullopt}; }

inline Cotangents vjp(const Negate&, const Pullback& p) { return {-p.d()}; }
inline Cotangents vjp(const Add&, const Pullback& p) { return {p.d(), p.d()}; }
inline Cotangents vjp(const Subtract&, const Pullback& p) { return {p.d(), -p.d()}; }
inline Cotangents vjp(const Multiply&, const Pullback& p) { return {p.d() * p.x[1], p.d() * p.x[0]}; }
inline Cotangents vjp(const Divide&, const Pullback& p) {
  const Tensor dx = p.d() / p.x[1];
  return {dx, -(dx * p.y[0])};
}
/// `x^y`: log x is meant to exist where y's gradient is asked for.
inline Cotangents vjp(const Power&, const Pullback& p) {
  const Tensor &x = p.x[0], &y = p.x[1];
  return {p.d() * (y * apply<Power>(x, y - 1)), p.d() * (p.y[0] * apply<Log>(x))};
}
inline Cotangents vjp(const Atan2&, const Pullback& p) {
  const Tensor &y = p.x[0], &x = p.x[1];
  const Tensor scaled = p.d() / (x * x + y * y);
  return {scaled * x, -(scaled * y)};
}
/// `x - y · trunc(x / y)`.
inline Cotangents vjp(const Remainder&, const Pullback& p) {
  return {p.d(), p.d() * ((p.y[0] - p.x[0]) / p.x[1])};
}
/// Of equal operands the first is taken.
inline Cotangents choice(const Pullback& p, ComparisonDirection first) {
  const Tensor taken = compare(p.x[0], first, p.x[1]), zero = zeros_like(p.d());
  return {select(taken, p.d(), zero), select(taken, zeros_like(p.d()), p.d())};
}
inline Cotangents vjp(const Maximum&, const Pullback& p) { return choice(p, ComparisonDirection::GE); }
inline Cotangents vjp(const Minimum&, const Pullback& p) { return choice(p, ComparisonDirection::LE); }
inline Cotangents vjp(const Select&, const Pullback& p) {
  return {std::nullopt, select(p.x[0], p.d(), zeros_like(p.d())), select(p.x[0], zeros_like(p.d()), p.d())};
}
/// `min(max(x, lo), hi)`: at a bound the operand is taken, and where lo > hi it is hi.
inline Cotangents vjp(const Clamp&, const Pullback& p) {
  using enum ComparisonDirection;
  const Tensor& x = p.x[1];
  auto whole = [&](const Tensor& bound) { return bound.rank() == 0 ? broadcast(bound, {}, x.shape()) : bound; };
  const Tensor lo = whole(p.x[0]), hi = whole(p.x[2]);
  auto where = [&](const Tensor& taken) { return select(taken, p.d(), zeros_like(p.d())); };
  auto like = [](const Tensor& d, const Tensor& bound) { return bound.rank() == 0 ? sum(d) : d; };
  const Tensor at_hi = compare(apply<Maximum>(x, lo), GT, hi);
  const Tensor at_lo = apply<And>(compare(x, LT, lo), compare(lo, LE, hi));
  const Tensor inside = apply<And>(compare(x, GE, lo), compare(x, LE, hi));
  return {like(where(at_lo), p.x[0]), where(inside), like(where(at_hi), p.x[2])};
}
inline Cotangents vjp(const Convert&, const Pullback& p) {
  return {convert(p.d(), p.x[0].type().element)};
}
inline Cotangents vjp(const OptimizationBarrier&, const Pullback& p) { return {p.d()}; }

}  // namespace partir::graph
