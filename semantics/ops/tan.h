#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = tan x[ī]`. Example: tan [0] = [0].
struct Tan : Elementwise<Tan, 1> {
  static constexpr std::string_view name = "tan";
  static constexpr ScalarFn fn = ScalarFn::Tan;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
