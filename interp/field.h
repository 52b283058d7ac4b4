// The domain Field: floats are elements of the prime field of 2^61-1 with two infinities and an
// absorbing NaN (architecture.md, "Scalar domains"). Sums and products are exact in any order, so any
// difference between two programs is structural.
//
// What each function means on the float types:
//   constants    the exact rational m·2^e; infinities and NaN the specials. f16..f64 are all this type.
//   add, ..      the field's; inf - inf, 0·inf, inf/inf are NaN; x/inf is 0; x/0 is NaN (1/0 too)
//   x·inf        carries the quadratic character of x as its sign. Halving the representatives would
//                be no sign: it is not multiplicative; the character is, and that of -1 is -1.
//   abs, sign    by halves: representatives up to p/2 count as positive
//   max, min, <  the order of representatives in (-p/2, p/2], so that max(x, 0) is either of them about
//                equally often; -inf least, +inf greatest; a NaN wins max and min,
//                and compares false except under NE
//   power        repeated multiplication for integer exponents below 2^31, else pseudo-random
//   floor, ceil, rounding, convert to integers: integers below 2^31 in magnitude stay (and wrap);
//                other arguments are pseudo-random
//   complex      the field of p^2 elements: -1 has no root modulo p. Functions of complex numbers
//                that are not polynomials or quotients are pseudo-random, and NaN at specials
//   exp, log, sqrt, tanh, .. fixed pseudo-random functions, with the limits that floats have at ±inf
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "interp/complex.h"
#include "interp/domain.h"

namespace partir {

/// An element of the field (`v < p`) or a special (`v >> 61 != 0`).
struct FieldElement {
  uint64_t v;
  static constexpr uint64_t p = (uint64_t{1} << 61) - 1;
  static constexpr FieldElement infinity() { return {uint64_t{1} << 61}; }
  static constexpr FieldElement minus_infinity() { return {(uint64_t{1} << 61) + 1}; }
  static constexpr FieldElement nan() { return {(uint64_t{1} << 61) + 2}; }
  constexpr bool special() const { return v >> 61; }
  constexpr bool is_nan() const { return v == nan().v; }
  constexpr bool is_infinite() const { return special() && !is_nan(); }
  friend constexpr bool operator==(FieldElement, FieldElement) = default;
};

namespace detail {
template <ElementType E>
struct FieldScalar : DiscreteScalar<E> {};
template <> struct FieldScalar<ElementType::BF16> { using type = FieldElement; };
template <> struct FieldScalar<ElementType::F16> { using type = FieldElement; };
template <> struct FieldScalar<ElementType::F32> { using type = FieldElement; };
template <> struct FieldScalar<ElementType::F64> { using type = FieldElement; };
template <> struct FieldScalar<ElementType::C64> { using type = Complex<FieldElement>; };
template <> struct FieldScalar<ElementType::C128> { using type = Complex<FieldElement>; };
}  // namespace detail

/// Exact arithmetic modulo 2^61-1 on the float types (see domain.h for the members' meaning).
struct Field {
  using E = FieldElement;
  static constexpr uint64_t p = E::p;
  static constexpr std::string_view name = "field";
  template <ElementType T>
  using Scalar = typename detail::FieldScalar<T>::type;
  template <class T>
  using Accumulator = T;

  /// `x mod p` of any 64 and 128 bits.
  static constexpr uint64_t reduce(uint64_t x) {
    x = (x & p) + (x >> 61);
    return x >= p ? x - p : x;
  }
  static constexpr uint64_t reduce(unsigned __int128 x) {
    // 128 = 61 + 61 + 6 bits
    return reduce((static_cast<uint64_t>(x) & p) + (static_cast<uint64_t>(x >> 61) & p) +
                  static_cast<uint64_t>(x >> 122));
  }
  static constexpr uint64_t times(uint64_t a, uint64_t b) {
    return reduce(static_cast<unsigned __int128>(a) * b);
  }
  static constexpr uint64_t power(uint64_t base, uint64_t e) {
    uint64_t r = 1;
    for (; e != 0; e >>= 1, base = times(base, base))
      if (e & 1) r = times(r, base);
    return r;
  }
  /// `m · 2^e`: 2^61 is 1, so a power of two is a rotation.
  static constexpr uint64_t scaled(uint64_t m, int e) {
    return times(m, uint64_t{1} << (((e % 61) + 61) % 61));
  }
  static constexpr E integer(int64_t i) {
    const uint64_t m = reduce(i < 0 ? uint64_t{0} - static_cast<uint64_t>(i) : static_cast<uint64_t>(i));
    return {i < 0 && m != 0 ? p - m : m};
  }
  /// A float's exact rational value.
  static E rational(double d) {
    if (d != d) return E::nan();
    if (std::isinf(d)) return d > 0 ? E::infinity() : E::minus_infinity();
    int e;
    const double m = std::frexp(std::fabs(d), &e);
    const uint64_t v = scaled(static_cast<uint64_t>(std::ldexp(m, 53)), e - 53);
    return {d < 0 && v != 0 ? p - v : v};
  }

