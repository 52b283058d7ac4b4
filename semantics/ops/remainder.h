#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] rem y[ī], the dividend's sign (integers by zero give x)`. Example: remainder [-7] [3] = [-1].
struct Remainder : Elementwise<Remainder, 2> {
  static constexpr std::string_view name = "remainder";
  static constexpr ScalarFn fn = ScalarFn::Remainder;
  static constexpr Accepts accepted = Accepts::Real;
};

}  // namespace partir
