#pragma once

#include "semantics/infinity.h"

namespace partir {

/// `out[ī] = x[ī] is negative infinity`. Example: is_neg_inf [inf, -inf] = [false, true].
struct IsNegInf : IsInfinite<IsNegInf> {
  static constexpr std::string_view name = "is_neg_inf";
  static constexpr int sign = -1;
};

}  // namespace partir