  static constexpr E negate(E x) {
    if (x.special()) return x.is_nan() ? x : x == E::infinity() ? E::minus_infinity() : E::infinity();
    return {x.v == 0 ? 0 : p - x.v};
  }
  /// The quadratic character: 1, -1, or 0 for 0 and NaN; an infinity's own sign.
  static constexpr int character(E x) {
    if (x.special()) return x.is_nan() ? 0 : x == E::infinity() ? 1 : -1;
    return x.v == 0 ? 0 : power(x.v, (p - 1) / 2) == 1 ? 1 : -1;
  }
  static constexpr E add(E x, E y) {
    if ((x.v | y.v) >> 61) {
      if (x.is_nan() || y.is_nan()) return E::nan();
      if (!x.special()) return y;
      return !y.special() || x == y ? x : E::nan();
    }
    const uint64_t s = x.v + y.v;
    return {s >= p ? s - p : s};
  }
  static constexpr E multiply(E x, E y) {
    if ((x.v | y.v) >> 61) {
      const int s = character(x) * character(y);
      return s == 0 ? E::nan() : s > 0 ? E::infinity() : E::minus_infinity();
    }
    return {times(x.v, y.v)};
  }
  static constexpr E divide(E x, E y) {
    if (y.is_infinite()) return x.special() ? E::nan() : E{0};
    if (y.is_nan() || y.v == 0) return E::nan();
    return multiply(x, {power(y.v, p - 2)});
  }
  /// Position in the total order of all but NaN.
  static constexpr uint64_t position(E x) {
    if (x.special()) return x == E::minus_infinity() ? 0 : p + 1;
    return x.v <= p / 2 ? x.v + p / 2 + 1 : x.v - p / 2;
  }
  /// The value of a fixed pseudo-random function numbered `tag`.
  static constexpr E random(uint64_t tag, uint64_t x, uint64_t y = 0) {
    return {reduce(mix64(mix64(mix64(tag) ^ x) + y))};
  }
  /// Whether x is an integer below 2^31 in magnitude, and which.
  static constexpr bool small_integer(E x, int64_t& i) {
    constexpr uint64_t limit = uint64_t{1} << 31;
    if (x.special() || (x.v >= limit && p - x.v >= limit)) return false;
    i = x.v < limit ? static_cast<int64_t>(x.v) : -static_cast<int64_t>(p - x.v);
    return true;
  }

  /// Whether every law that `fn` has over the reals, on operands of type `from`, holds here too. Orders
  /// and roundings do not go with sums and products; exp, log, .. satisfy no law at all.
  static constexpr bool keeps_laws(ScalarFn fn, ElementType from) {
    using enum ScalarFn;
    if (!is_float(from) && !is_complex(from)) return true;
    switch (fn) {
      case Add: case Subtract: case Multiply: case Divide: case Negate: case Select: case IsFinite:
      case Real: case Imag: case MakeComplex:
        return true;
      case Abs: case Sign: case Max: case Min: case Eq: case Ne: case Lt: case Le: case Gt: case Ge:
      case TotalLe: case Floor: case Ceil: case RoundAfz: case RoundEven: case Convert:
      case ReducePrecision: case Remainder: case Power: case Exp: case Expm1: case Log: case Log1p:
      case Logistic: case Tanh: case Sqrt: case Rsqrt: case Cbrt: case Sine: case Cosine: case Tan:
      case Atan2: case Acos: case Acosh: case Asin: case Asinh: case Atan: case Atanh:
      case BesselI1e: case Bitcast: case Cosh: case Digamma: case Erf: case ErfInv: case Erfc: case Lgamma:
      case NextAfter: case Polygamma: case Sinh: case Zeta:
        return false;
      case Not: case And: case Or: case Xor: case ShiftLeft: case ShiftRightArithmetic:
      case ShiftRightLogical: case MultiplyHigh: case Popcnt: case CountLeadingZeros:
        return true;  // not defined on floats
    }
    return false;
  }

