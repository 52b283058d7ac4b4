#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the x[ī]-th derivative of digamma at y[ī] (NaN unless x[ī] is 0, 1, ..)`. Example:
/// polygamma [1] [1] = [1.6449..].
struct Polygamma : Elementwise<Polygamma, 2> {
  static constexpr std::string_view dialect = "chlo";
  static constexpr std::string_view name = "polygamma";
  static constexpr ScalarFn fn = ScalarFn::Polygamma;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
