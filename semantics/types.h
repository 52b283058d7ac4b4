// Element types, tensor types, monoids (calculus.md section 0).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semantics/few.h"
#include "semantics/interned.h"

namespace partir {

/// Element types of tensors. i1 is StableHLO's boolean; C64 is `complex<f32>`, C128 `complex<f64>`.
enum class ElementType : uint8_t {
  I1, I2, I4, I8, I16, I32, I64, UI2, UI4, UI8, UI16, UI32, UI64, BF16, F16, F32, F64, C64, C128
};

inline constexpr ElementType all_element_types[] = {
    ElementType::I1,   ElementType::I2,   ElementType::I4,   ElementType::I8,  ElementType::I16,
    ElementType::I32,  ElementType::I64,  ElementType::UI2,  ElementType::UI4, ElementType::UI8,
    ElementType::UI16, ElementType::UI32, ElementType::UI64, ElementType::BF16,
    ElementType::F16,  ElementType::F32,  ElementType::F64,  ElementType::C64, ElementType::C128};

constexpr bool is_bool(ElementType t) { return t == ElementType::I1; }
/// Real floats only.
constexpr bool is_float(ElementType t) { return t >= ElementType::BF16 && t <= ElementType::F64; }
constexpr bool is_complex(ElementType t) { return t >= ElementType::C64; }
constexpr bool is_signed_int(ElementType t) {
  return t >= ElementType::I2 && t <= ElementType::I64;
}
constexpr bool is_unsigned_int(ElementType t) {
  return t >= ElementType::UI2 && t <= ElementType::UI64;
}
/// The type of a complex number's parts; any other type itself.
constexpr ElementType real_part(ElementType t) {
  return t == ElementType::C64 ? ElementType::F32 : t == ElementType::C128 ? ElementType::F64 : t;
}
/// Signed or unsigned, without i1.
constexpr bool is_integer(ElementType t) { return is_signed_int(t) || is_unsigned_int(t); }

/// Width in bits of the value (i1 is 1).
constexpr int bit_width(ElementType t) {
  switch (t) {
    case ElementType::I1: return 1;
    case ElementType::I2: case ElementType::UI2: return 2;
    case ElementType::I4: case ElementType::UI4: return 4;
    case ElementType::C128: return 128;
    case ElementType::I8: case ElementType::UI8: return 8;
    case ElementType::I16: case ElementType::UI16: case ElementType::BF16: case ElementType::F16:
      return 16;
    case ElementType::I32: case ElementType::UI32: case ElementType::F32: return 32;
    default: return 64;
  }
}
/// Bytes an element takes in memory and on the wire (less than a byte takes one).
constexpr int64_t byte_width(ElementType t) { return (bit_width(t) + 7) / 8; }

/// MLIR spelling: `f32`, `ui8`, `i1`, `complex<f32>`.
constexpr std::string_view name(ElementType t) {
  constexpr std::string_view names[] = {
      "i1",  "i2",   "i4",   "i8",   "i16",  "i32", "i64", "ui2", "ui4",          "ui8",
      "ui16", "ui32", "ui64", "bf16", "f16", "f32", "f64", "complex<f32>", "complex<f64>"};
  return names[static_cast<size_t>(t)];
}
/// Inverse of `name`.
inline std::optional<ElementType> element_type(std::string_view s) {
  for (ElementType t : all_element_types)
    if (name(t) == s) return t;
  return std::nullopt;
}

/// A tensor shape `n̄`.
using Shape = Few<int64_t, 4>;

/// A dimension of a tensor in four bytes. What does not fit becomes the nearest that does, which no tensor has either.
constexpr int32_t dimension(int64_t d) {
  return static_cast<int32_t>(std::clamp<int64_t>(d, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()));
}

inline int64_t num_elements(std::span<const int64_t> shape) {
  int64_t n = 1;
  for (int64_t e : shape) n *= e;
  return n;
}

/// Strides of a contiguous row-major tensor.
inline std::vector<int64_t> row_major_strides(const Shape& shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t s = 1;
  for (size_t d = shape.size(); d-- > 0; s *= shape[d]) strides[d] = s;
  return strides;
}

/// Advances a multi-index in row-major order; false after the last one.
inline bool next_index(std::vector<int64_t>& index, const Shape& shape) {
  for (size_t d = shape.size(); d-- > 0;) {
    if (++index[d] < shape[d]) return true;
    index[d] = 0;
  }
  return false;
}

/// `tensor<n̄ × elt>`.
struct TensorType {
  Shape shape;
  ElementType element = ElementType::F32;
  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t elements() const { return num_elements(shape); }
  int64_t bytes() const { return elements() * byte_width(element); }
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// A tensor type that is copied and compared as a pointer: a program has many values, of few types. Equal ones are one in
/// memory, which is never freed.
class InternedType {
 public:
  InternedType(const TensorType& t = {}) : type_(&interned<TensorType, Of>(t)) {}  // NOLINT: a type
  InternedType(Shape shape, ElementType element) : InternedType(TensorType{std::move(shape), element}) {}
  operator const TensorType&() const { return *type_; }                            // NOLINT: likewise
  const TensorType& operator*() const { return *type_; }
  const TensorType* operator->() const { return type_; }
  /// Becomes what `f` makes of its type.
  template <class F>
  void change(F&& f) {
    TensorType t = *type_;
    f(t);
    *this = t;
  }
  friend bool operator==(const InternedType& a, const InternedType& b) { return a.type_ == b.type_; }
  friend bool operator==(const InternedType& a, const TensorType& b) { return *a == b; }

