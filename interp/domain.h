// What a scalar domain is, and what all domains share: integers, i1, dispatch on element types and
// on scalar functions.
//
// A domain D is a struct of static members:
//   name                                  for people
//   Scalar<E>                             the C++ type that holds an element of type E
//   Accumulator<T>                        the type in which a reduction over T is folded
//   unary<F, T>, binary<F, T>             what each scalar function means (result of type T)
//   compare<F, T>, is_finite<T>           those that yield i1
//   convert<To, From>(x)                  ScalarFn::Convert
//   from_bits<T>(E, bits)                 a literal element
//   to_bits<T>(x), of_bits<T>(bits)       ScalarFn::Bitcast: the bits in Native and on discrete types
//   reduce_precision<T>(x, e, m)          x rounded to e exponent and m mantissa bits
//   total_le<T>(x, y)                     the total order of floats
//   from_index<T>(i)                      an index as a value (iota)
//   same<T>, hash<T>, text<T>, to_double<T>
// Integers and i1 are native and wrap in every domain (`Integers` below). Complex numbers are pairs
// of the domain's reals (complex.h).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "interp/modular.h"
#include "semantics/diagnostics.h"
#include "semantics/literal.h"
#include "semantics/scalar_fn.h"

namespace partir {

/// An i1, one byte, 0 or 1. A type of its own so that ui8 and i1 differ.
struct Bool {
  uint8_t bit;
  Bool() = default;
  constexpr Bool(bool b) : bit(b) {}  // NOLINT: a bool is an i1
  constexpr explicit operator bool() const { return bit != 0; }
  friend constexpr bool operator==(Bool a, Bool b) { return a.bit == b.bit; }
};

/// An integer of fewer than 8 bits, in one byte; arithmetic is the byte's and wraps (`Integers`).
template <int Bits, class Byte>
struct Narrow {
  Byte value;
  Narrow() = default;
  template <class I>
    requires std::is_integral_v<I>
  constexpr explicit Narrow(I i) : value(wrapped(i)) {}
  template <class I>
    requires std::is_integral_v<I>
  constexpr explicit operator I() const {
    return static_cast<I>(value);
  }
  static constexpr Byte least = std::is_signed_v<Byte> ? -(1 << (Bits - 1)) : 0;
  static constexpr Byte greatest = (1 << (Bits - std::is_signed_v<Byte>)) - 1;
  friend constexpr bool operator==(Narrow a, Narrow b) { return a.value == b.value; }

