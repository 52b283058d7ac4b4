// How far a function of complex numbers may be from its result in another evaluation. The bound is of the modulus of
// the difference, and so of the difference of either part.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>

#include "proofs/scalar_bound.h"
#include "semantics/scalar_fn.h"
#include "semantics/types.h"

namespace partir::detail {

inline std::complex<double> number(const Bound& x) { return {x.v, x.imaginary}; }

/// `z`, which another evaluation may have anywhere within `e`. A number beyond the range of the type `t` of the parts, in
/// some evaluation, has no bound.
inline Bound around(std::complex<double> z, double e, ElementType t) {
  const bool is_held = std::isfinite(z.real()) && std::isfinite(z.imag()) && std::abs(z) + e <= largest(t);
  return {z.real(), is_held ? e * (1 + 0x1p-40) : infinite, z.imag()};
}

/// A sum or a difference, each part of which either evaluation rounds.
inline Bound rounded_parts(std::complex<double> z, double e, ElementType t) {
  return around(z, e + 2 * (unit_roundoff(t) * (std::abs(z) + e) + 2 * smallest(t)), t);
}

/// A product in either evaluation: each part is a sum of two products, at most `|x| |y|` in magnitude, with three roundings.
inline Bound complex_product(const Bound& x, const Bound& y, ElementType t) {
  const double a = std::abs(number(x)), b = std::abs(number(y));
  const double e = a * y.e + b * x.e + x.e * y.e, size = (a + x.e) * (b + y.e);
  return around(number(x) * number(y), e + 2 * (4 * unit_roundoff(t) * size + 8 * smallest(t)), t);
}

/// A quotient, by any formula that squares the divisor's parts. Where such a square overflows or underflows there is no bound.
inline Bound complex_quotient(const Bound& x, const Bound& y, ElementType t) {
  const double size = std::abs(number(y)), low = size - y.e;
  const std::complex<double> q = number(x) / number(y);
  if (!(low * low > smallest_normal(t) / unit_roundoff(t)) || !((size + y.e) * (size + y.e) < largest(t) / 4)) return around(q, infinite, t);
  const double e = (x.e + std::abs(q) * y.e) / low;
  return around(q, e + 2 * (16 * unit_roundoff(t) * (std::abs(q) + e) + 16 * smallest_normal(t)), t);
}

/// `e^x`: the real exponential, times the cosine and sine of the imaginary part.
inline Bound complex_exponential(const Bound& x, ElementType t) {
  const std::complex<double> y = std::exp(number(x));
  const double e = x.e == 0 ? 0 : std::abs(y) * std::expm1(x.e);
  return around(y, e + 4 * library(t, std::abs(y) + e), t);
}

/// Whether two complex numbers are the same, where `equal`, or are not.
inline Bound complex_equality(bool equal, const Bound& x, const Bound& y, Branches& branches) {
  const double slack = x.e + y.e;
  const bool open = branches.open(slack > 0 && !(std::abs(number(x) - number(y)) > slack));
  return {(number(x) == number(y)) == equal ? 1.0 : 0.0, open ? 1.0 : 0.0};
}

/// `fn` of operands of which some are complex, or with a complex result. `to`: the type of the result. What has no bound
/// here has an infinite one.
inline Bound complex_bound_of(ScalarFn fn, ElementType to, const Bound* x, Branches& branches) {
  using enum ScalarFn;
  const ElementType t = real_part(to);
  switch (fn) {
    case Real: return {x[0].v, x[0].e};
    case Imag: return {x[0].imaginary, x[0].e};
    case MakeComplex: return {x[0].v, std::hypot(x[0].e, x[1].e), x[1].v};
    case Negate: return {-x[0].v, x[0].e, -x[0].imaginary};
    case Abs: {
      const double size = std::abs(number(x[0]));
      return around(size, x[0].e + library(t, size + x[0].e), t);
    }
    case Add: return rounded_parts(number(x[0]) + number(x[1]), x[0].e + x[1].e, t);
    case Subtract: return rounded_parts(number(x[0]) - number(x[1]), x[0].e + x[1].e, t);
    case Multiply: return complex_product(x[0], x[1], t);
    case Divide: return complex_quotient(x[0], x[1], t);
    case Exp: return complex_exponential(x[0], t);
    case Convert:
      if (is_complex(to)) return rounded_parts(number(x[0]), x[0].e, t);
      if (is_float(to)) return rounded_parts(x[0].v, x[0].e, t);
      return {x[0].v, infinite};
    case Select: {
      const Bound &chosen = x[0].v != 0 ? x[1] : x[2], &other = x[0].v != 0 ? x[2] : x[1];
      if (x[0].e == 0) return chosen;
      return around(number(chosen), std::max(chosen.e, std::abs(number(chosen) - number(other)) + other.e), t);
    }
    case Eq: case Ne: return complex_equality(fn == Eq, x[0], x[1], branches);
    default: return {std::nan(""), infinite, std::nan("")};
  }
}

}  // namespace partir::detail
