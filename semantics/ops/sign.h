#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the sign of x[ī] (NaN and ±0 stay; of a complex number x/|x|)`. Example: sign [-7] =
/// [-1].
struct Sign : Elementwise<Sign, 1> {
  static constexpr std::string_view name = "sign";
  static constexpr ScalarFn fn = ScalarFn::Sign;
  static constexpr Accepts accepted = Accepts::Signed;
};

}  // namespace partir
