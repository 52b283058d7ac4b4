#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the y with erf y = x[ī] (NaN beyond ±1)`. Example: erf_inv [0] = [0].
struct ErfInv : Elementwise<ErfInv, 1> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "erf_inv";
  static constexpr ScalarFn fn = ScalarFn::ErfInv;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
