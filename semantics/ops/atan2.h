#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the angle of (y[ī], x[ī])`. Example: atan2 [0] [1] = [0].
struct Atan2 : Elementwise<Atan2, 2> {
  static constexpr std::string_view name = "atan2";
  static constexpr ScalarFn fn = ScalarFn::Atan2;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
