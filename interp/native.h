// The domain Native: each element type's own arithmetic.
//
// What is no operation of the machine is computed in a wider type and rounded once: elementary functions of f32,
// f16 and bf16 in f64, arithmetic of f16 and bf16 in f32. A sum of f16 or bf16 accumulates in f32 and rounds once at
// the end, unless its comprehension says that each step rounds. Complex numbers multiply as written, in their
// parts' type (native_complex.h has their other functions).
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "interp/complex.h"
#include "interp/domain.h"
#include "interp/native_complex.h"
#include "interp/special_functions.h"

namespace partir {

/// A bfloat16 by its bits.
struct BFloat16 {
  uint16_t bits;
  BFloat16() = default;
  explicit BFloat16(float f) : bits(float_to_bf16(f)) {}
  explicit operator float() const { return bf16_to_float(bits); }
};
/// An IEEE half by its bits.
struct Float16 {
  uint16_t bits;
  Float16() = default;
  explicit Float16(float f) : bits(float_to_f16(f)) {}
  explicit operator float() const { return f16_to_float(bits); }
};
template <class T>
inline constexpr bool is_small_float = std::is_same_v<T, BFloat16> || std::is_same_v<T, Float16>;

namespace detail {
template <ElementType E>
struct NativeScalar : DiscreteScalar<E> {};
template <> struct NativeScalar<ElementType::BF16> { using type = BFloat16; };
template <> struct NativeScalar<ElementType::F16> { using type = Float16; };
template <> struct NativeScalar<ElementType::F32> { using type = float; };
template <> struct NativeScalar<ElementType::F64> { using type = double; };
template <> struct NativeScalar<ElementType::C64> { using type = Complex<float>; };
template <> struct NativeScalar<ElementType::C128> { using type = Complex<double>; };

/// What a float type's bits are: as many of the mantissa and of the exponent.
template <class B, int Mantissa, int Exponent>
struct FloatLayout {
  using Bits = B;
  static constexpr int mantissa = Mantissa, exponent = Exponent;
};
template <class T> struct FloatFormat {};
template <> struct FloatFormat<BFloat16> : FloatLayout<uint16_t, 7, 8> {};
template <> struct FloatFormat<Float16> : FloatLayout<uint16_t, 10, 5> {};
template <> struct FloatFormat<float> : FloatLayout<uint32_t, 23, 8> {};
template <> struct FloatFormat<double> : FloatLayout<uint64_t, 52, 11> {};

/// Floats in their order as numbers: -NaN, -inf, .., -0, 0, .., inf, NaN.
template <class T>
typename FloatFormat<T>::Bits total_order(const T& x) {
  using Bits = typename FloatFormat<T>::Bits;
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(T) - 1));
  const Bits b = std::bit_cast<Bits>(x);
  return static_cast<Bits>(b & sign ? ~b : b | sign);
}

/// Rounds to float so that rounding on to a type of at most 22 bits of precision rounds once in all:
/// an inexact result is truncated and its last bit set.
inline float round_to_odd(long double x) {
  float f = static_cast<float>(x);
  if (!(std::fabs(f) <= std::numeric_limits<float>::max()) || f == x) return f;
  if (std::fabs(static_cast<long double>(f)) > std::fabs(x)) f = std::nextafter(f, 0.0f);
  return std::bit_cast<float>(std::bit_cast<uint32_t>(f) | 1u);
}
}  // namespace detail

/// Whether `F` is an operation of the machine on floats, rounded correctly as it is.
constexpr bool is_machine_operation(ScalarFn f) {
  using enum ScalarFn;
  return f == Abs || f == Ceil || f == Floor || f == Negate || f == RoundAfz || f == RoundEven || f == Sign || f == Sqrt;
}

/// Each element type's own arithmetic (see domain.h for the members' meaning).
struct Native {
  static constexpr std::string_view name = "native";
  template <ElementType E>
  using Scalar = typename detail::NativeScalar<E>::type;
  template <class T>
  using Accumulator = std::conditional_t<is_small_float<T>, float, T>;

