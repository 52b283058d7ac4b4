#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] shifted right, sign filled (saturating at the width)`. Example: shift_right_arithmetic [-8] [1] = [-4].
struct ShiftRightArithmetic : Elementwise<ShiftRightArithmetic, 2> {
  static constexpr std::string_view name = "shift_right_arithmetic";
  static constexpr ScalarFn fn = ScalarFn::ShiftRightArithmetic;
  static constexpr Accepts accepted = Accepts::Integer;
};

}  // namespace partir
