// The domain Native: each element type's own arithmetic.
//
// f16 and bf16 scalars compute in float and round once per scalar function; a reduction over them
// accumulates in float and rounds once at the end.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "interp/domain.h"

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

/// Rounds to float so that rounding on to a type of at most 22 bits of precision rounds once in all:
/// an inexact result is truncated and its last bit set.
inline float round_to_odd(long double x) {
  float f = static_cast<float>(x);
  if (!(std::fabs(f) <= std::numeric_limits<float>::max()) || f == x) return f;
  if (std::fabs(static_cast<long double>(f)) > std::fabs(x)) f = std::nextafter(f, 0.0f);
  return std::bit_cast<float>(std::bit_cast<uint32_t>(f) | 1u);
}
}  // namespace detail

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
    if constexpr (is_discrete<T>) return Integers::unary<F>(x);
    else if constexpr (is_small_float<T>) return T(unary<F, float>(float(x)));
    else if constexpr (F == Abs) return std::fabs(x);
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
    else {
      static_assert(F == Tanh);
      return std::tanh(x);
    }
  }

  template <ScalarFn F, class T>
  static T binary(const T& x, const T& y) {
    using enum ScalarFn;
    if constexpr (is_discrete<T>) return Integers::binary<F>(x, y);
    else if constexpr (is_small_float<T>) return T(binary<F, float>(float(x), float(y)));
    else if constexpr (F == Add) return x + y;
    else if constexpr (F == Subtract) return x - y;
    else if constexpr (F == Multiply) return x * y;
    else if constexpr (F == Divide) return x / y;
    else if constexpr (F == Max) return x != x || x > y ? x : y;  // a NaN wins
    else if constexpr (F == Min) return x != x || x < y ? x : y;
    else if constexpr (F == Power) return std::pow(x, y);
    else if constexpr (F == Remainder) return std::fmod(x, y);
    else {
      static_assert(F == Atan2);
      return std::atan2(x, y);
    }
  }

  template <ScalarFn F, class T>
  static bool compare(const T& x, const T& y) {
    if constexpr (is_small_float<T>) return Integers::compare<F>(float(x), float(y));
    else return Integers::compare<F>(x, y);
  }
  template <class T>
  static bool is_finite(const T& x) {
    if constexpr (is_small_float<T>) return std::isfinite(float(x));
    else return std::isfinite(x);
  }

  /// Floats to integers truncate towards zero and saturate; NaN gives 0.
  template <class To, class From>
  static To convert(const From& x) {
    if constexpr (is_small_float<From>) {
      if constexpr (std::is_same_v<To, From>) return x;
      else return convert<To, float>(float(x));
    } else if constexpr (is_discrete<To> && is_discrete<From>) {
      return Integers::convert<To>(x);
    } else if constexpr (std::is_same_v<To, Bool>) {
      return Bool(x != From(0));
    } else if constexpr (std::is_same_v<From, Bool>) {
      return convert<To, uint8_t>(x.bit);
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
  static T from_bits(ElementType, uint64_t bits) {
    if constexpr (is_discrete<T>) {
      return Integers::from_bits<T>(bits);
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
    else return x == y || (x != x && y != y);
  }
  template <class T>
  static uint64_t hash(const T& x) {
    if constexpr (is_discrete<T>) {
      return Integers::hash(x);
    } else {
      const double d = to_double(x);
      if (d != d) return mix64(1);
      return mix64(std::bit_cast<uint64_t>(d == 0 ? 0.0 : d));
    }
  }
  template <class T>
  static double to_double(const T& x) {
    if constexpr (is_small_float<T>) return float(x);
    else if constexpr (is_discrete<T>) return Integers::to_double(x);
    else return x;
  }
  template <class T>
  static std::string text(const T& x) {
    if constexpr (is_discrete<T>) {
      return Integers::text(x);
    } else {
      constexpr int digits = is_small_float<T> ? 5 : sizeof(T) == 4 ? 9 : 17;
      char buffer[40];
      std::snprintf(buffer, sizeof buffer, "%.*g", digits, to_double(x));
      return buffer;
    }
  }
};

}  // namespace partir
