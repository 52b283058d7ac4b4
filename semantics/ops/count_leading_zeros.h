#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = the number of zero bits above the highest one in x[ī]`. Example: count_leading_zeros
/// [1] : i8 = [7].
struct CountLeadingZeros : Elementwise<CountLeadingZeros, 1> {
  static constexpr std::string_view name = "count_leading_zeros";
  static constexpr ScalarFn fn = ScalarFn::CountLeadingZeros;
  static constexpr Accepts accepted = Accepts::Integer;
};

}  // namespace partir
