// The domain Wide: every float type is a binary float of 128 bits of precision, whose exponents do not end (Boost's).
// It is the oracle for error bounds: what rounding makes of a program is told from what the program means over the
// reals. Functions that look at a type's bits or round on purpose mean nothing here, and throw Unsupported. The special
// functions (erf, lgamma, digamma, ..) are computed in long double, some of them by the code that Native rounds: of
// those it is no oracle, but what comes after them is judged.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "interp/complex.h"
#include "interp/domain.h"
#include "interp/special_functions.h"

namespace partir {

/// A float of 128 bits of precision, an infinity or a NaN.
using WideFloat = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<128, boost::multiprecision::digit_base_2>, boost::multiprecision::et_off>;

namespace detail {
template <ElementType E>
struct WideScalar : DiscreteScalar<E> {};
template <> struct WideScalar<ElementType::BF16> { using type = WideFloat; };
template <> struct WideScalar<ElementType::F16> { using type = WideFloat; };
template <> struct WideScalar<ElementType::F32> { using type = WideFloat; };
template <> struct WideScalar<ElementType::F64> { using type = WideFloat; };
template <> struct WideScalar<ElementType::C64> { using type = Complex<WideFloat>; };
template <> struct WideScalar<ElementType::C128> { using type = Complex<WideFloat>; };
}  // namespace detail

/// The reals, nearly, on the float types (see domain.h for the members' meaning).
struct Wide {
  using W = WideFloat;
  static constexpr std::string_view name = "wide";
  template <ElementType T>
  using Scalar = typename detail::WideScalar<T>::type;
  template <class T>
  using Accumulator = T;

  static W nan() { return std::numeric_limits<W>::quiet_NaN(); }
  static W infinity() { return std::numeric_limits<W>::infinity(); }
  static bool is_nan(const W& x) { return boost::multiprecision::isnan(x); }
  [[noreturn]] static void refuse(const std::string& what) {
    throw Unsupported(what + " in more bits than a float type's", {});
  }
  /// Below this, e^x - 1 and log(1 + x) lose more bits than their series to the fourth power.
  static bool tiny(const W& x) { return abs(x) < ldexp(W(1), -30); }

