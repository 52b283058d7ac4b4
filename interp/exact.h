// The domain Exact: floats are rationals with two infinities and a NaN. Functions that leave the
// rationals (exp, log, tanh, roots that do not come out even) throw Unsupported. There is no signed
// zero, so x/0 is NaN, as in Field.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <string>

#include "interp/complex.h"
#include "interp/domain.h"

namespace partir {

/// A rational, an infinity or NaN.
struct ExactNumber {
  enum class Kind : uint8_t { Finite, Infinity, MinusInfinity, NaN };
  using Rational = boost::multiprecision::cpp_rational;
  Kind kind = Kind::Finite;
  Rational value;

  /// Bits of a numerator or denominator above which a value is refused. Repeated squaring doubles them
  /// each time: a run would not end.
  static constexpr unsigned max_bits = 1u << 16;

  /// Throws Unsupported beyond `max_bits`.
  static ExactNumber of(Rational v) {
    using boost::multiprecision::msb;
    auto bits = [](const auto& n) { return n.is_zero() ? 0u : static_cast<unsigned>(msb(n < 0 ? -n : n)); };
    if (bits(numerator(v)) >= max_bits || bits(denominator(v)) >= max_bits)
      throw Unsupported("a rational of more than " + std::to_string(max_bits) + " bits", {});
    return {Kind::Finite, std::move(v)};
  }
  static ExactNumber special(Kind k) { return {k, 0}; }
  static ExactNumber infinity(int sign) {
    return special(sign == 0 ? Kind::NaN : sign > 0 ? Kind::Infinity : Kind::MinusInfinity);
  }
  bool finite() const { return kind == Kind::Finite; }
  bool is_nan() const { return kind == Kind::NaN; }
  /// -1, 0, 1; 0 for NaN.
  int sign() const {
    if (finite()) return value.sign();
    return kind == Kind::Infinity ? 1 : kind == Kind::MinusInfinity ? -1 : 0;
  }
  friend bool operator==(const ExactNumber& x, const ExactNumber& y) {
    return x.kind == y.kind && x.value == y.value;
  }
};

namespace detail {
template <ElementType E>
struct ExactScalar : DiscreteScalar<E> {};
template <> struct ExactScalar<ElementType::BF16> { using type = ExactNumber; };
template <> struct ExactScalar<ElementType::F16> { using type = ExactNumber; };
template <> struct ExactScalar<ElementType::F32> { using type = ExactNumber; };
template <> struct ExactScalar<ElementType::F64> { using type = ExactNumber; };
template <> struct ExactScalar<ElementType::C64> { using type = Complex<ExactNumber>; };
template <> struct ExactScalar<ElementType::C128> { using type = Complex<ExactNumber>; };
}  // namespace detail

/// Rational arithmetic on the float types (see domain.h for the members' meaning).
struct Exact {
  using E = ExactNumber;
  using Integer = boost::multiprecision::cpp_int;
  static constexpr std::string_view name = "exact";
  template <ElementType T>
  using Scalar = typename detail::ExactScalar<T>::type;
  template <class T>
  using Accumulator = T;

  static E nan() { return E::special(E::Kind::NaN); }
  static E negate(E x) {
    x.value = -x.value;
    if (!x.finite()) x = E::infinity(-x.sign());
    return x;
  }
  static E add(const E& x, const E& y) {
    if (x.finite() && y.finite()) return E::of(x.value + y.value);
    if (x.is_nan() || y.is_nan()) return nan();
    if (x.finite()) return y;
    return y.finite() || x.kind == y.kind ? x : nan();
  }
  static E multiply(const E& x, const E& y) {
    if (x.finite() && y.finite()) return E::of(x.value * y.value);
    return E::infinity(x.sign() * y.sign());
  }
  static E divide(const E& x, const E& y) {
    if (x.is_nan() || y.is_nan() || y.sign() == 0) return nan();
    if (!y.finite()) return x.finite() ? E::of(0) : nan();
    if (!x.finite()) return E::infinity(x.sign() * y.sign());
    return E::of(x.value / y.value);
  }
  /// Rounds towards minus infinity.
  static Integer floor(const E::Rational& x) {
    const Integer n = numerator(x), d = denominator(x);
    Integer q = n / d;
    if (n < 0 && q * d != n) --q;
    return q;
  }
  /// -1, 0, 1; both not NaN.
  static int order(const E& x, const E& y) {
    if (x.finite() && y.finite()) return x.value.compare(y.value);
    const int a = x.finite() ? 0 : x.sign(), b = y.finite() ? 0 : y.sign();
    return (a > b) - (a < b);
  }