  template <ScalarFn F, class T>
  static T unary(const T& x) {
    using enum ScalarFn;
    using Wide = long double;
    if constexpr (is_discrete<T>) return Integers::unary<F>(x);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Native>::unary<F>(x);
    else if constexpr (F == Cosh || F == Sinh) return hyperbolic<F>(x);
    else if constexpr (is_small_float<T> && is_machine_operation(F)) return T(unary<F, float>(float(x)));
    else if constexpr ((is_small_float<T> || std::is_same_v<T, float>) && !is_machine_operation(F))
      return convert<T, double>(unary<F, double>(convert<double, T>(x)));
    else if constexpr (F == Abs) return std::fabs(x);
    else if constexpr (F == Acos) return std::acos(x);
    else if constexpr (F == Acosh) return std::acosh(x);
    else if constexpr (F == Asin) return std::asin(x);
    else if constexpr (F == Asinh) return std::asinh(x);
    else if constexpr (F == Atan) return std::atan(x);
    else if constexpr (F == Atanh) return std::atanh(x);
    else if constexpr (F == BesselI1e) return static_cast<T>(detail::bessel_i1e(Wide(x)));
    else if constexpr (F == Digamma) return static_cast<T>(detail::digamma(Wide(x)));
    else if constexpr (F == Erf) return std::erf(x);
    else if constexpr (F == ErfInv) return static_cast<T>(detail::erf_inv(Wide(x)));
    else if constexpr (F == Erfc) return std::erfc(x);
    else if constexpr (F == Lgamma) return static_cast<T>(std::lgamma(Wide(x)));
    else if constexpr (F == Cbrt) return std::cbrt(x);
    else if constexpr (F == Ceil) return std::ceil(x);
    else if constexpr (F == Cosine) return std::cos(x);
    else if constexpr (F == Exp) return std::exp(x);
    else if constexpr (F == Expm1) return std::expm1(x);
    else if constexpr (F == Floor) return std::floor(x);
    else if constexpr (F == Log) return std::log(x);
    else if constexpr (F == Log1p) return std::log1p(x);
    else if constexpr (F == Logistic) return T(1) / (T(1) + std::exp(-x));
    else if constexpr (F == Negate) return -x;
    else if constexpr (F == RoundAfz) return std::round(x);
    else if constexpr (F == RoundEven) return std::nearbyint(x);
    else if constexpr (F == Rsqrt) return T(1) / std::sqrt(x);
    else if constexpr (F == Sign) return x > 0 ? T(1) : x < 0 ? T(-1) : x;
    else if constexpr (F == Sine) return std::sin(x);
    else if constexpr (F == Sqrt) return std::sqrt(x);
    else if constexpr (F == Tan) return std::tan(x);
    else {
      static_assert(F == Tanh);
      return std::tanh(x);
    }
  }

  template <ScalarFn F, class T>
  static T binary(const T& x, const T& y) {
    using enum ScalarFn;
    using Wide = long double;
    if constexpr (is_discrete<T>) return Integers::binary<F>(x, y);
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Native>::binary<F>(x, y);
    else if constexpr (is_small_float<T> && F == NextAfter) return next_after(x, y);
    else if constexpr ((is_small_float<T> || std::is_same_v<T, float>) &&
                       (F == Power || F == Atan2 || F == Polygamma || F == Zeta))
      return convert<T, double>(binary<F, double>(convert<double, T>(x), convert<double, T>(y)));
    else if constexpr (is_small_float<T>) return T(binary<F, float>(float(x), float(y)));
    else if constexpr (F == Add) return x + y;
    else if constexpr (F == Subtract) return x - y;
    else if constexpr (F == Multiply) return x * y;
    else if constexpr (F == Divide) return x / y;
    else if constexpr (F == Max || F == Min) return extreme<F>(x, y);
    else if constexpr (F == Power) return std::pow(x, y);
    else if constexpr (F == Remainder) return std::fmod(x, y);
    else if constexpr (F == NextAfter) return std::nextafter(x, y);
    else if constexpr (F == Polygamma) return static_cast<T>(detail::polygamma(Wide(x), Wide(y)));
    else if constexpr (F == Zeta) return static_cast<T>(detail::hurwitz_zeta(Wide(x), Wide(y)));
    else {
      static_assert(F == Atan2);
      return std::atan2(x, y);
    }
  }

  template <ScalarFn F, class T>
  static bool compare(const T& x, const T& y) {
    if constexpr (is_small_float<T>) return Integers::compare<F>(float(x), float(y));
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Native>::compare<F>(x, y);
    else return Integers::compare<F>(x, y);
  }
  template <class T>
  static bool is_finite(const T& x) {
    if constexpr (is_small_float<T>) return std::isfinite(float(x));
    else return std::isfinite(x);
  }
  template <class T>
  static bool total_le(const T& x, const T& y) {
    return detail::total_order(x) <= detail::total_order(y);
  }

