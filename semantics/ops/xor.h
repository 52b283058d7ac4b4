#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] ⊕ y[ī], bitwise on integers`. Example: xor [true] [true] = [false].
struct Xor : Elementwise<Xor, 2> {
  static constexpr std::string_view name = "xor";
  static constexpr ScalarFn fn = ScalarFn::Xor;
  static constexpr Accepts accepted = Accepts::Logical;
};

}  // namespace partir