 private:
  struct Of {
    using is_transparent = void;
    size_t operator()(const TensorType& t) const {
      size_t h = static_cast<size_t>(t.element) + 1;
      for (int64_t n : t.shape) h = (h ^ static_cast<size_t>(n)) * 0x9e3779b97f4a7c15ull, h ^= h >> 32;
      return h;
    }
    bool operator()(const TensorType& a, const TensorType& b) const { return a == b; }
  };
  const TensorType* type_;
};

/// `[256, 8]`.
inline std::string to_string(std::span<const int64_t> v) {
  std::string s = "[";
  for (size_t i = 0; i < v.size(); ++i) s += (i ? ", " : "") + std::to_string(v[i]);
  return s + "]";
}
/// `tensor<256x8xf32>`, as MLIR prints it.
inline std::string to_string(const TensorType& t) {
  std::string s = "tensor<";
  for (int64_t e : t.shape) s += std::to_string(e) + "x";
  return s + std::string(name(t.element)) + ">";
}
inline std::string to_string(const std::vector<TensorType>& types) {
  std::string s = "(";
  for (size_t i = 0; i < types.size(); ++i) s += (i ? ", " : "") + to_string(types[i]);
  return s + ")";
}

/// The commutative semigroups `⊕`.
enum class Monoid : uint8_t { Add, Mul, Max, Min, And, Or };
inline constexpr Monoid all_monoids[] = {Monoid::Add, Monoid::Mul, Monoid::Max,
                                         Monoid::Min, Monoid::And, Monoid::Or};
constexpr std::string_view name(Monoid m) {
  constexpr std::string_view names[] = {"add", "mul", "max", "min", "and", "or"};
  return names[static_cast<size_t>(m)];
}
inline std::optional<Monoid> monoid(std::string_view s) {
  for (Monoid m : all_monoids)
    if (name(m) == s) return m;
  return std::nullopt;
}
/// Whether `⊕` is defined on an element type: arithmetic ones on integers, floats and complex
/// numbers (max and min of those by real part, then imaginary part), logical ones on i1 and
/// integers. (On i1 StableHLO's add and multiply are or and and; they are named so here.)
constexpr bool defined_on(Monoid m, ElementType t) {
  if (m == Monoid::And || m == Monoid::Or) return is_bool(t) || is_integer(t);
  return !is_bool(t);
}

}  // namespace partir