  /// Rounds the mantissa to the nearest, even in the middle; what is then too large is infinite,
  /// what is too small to be normal is zero. A NaN stays, but that without mantissa bits there is none, and it becomes
  /// an infinity. More bits than the type has change nothing.
  template <class T>
  static T reduce_precision(const T& x, int exponent_bits, int mantissa_bits) {
    using Format = detail::FloatFormat<T>;
    using Bits = typename Format::Bits;
    constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(T) - 1));
    constexpr uint64_t exponents = (uint64_t{1} << Format::exponent) - 1;
    constexpr Bits infinite = static_cast<Bits>(exponents << Format::mantissa);
    uint64_t b = static_cast<Bits>(std::bit_cast<Bits>(x) & static_cast<Bits>(~sign));
    if (b > infinite) return mantissa_bits > 0 ? x : std::bit_cast<T>(infinite);
    if (const int drop = Format::mantissa - mantissa_bits; drop > 0) {
      const uint64_t unit = uint64_t{1} << drop;
      b = (b + unit / 2 - 1 + (b >> drop & 1)) & ~(unit - 1);
    }
    if (exponent_bits < Format::exponent) {
      const int64_t bias = (1 << (Format::exponent - 1)) - 1;
      const int64_t reduced = (1 << (exponent_bits - 1)) - 1;
      const auto e = static_cast<int64_t>(b >> Format::mantissa);
      if (e > bias + reduced) b = infinite;
      else if (e <= bias - reduced) b = 0;
    }
    return std::bit_cast<T>(static_cast<Bits>(b | (std::bit_cast<Bits>(x) & sign)));
  }

  /// See complex.h.
  template <class R>
  static R magnitude(const Complex<R>& x) {
    using W = detail::WiderFloat<R>;
    return static_cast<R>(std::hypot(W(x.re), W(x.im)));
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_unary(const Complex<R>& x) {
    using W = detail::WiderFloat<R>;
    return narrowed<R>(detail::complex_unary<F>(std::complex<W>(x.re, x.im)));
  }
  template <ScalarFn F, class R>
  static Complex<R> complex_binary(const Complex<R>& x, const Complex<R>& y) {
    using W = detail::WiderFloat<R>;
    return narrowed<R>(
        detail::complex_binary<F>(std::complex<W>(x.re, x.im), std::complex<W>(y.re, y.im)));
  }

  /// Floats to integers truncate towards zero and saturate; NaN gives 0.
  template <class To, class From>
  static To convert(const From& x) {
    if constexpr (is_complex_scalar<To> || is_complex_scalar<From>) {
      return ComplexOps<Native>::convert<To>(x);
    } else if constexpr (is_small_float<From>) {
      if constexpr (std::is_same_v<To, From>) return x;
      else return convert<To, float>(float(x));
    } else if constexpr (is_discrete<To> && is_discrete<From>) {
      return Integers::convert<To>(x);
    } else if constexpr (std::is_same_v<To, Bool>) {
      return Bool(x != From(0));
    } else if constexpr (std::is_same_v<From, Bool>) {
      return convert<To, uint8_t>(x.bit);
    } else if constexpr (is_narrow<From>) {
      return convert<To>(x.value);
    } else if constexpr (is_narrow<To>) {
      return Integers::saturated<To>(convert<int32_t>(x));
    } else if constexpr (is_discrete<To>) {
      using Limits = std::numeric_limits<To>;
      if (x != x) return To(0);
      // 2^digits is exact in every float, the largest To need not be
      if (x >= std::ldexp(From(1), Limits::digits)) return Limits::max();
      if (x <= From(Limits::min())) return Limits::min();
      return static_cast<To>(x);
    } else if constexpr (is_small_float<To>) {
      return To(detail::round_to_odd(static_cast<long double>(x)));
    } else {
      return static_cast<To>(x);
    }
  }

  template <class T>
  static T from_bits(ElementType, ElementBits bits) {
    if constexpr (is_discrete<T>) {
      return Integers::from_bits<T>(static_cast<uint64_t>(bits));
    } else {
      T x;
      std::memcpy(&x, &bits, sizeof(T));
      return x;
    }
  }
  template <class T>
  static ElementBits to_bits(const T& x) {
    if constexpr (is_discrete<T>) {
      return Integers::to_bits(x);
    } else {
      static_assert(std::is_trivially_copyable_v<T>);
      ElementBits bits = 0;
      std::memcpy(&bits, &x, sizeof(T));
      return bits;
    }
  }
  template <class T>
  static T of_bits(ElementBits bits) {
    if constexpr (is_discrete<T>) {
      return Integers::of_bits<T>(bits);
    } else {
      T x;
      std::memcpy(&x, &bits, sizeof(T));
      return x;
    }
  }
  template <class T>
  static T from_index(int64_t i) {
    return convert<T, int64_t>(i);
  }
  /// Equal as values, or both NaN; +0 and -0 are the same.
  template <class T>
  static bool same(const T& x, const T& y) {
    if constexpr (is_small_float<T>) return same<float>(float(x), float(y));
    else if constexpr (is_discrete<T>) return x == y;
    else if constexpr (is_complex_scalar<T>) return ComplexOps<Native>::same(x, y);
    else return x == y || (x != x && y != y);
  }
  template <class T>
  static uint64_t hash(const T& x) {
    if constexpr (is_discrete<T>) {
      return Integers::hash(x);
    } else if constexpr (is_complex_scalar<T>) {
      return ComplexOps<Native>::hash(x);
    } else {
      const double d = to_double(x);
      if (d != d) return mix64(1);
      return mix64(std::bit_cast<uint64_t>(d == 0 ? 0.0 : d));
    }
  }
  /// Of a complex number the real part.
  template <class T>
  static double to_double(const T& x) {
    if constexpr (is_small_float<T>) return float(x);
    else if constexpr (is_complex_scalar<T>) return x.re;
    else if constexpr (is_discrete<T>) return Integers::to_double(x);
    else return x;
  }
  template <class T>
  static std::string text(const T& x) {
    if constexpr (is_discrete<T>) {
      return Integers::text(x);
    } else if constexpr (is_complex_scalar<T>) {
      return ComplexOps<Native>::text(x);
    } else {
      constexpr int digits = is_small_float<T> ? 5 : sizeof(T) == 4 ? 9 : 17;
      char buffer[40];
      std::snprintf(buffer, sizeof buffer, "%.*g", digits, to_double(x));
      return buffer;
    }
  }

 private:
  /// sinh and cosh mean the StableHLO ops to which CHLO legalises them: its tests, and XLA, round where these do. f16
  /// and bf16 compute in f32.
  template <ScalarFn F, class T>
  static T hyperbolic(const T& x) {
    using enum ScalarFn;
    if constexpr (is_small_float<T>) {
      return T(hyperbolic<F, float>(float(x)));
    } else {
      const T log_half = static_cast<T>(std::log(0.5));
      const T up = unary<Exp, T>(x + log_half), down = unary<Exp, T>(log_half - x);
      if constexpr (F == Cosh) return up + down;
      if (!(std::fabs(x) < 1)) return up - down;
      const T m = unary<Expm1, T>(x);
      return (m + m / (m + 1)) / 2;
    }
  }
  /// The larger or smaller; a NaN wins, and +0 is larger than -0 (IEEE 754's maximum and minimum).
  template <ScalarFn F, class T>
  static T extreme(T x, T y) {
    using Bits = typename detail::FloatFormat<T>::Bits;
    const Bits a = std::bit_cast<Bits>(x), b = std::bit_cast<Bits>(y);
    // what is equal has the same bits but for the sign of zero
    const T same = std::bit_cast<T>(static_cast<Bits>(F == ScalarFn::Max ? a & b : a | b));
    const T one = F == ScalarFn::Max ? (x > y ? x : y) : (x < y ? x : y);
    return x != x ? x : x == y ? same : one;
  }
  template <class R, class W>
  static Complex<R> narrowed(const std::complex<W>& z) {
    return {static_cast<R>(z.real()), static_cast<R>(z.imag())};
  }
  /// The neighbour of x towards y, by their bits.
  template <class T>
  static T next_after(T x, const T& y) {
    const float a = float(x), b = float(y);
    if (a != a) return x;
    if (b != b || a == b) return y;
    if (a == 0) x.bits = static_cast<uint16_t>(b > 0 ? 1 : 0x8001);
    else x.bits = static_cast<uint16_t>(x.bits + ((a < b) == (a > 0) ? 1 : -1));
    return x;
  }
};

}  // namespace partir
