// Constant tensors as they stand in a program: raw bits in an element type.
#pragma once

#include <cstddef>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "semantics/types.h"

namespace partir {

/// bf16 bits to float (exact).
inline float bf16_to_float(uint16_t bits) {
  uint32_t u = static_cast<uint32_t>(bits) << 16;
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}
/// float to bf16 bits, round to nearest even, NaN kept a NaN.
inline uint16_t float_to_bf16(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  if ((u & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((u >> 16) | 0x40u);
  u += 0x7fffu + ((u >> 16) & 1u);
  return static_cast<uint16_t>(u >> 16);
}
/// f16 bits to float (exact), subnormals, infinities and NaN included.
inline float f16_to_float(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16;
  uint32_t exponent = (h >> 10) & 0x1fu, mantissa = h & 0x3ffu, u;
  if (exponent == 0x1f) {
    u = sign | 0x7f800000u | (mantissa << 13);
  } else if (exponent == 0) {
    float f = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -f : f;
  } else {
    u = sign | ((exponent + 112) << 23) | (mantissa << 13);
  }
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}
/// float to f16 bits, round to nearest even, overflow to infinity.
inline uint16_t float_to_f16(float f) {
  _Float16 h = static_cast<_Float16>(f);
  uint16_t bits;
  std::memcpy(&bits, &h, 2);
  return bits;
}

/// The bits of an element of any type; a complex number's real part is in the low half.
using ElementBits = unsigned __int128;

/// A constant tensor: row-major bits of each element in its type's own width (less than a byte in
/// one), or one element that stands for all (`splat`).
struct Literal {
  TensorType type;
  bool splat = false;
  std::vector<std::byte> data;

  /// A splat whose element has the given bits (low `byte_width` bytes are kept).
  static Literal splat_bits(TensorType type, ElementBits bits) {
    Literal l{std::move(type), true, {}};
    l.data.resize(byte_width(l.type.element));
    std::memcpy(l.data.data(), &bits, l.data.size());
    return l;
  }
  /// A splat of `value` rounded to the element type.
  static Literal splat_value(TensorType type, double value) {
    ElementType e = type.element;
    return splat_bits(std::move(type), encode(e, value));
  }
  /// The bits of `value` rounded to element type `e` (integers truncate; i1 is `value != 0`; a
  /// complex number has imaginary part 0).
  static ElementBits encode(ElementType e, double value) {
    uint64_t bits = 0;
    switch (real_part(e)) {
      case ElementType::F64: std::memcpy(&bits, &value, 8); return bits;
      case ElementType::F32: {
        float f = static_cast<float>(value);
        std::memcpy(&bits, &f, 4);
        return bits;
      }
      case ElementType::F16: return float_to_f16(static_cast<float>(value));
      case ElementType::BF16: return float_to_bf16(static_cast<float>(value));
      case ElementType::I1: return value != 0;
      default:
        bits = value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value))
                         : static_cast<uint64_t>(value);
        return bit_width(e) < 8 ? bits & ((1u << bit_width(e)) - 1) : bits;
    }
  }
  /// The bits of the complex number with the given parts, each rounded.
  static ElementBits encode(ElementType e, double real, double imag) {
    return encode(e, real) | encode(e, imag) << (bit_width(e) / 2);
  }
  /// Raw bits of element `i` (row-major), zero-extended.
  ElementBits bits(int64_t i) const {
    const int64_t w = byte_width(type.element);
    ElementBits b = 0;
    std::memcpy(&b, data.data() + (splat ? 0 : i * w), w);
    return b;
  }
  /// Element `i` as a double (integers beyond 2^53 round; of a complex number the real part).
  double as_double(int64_t i) const { return decode(type.element, bits(i)); }
  /// Element `i` as a sign-extended integer; for integer types only.
  int64_t as_int(int64_t i) const {
    auto b = static_cast<uint64_t>(bits(i));
    const int w = bit_width(type.element);
    if (is_signed_int(type.element) && w < 64 && (b >> (w - 1)) & 1) b |= ~uint64_t{0} << w;
    return static_cast<int64_t>(b);
  }
  /// The value that raw bits stand for; of a complex number the real part.
  static double decode(ElementType e, ElementBits bits) {
    const auto b = static_cast<uint64_t>(bits);
    switch (real_part(e)) {
      case ElementType::I2: return static_cast<int8_t>(b << 6) >> 6;
      case ElementType::I4: return static_cast<int8_t>(b << 4) >> 4;
      case ElementType::F64: { double d; std::memcpy(&d, &b, 8); return d; }
      case ElementType::F32: { float f; std::memcpy(&f, &b, 4); return f; }
      case ElementType::F16: return f16_to_float(static_cast<uint16_t>(b));
      case ElementType::BF16: return bf16_to_float(static_cast<uint16_t>(b));
      case ElementType::I8: return static_cast<int8_t>(b);
      case ElementType::I16: return static_cast<int16_t>(b);
      case ElementType::I32: return static_cast<int32_t>(b);
      case ElementType::I64: return static_cast<double>(static_cast<int64_t>(b));
      default: return static_cast<double>(b);
    }
  }
  /// The imaginary part that raw bits stand for; 0 unless complex.
  static double decode_imag(ElementType e, ElementBits bits) {
    return is_complex(e) ? decode(real_part(e), bits >> (bit_width(e) / 2)) : 0;
  }
  friend bool operator==(const Literal&, const Literal&) = default;
};

/// The bits of `⊕`'s identity on an element type (`max` on floats is -inf; integers have extremes;
/// complex numbers are ordered by real part, then imaginary part).
inline ElementBits identity_bits(Monoid m, ElementType e) {
  const int w = bit_width(e);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  auto extreme = [&](double v) {
    return is_complex(e) ? Literal::encode(e, v, v) : Literal::encode(e, v);
  };
  const ElementBits ones = w >= 64 ? ~uint64_t{0} : (uint64_t{1} << w) - 1;
  switch (m) {
    case Monoid::Add: case Monoid::Or: return 0;
    case Monoid::Mul: return Literal::encode(e, 1);
    case Monoid::And: return ones;
    case Monoid::Max:
      if (is_float(e) || is_complex(e)) return extreme(-infinity);
      return is_signed_int(e) ? uint64_t{1} << (w - 1) : 0;
    case Monoid::Min:
      if (is_float(e) || is_complex(e)) return extreme(infinity);
      return is_signed_int(e) ? ones >> 1 : ones;
  }
  throw std::logic_error("identity_bits");
}

/// Whether element bits are `⊕`'s identity; -0.0 counts as add's.
inline bool is_identity(Monoid m, ElementType e, ElementBits bits) {
  if (bits == identity_bits(m, e)) return true;
  return m == Monoid::Add && (is_float(e) || is_complex(e)) && Literal::decode(e, bits) == 0 &&
         Literal::decode_imag(e, bits) == 0;
}

}  // namespace partir
