#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = √x[ī]`. Example: sqrt [4] = [2].
struct Sqrt : Elementwise<Sqrt, 1> {
  static constexpr std::string_view name = "sqrt";
  static constexpr ScalarFn fn = ScalarFn::Sqrt;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