 private:
  template <class I>
  static constexpr Byte wrapped(I i) {
    const auto low = static_cast<unsigned>(static_cast<uint64_t>(i) & ((1u << Bits) - 1));
    if (std::is_signed_v<Byte> && low >> (Bits - 1))
      return static_cast<Byte>(static_cast<int>(low) - (1 << Bits));
    return static_cast<Byte>(low);
  }
};
template <class T>
inline constexpr bool is_narrow = false;
template <int Bits, class Byte>
inline constexpr bool is_narrow<Narrow<Bits, Byte>> = true;

/// Bits of an integer type.
template <class T>
inline constexpr int integer_bits = 8 * sizeof(T);
template <int Bits, class Byte>
inline constexpr int integer_bits<Narrow<Bits, Byte>> = Bits;
/// Bits that an element of a native type has.
template <class T>
inline constexpr int scalar_bits = std::is_same_v<T, Bool> ? 1 : integer_bits<T>;

/// Whether T is one of the types that every domain treats natively.
template <class T>
inline constexpr bool is_discrete =
    std::is_integral_v<T> || std::is_same_v<T, Bool> || is_narrow<T>;

/// A complex number over reals of type R.
template <class R>
struct Complex {
  R re, im;
  friend bool operator==(const Complex&, const Complex&) = default;
};
template <class T>
inline constexpr bool is_complex_scalar = false;
template <class R>
inline constexpr bool is_complex_scalar<Complex<R>> = true;

namespace detail {
template <class T> struct RealPart { using type = T; };
template <class R> struct RealPart<Complex<R>> { using type = R; };
}  // namespace detail
/// The type of a complex number's parts; any other type itself.
template <class T>
using RealOf = typename detail::RealPart<T>::type;

/// The native type of an integer or i1 element type.
template <ElementType E>
struct DiscreteScalar {};
template <> struct DiscreteScalar<ElementType::I1> { using type = Bool; };
template <> struct DiscreteScalar<ElementType::I2> { using type = Narrow<2, int8_t>; };
template <> struct DiscreteScalar<ElementType::I4> { using type = Narrow<4, int8_t>; };
template <> struct DiscreteScalar<ElementType::UI2> { using type = Narrow<2, uint8_t>; };
template <> struct DiscreteScalar<ElementType::UI4> { using type = Narrow<4, uint8_t>; };
template <> struct DiscreteScalar<ElementType::I8> { using type = int8_t; };
template <> struct DiscreteScalar<ElementType::I16> { using type = int16_t; };
template <> struct DiscreteScalar<ElementType::I32> { using type = int32_t; };
template <> struct DiscreteScalar<ElementType::I64> { using type = int64_t; };
template <> struct DiscreteScalar<ElementType::UI8> { using type = uint8_t; };
template <> struct DiscreteScalar<ElementType::UI16> { using type = uint16_t; };
template <> struct DiscreteScalar<ElementType::UI32> { using type = uint32_t; };
template <> struct DiscreteScalar<ElementType::UI64> { using type = uint64_t; };

/// Calls `f.operator()<T>()` with the C++ type of element type `e` in domain D.
template <class D, class F>
decltype(auto) with_scalar(ElementType e, F&& f) {
  using enum ElementType;
  switch (e) {
    case I1: return f.template operator()<typename D::template Scalar<I1>>();
    case I2: return f.template operator()<typename D::template Scalar<I2>>();
    case I4: return f.template operator()<typename D::template Scalar<I4>>();
    case I8: return f.template operator()<typename D::template Scalar<I8>>();
    case I16: return f.template operator()<typename D::template Scalar<I16>>();
    case I32: return f.template operator()<typename D::template Scalar<I32>>();
    case I64: return f.template operator()<typename D::template Scalar<I64>>();
    case UI2: return f.template operator()<typename D::template Scalar<UI2>>();
    case UI4: return f.template operator()<typename D::template Scalar<UI4>>();
    case UI8: return f.template operator()<typename D::template Scalar<UI8>>();
    case UI16: return f.template operator()<typename D::template Scalar<UI16>>();
    case UI32: return f.template operator()<typename D::template Scalar<UI32>>();
    case UI64: return f.template operator()<typename D::template Scalar<UI64>>();
    case BF16: return f.template operator()<typename D::template Scalar<BF16>>();
    case F16: return f.template operator()<typename D::template Scalar<F16>>();
    case F32: return f.template operator()<typename D::template Scalar<F32>>();
    case F64: return f.template operator()<typename D::template Scalar<F64>>();
    case C64: return f.template operator()<typename D::template Scalar<C64>>();
    case C128: break;
  }
  return f.template operator()<typename D::template Scalar<C128>>();
}

/// Whether T holds elements of type `e` in domain D.
template <class D, class T>
bool holds(ElementType e) {
  using enum ElementType;
  static constexpr auto table = []<ElementType... Es>() {
    return std::array{std::is_same_v<typename D::template Scalar<Es>, T>...};
  }.template operator()<I1, I2, I4, I8, I16, I32, I64, UI2, UI4, UI8, UI16, UI32, UI64, BF16, F16,
                         F32, F64, C64, C128>();
  return table[static_cast<size_t>(e)];
}
/// Bytes of an element of type `e` in domain D.
template <class D>
int64_t scalar_size(ElementType e) {
  return with_scalar<D>(e, []<class T>() { return static_cast<int64_t>(sizeof(T)); });
}

/// Calls `f.operator()<F>()` with `⊕`'s scalar function as a constant.
template <class Fn>
decltype(auto) with_monoid(Monoid m, Fn&& f) {
  switch (m) {
    case Monoid::Add: return f.template operator()<ScalarFn::Add>();
    case Monoid::Mul: return f.template operator()<ScalarFn::Multiply>();
    case Monoid::Max: return f.template operator()<ScalarFn::Max>();
    case Monoid::Min: return f.template operator()<ScalarFn::Min>();
    case Monoid::And: return f.template operator()<ScalarFn::And>();
    case Monoid::Or: break;
  }
  return f.template operator()<ScalarFn::Or>();
}

struct Integers;
/// Where the scalar functions on T are defined: discrete types are one for all domains, so that code
/// made from them is too.
template <class D, class T>
using OpsOf = std::conditional_t<is_discrete<T>, Integers, D>;

/// Whether scalar function F (a unary or binary one with operand and result of type T) means
/// something on T, where `T` is discrete, complex or stands for floats.
template <ScalarFn F, class T>
constexpr bool means_something() {
  using enum ScalarFn;
  constexpr bool logical = F == And || F == Or || F == Xor || F == Not;
  constexpr bool shift = F == ShiftLeft || F == ShiftRightArithmetic || F == ShiftRightLogical;
  constexpr bool counts = F == Popcnt || F == CountLeadingZeros || F == MultiplyHigh;
  if (F == Real || F == Imag || F == MakeComplex) return false;  // between two types
  if (std::is_same_v<T, Bool>)
    return logical || F == Max || F == Min || F == Add || F == Multiply;
  if (is_complex_scalar<T>) {
    switch (F) {
      case Acos: case Acosh: case Asin: case Asinh: case Atan: case Atanh: case Cbrt: case Cosh:
      case Cosine: case Exp: case Expm1: case Log: case Log1p: case Logistic: case Negate:
      case Rsqrt: case Sign: case Sine: case Sinh: case Sqrt: case Tan: case Tanh: case Add:
      case Atan2: case Divide: case Max: case Min: case Multiply: case Power: case Subtract:
        return true;
      default: return false;
    }
  }
  if (!is_discrete<T>) return !logical && !shift && !counts;
  switch (F) {
    case Abs: case Sign: case Negate: case Add: case Divide: case Max: case Min: case Multiply:
    case Power: case Remainder: case Subtract: return true;
    default: return logical || shift || counts;
  }
}

/// Integers and i1, the same in every domain. Arithmetic wraps; what StableHLO leaves open is fixed
/// as the ops' headers say.
struct Integers {
  template <class T>
  using Accumulator = T;
  /// Holds every product of two T.
  template <class T>
  using Twice = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;

