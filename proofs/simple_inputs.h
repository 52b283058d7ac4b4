// Simple argument values, for counterexamples that can be checked by hand.
#pragma once

#include <cstring>
#include <string>

#include "semantics/literal.h"

namespace partir {

/// Kinds of arguments, simplest first.
enum class InputKind { Zeros, Ones, OneHot, Iota, Random };

/// What shrinking tries, in this order.
inline constexpr InputKind simple_inputs[] = {InputKind::Zeros, InputKind::Ones, InputKind::OneHot,
                                              InputKind::Iota};

/// `zeros`, `ones`, `one-hot (..)`, `1, 2, 3, ..`, `random`.
inline std::string text(InputKind kind) {
  switch (kind) {
    case InputKind::Zeros: return "zeros";
    case InputKind::Ones: return "ones";
    case InputKind::OneHot: return "one-hot (1 at the first element, else 0)";
    case InputKind::Iota: return "1, 2, 3, .. (row-major, from 1 again after 100)";
    default: return "random";
  }
}

/// The tensor that a simple kind stands for; `Random` is not one.
inline Literal simple_input(const TensorType& type, InputKind kind) {
  if (kind == InputKind::Zeros) return Literal::splat_value(type, 0);
  if (kind == InputKind::Ones) return Literal::splat_value(type, 1);
  Literal l{type, false, {}};
  const int64_t width = byte_width(type.element);
  l.data.resize(static_cast<size_t>(type.elements() * width));
  for (int64_t i = 0; i < type.elements(); ++i) {
    const double v = kind == InputKind::OneHot ? i == 0
                     : is_bool(type.element)   ? i % 2
                                               : static_cast<double>(i % 100 + 1);
    const ElementBits bits = Literal::encode(type.element, v);
    std::memcpy(l.data.data() + i * width, &bits, static_cast<size_t>(width));
  }
  return l;
}

}  // namespace partir
