// Complex numbers over the reals of a domain: what all domains share. A domain D adds
//   complex_unary<F>(x)      the elementary functions on Complex
//   complex_binary<F>(x, y)  divide, power and atan2
//   magnitude(x)             |x|, a real
#pragma once

#include <cmath>
#include <string>
#include <type_traits>

#include "interp/domain.h"

namespace partir {

/// The functions on complex numbers of domain D that follow from those on its reals.
template <class D>
struct ComplexOps {
  template <class R>
  static bool has_nan(const Complex<R>& x) {
    return std::isnan(D::template to_double<R>(x.re)) || std::isnan(D::template to_double<R>(x.im));
  }
  template <class R>
  static bool is_zero(const Complex<R>& x) {
    const R zero = D::template from_index<R>(0);
    return D::template same<R>(x.re, zero) && D::template same<R>(x.im, zero);
  }

  template <ScalarFn F, class R>
  static Complex<R> unary(const Complex<R>& x) {
    using enum ScalarFn;
    if constexpr (F == Negate) {
      return {D::template unary<Negate, R>(x.re), D::template unary<Negate, R>(x.im)};
    } else if constexpr (F == Sign) {
      if (is_zero(x)) return x;
      const R r = D::template magnitude<R>(x);
      return {D::template binary<Divide, R>(x.re, r), D::template binary<Divide, R>(x.im, r)};
    } else {
      return D::template complex_unary<F, R>(x);
    }
  }

  /// Sums and products part by part, as written; max and min compare real parts, then imaginary
  /// ones, and a NaN wins.
  template <ScalarFn F, class R>
  static Complex<R> binary(const Complex<R>& x, const Complex<R>& y) {
    using enum ScalarFn;
    if constexpr (F == Add || F == Subtract) {
      return {D::template binary<F, R>(x.re, y.re), D::template binary<F, R>(x.im, y.im)};
    } else if constexpr (F == Multiply) {
      auto times = [](const R& a, const R& b) { return D::template binary<Multiply, R>(a, b); };
      return {D::template binary<Subtract, R>(times(x.re, y.re), times(x.im, y.im)),
              D::template binary<Add, R>(times(x.re, y.im), times(x.im, y.re))};
    } else if constexpr (F == Max || F == Min) {
      if (has_nan(x)) return x;
      if (has_nan(y)) return y;
      constexpr ScalarFn before = F == Max ? Gt : Lt;
      if (D::template compare<before, R>(x.re, y.re)) return x;
      if (D::template compare<before, R>(y.re, x.re)) return y;
      return D::template compare<before, R>(x.im, y.im) ? x : y;
    } else {
      return D::template complex_binary<F, R>(x, y);
    }
  }

  /// x / y where division by the norm of y is exact.
  template <class R>
  static Complex<R> exact_quotient(const Complex<R>& x, const Complex<R>& y) {
    using enum ScalarFn;
    const Complex<R> conjugate{y.re, D::template unary<Negate, R>(y.im)};
    const R norm = binary<Multiply>(y, conjugate).re;
    const Complex<R> z = binary<Multiply>(x, conjugate);
    return {D::template binary<Divide, R>(z.re, norm), D::template binary<Divide, R>(z.im, norm)};
  }
  /// x to an integer power, by repeated multiplication.
  template <class R>
  static Complex<R> integer_power(Complex<R> x, int64_t e) {
    const Complex<R> one{D::template from_index<R>(1), D::template from_index<R>(0)};
    Complex<R> r = one;
    for (uint64_t n = static_cast<uint64_t>(e < 0 ? -e : e); n != 0; n >>= 1) {
      if (n & 1) r = binary<ScalarFn::Multiply>(r, x);
      if (n > 1) x = binary<ScalarFn::Multiply>(x, x);
    }
    return e < 0 ? exact_quotient(one, r) : r;
  }

  /// By the real parts, then by the imaginary ones.
  template <ScalarFn F, class R>
  static bool compare(const Complex<R>& x, const Complex<R>& y) {
    const bool same = D::template compare<ScalarFn::Eq, R>(x.re, y.re);
    if constexpr (F == ScalarFn::Eq || F == ScalarFn::Ne) {
      return (same && D::template compare<ScalarFn::Eq, R>(x.im, y.im)) == (F == ScalarFn::Eq);
    } else {
      constexpr bool less = F == ScalarFn::Lt || F == ScalarFn::Le;
      if (same) return D::template compare<F, R>(x.im, y.im);
      return D::template compare<less ? ScalarFn::Lt : ScalarFn::Gt, R>(x.re, y.re);
    }
  }

  /// To complex by parts (a real has imaginary part 0); from complex the real part's conversion.
  template <class To, class From>
  static To convert(const From& x) {
    if constexpr (!is_complex_scalar<To>) {
      return D::template convert<To>(x.re);
    } else if constexpr (is_complex_scalar<From>) {
      using R = RealOf<To>;
      return {D::template convert<R>(x.re), D::template convert<R>(x.im)};
    } else {
      using R = RealOf<To>;
      return {D::template convert<R>(x), D::template from_index<R>(0)};
    }
  }
  template <class R>
  static Complex<R> from_bits(ElementType e, ElementBits bits) {
    const ElementType part = real_part(e);
    return {D::template from_bits<R>(part, static_cast<uint64_t>(bits)),
            D::template from_bits<R>(part, static_cast<uint64_t>(bits >> bit_width(part)))};
  }
  template <class R>
  static bool same(const Complex<R>& x, const Complex<R>& y) {
    return D::template same<R>(x.re, y.re) && D::template same<R>(x.im, y.im);
  }
  template <class R>
  static uint64_t hash(const Complex<R>& x) {
    return mix64(D::template hash<R>(x.re) + mix64(D::template hash<R>(x.im)));
  }
  /// `(1, -2)`, as MLIR writes it.
  template <class R>
  static std::string text(const Complex<R>& x) {
    return "(" + D::template text<R>(x.re) + ", " + D::template text<R>(x.im) + ")";
  }
};

}  // namespace partir