  template <ScalarFn F, class T>
  static T unary(const T& x) {
    using enum ScalarFn;
    if constexpr (is_discrete<T>) {
      return Integers::unary<F>(x);
    } else if constexpr (is_complex_scalar<T>) {
      return ComplexOps<Field>::unary<F>(x);
    } else {
      if (x.is_nan()) return x;
      const bool low = x.special() ? x == E::infinity() : x.v <= p / 2;
      if constexpr (F == Negate) return negate(x);
      else if constexpr (F == Abs) return low ? x : negate(x);
      else if constexpr (F == Sign) return x.v == 0 ? x : integer(low ? 1 : -1);
      else if (x.special()) return at_infinity<F>(low);
      else {
        if constexpr (F == Floor || F == Ceil || F == RoundAfz || F == RoundEven) {
          int64_t i;
          if (small_integer(x, i)) return x;
        }
        return random(static_cast<uint64_t>(F), x.v);
      }
    }
  }

  template <ScalarFn F, class T>
  static T binary(const T& x, const T& y) {
    using enum ScalarFn;
    if constexpr (is_discrete<T>) return Integers::binary<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::binary<F>(x, y);
    else if constexpr (F == Add) return add(x, y);
    else if constexpr (F == Subtract) return add(x, negate(y));
    else if constexpr (F == Multiply) return multiply(x, y);
    else if constexpr (F == Divide) return divide(x, y);
    else if constexpr (F == Max || F == Min) {
      if (x.is_nan() || y.is_nan()) return E::nan();
      return (position(x) < position(y)) == (F == Max) ? y : x;
    } else {
      if constexpr (F == Power) {
        int64_t e;
        if (small_integer(y, e)) {
          E r{1}, base = x;
          for (uint64_t n = static_cast<uint64_t>(e < 0 ? -e : e); n != 0; n >>= 1) {
            if (n & 1) r = multiply(r, base);
            base = multiply(base, base);
          }
          return e < 0 ? divide({1}, r) : r;
        }
      }
      if (x.is_nan() || y.is_nan()) return E::nan();
      return random(static_cast<uint64_t>(F), x.v, y.v);
    }
  }

  template <ScalarFn F, class T>
  static bool compare(const T& x, const T& y) {
    if constexpr (is_discrete<T>) return Integers::compare<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::compare<F>(x, y);
    else if (x.is_nan() || y.is_nan()) return F == ScalarFn::Ne;
    else return Integers::compare<F>(position(x), position(y));
  }
  template <class T>
  static bool is_finite(const T& x) {
    return !x.special();
  }
  /// A NaN is the greatest.
  template <class T>
  static bool total_le(const T& x, const T& y) {
    auto place = [](const T& a) { return a.is_nan() ? p + 2 : position(a); };
    return place(x) <= place(y);
  }
  /// Nothing rounds here.
  template <class T>
  static T reduce_precision(const T& x, int, int) {
    return x;
  }