  template <ScalarFn F, class T>
  static T unary(T x) {
    using enum ScalarFn;
    if constexpr (std::is_same_v<T, Bool>) {
      return Bool(!x.bit);  // Not
    } else if constexpr (is_narrow<T>) {
      if constexpr (F == Popcnt || F == CountLeadingZeros) {
        const auto bits = static_cast<uint8_t>(unsigned_bits(x));
        if constexpr (F == Popcnt) return T(std::popcount(bits));
        else return T(std::countl_zero(bits) - (8 - integer_bits<T>));
      } else {
        return T(unary<F>(x.value));
      }
    } else {
      using U = std::make_unsigned_t<T>;
      if constexpr (F == Not) return static_cast<T>(~x);
      else if constexpr (F == Negate) return static_cast<T>(U(0) - static_cast<U>(x));
      else if constexpr (F == Abs) return x < T(0) ? static_cast<T>(U(0) - static_cast<U>(x)) : x;
      else if constexpr (F == Popcnt) return static_cast<T>(std::popcount(static_cast<U>(x)));
      else if constexpr (F == CountLeadingZeros)
        return static_cast<T>(std::countl_zero(static_cast<U>(x)));
      else return static_cast<T>((x > T(0)) - (x < T(0)));  // Sign
    }
  }
  /// The bits of an integer of fewer than 8, without its sign.
  template <int Bits, class Byte>
  static uint8_t unsigned_bits(Narrow<Bits, Byte> x) {
    return static_cast<uint8_t>(static_cast<unsigned>(x.value) & ((1u << Bits) - 1));
  }