  template <ScalarFn F, class T>
  static T unary(const T& x) {
    using enum ScalarFn;
    if constexpr (is_discrete<T>) return Integers::unary<F>(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Wide>::unary<F>(x);
    else return real_unary<F>(x);
  }
  template <ScalarFn F, class T>
  static T binary(const T& x, const T& y) {
    if constexpr (is_discrete<T>) return Integers::binary<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Wide>::binary<F>(x, y);
    else return real_binary<F>(x, y);
  }
  template <ScalarFn F, class T>
  static bool compare(const T& x, const T& y) {
    if constexpr (is_discrete<T>) return Integers::compare<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Wide>::compare<F>(x, y);
    else if (is_nan(x) || is_nan(y)) return F == ScalarFn::Ne;
    else return Integers::compare<F>(x, y);
  }
  template <class T>
  static bool is_finite(const T& x) {
    return boost::multiprecision::isfinite(x);
  }
  /// A NaN is the greatest.
  template <class T>
  static bool total_le(const T& x, const T& y) {
    if (is_nan(x) || is_nan(y)) return is_nan(y);
    if (x == 0 && y == 0) return signbit(x) >= signbit(y);
    return x <= y;
  }
  template <class T>
  static T reduce_precision(const T&, int, int) {
    refuse("reduce_precision");
  }

  /// See complex.h.
  template <class R>
  static R magnitude(const Complex<R>& x) {
    return sqrt(R(x.re * x.re + x.im * x.im));
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_unary(const Complex<R>&) {
    refuse(std::string(partir::name(F)) + " of a complex number");
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_binary(const Complex<R>& x, const Complex<R>& y) {
    if constexpr (F == ScalarFn::Divide) return ComplexOps<Wide>::exact_quotient(x, y);
    refuse(std::string(partir::name(F)) + " of complex numbers");
  }

  /// As Native: floats to integers truncate and saturate, NaN gives 0; between floats the identity.
  template <class To, class From>
  static To convert(const From& x) {
    if constexpr (std::is_same_v<To, From>) {
      return x;
    } else if constexpr (is_complex_scalar<To> || is_complex_scalar<From>) {
      return ComplexOps<Wide>::convert<To>(x);
    } else if constexpr (is_discrete<To> && is_discrete<From>) {
      return Integers::convert<To>(x);
    } else if constexpr (is_narrow<From>) {
      return W(x.value);
    } else if constexpr (is_narrow<To>) {
      return Integers::saturated<To>(convert<int32_t>(x));
    } else if constexpr (std::is_same_v<From, Bool>) {
      return W(x.bit);
    } else if constexpr (is_discrete<From>) {
      return W(x);
    } else if constexpr (std::is_same_v<To, Bool>) {
      return Bool(is_nan(x) || x != 0);
    } else {
      using Limits = std::numeric_limits<To>;
      if (is_nan(x)) return To(0);
      if (x >= W(Limits::max())) return Limits::max();
      if (x <= W(Limits::min())) return Limits::min();
      return static_cast<To>(trunc(x));
    }
  }
  template <class T>
  static ElementBits to_bits(const T& x) {
    if constexpr (is_discrete<T>) return Integers::to_bits(x);
    else refuse("the bits of a float");
  }
  template <class T>
  static T of_bits(ElementBits bits) {
    if constexpr (is_discrete<T>) return Integers::of_bits<T>(bits);
    else refuse("a float of given bits");
  }
  template <class T>
  static T from_bits(ElementType e, ElementBits bits) {
    if constexpr (is_discrete<T>) return Integers::from_bits<T>(static_cast<uint64_t>(bits));
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Wide>::from_bits<W>(e, bits);
    else return W(Literal::decode(e, bits));
  }
  template <class T>
  static T from_index(int64_t i) {
    return convert<T, int64_t>(i);
  }
  template <class T>
  static bool same(const T& x, const T& y) {
    if constexpr (is_discrete<T>) return x == y;
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Wide>::same(x, y);
    else return x == y || (is_nan(x) && is_nan(y));
  }
  template <class T>
  static uint64_t hash(const T& x) {
    if constexpr (is_discrete<T>) return Integers::hash(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Wide>::hash(x);
    else if (is_nan(x)) return mix64(1);
    else {
      const double high = to_double(x);
      const double low = std::isfinite(high) ? to_double(W(x - W(high))) : 0;
      return mix64(std::bit_cast<uint64_t>(high == 0 ? 0.0 : high) ^ mix64(std::bit_cast<uint64_t>(low == 0 ? 0.0 : low)));
    }
  }
  /// Of a complex number the real part.
  template <class T>
  static double to_double(const T& x) {
    if constexpr (is_discrete<T>) return Integers::to_double(x);
    else if constexpr (is_complex_scalar<T>) return to_double(x.re);
    else return static_cast<double>(x);
  }
  template <class T>
  static std::string text(const T& x) {
    if constexpr (is_discrete<T>) return Integers::text(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Wide>::text(x);
    else return x.str(20);
  }

 private:
  template <ScalarFn F>
  static W real_unary(const W& x) {
    using enum ScalarFn;
    if constexpr (F == Negate) return -x;
    else if (is_nan(x)) return x;
    else if constexpr (F == Abs) return abs(x);
    else if constexpr (F == Sign) return x > 0 ? W(1) : x < 0 ? W(-1) : x;
    else if constexpr (F == Floor || F == Ceil || F == RoundAfz || F == RoundEven) {
      if (!is_finite(x)) return x;
      if constexpr (F == Floor) return signed_as(floor(x), x);
      if constexpr (F == Ceil) return signed_as(ceil(x), x);
      const W magnitude = abs(x), whole = floor(magnitude), rest = magnitude - whole;
      const bool up = rest > W(0.5) || (rest == W(0.5) && (F == RoundAfz || is_odd(whole)));
      return signed_as(up ? W(whole + 1) : whole, x);
    }
    else if constexpr (F == Sqrt) return x < 0 ? nan() : sqrt(x);
    else if constexpr (F == Rsqrt) return x < 0 ? nan() : W(1) / sqrt(x);
    else if constexpr (F == Cbrt) {
      if (x == 0 || !is_finite(x)) return x;
      const W root = exp(W(log(abs(x)) / 3));
      return x < 0 ? W(-root) : root;
    }
    else if constexpr (F == Exp) return exponential(x);
    else if constexpr (F == Expm1) return tiny(x) ? W(x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4)))) : W(exponential(x) - 1);
    else if constexpr (F == Log) return logarithm(x);
    else if constexpr (F == Log1p) return tiny(x) ? W(x * (1 - x * (W(1) / 2 - x * (W(1) / 3 - x / 4)))) : logarithm(W(1 + x));
    else if constexpr (F == Logistic) return W(1) / (1 + exponential(W(-x)));
    else if constexpr (F == Tanh) {
      if (!is_finite(x)) return W(x > 0 ? 1 : -1);
      return abs(x) > 100 ? W(x > 0 ? 1 : -1) : tanh(x);
    }
    else if constexpr (F == Sine) return is_finite(x) ? sin(turned(x)) : nan();
    else if constexpr (F == Cosine) return is_finite(x) ? cos(turned(x)) : nan();
    else if constexpr (F == Tan) return is_finite(x) ? tan(turned(x)) : nan();
    else if constexpr (F == Acos) return abs(x) > 1 ? nan() : acos(x);
    else if constexpr (F == Asin) return abs(x) > 1 ? nan() : asin(x);
    else if constexpr (F == Atan) return atan(x);
    else if constexpr (F == Cosh) return (exponential(x) + exponential(W(-x))) / 2;
    else if constexpr (F == Sinh) {
      if (abs(x) < 1) {  // where exponentials cancel: the series, whose terms fall by 6 and more
        W sum = x, term = x;
        for (int k = 2; k < 60 && term != 0; k += 2) sum += term = term * x * x / (k * (k + 1));
        return sum;
      }
      return (exponential(x) - exponential(W(-x))) / 2;
    }
    else if constexpr (F == Asinh) {
      if (tiny(x) || !is_finite(x)) return x * (1 - (is_finite(x) ? W(x * x / 6) : W(0)));
      const W y = logarithm(W(abs(x) + sqrt(W(x * x + 1))));
      return x < 0 ? W(-y) : y;
    }
    else if constexpr (F == Acosh) {
      if (x < 1) return nan();
      if (!is_finite(x)) return x;
      const W more = x - 1;
      return real_unary<Log1p>(W(more + sqrt(W(more * (x + 1)))));
    }
    else if constexpr (F == Atanh) {
      if (abs(x) >= 1) return abs(x) > 1 ? nan() : W(x * infinity());
      return tiny(x) ? W(x * (1 + x * x / 3)) : W(logarithm(W((1 + x) / (1 - x))) / 2);
    }
    else if constexpr (F == BesselI1e) return special(detail::bessel_i1e(extended(x)));
    else if constexpr (F == Digamma) return special(detail::digamma(extended(x)));
    else if constexpr (F == Erf) return special(std::erf(extended(x)));
    else if constexpr (F == ErfInv) return special(detail::erf_inv(extended(x)));
    else if constexpr (F == Erfc) return special(std::erfc(extended(x)));
    else {
      static_assert(F == Lgamma);
      return special(std::lgamma(extended(x)));
    }
  }
  template <ScalarFn F>
  static W real_binary(const W& x, const W& y) {
    using enum ScalarFn;
    if constexpr (F == Power) return power(x, y);
    else if (is_nan(x) || is_nan(y)) return nan();
    else if constexpr (F == Add) return x + y;
    else if constexpr (F == Subtract) return x - y;
    else if constexpr (F == Multiply) return x * y;
    else if constexpr (F == Divide) {
      if (y != 0) return x / y;
      if (x == 0) return nan();
      return (x < 0) == (signbit(y) != 0) ? infinity() : W(-infinity());
    }
    else if constexpr (F == Max || F == Min) {
      if (x == y) return (signbit(x) != 0) == (F == Max) ? y : x;
      return (x < y) == (F == Max) ? y : x;
    }
    else if constexpr (F == Remainder) {
      if (y == 0 || !is_finite(x)) return nan();
      return is_finite(y) ? remainder(x, y) : x;
    }
    else if constexpr (F == Atan2) return atan2(x, y);
    else if constexpr (F == Polygamma) return special(detail::polygamma(extended(x), extended(y)));
    else if constexpr (F == Zeta) return special(detail::hurwitz_zeta(extended(x), extended(y)));
    else {
      static_assert(F == NextAfter);
      refuse("next_after");
    }
  }
  static W signed_as(const W& magnitude, const W& x) {
    const W r = abs(magnitude);
    return signbit(x) != 0 ? W(-r) : r;
  }
  static bool is_odd(const W& whole) { return floor(W(whole / 2)) * 2 != whole; }
  /// x - y·trunc(x / y), exactly: what is left after taking away y·2^k for k downwards has no more bits than x or y.
  static W remainder(const W& x, const W& y) {
    W left = abs(x);
    const W by = abs(y);
    if (left < by) return x;
    const int most = ilogb(left) - ilogb(by);
    if (most > 100000) refuse("a remainder of so large a number");
    for (int k = most; k >= 0; --k)
      if (const W step = ldexp(by, k); left >= step) left -= step;
    return signed_as(left, x);
  }
  /// As IEEE 754's pow; of infinities it is not needed.
  static W power(const W& x, const W& y) {
    if (y == 0 || x == 1) return 1;
    if (is_nan(x) || is_nan(y)) return nan();
    if (!is_finite(x) || !is_finite(y)) refuse("power of an infinity");
    const bool whole = floor(y) == y, odd = whole && is_odd(y);
    if (x == 0) {
      const W r = y < 0 ? infinity() : W(0);
      return odd ? signed_as(r, x) : r;
    }
    if (x > 0) return exponential(W(y * log(x)));
    if (!whole) return nan();
    const W r = exponential(W(y * log(W(-x))));
    return odd ? W(-r) : r;
  }
  /// x by less than a full turn: of the largest f64, too, it has all bits.
  static W turned(const W& x) {
    if (abs(x) < 4) return x;
    if (abs(x) >= ldexp(W(1), 1024)) refuse("an angle of so many turns");
    namespace mp = boost::multiprecision;
    using Long = mp::number<mp::cpp_bin_float<1408, mp::digit_base_2>, mp::et_off>;
    static const Long turn = 8 * atan(Long(1));
    const Long angle(x);
    return static_cast<W>(Long(angle - turn * floor(Long(angle / turn))));
  }
  static long double extended(const W& x) { return static_cast<long double>(x); }
  static W special(long double x) { return W(x); }
  /// Without Boost's work on arguments whose results no float type has.
  static W exponential(const W& x) {
    if (x > 100000) return infinity();
    if (x < -100000) return 0;
    return exp(x);
  }
  static W logarithm(const W& x) {
    if (x < 0) return nan();
    if (x == 0) return -infinity();
    return is_finite(x) ? log(x) : x;
  }
};

}  // namespace partir
