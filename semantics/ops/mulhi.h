#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = floor(x[ī] · y[ī] / 2^width)`, the half of the product that multiply leaves out.
/// Example: mulhi [2147483647] [4] = [1].
struct Mulhi : Elementwise<Mulhi, 2> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "mulhi";
  static constexpr ScalarFn fn = ScalarFn::MultiplyHigh;
  static constexpr Accepts accepted = Accepts::Integer;
};

}  // namespace partir