  template <ScalarFn F, class T>
  static T binary(T x, T y) {
    using enum ScalarFn;
    if constexpr (std::is_same_v<T, Bool>) {
      if constexpr (F == Or || F == Max || F == Add) return Bool(x.bit | y.bit);
      else if constexpr (F == Xor) return Bool(x.bit ^ y.bit);
      else return Bool(x.bit & y.bit);  // And, Min, Multiply
    } else if constexpr (is_narrow<T>) {
      // a shift by the width or more, and what it shifts in, are those of the narrow type
      constexpr int width = integer_bits<T>;
      if constexpr (F == ShiftRightLogical) {
        return T(binary<F>(unsigned_bits(x), unsigned_bits(y)));
      } else if constexpr (F == MultiplyHigh) {
        return T((x.value * y.value) >> width);
      } else if constexpr (F == ShiftRightArithmetic) {
        const int sign_extended = Narrow<width, int8_t>(x.value).value;
        return T(sign_extended >> std::min<int>(unsigned_bits(y), width - 1));
      } else {
        return T(binary<F>(x.value, y.value));
      }
    } else {
      // 64 bits so that no promotion to int overflows
      const uint64_t a = static_cast<uint64_t>(x), b = static_cast<uint64_t>(y);
      constexpr int width = 8 * sizeof(T);
      using U = std::make_unsigned_t<T>;
      if constexpr (F == Add) return static_cast<T>(a + b);
      else if constexpr (F == Subtract) return static_cast<T>(a - b);
      else if constexpr (F == Multiply) return static_cast<T>(a * b);
      else if constexpr (F == MultiplyHigh) return static_cast<T>((Twice<T>(x) * y) >> width);
      else if constexpr (F == And) return static_cast<T>(a & b);
      else if constexpr (F == Or) return static_cast<T>(a | b);
      else if constexpr (F == Xor) return static_cast<T>(a ^ b);
      else if constexpr (F == Max) return x < y ? y : x;
      else if constexpr (F == Min) return y < x ? y : x;
      else if constexpr (F == Divide) {
        if (y == T(0)) return static_cast<T>(~uint64_t{0});
        if constexpr (std::is_signed_v<T>)
          if (y == T(-1)) return static_cast<T>(uint64_t{0} - a);  // the minimum wraps
        return static_cast<T>(x / y);
      } else if constexpr (F == Remainder) {
        if (y == T(0)) return x;
        if constexpr (std::is_signed_v<T>)
          if (y == T(-1)) return T(0);
        return static_cast<T>(x % y);
      } else if constexpr (F == Power) {
        if constexpr (std::is_signed_v<T>)
          if (y < T(0)) return x == T(1) ? T(1) : x == T(-1) ? (b & 1 ? T(-1) : T(1)) : T(0);
        uint64_t result = 1, base = a;
        for (uint64_t e = b; e != 0; e >>= 1, base *= base)
          if (e & 1) result *= base;
        return static_cast<T>(result);
      } else if constexpr (F == ShiftLeft) {
        return static_cast<U>(y) >= U(width) ? T(0) : static_cast<T>(a << b);
      } else if constexpr (F == ShiftRightLogical) {
        return static_cast<U>(y) >= U(width) ? T(0) : static_cast<T>(static_cast<U>(x) >> b);
      } else {  // ShiftRightArithmetic: the sign fills, of the same bits if T is unsigned
        using S = std::make_signed_t<T>;
        const int by = static_cast<U>(y) >= U(width) ? width - 1 : static_cast<int>(b);
        return static_cast<T>(static_cast<S>(x) >> by);
      }
    }
  }

  template <ScalarFn F, class T>
  static bool compare(const T& x, const T& y) {
    using enum ScalarFn;
    if constexpr (std::is_same_v<T, Bool>) return compare<F, uint8_t>(x.bit, y.bit);
    else if constexpr (is_narrow<T>) return compare<F>(x.value, y.value);
    else if constexpr (F == Eq) return x == y;
    else if constexpr (F == Ne) return x != y;
    else if constexpr (F == Lt) return x < y;
    else if constexpr (F == Le) return x <= y;
    else if constexpr (F == Gt) return x > y;
    else return x >= y;
  }

  /// Between discrete types: to i1 `x != 0`, else the low bits.
  template <class To, class From>
  static To convert(const From& x) {
    if constexpr (std::is_same_v<From, Bool>) return convert<To, uint8_t>(x.bit);
    else if constexpr (is_narrow<From>) return convert<To>(x.value);
    else if constexpr (std::is_same_v<To, Bool>) return Bool(x != From(0));
    else return static_cast<To>(x);
  }
  /// As an integer of fewer than 8 bits, the nearest where it is too large.
  template <class To>
  static To saturated(int value) {
    return To(value < To::least ? To::least : value > To::greatest ? To::greatest : value);
  }
  template <class T>
  static T from_bits(uint64_t bits) {
    if constexpr (std::is_same_v<T, Bool>) return Bool(bits != 0);
    else return static_cast<T>(bits);
  }
  /// Zero-extended.
  template <class T>
  static ElementBits to_bits(const T& x) {
    if constexpr (std::is_same_v<T, Bool>) return x.bit;
    else if constexpr (is_narrow<T>) return unsigned_bits(x);
    else return static_cast<std::make_unsigned_t<T>>(x);
  }
  /// Bits beyond the type's width are ignored.
  template <class T>
  static T of_bits(ElementBits bits) {
    if constexpr (std::is_same_v<T, Bool>) return Bool((bits & 1) != 0);
    else return static_cast<T>(static_cast<uint64_t>(bits));
  }
  template <class T>
  static uint64_t hash(const T& x) {
    return mix64(static_cast<uint64_t>(convert<int64_t>(x)));
  }
  template <class T>
  static double to_double(const T& x) {
    if constexpr (std::is_same_v<T, Bool>) return x.bit;
    else if constexpr (is_narrow<T>) return x.value;
    else return static_cast<double>(x);
  }
  template <class T>
  static std::string text(const T& x) {
    if constexpr (std::is_same_v<T, Bool>) return x.bit ? "true" : "false";
    else if constexpr (is_narrow<T>) return std::to_string(x.value);
    else return std::to_string(x);
  }
};

}  // namespace partir
