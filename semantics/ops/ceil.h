#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = ⌈x[ī]⌉`. Example: ceil [1.5] = [2].
struct Ceil : Elementwise<Ceil, 1> {
  static constexpr std::string_view name = "ceil";
  static constexpr ScalarFn fn = ScalarFn::Ceil;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