  template <ScalarFn F, class T>
  static T unary(const T& x) {
    using enum ScalarFn;
    if constexpr (is_discrete<T>) return Integers::unary<F>(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Exact>::unary<F>(x);
    else if constexpr (F == Negate) return negate(x);
    else if constexpr (F == Abs) return x.sign() < 0 ? negate(x) : x;
    else if constexpr (F == Sign) return x.is_nan() ? x : E::of(x.sign());
    else if constexpr (F == Floor || F == Ceil || F == RoundAfz || F == RoundEven) {
      if (!x.finite()) return x;
      if constexpr (F == Floor) return E::of(floor(x.value));
      if constexpr (F == Ceil) return E::of(-floor(-x.value));
      const E::Rational half(1, 2), magnitude = x.value < 0 ? E::Rational(-x.value) : x.value;
      Integer r = floor(magnitude + half);
      if (F == RoundEven && magnitude + half == r && r % 2 != 0) --r;
      return E::of(x.value < 0 ? Integer(-r) : r);
    } else {
      if (x.is_nan()) return x;
      if constexpr (F == Sqrt) {
        if (x.sign() < 0) return nan();
        if (!x.finite()) return x;
        const Integer n = sqrt(numerator(x.value)), d = sqrt(denominator(x.value));
        const E::Rational root(n, d);
        if (root * root == x.value) return E::of(root);
      }
      throw Unsupported(std::string(partir::name(F)) + " of " + text(x) + " over the rationals", {});
    }
  }

  template <ScalarFn F, class T>
  static T binary(const T& x, const T& y) {
    using enum ScalarFn;
    if constexpr (is_discrete<T>) return Integers::binary<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Exact>::binary<F>(x, y);
    else if constexpr (F == Add) return add(x, y);
    else if constexpr (F == Subtract) return add(x, negate(y));
    else if constexpr (F == Multiply) return multiply(x, y);
    else if constexpr (F == Divide) return divide(x, y);
    else if constexpr (F == Max || F == Min) {
      if (x.is_nan() || y.is_nan()) return nan();
      return (order(x, y) < 0) == (F == Max) ? y : x;
    } else {
      if constexpr (F == Remainder) {
        if (!x.finite() || y.is_nan() || y.sign() == 0) return nan();
        if (!y.finite()) return x;
        const E::Rational q = x.value / y.value;
        const Integer whole = q < 0 ? Integer(-floor(-q)) : floor(q);
        return E::of(x.value - y.value * whole);
      }
      if constexpr (F == Power) {
        if (y.finite() && denominator(y.value) == 1 && abs(numerator(y.value)) < 4096) {
          const int n = static_cast<int>(numerator(y.value));
          E r = E::of(1);
          for (int i = 0; i < (n < 0 ? -n : n); ++i) r = multiply(r, x);
          return n < 0 ? divide(E::of(1), r) : r;
        }
      }
      if (x.is_nan() || y.is_nan()) return nan();
      throw Unsupported(std::string(partir::name(F)) + " over the rationals", {});
    }
  }

  template <ScalarFn F, class T>
  static bool compare(const T& x, const T& y) {
    if constexpr (is_discrete<T>) return Integers::compare<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Exact>::compare<F>(x, y);
    else if (x.is_nan() || y.is_nan()) return F == ScalarFn::Ne;
    else return Integers::compare<F>(order(x, y), 0);
  }
  template <class T>
  static bool is_finite(const T& x) {
    return x.finite();
  }
  /// A NaN is the greatest.
  template <class T>
  static bool total_le(const T& x, const T& y) {
    if (x.is_nan() || y.is_nan()) return y.is_nan();
    return order(x, y) <= 0;
  }
  /// Nothing rounds here.
  template <class T>
  static T reduce_precision(const T& x, int, int) {
    return x;
  }

  /// See complex.h.
  template <class R>
  static R magnitude(const Complex<R>& x) {
    if (!x.re.finite() || !x.im.finite()) return nan();
    return unary<ScalarFn::Sqrt>(add(multiply(x.re, x.re), multiply(x.im, x.im)));
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_unary(const Complex<R>& x) {
    throw Unsupported(std::string(partir::name(F)) + " of " + text(x) + " over the rationals", {});
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_binary(const Complex<R>& x, const Complex<R>& y) {
    using enum ScalarFn;
    if constexpr (F == Divide) return ComplexOps<Exact>::exact_quotient(x, y);
    if constexpr (F == Power)
      if (y.im.finite() && y.im.sign() == 0 && y.re.finite() && denominator(y.re.value) == 1 &&
          abs(numerator(y.re.value)) < 4096)
        return ComplexOps<Exact>::integer_power(x, static_cast<int64_t>(numerator(y.re.value)));
    throw Unsupported(std::string(partir::name(F)) + " of complex numbers over the rationals", {});
  }

  /// As Native: floats to integers truncate and saturate, NaN gives 0; between floats the identity.
  template <class To, class From>
  static To convert(const From& x) {
    if constexpr (std::is_same_v<To, From>) {
      return x;
    } else if constexpr (is_complex_scalar<To> || is_complex_scalar<From>) {
      return ComplexOps<Exact>::convert<To>(x);
    } else if constexpr (is_discrete<To> && is_discrete<From>) {
      return Integers::convert<To>(x);
    } else if constexpr (is_narrow<From>) {
      return E::of(x.value);
    } else if constexpr (is_narrow<To>) {
      return Integers::saturated<To>(convert<int32_t>(x));
    } else if constexpr (std::is_same_v<From, Bool>) {
      return E::of(x.bit);
    } else if constexpr (is_discrete<From>) {
      return E::of(x);
    } else if constexpr (std::is_same_v<To, Bool>) {
      return Bool(x.is_nan() || x.sign() != 0);
    } else {
      using Limits = std::numeric_limits<To>;
      if (x.is_nan()) return To(0);
      if (!x.finite()) return x.sign() > 0 ? Limits::max() : Limits::min();
      const Integer i = x.value < 0 ? Integer(-floor(-x.value)) : floor(x.value);
      if (i > Integer(Limits::max())) return Limits::max();
      if (i < Integer(Limits::min())) return Limits::min();
      return static_cast<To>(i);
    }
  }

  /// A float's exact value.
  static E rational(double d) {
    if (d != d) return nan();
    if (std::isinf(d)) return E::infinity(d > 0 ? 1 : -1);
    return E::of(E::Rational(d));
  }
  template <class T>
  static ElementBits to_bits(const T& x) {
    if constexpr (is_discrete<T>) return Integers::to_bits(x);
    else throw Unsupported("the bits of a float over the rationals", {});
  }
  template <class T>
  static T of_bits(ElementBits bits) {
    if constexpr (is_discrete<T>) return Integers::of_bits<T>(bits);
    else throw Unsupported("a float of given bits over the rationals", {});
  }
  template <class T>
  static T from_bits(ElementType e, ElementBits bits) {
    if constexpr (is_discrete<T>) return Integers::from_bits<T>(static_cast<uint64_t>(bits));
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Exact>::from_bits<E>(e, bits);
    else return rational(Literal::decode(e, bits));
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
    if constexpr (is_discrete<T>) {
      return Integers::hash(x);
    } else if constexpr (is_complex_scalar<T>) {
      return ComplexOps<Exact>::hash(x);
    } else {
      uint64_t h = mix64(static_cast<uint64_t>(x.kind) + 3);
      const Integer parts[] = {numerator(x.value), denominator(x.value)};
      for (Integer part : parts) {
        h = mix64(h ^ static_cast<uint64_t>(part.sign() + 1));
        for (part = abs(part); part != 0; part >>= 64)
          h = mix64(h ^ static_cast<uint64_t>(part & ~uint64_t{0}));
      }
      return h;
    }
  }
  /// Of a complex number the real part.
  template <class T>
  static double to_double(const T& x) {
    if constexpr (is_discrete<T>) return Integers::to_double(x);
    else if constexpr (is_complex_scalar<T>) return to_double(x.re);
    else if (x.finite()) return static_cast<double>(x.value);
    else if (x.is_nan()) return std::numeric_limits<double>::quiet_NaN();
    else return x.sign() * std::numeric_limits<double>::infinity();
  }
  template <class T>
  static std::string text(const T& x) {
    if constexpr (is_discrete<T>) return Integers::text(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Exact>::text(x);
    else if (x.finite()) return x.value.str();
    else return x.is_nan() ? "nan" : x.sign() > 0 ? "inf" : "-inf";
  }
};

}  // namespace partir
