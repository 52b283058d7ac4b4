#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = sinh x[ī]`. Example: sinh [0] = [0].
/// On real floats it rounds where what CHLO makes of it does: `exp(x + log 1/2) - exp(log 1/2 - x)`; where
/// |x| < 1, `(m + m / (m + 1)) / 2` with m = e^x - 1.
struct Sinh : Elementwise<Sinh, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "sinh";
  static constexpr ScalarFn fn = ScalarFn::Sinh;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
