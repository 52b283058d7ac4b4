#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = cosh x[ī]`. Example: cosh [0] = [1].
/// On real floats it rounds where what CHLO makes of it does: `exp(x + log 1/2) + exp(log 1/2 - x)`.
struct Cosh : Elementwise<Cosh, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "cosh";
  static constexpr ScalarFn fn = ScalarFn::Cosh;
  static constexpr Accepts accepted = Accepts::Inexact;
};

}  // namespace partir
