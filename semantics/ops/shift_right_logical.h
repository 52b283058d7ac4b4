#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] shifted right, zero filled (0 when y is not below the width)`. Example: shift_right_logical [8] [1] = [4].
struct ShiftRightLogical : Elementwise<ShiftRightLogical, 2> {
  static constexpr std::string_view name = "shift_right_logical";
  static constexpr ScalarFn fn = ScalarFn::ShiftRightLogical;
  static constexpr Accepts accepted = Accepts::Integer;
};

}  // namespace partir
