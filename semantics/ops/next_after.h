#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the number of the type next to x[ī] towards y[ī]`. Example: next_after [0] [1] = [the
/// least positive number].
struct NextAfter : Elementwise<NextAfter, 2> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "next_after";
  static constexpr ScalarFn fn = ScalarFn::NextAfter;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