  /// See complex.h.
  static E magnitude_of(const Complex<E>& x) {
    if (x.re.special() || x.im.special()) return E::nan();
    return random(static_cast<uint64_t>(ScalarFn::Abs), x.re.v, mix64(x.im.v));
  }
  template <class R>
  static R magnitude(const Complex<R>& x) {
    return magnitude_of(x);
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_unary(const Complex<R>& x) {
    return random_pair(F, x.re, x.im, {0}, {0});
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_binary(const Complex<R>& x, const Complex<R>& y) {
    using enum ScalarFn;
    if constexpr (F == Divide) return ComplexOps<Field>::exact_quotient(x, y);
    if constexpr (F == Power) {
      int64_t e;
      if (y.im.v == 0 && small_integer(y.re, e)) return ComplexOps<Field>::integer_power(x, e);
    }
    return random_pair(F, x.re, x.im, y.re, y.im);
  }

  template <class To, class From>
  static To convert(const From& x) {
    if constexpr (std::is_same_v<To, From>) {
      return x;
    } else if constexpr (is_complex_scalar<To> || is_complex_scalar<From>) {
      return ComplexOps<Field>::convert<To>(x);
    } else if constexpr (is_discrete<To> && is_discrete<From>) {
      return Integers::convert<To>(x);
    } else if constexpr (is_narrow<From>) {
      return integer(x.value);
    } else if constexpr (std::is_same_v<From, Bool>) {
      return integer(x.bit);
    } else if constexpr (is_discrete<From>) {
      if constexpr (std::is_unsigned_v<From>) return {reduce(static_cast<uint64_t>(x))};
      else return integer(x);
    } else if constexpr (std::is_same_v<To, Bool>) {
      return Bool(x.v != 0);
    } else {
      int64_t i;
      if (small_integer(x, i)) return static_cast<To>(i);
      if (x.is_nan()) return To(0);
      return static_cast<To>(random(static_cast<uint64_t>(ScalarFn::Convert), x.v).v);
    }
  }

  template <class T>
  static T from_bits(ElementType e, ElementBits bits) {
    if constexpr (is_discrete<T>) return Integers::from_bits<T>(static_cast<uint64_t>(bits));
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::from_bits<E>(e, bits);
    else return rational(Literal::decode(e, bits));
  }
  /// A number has no bits here: a fixed pseudo-random function stands for them.
  template <class T>
  static ElementBits to_bits(const T& x) {
    if constexpr (is_discrete<T>) return Integers::to_bits(x);
    else return static_cast<ElementBits>(mix64(hash(x))) << 64 | hash(x);
  }
  template <class T>
  static T of_bits(ElementBits bits) {
    constexpr auto tag = static_cast<uint64_t>(ScalarFn::Bitcast);
    const auto low = static_cast<uint64_t>(bits), high = static_cast<uint64_t>(bits >> 64);
    if constexpr (is_discrete<T>) return Integers::of_bits<T>(bits);
    else if constexpr (is_complex_scalar<T>) return {random(tag, low, high), random(tag + 256, low, high)};
    else return random(tag, low, high);
  }
  template <class T>
  static T from_index(int64_t i) {
    return convert<T, int64_t>(i);
  }
  template <class T>
  static bool same(const T& x, const T& y) {
    return x == y;
  }
  template <class T>
  static uint64_t hash(const T& x) {
    if constexpr (is_discrete<T>) return Integers::hash(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::hash(x);
    else return mix64(x.v);
  }
  /// A dyadic rational of few bits as itself, any other element as its representative; of a complex
  /// number the real part.
  template <class T>
  static double to_double(const T& x) {
    if constexpr (is_discrete<T>) return Integers::to_double(x);
    else if constexpr (is_complex_scalar<T>) return to_double(x.re);
    else {
      if (x.is_nan()) return std::numeric_limits<double>::quiet_NaN();
      if (x.special())
        return (x == E::infinity() ? 1 : -1) * std::numeric_limits<double>::infinity();
      for (int k = 0; k <= 16; ++k) {
        int64_t i;
        if (small_integer({scaled(x.v, k)}, i)) return std::ldexp(static_cast<double>(i), -k);
      }
      return static_cast<double>(x.v);
    }
  }
  template <class T>
  static std::string text(const T& x) {
    if constexpr (is_discrete<T>) return Integers::text(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Field>::text(x);
    else {
      const double d = to_double(x);
      if (!x.special() && std::fabs(d) >= 0x1p31) return std::to_string(x.v);
      char buffer[40];
      std::snprintf(buffer, sizeof buffer, "%.17g", d);
      return buffer;
    }
  }

 private:
  /// The pair of a fixed pseudo-random function, NaN where an argument is special.
  static Complex<E> random_pair(ScalarFn f, E a, E b, E c, E d) {
    if (a.special() || b.special() || c.special() || d.special()) return {E::nan(), E::nan()};
    const uint64_t tag = static_cast<uint64_t>(f) + 256;
    const uint64_t x = mix64(a.v + mix64(b.v)), y = mix64(c.v + mix64(d.v));
    return {random(tag, x, y), random(tag + 256, x, y)};
  }
  /// What floats have at an infinity, NaN where they have no limit.
  template <ScalarFn F>
  static E at_infinity(bool positive) {
    using enum ScalarFn;
    const E self = positive ? E::infinity() : E::minus_infinity();
    if constexpr (F == Floor || F == Ceil || F == RoundAfz || F == RoundEven || F == Cbrt ||
                  F == Asinh || F == Sinh) return self;
    else if constexpr (F == Exp) return positive ? self : E{0};
    else if constexpr (F == Cosh || F == Lgamma) return E::infinity();
    else if constexpr (F == Erfc) return integer(positive ? 0 : 2);
    else if constexpr (F == BesselI1e) return E{0};
    else if constexpr (F == Acosh || F == Digamma) return positive ? self : E::nan();
    else if constexpr (F == Expm1) return positive ? self : integer(-1);
    else if constexpr (F == Logistic) return E{positive ? 1u : 0u};
    else if constexpr (F == Tanh || F == Erf) return integer(positive ? 1 : -1);
    else if constexpr (F == Log || F == Log1p || F == Sqrt) return positive ? self : E::nan();
    else if constexpr (F == Rsqrt) return positive ? E{0} : E::nan();
    else return E::nan();  // sine, acos, ..; arctangents leave the rationals
  }
};

}  // namespace partir
