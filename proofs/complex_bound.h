// How far a function of complex numbers may be from its result in another evaluation: each part has a bound of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>

#include "proofs/scalar_bound.h"
#include "semantics/scalar_fn.h"
#include "semantics/types.h"

namespace partir::detail {

/// A complex number of the reference run, and how far the parts of any other evaluation of it may be.
struct ComplexBound {
  Bound re, im;

  std::complex<double> number() const { return {re.v, im.v}; }
  /// Of the modulus of the difference.
  double distance() const { return std::hypot(re.e, im.e); }
};

/// A part that another evaluation may have within `e` of `v`; numbers beyond the range of its type `t` have no bound.
inline Bound part_around(double v, double e, ElementType t) {
  return {v, std::isfinite(v) && std::fabs(v) + e <= largest(t) ? e * (1 + 0x1p-40) : infinite};
}
/// Both parts within `e`.
inline ComplexBound around(std::complex<double> z, double e, ElementType t) {
  return {part_around(z.real(), e, t), part_around(z.imag(), e, t)};
}
/// A part that either evaluation rounds once.
inline Bound rounded_part(double v, double e, ElementType t) { return part_around(v, e + rounding(t, std::fabs(v) + e), t); }

/// A sum of two products `a b ± c d`, each of which is rounded, as is the sum; one that overflows on the way has no bound.
inline Bound sum_of_products(double v, const Bound& a, const Bound& b, const Bound& c, const Bound& d, ElementType t) {
  const auto moved = [](const Bound& x, const Bound& y) { return std::fabs(x.v) * y.e + std::fabs(y.v) * x.e + x.e * y.e; };
  const auto size = [](const Bound& x, const Bound& y) { return (std::fabs(x.v) + x.e) * (std::fabs(y.v) + y.e); };
  const double largest_sum = size(a, b) + size(c, d);
  if (!(largest_sum <= largest(t))) return {v, infinite};
  return part_around(v, moved(a, b) + moved(c, d) + 2 * (3 * unit_roundoff(t) * largest_sum + 4 * smallest(t)), t);
}

/// A quotient, by any formula that squares the divisor's parts. Where such a square overflows or underflows there is no bound.
inline ComplexBound complex_quotient(const ComplexBound& x, const ComplexBound& y, ElementType t) {
  const double size = std::abs(y.number()), low = size - y.distance(), high = size + y.distance();
  const std::complex<double> q = x.number() / y.number();
  const bool is_squared = low > 0 && low * low > smallest_normal(t) / unit_roundoff(t) && high * high * 4 < largest(t);
  if (!is_squared || !((std::abs(x.number()) + x.distance()) * high * 4 < largest(t))) return around(q, infinite, t);
  const double e = (x.distance() + std::abs(q) * y.distance()) / low;
  return around(q, e + 2 * (16 * unit_roundoff(t) * (std::abs(q) + e) + 16 * smallest_normal(t) / std::min(1.0, low * low)), t);
}

/// `e^x`: the real exponential, times the cosine and sine of the imaginary part.
inline ComplexBound complex_exponential(const ComplexBound& x, ElementType t) {
  const std::complex<double> y = std::exp(x.number());
  const double e = x.distance() == 0 ? 0 : std::abs(y) * std::expm1(x.distance());
  return around(y, e + 4 * library(t, std::abs(y) + e), t);
}

/// Whether two complex numbers are the same, where `equal`, or are not.
inline Bound complex_equality(bool equal, const ComplexBound& x, const ComplexBound& y, Branches& branches) {
  const double re = x.re.e + y.re.e, im = x.im.e + y.im.e;
  const bool is_decided = (re == 0 && im == 0) || std::fabs(x.re.v - y.re.v) > re || std::fabs(x.im.v - y.im.v) > im;
  const bool open = branches.open(!is_decided);
  return {(x.number() == y.number()) == equal ? 1.0 : 0.0, open ? 1.0 : 0.0};
}

/// Whether `complex_bound_of` has bounds of this function.
inline bool has_complex_bound(ScalarFn fn) {
  using enum ScalarFn;
  switch (fn) {
    case Real: case Imag: case MakeComplex: case Negate: case Abs: case Add: case Subtract: case Multiply: case Divide: case Exp:
    case Convert: case Select: case Eq: case Ne: return true;
    default: return false;
  }
}

/// `fn` of operands of which some are complex, or with a complex result. `to`: the type of the result. Where
/// `has_complex_bound` says no, the bounds are infinite.
inline ComplexBound complex_bound_of(ScalarFn fn, ElementType to, const ComplexBound* x, Branches& branches) {
  using enum ScalarFn;
  const ElementType t = real_part(to);
  const ComplexBound &a = x[0], &b = x[1];
  switch (fn) {
    case Real: return {a.re, {}};
    case Imag: return {a.im, {}};
    case MakeComplex: return {a.re, b.re};
    case Negate: return {{-a.re.v, a.re.e}, {-a.im.v, a.im.e}};
    case Abs: {
      const double size = std::abs(a.number());
      return {part_around(size, a.distance() + library(t, size + a.distance()), t), {}};
    }
    case Add: return {rounded_part(a.re.v + b.re.v, a.re.e + b.re.e, t), rounded_part(a.im.v + b.im.v, a.im.e + b.im.e, t)};
    case Subtract: return {rounded_part(a.re.v - b.re.v, a.re.e + b.re.e, t), rounded_part(a.im.v - b.im.v, a.im.e + b.im.e, t)};
    case Multiply: {
      const std::complex<double> z = a.number() * b.number();
      return {sum_of_products(z.real(), a.re, b.re, a.im, b.im, t), sum_of_products(z.imag(), a.re, b.im, a.im, b.re, t)};
    }
    case Divide: return complex_quotient(a, b, t);
    case Exp: return complex_exponential(a, t);
    case Convert:
      if (!is_complex(to) && !is_float(to)) return {{a.re.v, infinite}, {}};
      return {rounded_part(a.re.v, a.re.e, t), is_complex(to) ? rounded_part(a.im.v, a.im.e, t) : Bound{}};
    case Select: {
      const ComplexBound &chosen = a.re.v != 0 ? x[1] : x[2], &other = a.re.v != 0 ? x[2] : x[1];
      if (a.re.e == 0) return chosen;
      return {part_around(chosen.re.v, std::max(chosen.re.e, std::fabs(chosen.re.v - other.re.v) + other.re.e), t),
              part_around(chosen.im.v, std::max(chosen.im.e, std::fabs(chosen.im.v - other.im.v) + other.im.e), t)};
    }
    case Eq: case Ne: return {complex_equality(fn == Eq, a, b, branches), {}};
    default: return {{std::nan(""), infinite}, {std::nan(""), infinite}};
  }
}

}  // namespace partir::detail
