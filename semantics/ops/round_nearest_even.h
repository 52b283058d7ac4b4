#pragma once

#include "semantics/elementwise.h"

namespace partir {

/// `out[ī] = x[ī] rounded, ties to even`. Example: round_nearest_even [2.5] = [2].
struct RoundNearestEven : Elementwise<RoundNearestEven, 1> {
  static constexpr std::string_view name = "round_nearest_even";
  static constexpr ScalarFn fn = ScalarFn::RoundEven;
  static constexpr Accepts accepted = Accepts::Float;
};

}  // namespace partir
