#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] ^ y[ī] (integers wrap; a negative exponent gives 0 unless x is ±1)`. Example: power [2] [3] = [8].
struct Power : Elementwise<Power, 2> {
  static constexpr std::string_view name = "power";
  static constexpr ScalarFn fn = ScalarFn::Power;
  static constexpr Accepts accepted = Accepts::Numeric;
};

}  // namespace partir
